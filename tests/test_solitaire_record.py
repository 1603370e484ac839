"""The solitaire record: strict reading, replay to the same game, summary and verification."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivecrowns import record
from fivecrowns.actions import DealCards, IllegalAction
from fivecrowns.cards import Card, deck
from fivecrowns.lines import RecordError
from fivecrowns.record_kinds import RecordKind, read_kind_of_record, replay_summary
from fivecrowns.rules import Rules
from fivecrowns.shuffler import SeededShuffler, Shuffle, SystemShuffler
from fivecrowns.solitaire import record as solitaire_record
from fivecrowns.solitaire.game import (
    Action,
    GiveUp,
    Play,
    Solitaire,
    SolitaireEnded,
    TurnedOver,
    TurnOver,
    Undo,
    deal,
)
from fivecrowns.solitaire.record import (
    action_line,
    header_line,
    read_action,
    read_header,
    replay,
    replay_to_end,
    summary,
)
from fivecrowns.solitaire.view import legal_actions, legal_plays, view
from tests.solitaire_positions import (
    apply,
    arranged,
    at_random,
    by_pile,
    dealt,
    header_and_deal,
    play_out,
)

HEADER = '{"fivecrowns":1,"game":"solitaire"}'
GIVE_UP = '{"end":"given_up"}'
PLAIN = action_line(DealCards(Shuffle(arranged({3: "8H 9H KS"}, "10H 3C"))))
"""A deal that nobody committed to: 10♥ closes the pile of 3."""


DESCRIPTION = Path(__file__).parents[1] / "docs" / "record.md"


def error_of(*lines: str, verify: bool = False) -> tuple[int, str, str | None]:
    """The number, code and rule of the first line that a replay refuses."""
    with pytest.raises(RecordError) as caught:
        replay_to_end(lines, verify=verify)
    assert caught.value.message
    return caught.value.line, caught.value.code, caught.value.rule


def test_a_record_is_a_header_a_deal_and_a_line_for_each_turn() -> None:
    """The lines that the format description shows are those that are written and read."""
    assert header_line() == HEADER
    assert action_line(Play(7, Card.parse("KS"))) == '{"pile":7,"discard":"KS"}'
    assert action_line(TurnOver()) == '{"draw":"pile"}'
    assert action_line(Undo()) == '{"undo":"turn"}'
    assert action_line(GiveUp()) == GIVE_UP
    game = replay_to_end([HEADER, PLAIN, '{"pile": 3, "discard": "KS"}', GIVE_UP])
    assert (game.closed, game.turns, game.given_up) == ((3,), 1, True)


@pytest.mark.parametrize("action", [TurnOver(), Play(13, Card.parse("10*")), Undo(), GiveUp()])
def test_every_action_goes_round_trip(action: Action) -> None:
    """What is written is read back as the same action."""
    assert read_action(action_line(action), 3) == action


def test_a_deal_goes_round_trip_with_its_salt() -> None:
    """The deck order, the commitment and the salt survive; a deal without a salt has neither."""
    committed = deal(SystemShuffler())
    assert read_action(action_line(committed), 2) == committed
    assert set(json.loads(action_line(committed))) == {"deal", "commit", "salt"}
    plain = DealCards(Shuffle(deck()))
    assert read_action(action_line(plain), 2) == plain
    assert set(json.loads(action_line(plain))) == {"deal"}


# --- replay ---------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_a_record_replays_to_the_same_game(seed: int, length: int) -> None:
    """Any legal game, finished or not, comes back from its record, undo counts and all."""
    random = Random(seed)
    game, lines = dealt(seed), header_and_deal(seed)
    for _ in range(length):
        if game.is_over:
            break
        action: Action = random.choice(legal_actions(view(game)))
        if isinstance(action, GiveUp) and random.random() < 0.9:
            action = next(legal_plays(view(game)), TurnOver())
        game = apply(game, action)
        lines.append(action_line(action))
    steps = list(replay(lines))
    assert (steps[-1].game, steps[-1].line) == (game, len(lines))
    assert [action_line(action) for step in steps for action in step.actions] == lines[1:]
    assert replay_to_end(f"{line}\n".encode() for line in lines) == game


def test_the_line_for_turning_over_may_be_left_out() -> None:
    """A play turns the next card over by itself; written out, the game is the same."""
    game, actions = play_out(dealt(4), by_pile(4))
    short = [action_line(action) for action in actions if isinstance(action, Play)]
    assert replay_to_end([*header_and_deal(4), *short]) == game
    steps = list(replay([*header_and_deal(4), short[0]]))
    assert steps[-1].actions == (TurnOver(), actions[1])
    assert isinstance(steps[-1].events[0], TurnedOver)


def test_undo_in_a_record_counts_and_knows_what_was_seen() -> None:
    """An undo after the next card was turned over is told from one before."""
    lines = [HEADER, PLAIN, '{"pile":3,"discard":"KS"}']
    before = replay_to_end([*lines, '{"undo":"turn"}'])
    assert (before.undone, before.undone_seen, before.closed, before.turns) == (1, 0, (), 0)
    after = replay_to_end([*lines, '{"draw":"pile"}', '{"undo":"turn"}'])
    assert (after.undone, after.undone_seen, after.drawn) == (1, 1, Card.parse("10H"))
    assert summary(after) == summary(before)


def test_an_unfinished_record_is_fine() -> None:
    """A record may stop anywhere, even before the deal."""
    assert summary(replay_to_end([HEADER])) == {
        "game": "solitaire",
        "closed": [],
        "turns": 0,
        "points": 0,
        "finished": False,
        "won": None,
    }
    assert replay_to_end([HEADER]) == Solitaire()


# --- the summary ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_summary_says_what_the_game_is(seed: int) -> None:
    """Closed sizes ascending, turns, points left over, finished, won: nothing else."""
    game, _ = play_out(dealt(seed), by_pile(seed))
    answer = summary(game)
    assert list(answer) == ["game", "closed", "turns", "points", "finished", "won"]
    assert answer["closed"] == sorted(game.closed)
    assert answer["points"] == sum(pile.points for pile in game.piles if not pile.closed)
    assert (answer["turns"], answer["finished"], answer["won"]) == (28, True, False)
    assert json.loads(json.dumps(answer)) == answer


def test_a_game_given_up_is_finished_and_not_won() -> None:
    """Giving up ends the game with what is left over."""
    answer = summary(replay_to_end([HEADER, PLAIN, GIVE_UP]))
    assert (answer["finished"], answer["won"], answer["turns"]) == (True, False, 0)
    assert answer["points"] > 0


# --- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "bad_json"),
        ("[1]", "bad_json"),
        ('{"fivecrowns":1', "bad_json"),
        ('{"fivecrowns":2,"game":"solitaire"}', "not_a_record"),
        ('{"fivecrowns":true,"game":"solitaire"}', "bad_line"),
        ('{"game":"solitaire"}', "not_a_record"),
        ('{"fivecrowns":1,"game":"patience"}', "not_a_record"),
        ('{"fivecrowns":1,"players":["Ann","Bob"],"dealer":0}', "not_a_record"),
        ('{"fivecrowns":1,"game":"solitaire","rules":{}}', "bad_line"),
    ],
)
def test_a_bad_header_is_refused(header: str, code: str) -> None:
    """Line 1 has exactly the version and the game."""
    assert error_of(header) == (1, code, None)
    with pytest.raises(RecordError):
        read_header(header)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad_json"),
        ("null", "bad_json"),
        ("{}", "bad_line"),
        ('{"pile":3}', "bad_line"),
        ('{"discard":"KS"}', "bad_line"),
        ('{"pile":"3","discard":"KS"}', "bad_line"),
        ('{"pile":true,"discard":"KS"}', "bad_line"),
        ('{"pile":3,"discard":"KS","seat":0}', "bad_line"),
        ('{"pile":3,"discard":"ks"}', "bad_card"),
        ('{"pile":3,"discard":"K♠"}', "bad_card"),
        ('{"pile":3,"discard":"TS"}', "bad_card"),
        ('{"pile":3,"discard":"2S"}', "bad_card"),
        ('{"draw":"discard"}', "bad_line"),
        ('{"undo":1}', "bad_line"),
        ('{"end":"shared"}', "bad_line"),
        ('{"draw":"pile","pile":3,"discard":"KS"}', "bad_line"),
        ('{"reshuffle":["KS"]}', "bad_line"),
    ],
)
def test_a_line_of_another_form_is_refused(line: str, code: str) -> None:
    """One object a line, one kind a line, exact notation, no further keys."""
    assert error_of(HEADER, PLAIN, line) == (3, code, None)


@pytest.mark.parametrize(
    ("lines", "number", "code", "rule"),
    [
        (['{"pile":3,"discard":"KD"}'], 3, "not_in_pile", "Sol4"),
        (['{"pile":2,"discard":"KS"}'], 3, "no_such_pile", "Sol1"),
        (['{"pile":14,"discard":"KS"}'], 3, "no_such_pile", "Sol1"),
        (['{"draw":"pile"}', '{"draw":"pile"}'], 4, "already_turned_over", "Sol4"),
        (['{"undo":"turn"}'], 3, "nothing_to_undo", "Sol15"),
        (['{"pile":3,"discard":"KS"}', '{"pile":3,"discard":"8H"}'], 4, "pile_closed", "Sol7"),
        ([GIVE_UP, '{"pile":3,"discard":"KS"}'], 4, "game_over", "Sol11"),
        ([GIVE_UP, '{"undo":"turn"}'], 4, "game_over", "Sol11"),
        ([GIVE_UP, GIVE_UP], 4, "game_over", "Sol11"),
        ([PLAIN], 3, "already_dealt", "Sol1"),
    ],
)
def test_a_line_that_breaks_the_rules_is_refused(
    lines: list[str], number: int, code: str, rule: str
) -> None:
    """The error names the line and the rule; the lines before it stand."""
    assert error_of(HEADER, PLAIN, *lines) == (number, code, rule)
    assert replay_to_end([HEADER, PLAIN, *lines[: number - 3]]).shuffle is not None


def test_nothing_comes_before_the_deal() -> None:
    """The second line is the deal, of exactly one game set."""
    assert error_of(HEADER, '{"draw":"pile"}') == (2, "not_dealt", "Sol1")
    assert error_of(HEADER, '{"pile":3,"discard":"KS"}') == (2, "not_dealt", "Sol1")
    cards: list[str] = json.loads(PLAIN)["deal"]
    assert error_of(HEADER, json.dumps({"deal": cards[:115]})) == (2, "wrong_deck", "Sol1")
    assert error_of(HEADER, json.dumps({"deal": ["3S"] * 116})) == (2, "wrong_deck", "Sol1")


def test_nothing_follows_the_28th_turn() -> None:
    """After the last turn every further line is refused."""
    game, actions = play_out(dealt(8), at_random(8))
    assert game.turns == 28
    lines = [*header_and_deal(8), *map(action_line, actions)]
    for line in ('{"draw":"pile"}', '{"pile":3,"discard":"KS"}', '{"undo":"turn"}', GIVE_UP):
        assert error_of(*lines, line) == (len(lines) + 1, "game_over", "Sol11")


def test_the_steps_before_a_bad_line_stand() -> None:
    """Replay gives every step up to the line that it refuses."""
    steps = replay([HEADER, PLAIN, '{"pile":3,"discard":"KS"}', "{}"])
    assert [next(steps).line, next(steps).line] == [2, 3]
    with pytest.raises(RecordError, match="line 4"):
        next(steps)


@settings(max_examples=60)
@given(st.text(max_size=30), st.integers(0, 3))
def test_no_text_breaks_the_reader(text: str, at: int) -> None:
    """Whatever a line is, it is read or refused with its number, never a crash."""
    lines = [HEADER, PLAIN, '{"pile":3,"discard":"KS"}', GIVE_UP]
    lines[at] = text
    refused: int | None = None
    try:
        replay_to_end(lines)
    except RecordError as error:
        refused = error.line
    assert refused in (None, at + 1)


# --- verification ---------------------------------------------------------------------------


def test_verify_checks_the_commitment() -> None:
    """Other cards, another salt or none: replay accepts, verify refuses line 2."""
    first, second = header_and_deal(9)
    fields: dict[str, Any] = json.loads(second)
    replay_to_end([first, second], verify=True)
    cards = fields["deal"]
    changed: list[tuple[dict[str, Any], str]] = [
        (fields | {"deal": [cards[1], cards[0], *cards[2:]]}, "wrong_commitment"),
        (fields | {"salt": "another"}, "wrong_commitment"),
        ({key: fields[key] for key in ("deal", "commit")}, "no_salt"),
    ]
    for line, code in changed:
        assert error_of(first, json.dumps(line), verify=True) == (2, code, None)
        replay_to_end([first, json.dumps(line)])
    replay_to_end([first, json.dumps(fields | {"commit": fields["commit"].upper()})], verify=True)
    replay_to_end([first, json.dumps({"deal": cards})], verify=True)


# --- either kind of record ------------------------------------------------------------------


def test_the_kind_of_a_record_is_known_from_its_first_line() -> None:
    """A game record, a solitaire record, or neither with the reason."""
    game_header = record.header_line(record.Header(Rules(), ("Ann", "Bob"), 0))
    assert read_kind_of_record(HEADER) is RecordKind.SOLITAIRE
    assert read_kind_of_record(f"{HEADER}\n".encode()) is RecordKind.SOLITAIRE
    assert read_kind_of_record(game_header) is RecordKind.GAME
    for text in ("", "{}", '{"fivecrowns":1}', '{"game":"chess"}', '{"fivecrowns":2}'):
        with pytest.raises(RecordError) as caught:
            read_kind_of_record(text)
        assert caught.value.line == 1


def test_either_kind_of_record_is_summed_up() -> None:
    """The summary is that of the kind the file holds; commitments are checked on demand."""
    header = record.Header(Rules(), ("Ann", "Bob"), 0)
    lines = [record.header_line(header)]
    assert replay_summary(lines) == record.summary(header.new_game())
    game, actions = play_out(dealt(2), by_pile(2))
    lines = [*header_and_deal(2), *map(action_line, actions)]
    assert replay_summary(lines, verify=True) == summary(game)
    assert isinstance(list(replay(lines))[-1].events[-2], SolitaireEnded)
    with pytest.raises(RecordError, match="line 1"):
        replay_summary([])


def test_commitments_of_either_kind_are_checked_on_demand() -> None:
    """A record with another salt is summed up, but not where it is to be verified."""
    first = record.header_line(record.Header(Rules(), ("Ann", "Bob"), 0))
    second = record.action_line(DealCards(SystemShuffler().shuffle(deck(), 0, 0)))
    for header, line in ((first, second), tuple(header_and_deal(9))):
        broken = [header, json.dumps(json.loads(line) | {"salt": "another"})]
        assert replay_summary([header, line], verify=True) == replay_summary(broken)
        with pytest.raises(RecordError) as caught:
            replay_summary(broken, verify=True)
        assert (caught.value.line, caught.value.code) == (2, "wrong_commitment")


@pytest.mark.skipif(not DESCRIPTION.is_file(), reason="only a checkout has the description")
def test_the_examples_of_the_format_description_are_records() -> None:
    """Each solitaire line in `docs/record.md` is read, and the description has every kind."""
    text = DESCRIPTION.read_text(encoding="utf-8")
    part = text[text.index("# The solitaire record") :]
    header, *lines = [line for line in part.splitlines() if line.startswith("{")]
    read_header(header)
    whole = [line for line in lines if "..." not in line and '"game"' not in line]
    assert {type(read_action(line, 2)) for line in whole} == {TurnOver, Play, Undo, GiveUp}
    result = next(line for line in lines if '"game"' in line)
    assert list(json.loads(result)) == list(summary(Solitaire()))


def test_a_seed_deals_the_same_for_ever() -> None:
    """The first cards of a seed are part of the format of what people share."""
    game = apply(Solitaire(), deal(SeededShuffler(5)))
    assert [str(card) for card in game.piles[0].cards] == ["JK", "6S", "5C"]
    assert [str(card) for card in game.draw_pile[:3]] == ["4H", "K*", "JC"]
    with pytest.raises(IllegalAction):
        game.apply(deal(SeededShuffler(5)))


def test_the_header_is_the_only_place_of_the_version() -> None:
    """Later versions are told apart at line 1."""
    assert json.loads(solitaire_record.header_line()) == {"fivecrowns": 1, "game": "solitaire"}
