"""The review after a game: a person's own decisions, weighed as the library weighs them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar, TypeVarTuple

import pytest

from fivecrowns import record
from fivecrowns.actions import Draw, GoOut
from fivecrowns.review import Choice, review
from fivecrowns.server.replay import finished_game
from fivecrowns.server.thinking import Thinking
from fivecrowns.shuffler import SeededShuffler
from tests.server.support import Json, Running, running

pytestmark = pytest.mark.anyio

SHORT = {"schedule": "short"}

Given = TypeVarTuple("Given")
T = TypeVar("T")


@pytest.fixture
async def server(sqlite: str) -> AsyncIterator[Running]:
    async with running(sqlite, shuffler=SeededShuffler("review")) as started:
        yield started


async def asked(server: Running, table: str, token: str | None, more: str = "") -> tuple[int, Json]:
    """The answer to a request for a review."""
    async with server.http(token) as client:
        answer = await client.get(f"/api/tables/{table}/review?game=0{more}")
    return answer.status_code, answer.json()


async def weighed(server: Running, table: str, token: str, seat: int) -> list[Choice]:
    """What the library says of a seat's decisions, from the record of the game."""
    async with server.http(token) as client:
        lines = (await client.get(f"/api/tables/{table}/record?game=0")).text.splitlines()
    header = record.read_header(lines[0])
    return review(header.new_game(), list(record.replay(lines)), seat)


def agrees(answer: Json, choices: list[Choice]) -> None:
    """The answer tells what was weighed, and of these the five that cost most."""
    assert answer["decisions"] == len(choices)
    assert answer["cost"] == round(sum(choice.chosen.points for choice in choices), 1)
    dear = [choice for choice in choices if choice.chosen.points >= 0.25][:5]
    assert [(move["index"], move["lap"], move["cost"]) for move in answer["moves"]] == [
        (len(choice.game.results), choice.lap, round(choice.chosen.points, 1)) for choice in dear
    ]
    for move, choice in zip(answer["moves"], dear, strict=True):
        chosen, best = choice.chosen.action, choice.best.action
        if isinstance(chosen, Draw):
            assert choice.game.round is not None
            upcard = str(choice.game.round.discard_pile[0])
            told: tuple[object, ...] = (chosen.source, upcard, None, False)
        else:
            assert not isinstance(best, Draw)
            told = (None, str(chosen.card), str(best.card), isinstance(best, GoOut))
        assert (move["source"], move["card"], move["better"], move["out"]) == told


async def test_who_played_gets_the_review_of_their_own_seat_alone(server: Running) -> None:
    """Not before the end, not as a spectator, and nobody another's, whatever is asked for."""
    table, ann_token = await server.create(options=SHORT)
    async with server.sit(table, ann_token) as ann:
        you = ann.shown["you"]
        bob_token = await server.join(you["code"], "Bob")
        async with server.sit(table, bob_token) as bob:
            await bob.do("ready")
            await ann.do("start")
            for token in (ann_token, you["watch"]):
                status, early = await asked(server, table, token)
                assert (status, early["code"]) == (409, "not_finished")
            await asyncio.gather(ann.play_until("over"), bob.play_until("over"))
    seen: list[Json] = []
    for seat, token in enumerate((ann_token, bob_token)):
        choices = await weighed(server, table, token, seat)
        status, answer = await asked(server, table, token)
        assert (status, answer["seat"], answer["rounds"]) == (200, seat, 6)
        agrees(answer, choices)
        assert answer["moves"], "who plays like this has something to learn"
        assert await asked(server, table, token, f"&seat={1 - seat}") == (200, answer)
        seen.append(answer)
    assert seen[0]["moves"] != seen[1]["moves"]
    assert (await asked(server, table, you["watch"]))[1]["code"] == "not_seated"
    assert (await asked(server, table, None))[0] == 403
    assert (await asked(server, table, "x" * 32))[0] == 403


