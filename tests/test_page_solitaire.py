"""Solitaire in the page is the game that Python plays: same deals, same rules, same hints."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from fivecrowns.actions import DealCards, IllegalAction
from fivecrowns.cards import KINDS, Card
from fivecrowns.shuffler import SeededShuffler
from fivecrowns.solitaire import record as solitaire_record
from fivecrowns.solitaire.game import (
    Action,
    Event,
    GiveUp,
    PileClosed,
    PilesDealt,
    Play,
    Played,
    Solitaire,
    SolitaireEnded,
    TakenBack,
    TurnedOver,
    TurnOver,
    Undo,
    deal,
)
from fivecrowns.solitaire.hint import hint
from fivecrowns.solitaire.plan import Plan
from fivecrowns.solitaire.view import legal_plays, view
from tests.page import Page
from tests.solitaire_positions import apply, at_random, by_pile, dealt

GAMES = 1000


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return Page(tmp_path_factory.mktemp("page"))


def texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def lines(actions: Sequence[Action]) -> list[Any]:
    """Actions as the lines of a record."""
    return [json.loads(solitaire_record.action_line(action)) for action in actions]


def game_of_tries(seed: int) -> list[Action]:
    """The actions of a game that somebody plays well or badly, with undo and what is forbidden."""
    random = Random(seed)
    game, actions = Solitaire(), list[Action]()
    first = deal(SeededShuffler(seed))
    choose = by_pile(seed) if random.random() < 0.7 else at_random(seed)
    for _ in range(random.choice((20, 60, 90))):
        chance = random.random()
        action: Action
        if chance < 0.03:
            action = random.choice((first, Undo(), TurnOver()))
        elif chance < 0.06:
            action = Play(random.randint(2, 14), random.choice(KINDS))
        elif chance < 0.07 and random.random() < 0.2:
            action = GiveUp()
        elif game.shuffle is None:
            action = first
        elif game.drawn is None and random.random() < 0.7:
            action = TurnOver()
        else:
            seen = view(game)
            if game.drawn is None and not game.is_over:
                seen = view(apply(game, TurnOver()))
            action = choose(seen) if tuple(legal_plays(seen)) else Undo()
        actions.append(action)
        try:
            game, _, _ = solitaire_record.play(game, action)
        except IllegalAction:
            continue
    return actions


def told(events: Sequence[Event]) -> list[Any]:
    """Events as the page tells them; commitments are in the deal, not told apart."""
    kept: list[Any] = []
    for event in events:
        match event:
            case PilesDealt():
                kept.append(["dealt"])
            case TurnedOver(card):
                kept.append(["turned_over", str(card)])
            case Played(pile, card, discard):
                kept.append(["played", pile, str(card), str(discard)])
            case PileClosed(pile, melds):
                laid = [[texts(meld.cards), texts(meld.reads)] for meld in melds]
                kept.append(["closed", pile, laid])
            case TakenBack(play, seen):
                kept.append(["taken_back", *lines([play]), seen])
            case SolitaireEnded(won):
                kept.append(["ended", won])
            case _:
                pass
    return kept


def follow(actions: Sequence[Action]) -> list[Any]:
    """What each action does, as the page tells it."""
    game, does = Solitaire(), list[Any]()
    for action in actions:
        try:
            game, _, events = solitaire_record.play(game, action)
        except IllegalAction as error:
            does.append(error.code)
            continue
        does.append(
            [
                told(events),
                list(game.closed),
                game.points,
                None if game.drawn is None else str(game.drawn),
                texts(game.draw_pile),
                game.turns,
                [game.undone, game.undone_seen],
                game.won,
                view(game).turns_left,
            ]
        )
    return does


def follow_hints(game: Solitaire) -> list[Any]:
    """The hints by which a game goes on to its end, as the page tells them."""
    plan: Plan | None = None
    hints: list[Any] = [view(game).can_be_won]
    while not game.is_over:
        if game.drawn is None:
            game = apply(game, TurnOver())
        hinted = hint(view(game), plan)
        assert hinted is not None
        plan = hinted.plan
        hints.append(
            [
                hinted.play.pile,
                str(hinted.play.discard),
                str(hinted.reason),
                hinted.before,
                hinted.after,
                texts(hinted.waits_for),
                plan.complete,
            ]
        )
        game = apply(game, hinted.play)
    return hints


def test_a_thousand_games_go_the_same_move_by_move(page: Page) -> None:
    """Each action has the same effect or the same refusal, and each state is the same."""
    games = [game_of_tries(seed) for seed in range(GAMES)]
    got = page.ask("solitaire", map(lines, games))
    assert len(got) == GAMES
    for actions, does in zip(games, got, strict=True):
        assert does == follow(actions)
    codes = {answer for does in got for answer in does if isinstance(answer, str)}
    assert codes >= {"already_dealt", "not_in_pile", "pile_closed", "no_such_pile", "game_over"}


def test_hints_are_the_same_from_any_position_on(page: Page) -> None:
    """The page plans as Python does: from the deal, and from where a player has left the plan."""
    starts: list[list[Action]] = []
    games: list[Solitaire] = []
    for seed in range(60):
        game, actions = dealt(seed), list[Action]()
        assert game.shuffle is not None
        actions.append(DealCards(game.shuffle))
        choose = by_pile(seed)
        for _ in range(seed % 4 * 5):
            if not game.is_over:
                game = apply(game, TurnOver())
                play = choose(view(game))
                game = apply(game, play)
                actions += [TurnOver(), play]
        starts.append(actions)
        games.append(game)
    got = page.ask("hints", map(lines, starts))
    assert got == [follow_hints(game) for game in games]


def test_a_number_and_a_day_deal_the_same_cards(page: Page) -> None:
    """The deal of a seed is the one that the terminal gives, commitment and salt with it."""
    seeds = ["1", "2", "271828", "2026-12-24", "x"]
    expected = lines([deal(SeededShuffler(seed)) for seed in seeds])
    assert page.ask("deal", seeds) == expected
