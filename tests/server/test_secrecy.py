"""Nothing leaks: what a viewer is sent does not depend on cards that the viewer cannot know.

A game is played, then played again with the same commands after all cards that a viewer has not
seen by then were exchanged among themselves. Every byte that goes to the viewer has to be the
same: state, events, answers, refusals, hints. The shuffles are made without commitments here, for
a commitment has to differ; that it tells nothing is SHA-256's promise, and its salt's.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import httpx
import pytest

from fivecrowns.cards import Card, deck, parse_cards
from fivecrowns.shuffler import GivenShuffler
from tests.server.support import Client, Json, Running, new_id, running

pytestmark = pytest.mark.anyio

PEOPLE = ("Ann", "Bob", "Cem", "Dee")
HANDS = range(13)
"""The schedule begins with 13 cards, so that much is hidden."""


@dataclass
class Played:
    """What was done, and what every viewer was sent."""

    commands: list[tuple[int, Json]] = field(default_factory=list[tuple[int, Json]])
    heard: list[list[str]] = field(default_factory=list[list[str]])


async def everybody(
    server: Running, script: Sequence[tuple[int, Json]] | None, seed: int
) -> Played:
    """Four people and a spectator play a part of a round by a script, or make one up."""
    made = Played()
    options = {"first_dealer": 3, "schedule": "reverse"}
    table, host = await server.create(PEOPLE[0], options=options)
    async with server.sit(table, host) as first:
        you = first.shown["you"]
        tokens = [host, *[await server.join(you["code"], name) for name in PEOPLE[1:]]]
        watch = you["watch"]
    async with AsyncExitStack() as stack:
        sitting = [server.sit(table, token) for token in [*tokens, watch]]
        clients = [await stack.enter_async_context(one) for one in sitting]
        for client in clients[1:4]:
            await client.do("ready", id="everybody-is-ready")
        await clients[0].do("start", id="so-the-game-begins")
        await _level(clients)
        if script is None:
            made.commands = await _make_up(clients, random.Random(seed))
        else:
            for who, command in script:
                await _say(clients, who, command)
            made.commands = list(script)
    secrets = [*tokens, watch, you["code"], table]
    made.heard = [[_level_out(text, secrets) for text in client.heard] for client in clients]
    return made


def _level_out(text: str, secrets: Sequence[str]) -> str:
    """A message without clock and random names, which know nothing of cards."""
    for at, secret in enumerate(secrets):
        text = text.replace(secret, f"secret {at}")
    return re.sub(r'"now":\d+', '"now":0', text)


async def _level(clients: Sequence[Client]) -> None:
    """Let every client take in what there is."""
    last = max(client.seq for client in clients)
    for client in clients:
        while client.seq < last:
            await client.receive()


async def _say(clients: Sequence[Client], who: int, command: Json) -> Json:
    client = clients[who]
    answer = await client.ask(command["type"], **{k: v for k, v in command.items() if k != "type"})
    await _level(clients)
    return answer


async def _make_up(clients: Sequence[Client], dice: random.Random) -> list[tuple[int, Json]]:
    """Moves, wrong moves, hints and talk, until somebody has gone out or sixty moves are made."""
    script: list[tuple[int, Json]] = []

    async def say(who: int, **command: object) -> Json:
        fixed = {"id": f"command-{len(script):08d}", **command}
        script.append((who, fixed))
        return await _say(clients, who, fixed)

    for _ in range(60):
        shown: Json = clients[0].shown["round"]
        if shown["out"] is not None:
            break
        turn: int = shown["turn"]
        hand: Json = clients[turn].shown["hand"]
        seq = clients[turn].seq
        other = dice.choice([seat for seat in range(4) if seat != turn])
        match dice.randrange(8):
            case 0:
                await say(other, type="draw", seq=seq, source="pile")
            case 1:
                await say(other, type="discard", seq=seq, slot=dice.randrange(14))
            case 2:
                await say(other, type="ask_hint", level=dice.choice(["out", "best"]))
            case 3:
                await say(turn, type="ask_hint", level="best")
            case 4:
                await say(other, type="check_melds", melds=[[0, 1, 2]])
            case _:
                pass
        seq = clients[turn].seq
        if hand["actions"]["draw"]:
            await say(turn, type="draw", seq=seq, source=dice.choice(hand["actions"]["draw"]))
        elif dice.randrange(3) == 0 and hand["actions"]["go_out"]:
            slot = hand["actions"]["go_out"][0]["slot"]
            await say(turn, type="go_out", seq=seq, slot=slot)
        else:
            slot = dice.choice(hand["actions"]["discard"])
            await say(turn, type="discard", seq=seq, slot=slot)
    return script


def told(heard: Sequence[str]) -> dict[int, list[Json]]:
    """The events that a viewer was told, by sequence number."""
    messages = [json.loads(text) for text in heard]
    return {one["seq"]: one["events"] for one in messages if one["type"] == "update"}


def exchanged(order: Sequence[Card], heard: Sequence[list[str]], seat: int | None) -> list[Card]:
    """The deck with all cards exchanged that a viewer has not seen; `seat` is the viewer's.

    Which places of the deck the viewer knows follows from the course of the game: from the slots
    that those who acted were told.
    """
    players, cards = len(PEOPLE), len(HANDS)
    upcard = players * cards
    hands = [dict(enumerate(range(place, upcard, players))) for place in range(players)]
    known = {upcard} | (set[int]() if seat is None else set(hands[seat].values()))
    pile, top = iter(range(upcard + 1, len(order))), [upcard]
    by_actor = [told(messages) for messages in heard[:players]]
    for seq, events in by_actor[0].items():
        for at, event in enumerate(events):
            if event["type"] not in ("drew", "discarded", "went_out"):
                continue
            actor: int = event["seat"]
            own: Json = by_actor[actor][seq][at]
            if event["type"] == "drew":
                place = next(pile) if event["source"] == "pile" else top.pop()
                hands[actor][own["slot"]] = place
                known |= {place} if actor == seat else set[int]()
            elif event["type"] == "discarded":
                place = hands[actor].pop(own["slot"])
                known.add(place)
                top.append(place)
            else:
                known |= set(hands[actor].values())
    hidden = [at for at in range(len(order)) if at not in known]
    mixed = [order[at] for at in hidden]
    random.Random(len(hidden)).shuffle(mixed)
    other = list(order)
    for at, card in zip(hidden, mixed, strict=True):
        other[at] = card
    assert other != list(order)
    return other


@pytest.mark.parametrize("seed", range(3))
async def test_no_byte_depends_on_cards_that_the_viewer_cannot_know(sqlite: str, seed: int) -> None:
    """For each of four seats and a spectator, the same messages in both games, to the byte."""
    order = list(deck(1))
    random.Random(seed).shuffle(order)
    async with running(sqlite, shuffler=GivenShuffler([order])) as server:
        first = await everybody(server, None, seed)
    acted = {command["type"] for _, command in first.commands}
    assert acted >= {"draw", "discard"}
    for viewer in range(5):
        seat = viewer if viewer < 4 else None
        other = exchanged(order, first.heard, seat)
        async with running(f"{sqlite}{viewer}", shuffler=GivenShuffler([other])) as server:
            second = await everybody(server, first.commands, seed)
        assert second.heard[viewer] == first.heard[viewer]
        others = [at for at in range(4) if at != viewer]
        assert any(second.heard[at] != first.heard[at] for at in others), "the check can fail"


async def test_no_byte_tells_the_others_that_somebody_asked_for_a_hint(sqlite: str) -> None:
    """A game with hints and the same without: everybody who did not ask is sent the same."""
    order = list(deck(1))
    random.Random(7).shuffle(order)
    async with running(sqlite, shuffler=GivenShuffler([order])) as server:
        asked = await everybody(server, None, 7)
    askers = {who for who, command in asked.commands if command["type"] == "ask_hint"}
    assert askers, "somebody asked"
    for asker in askers:
        script = [
            (who, command)
            for who, command in asked.commands
            if who != asker or command["type"] != "ask_hint"
        ]
        async with running(f"{sqlite}{asker}", shuffler=GivenShuffler([order])) as server:
            silent = await everybody(server, script, 7)
        for viewer in range(5):
            assert (silent.heard[viewer] == asked.heard[viewer]) is (viewer != asker)


async def test_where_everybody_finds_their_own_melds_nothing_gives_them_away(
    sqlite: str,
) -> None:
    """A hand that can go out at once, under `manual`: not a word of it but what was asked."""
    first = parse_cards("9S 10S 9H 10H 9D KC QC")
    rest = list(deck(1))
    for card in first:
        rest.remove(card)
    order = [*first, *rest]
    async with running(sqlite, shuffler=GivenShuffler([order])) as server:
        options = {"arrangement": "manual", "first_dealer": 1, "hints": "best"}
        table, token = await server.create(opponents=["easy"], start=True, options=options)
        async with server.sit(table, token) as ann:
            assert ann.shown["table"]["options"]["hints"] == "off"
            assert await ann.refused("ask_hint", level="out") == "hints_forbidden"
            assert ann.shown["hand"]["arranged"] is None
            await ann.do("draw", seq=ann.seq, source="discard")
            actions = ann.shown["hand"]["actions"]
            assert [choice["slot"] for choice in actions["go_out"]] == actions["discard"]
            assert {choice["arranged"] for choice in actions["go_out"]} == {None}
            nines = [held["slot"] for held in ann.shown["hand"]["cards"] if "9" in held["card"]]
            [other] = set(actions["discard"]) - set(nines)
            assert await ann.refused("go_out", seq=ann.seq, slot=other) == "cannot_go_out"
            await ann.do("go_out", seq=ann.seq, slot=other, melds=[nines])


async def test_who_has_a_seat_does_not_watch_the_open_hands(sqlite: str) -> None:
    """The watch link, opened in a browser with a seat, opens the seat."""
    async with running(sqlite) as server:
        options = {"open_hands": True}
        table, token = await server.create(opponents=["easy"], start=True, options=options)
        async with server.sit(table, token) as ann:
            watch = ann.shown["you"]["watch"]
        for cookies, seat, kept in (({"fivecrowns": token}, 0, token), ({}, None, watch)):
            async with httpx.AsyncClient(base_url=server.url, cookies=cookies) as browser:
                answer = await browser.post(f"/api/tables/{table}/enter", json={"token": watch})
                assert answer.json()["seat"] == seat
                assert f"fivecrowns={kept};" in answer.headers["set-cookie"]


async def test_a_spectator_sees_hands_only_where_the_table_chose_so(sqlite: str) -> None:
    async with running(sqlite) as server:
        for chosen in (False, True):
            table, token = await server.create(
                opponents=["easy"], start=True, options={"open_hands": chosen}
            )
            async with server.sit(table, token) as ann:
                watch = ann.shown["you"]["watch"]
                assert ann.shown["hands"] is None
            async with server.sit(table, watch) as guest:
                assert guest.shown["you"] == {
                    "seat": None, "host": False, "code": None, "watch": None
                }  # fmt: skip
                assert guest.shown["hand"] is None
                assert (guest.shown["hands"] is not None) is chosen
                assert await guest.refused("say", phrase="hello") == "not_seated"


async def test_the_commitment_comes_before_the_cards_and_the_order_after_the_round(
    sqlite: str,
) -> None:
    """Everybody can check the shuffle once the round is over, and nobody sees it before."""
    async with running(sqlite) as server:
        table, token = await server.create(opponents=["hard", "hard"], start=True)
        async with server.sit(table, token, after=0) as ann:
            [commit] = ann.shown["round"]["commits"]
            dealt = json.loads(ann.heard[0])["missed"][0]["events"]
            kinds = [event["type"] for event in dealt]
            assert kinds.index("committed") < kinds.index("dealt")
            nothing: Json | None = ann.shown["reveal"]
            assert nothing is None
            await ann.play_until("between")
            reveal: Json = ann.shown["reveal"]
            [shuffle] = reveal["shuffles"]
            text = f"{shuffle['salt']} {' '.join(shuffle['cards'])}"
            assert hashlib.sha256(text.encode()).hexdigest() == shuffle["commit"] == commit
            before_the_end = "".join(ann.heard[:-3])
            assert shuffle["salt"] not in before_the_end


async def test_what_is_stored_of_a_seat_token_opens_nothing(sqlite: str) -> None:
    """Tokens are in the log as hashes only, commands as digests."""
    async with running(sqlite) as server:
        command = new_id()
        body = {"command": command, "name": "Ann", "cookie": False}
        async with server.http() as client:
            seated = (await client.post("/api/tables", json=body)).json()
        [row] = await server.service.store.load(seated["table"])
        assert len(seated["token"]) == 32
        assert seated["token"] not in row.body
        assert command not in row.body + str(row.command)
