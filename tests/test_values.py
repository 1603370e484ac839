"""Everything the game hands out is a value: it prints as Python that gives it back, and hashes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import ModuleType

import pytest
from hypothesis import given

import fivecrowns
from fivecrowns import (
    actions,
    cards,
    events,
    game,
    melds,
    players,
    record,
    rules,
    shuffler,
    view,
)
from fivecrowns import round as rounds
from fivecrowns.choices import Choice
from fivecrowns.players import PLAYERS, make_player
from fivecrowns.record import Header
from fivecrowns.solitaire import game as solitaire_game
from fivecrowns.solitaire import hint, plan
from fivecrowns.solitaire import view as solitaire_view
from tests import strategies
from tests.playing import any_action, play_at_random, some_habits
from tests.solitaire_positions import dealt, play_out

GAME = [cards, rules, melds, actions, events, rounds, game, shuffler, view, players, record]
SOLITAIRE = [*GAME[:5], shuffler, solitaire_game, solitaire_view, plan, hint]


def names_of(modules: list[ModuleType]) -> dict[str, object]:
    """The public names of modules together."""
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if not name.startswith("_")
    }


def check(values: Iterator[object], modules: list[ModuleType]) -> None:
    """Check that values are read back from what they print as, and hash alike."""
    names = names_of(modules)
    for value in values:
        again = eval(repr(value), names)  # noqa: S307 - that is what a repr promises
        assert type(again) is type(value)
        assert again == value
        assert hash(again) == hash(value)


@given(strategies.headers(max_rounds=2), strategies.chances())
@strategies.examples(0.2)
def test_states_actions_events_and_views_print_as_python(header: Header, random: Random) -> None:
    """Whatever comes up in a game is given back by its `repr`, with the names of its modules."""

    def values() -> Iterator[object]:
        yield header
        for step in play_at_random(header, some_habits(random), random):
            yield from (step.action, any_action(step.after, random), *step.events)
            if random.random() < 0.1:
                yield step.after
                if step.after.round is not None:
                    yield view.view(step.after, step.after.turn)

    check(values(), GAME)


@pytest.mark.parametrize("kind", PLAYERS)
def test_decisions_and_their_reasons_print_as_python(kind: str) -> None:
    """What a player decides and why is a value like any other."""
    header, random = Header(rules.Rules(), ("a", "b", "c"), 0), Random(kind)
    player = make_player(kind, 1)

    def values() -> Iterator[object]:
        for step in play_at_random(header, some_habits(random), random):
            if step.after.round is not None and random.random() < 0.05:
                yield player.decide(view.view(step.after, step.after.turn))

    check(values(), GAME)


def test_solitaire_prints_as_python() -> None:
    """States, views and hints of a solitaire are values, too."""

    def values() -> Iterator[object]:
        state, taken = play_out(dealt(3), lambda seen: next(solitaire_view.legal_plays(seen)))
        yield state
        yield from taken
        seen = solitaire_view.view(dealt(4).apply(solitaire_game.TurnOver())[0])
        yield seen
        yield hint.hint(seen)

    check(values(), SOLITAIRE)


@pytest.mark.parametrize("kind", Choice.__subclasses__(), ids=lambda kind: kind.__name__)
def test_an_option_prints_as_its_name_and_is_its_word(kind: type[Choice]) -> None:
    """Options and kinds are the words of the records, and print as what one types in Python."""
    for option in kind:
        assert eval(repr(option), {kind.__name__: kind}) is option  # noqa: S307
        assert kind(str(option)) is option
        assert str(option).isidentifier()


def test_what_the_package_exports_suffices_for_options_and_hands() -> None:
    """Rules, deals and melds are read back with the names of `fivecrowns` alone."""
    for value in (
        fivecrowns.Rules(naturals=1, lay_off=fivecrowns.LayOff.LAST_TURN),
        fivecrowns.arrange(fivecrowns.parse_cards("5* 6* 7H JK 8H"), fivecrowns.Rank.SEVEN),
        fivecrowns.Game(fivecrowns.Rules(), 2, 0),
        fivecrowns.Draw(0, fivecrowns.Source.PILE),
        fivecrowns.SeededShuffler("x"),
    ):
        assert eval(repr(value), names_of([fivecrowns])) == value  # noqa: S307