async def test_a_move_is_found_in_the_replay(server: Running) -> None:
    """The step named is the last one before the move, as the seat saw it."""
    table, token = await server.create(opponents=["easy"], start=True, options=SHORT)
    async with server.sit(table, token) as ann:
        await ann.play_until("over")
    _, answer = await asked(server, table, token)
    assert answer["moves"]
    for move in answer["moves"]:
        async with server.http(token) as client:
            get = f"/api/tables/{table}/replay?game=0&round={move['index']}&view=0"
            steps = (await client.get(get)).json()["steps"]
        before, after = steps[move["step"]], steps[move["step"] + 1]
        assert before["round"]["turn"] == 0
        (event,) = (e for e in after["events"] if e["type"] in ("drew", "discarded"))
        if move["source"] is None:
            assert (event["type"], event["card"]) == ("discarded", move["card"])
            assert {move["card"], move["better"]} <= set(before["hands"][0])
        else:
            assert (event["type"], event["source"]) == ("drew", move["source"])
            assert before["round"]["upcard"] == move["card"]


async def test_what_an_opponent_decided_at_the_seat_does_not_count(server: Running) -> None:
    """Who takes an opponent's place in the middle of a game answers for the rest of it."""
    table, ann_token = await server.create(opponents=["easy"], start=True, options=SHORT)
    async with server.sit(table, ann_token) as ann:
        await ann.play_until("between")
        bob_token = await server.join(ann.shown["you"]["code"], "Bob")
        async with server.sit(table, bob_token) as bob:
            await asyncio.gather(ann.play_until("over"), bob.play_until("over"))
    choices = await weighed(server, table, bob_token, 1)
    own = [choice for choice in choices if choice.game.results]
    assert len(own) < len(choices)
    _, answer = await asked(server, table, bob_token)
    agrees(answer, own)


class Watched(Thinking):
    """Thinks as always, and counts how many reviews are thought about at the same time.

    The first is begun only when so many games have been looked up for one.
    """

    def __init__(self, askers: int) -> None:
        super().__init__()
        self.most = 0
        self._now = 0
        self._to_come = askers
        self._all_there = asyncio.Event()

    async def in_thread(self, work: Callable[[*Given], T], *given: *Given) -> T:
        answer = await super().in_thread(work, *given)
        called: object = work
        if called is finished_game:
            self._to_come -= 1
            if self._to_come == 0:
                self._all_there.set()
        return answer  # and whoever asks goes on from here to the review, without waiting

    async def ask(self, kind: str, work: Callable[[*Given], T], *given: *Given) -> T:
        if kind != "review":
            return await super().ask(kind, work, *given)
        self._now += 1
        self.most = max(self.most, self._now)
        await self._all_there.wait()
        try:
            return await super().ask(kind, work, *given)
        finally:
            self._now -= 1


async def test_reviews_are_thought_about_one_after_the_other(server: Running) -> None:
    """However many ask at once, opponents and hints never wait for more than one of them."""
    table, token = await server.create(opponents=["easy"], start=True, options=SHORT)
    async with server.sit(table, token) as ann:
        await ann.play_until("over")
    _, alone = await asked(server, table, token)
    server.service.thinking.end()
    watched = server.service.thinking = Watched(4)
    answers = await asyncio.gather(*[asked(server, table, token) for _ in range(4)])
    assert answers == [(200, alone)] * 4
    assert watched.most == 1


async def test_a_person_who_came_for_the_next_game_had_no_seat_in_this(server: Running) -> None:
    """The review of a game is for those who sat there at its end."""
    table, ann_token = await server.create(opponents=["easy"], start=True, options=SHORT)
    async with server.sit(table, ann_token) as ann:
        await ann.play_until("over")
        await ann.do("rematch")
        bob_token = await server.join(ann.shown["you"]["code"], "Bob")
    status, answer = await asked(server, table, bob_token)
    assert (status, answer["code"]) == (409, "not_seated")
    assert (await asked(server, table, ann_token))[0] == 200
