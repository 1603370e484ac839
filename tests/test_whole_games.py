"""Whole games at random, over all options and numbers of players: what holds in every state."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,  # pyright: ignore[reportUnknownVariableType] - has no types
)

from fivecrowns.actions import (
    Action,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    LayOffCard,
    PlayerAction,
    Reshuffle,
    Source,
)
from fivecrowns.cards import KINDS, deck
from fivecrowns.events import RoundResult
from fivecrowns.game import Game, play
from fivecrowns.record import Header, replay_to_end, summary
from fivecrowns.round import Phase, Round
from fivecrowns.rules import SCHEDULES, LayOff, Rules, is_wild, sets_for
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.view import legal_actions, view
from tests import strategies
from tests.playing import Habits, any_action, lines_of, next_action, play_at_random, some_habits

LARGEST = dict(zip(range(3, 14), (75, 86, 96, 105, 113, 118, 122, 125, 127, 116, 120), strict=True))
"""R8.4c: the largest round score with best melding, by cards dealt."""


def check_cards(round_: Round) -> None:
    """Every card is somewhere exactly once, and the piles hold what R10.2 says."""
    cards = [*round_.draw_pile, *round_.discard_pile]
    cards += [card for hand in round_.hands for card in hand]
    cards += [card for melds in round_.melds for meld in melds for card in meld.cards]
    full = deck(sets_for(len(round_.hands)))
    assert sorted(card.index for card in cards) == [card.index for card in full]
    on_the_move = round_.phase is Phase.DISCARD
    piles = len(round_.draw_pile) + len(round_.discard_pile)
    assert piles == len(full) - len(round_.seats) * round_.deal.cards - on_the_move
    assert piles >= 1
    assert round_.phase is not Phase.DRAW or round_.discard_pile


def check_hands(round_: Round) -> None:
    """Every hand has n cards, one more after its draw, fewer when melds were laid down."""
    for seat, hand in enumerate(round_.hands):
        size = round_.deal.cards if seat in round_.seats else 0
        drawn = seat == round_.turn and round_.phase is Phase.DISCARD
        melded = sum(len(meld.cards) for meld in round_.melds[seat])
        if round_.rules.lay_off is LayOff.NEVER:
            assert len(hand) + melded == size + drawn
        else:
            assert len(hand) <= size + drawn
        assert not Counter(round_.picked_up[seat]) - Counter(hand)


@given(strategies.headers(), strategies.chances())
@strategies.examples(1.5)
def test_r10_2_no_card_is_ever_lost_or_doubled(header: Header, random: Random) -> None:
    """After every action all cards of the sets are there once, hands and piles by the rules."""
    for step in play_at_random(header, some_habits(random), random):
        if step.after.round is not None:
            check_cards(step.after.round)
            check_hands(step.after.round)


@given(strategies.headers(), strategies.chances())
@strategies.examples(1)
def test_an_illegal_action_raises_and_changes_nothing(header: Header, random: Random) -> None:
    """Any action whatever is applied as the rules say or raises `IllegalAction`, nothing else."""
    for step in play_at_random(header, some_habits(random), random):
        action = any_action(step.after, random)
        before, error = hash(step.after), None
        try:
            after, _ = step.after.apply(action)
        except IllegalAction as illegal:
            after, error = step.after, illegal
        assert hash(step.after) == before
        if error is None:
            assert after != step.after
            if after.round is not None:
                check_cards(after.round)
        else:
            assert error.code.isidentifier()
            assert error.rule[0] in "RH"
            assert str(error)


def every_action(game: Game, round_: Round, seat: int) -> Iterator[PlayerAction]:
    """All actions of a seat that leave the melds to the rules, legal or not."""
    for source in Source:
        yield Draw(seat, source)
    for card in KINDS:
        yield Discard(seat, card)
        yield GoOut(seat, card)
        for on_seat in range(-1, game.players + 1):
            for meld in range(-1, 6 if card in round_.hands[seat] else 0):
                yield LayOffCard(seat, card, on_seat, meld)


def is_accepted(game: Game, action: PlayerAction) -> bool:
    """Whether the game takes an action, with the reshuffle it may need."""
    try:
        play(game, action, SeededShuffler(1))
    except IllegalAction:
        return False
    return True


@given(strategies.headers(), strategies.chances())
@strategies.examples(0.6)
def test_legal_actions_are_exactly_what_the_game_accepts(header: Header, random: Random) -> None:
    """For every seat the actions listed are all that are accepted, and each only once."""
    for step in play_at_random(header, some_habits(random), random):
        game = step.after
        # Last turns are rarer and offer more.
        often = 0.3 if game.round is not None and game.round.out is not None else 0.02
        if game.round is None or random.random() > often:
            continue
        for seat in {random.randrange(game.players), game.round.turn or 0}:
            listed = legal_actions(view(game, seat))
            accepted = {a for a in every_action(game, game.round, seat) if is_accepted(game, a)}
            assert len(set(listed)) == len(listed)
            assert set(listed) == accepted


def check_result(rules: Rules, result: RoundResult) -> None:
    """What R6.6, R8.2, R8.3 and R8.4 say about a finished round."""
    scores = [score for score in result.scores if score is not None]
    assert all(score >= 0 for score in scores)
    if result.out is not None:
        assert result.scores[result.out] == 0
    for score, left in zip(result.scores, result.left, strict=True):
        assert (score is None) == (left is None)
        assert not left or list(left) == sorted(left)
    official = Rules(rules.schedule)
    if rules == official and result.deal.wild == result.deal.cards:
        assert max(scores) <= LARGEST[result.deal.cards]
        for left in result.left:
            wilds = [card for card in left or () if is_wild(card, result.deal.wild)]
            assert len(wilds) <= 1


@given(strategies.headers(), strategies.chances())
@strategies.examples(1.5)
def test_every_game_ends_and_its_record_leads_to_the_same_end(
    header: Header, random: Random
) -> None:
    """A game ends after its schedule and tie-breaks; the written record replays to the same."""
    steps = list(play_at_random(header, some_habits(random), random))
    game = steps[-1].after
    assert game.is_over
    assert len(game.results) >= len(header.rules.schedule)
    assert game.winners
    assert all(game.ranks[seat] == 1 for seat in game.winners)
    lowest = min(game.totals)
    assert all(game.totals[seat] == lowest for seat in game.winners)
    for result in game.results:
        check_result(header.rules, result)
    lines = lines_of(header, [step.action for step in steps])
    assert summary(replay_to_end(lines)) == summary(game)
    # An unfinished record leads to the state at which it breaks off.
    at = random.randrange(len(steps))
    assert replay_to_end(lines[: at + 2]) == steps[at].after


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("players", [2, 7, 14])
def test_r2_1_all_rounds_of_every_schedule_can_be_played(schedule: str, players: int) -> None:
    """Games of the named schedules are played to the end at tables of any size (section D)."""
    header = Header(Rules(SCHEDULES[schedule]), tuple(map(str, range(players))), 0)
    random = Random(f"{schedule} {players}")
    game = header.new_game()
    for step in play_at_random(header, Habits(out=1), random):
        game = step.after
    assert game.is_over
    assert tuple(result.deal for result in game.results) == SCHEDULES[schedule]


def test_r10_4_a_table_where_nobody_goes_out_ends_as_well() -> None:
    """Players who never go out come to the end by stalls, reshuffling on the way (R10.1, R10.4)."""
    header = Header(Rules(SCHEDULES["official"][-2:]), ("a", "b", "c"), 1)
    stubborn = Habits(sense=0, out=0, pile=1, easy=0, give_up=1, choose=0)
    steps = list(play_at_random(header, stubborn, Random(4)))
    assert steps[-1].after.is_over
    assert [result.out for result in steps[-1].after.results] == [None, None]
    assert any(isinstance(step.action, Reshuffle) for step in steps)


class Table(RuleBasedStateMachine):
    """A game in which legal and illegal actions come in any order, shrunk when one goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None

    @initialize(header=strategies.headers(max_rounds=2, max_cards=5))
    def sit_down(self, header: Header) -> None:
        """Begin a game."""
        self.game = header.new_game()

    @rule(random=st.randoms(use_true_random=False))
    def go_on(self, random: Random) -> None:
        """Play a few legal actions."""
        assert self.game is not None
        for _ in range(4):
            if self.game.is_over:
                return
            action: Action = next_action(self.game, Habits(out=0.5), random)
            if isinstance(action, PlayerAction):
                self.game, _, _ = play(self.game, action, SeededShuffler(1))
            else:
                self.game, _ = self.game.apply(action)

    @rule(random=st.randoms(use_true_random=False))
    def try_anything(self, random: Random) -> None:
        """Try any action; it may be legal."""
        assert self.game is not None
        try:
            self.game, _ = self.game.apply(any_action(self.game, random))
        except IllegalAction:
            return

    @invariant()
    def all_cards_are_there(self) -> None:
        """No card is lost or doubled."""
        if self.game is not None and self.game.round is not None:
            check_cards(self.game.round)
            check_hands(self.game.round)

    @invariant()
    def the_turn_is_a_playing_seats(self) -> None:
        """It is always the turn of a seat that plays and has not had its last turn."""
        if self.game is not None and self.game.round is not None:
            round_ = self.game.round
            assert round_.turn in round_.seats
            assert round_.turn != round_.out
            assert round_.turn is not None
            assert not round_.melds[round_.turn]


def test_legal_and_illegal_actions_in_any_order_keep_the_rules() -> None:
    """Whatever is tried in whatever order, cards and turns stay as the rules say."""
    run_state_machine_as_test(Table, settings=settings(max_examples=40, stateful_step_count=30))
