"""An action in the game: the engine's next state, and the slots of the physical cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from fivecrowns import events as engine
from fivecrowns.actions import Action, DealCards, Discard, Draw, GoOut, LayOffCard, Source
from fivecrowns.cards import Card
from fivecrowns.game import Game
from fivecrowns.rules import Ties
from fivecrowns.server.facts import Acted
from fivecrowns.server.protocol.sections import LastAction, Reveal
from fivecrowns.server.protocol.values import Stage
from fivecrowns.server.shown import meld_shown, shuffle_shown, texts
from fivecrowns.server.state import Chair, EngineEvent, HeldCards, Play, State, What

T = TypeVar("T")


def act(state: State, fact: Acted) -> tuple[State, list[What]]:
    """Apply an action that was found legal before it was stored."""
    assert state.game is not None
    action = fact.action()
    index = len(state.game.results)
    game, happened = state.game.apply(action)
    play = state.play
    slot = _slot(play, action, fact)
    told: list[What] = []
    for event in happened:
        if isinstance(event, engine.Dealt):
            assert isinstance(action, DealCards)
            play = _dealt(event, action)
        elif play is not None:
            play = _follow(play, event, slot, fact)
        about = slot if isinstance(event, engine.Drawn | engine.Discarded) else None
        told.append(EngineEvent(event, index, about, fact.by_opponent))
    after = replace(state, game=game, play=play, moved=state.told)
    if game.round is None:
        return _round_over(after, happened, index), told
    if isinstance(action, DealCards):
        after = replace(after, stage=Stage.ROUND, chairs=not_ready(after))
    elif isinstance(action, Discard) and play is not None and _is_last_turn(state.game):
        play = replace(play, last_turns=(*play.last_turns, action.seat))
        after = replace(after, play=play)
    return after, told


def _is_last_turn(game: Game) -> bool:
    return game.round is not None and game.round.out is not None


def not_ready(state: State) -> tuple[Chair, ...]:
    """The chairs before everybody says anew that they are ready; opponents always are."""
    return tuple(
        replace(chair, ready=not chair.plays_itself, tie=not chair.plays_itself)
        for chair in state.chairs
    )


def _slot(play: Play | None, action: Action, fact: Acted) -> int | None:
    """The physical card that an action is about."""
    match action:
        case Draw(seat):
            return None if play is None else play.next_slot[seat]
        case Discard(seat, card) | GoOut(seat, card) | LayOffCard(seat, card):
            if fact.slot is not None or play is None:
                return fact.slot
            return next((slot for slot, held in play.held[seat] if held is card), None)
        case _:
            return None


def _dealt(event: engine.Dealt, action: DealCards) -> Play:
    held = tuple(tuple(enumerate(hand or ())) for hand in event.hands)
    commit = action.shuffle.commit
    return Play(
        held=held,
        next_slot=tuple(map(len, held)),
        drawn=None,
        last=(None,) * len(held),
        last_turns=(),
        commits=() if commit is None else (commit,),
    )


def _follow(play: Play, event: engine.Event, slot: int | None, fact: Acted) -> Play:
    """What one event changes on a screen."""
    match event:
        case engine.Committed(commit):
            return replace(play, commits=(*play.commits, commit))
        case engine.Drawn(seat, source, card):
            assert card is not None
            assert slot is not None
            took = str(card) if source is Source.DISCARD else None
            last = LastAction(source, took, None, [], False, False, fact.by_opponent)
            return replace(
                play,
                held=_put(play.held, seat, (*play.held[seat], (slot, card))),
                next_slot=_put(play.next_slot, seat, slot + 1),
                drawn=slot,
                last=_put(play.last, seat, last),
            )
        case engine.Discarded(seat, card):
            held = tuple(pair for pair in play.held[seat] if pair[0] != slot)
            play = replace(play, held=_put(play.held, seat, held), drawn=None)
            return _remember(play, seat, discard=str(card), by_opponent=fact.by_opponent)
        case engine.WentOut(seat, melds) | engine.LaidDown(seat, melds):
            held = play.held[seat]
            for meld in melds:
                held = _taken(held, meld.cards, slot)
            out = isinstance(event, engine.WentOut)
            play = replace(play, held=_put(play.held, seat, held))
            return _remember(play, seat, out=out, laid_down=not out and bool(melds))
        case engine.LaidOff(seat, card):
            held = tuple(pair for pair in play.held[seat] if pair[0] != slot)
            play = replace(play, held=_put(play.held, seat, held))
            before = play.last[seat]
            laid_off = [] if before is None else before.laid_off
            return _remember(play, seat, laid_off=[*laid_off, str(card)])
        case _:
            return play


def _taken(held: HeldCards, cards: Sequence[Card], keep: int | None) -> HeldCards:
    """A hand without these cards; the slot that is discarded next is not one of them."""
    rest = list(held)
    for card in cards:
        rest.remove(next(pair for pair in rest if pair[1] is card and pair[0] != keep))
    return tuple(rest)


def _remember(play: Play, seat: int, **changes: Any) -> Play:  # noqa: ANN401 - fields of any type
    last = play.last[seat]
    assert last is not None
    return replace(play, last=_put(play.last, seat, replace(last, **changes)))


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _round_over(state: State, happened: Sequence[engine.Event], index: int) -> State:
    """The table after a round: all hands open, and what it waits for."""
    assert state.game is not None
    reveal = state.reveal
    for event in happened:
        match event:
            case engine.RoundEnded(result):
                reveal = Reveal(
                    index=index,
                    melds=[
                        None if melds is None else [meld_shown(meld) for meld in melds]
                        for melds in result.melds
                    ],
                    left=[None if left is None else texts(left) for left in result.left],
                    scores=list(result.scores),
                    shuffles=[],
                )
            case engine.Revealed(shuffles):
                assert reveal is not None
                reveal = replace(reveal, shuffles=[shuffle_shown(shuffle) for shuffle in shuffles])
            case _:
                pass
    stage = Stage.TIE if is_tie(state.game) else Stage.BETWEEN
    if state.game.is_over:
        stage = Stage.OVER
    # Hands are open now: who came during the round plays from here on.
    chairs = tuple(replace(chair, waits=False) for chair in state.chairs)
    after = replace(state, play=None, reveal=reveal, stage=stage, chairs=chairs)
    return replace(after, chairs=not_ready(after))


def is_tie(game: Game) -> bool:
    """Whether the next deal would be a tie-break round (R9.2)."""
    return game.rules.ties is Ties.TIEBREAK and len(game.results) >= len(game.rules.schedule)
