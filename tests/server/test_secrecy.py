"""Nothing leaks: what a viewer is sent does not depend on cards that the viewer cannot know.

A game is played, then played again with the same commands after all cards that a viewer has not
seen by then were exchanged among themselves (`exchange`). Every byte that goes to the viewer has
to be the same: state, events, answers, refusals, hints. The shuffles are made without commitments
here, for a commitment has to differ; that it tells nothing is SHA-256's promise, and its salt's.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import httpx
import pytest

from fivecrowns.cards import Card, Rank, deck, parse_cards
from fivecrowns.melds import arrange
from fivecrowns.shuffler import GivenShuffler
from tests.server.exchange import exchanged, known_after
from tests.server.support import Client, Json, Running, new_id, running

pytestmark = pytest.mark.anyio

PEOPLE = ("Ann", "Bob", "Cem", "Dee")


@dataclass
class Mark:
    """Where everybody was after a command: the last sequence number, and messages heard."""

    seq: int
    heard: list[int]


@dataclass
class Played:
    """What was done, and what every viewer was sent."""

    commands: list[tuple[int, Json]] = field(default_factory=list[tuple[int, Json]])
    marks: list[Mark] = field(default_factory=list[Mark])
    heard: list[list[str]] = field(default_factory=list[list[str]])


async def everybody(
    server: Running, script: Sequence[tuple[int, Json]] | None, moves: int, options: Json
) -> Played:
    """Four people and a spectator play by a script, or make up one of so many moves."""
    made = Played()
    table, host = await server.create(PEOPLE[0], options={"first_dealer": 3, **options})
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
            await _make_up(clients, random.Random(moves), moves, made)
        else:
            for who, command in script:
                await _say(clients, who, command, made)
        # While a game is played, nobody gets its record.
        for token in [] if clients[0].stage == "over" else [*tokens, watch]:
            async with server.http(token) as http:
                for what in ("replay", "record", "review"):
                    answer = await http.get(f"/api/tables/{table}/{what}")
                    assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")
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


async def _say(clients: Sequence[Client], who: int, command: Json, made: Played) -> Json:
    client = clients[who]
    answer = await client.ask(command["type"], **{k: v for k, v in command.items() if k != "type"})
    await _level(clients)
    made.commands.append((who, command))
    made.marks.append(Mark(clients[0].seq, [len(client.heard) for client in clients]))
    return answer


async def _make_up(
    clients: Sequence[Client], dice: random.Random, moves: int, made: Played
) -> None:
    """Moves, wrong moves, hints and talk."""

    async def say(who: int, **command: object) -> Json:
        fixed = {"id": f"command-{len(made.commands):08d}", **command}
        return await _say(clients, who, fixed, made)

    for _ in range(moves):
        stage = clients[0].stage
        if stage == "over":
            return
        if stage != "round":
            waiting = [at for at in range(4) if clients[at].next_command() is not None]
            await say(waiting[0], type="ready")
            continue
        turn: int = clients[0].shown["round"]["turn"]
        other = dice.choice([seat for seat in range(4) if seat != turn])
        seq = clients[turn].seq
        match dice.randrange(9):
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
        await say(turn, **_move(clients[turn], dice))


def _move(client: Client, dice: random.Random) -> Json:
    """Often what somebody who likes to go out does; lays down and off whatever can be."""
    round_, hand = client.shown["round"], client.shown["hand"]
    actions: Json = hand["actions"]
    if actions["draw"]:
        return {"type": "draw", "seq": client.seq, "source": dice.choice(actions["draw"])}
    if actions["lay_off"]:
        return {"type": "lay_off", "seq": client.seq, **actions["lay_off"][0]}
    move = client.next_command()
    assert move is not None
    if round_["out"] is not None and hand["arranged"] is None:
        move["melds"] = _melds(hand, round_["deal"]["wild"], move["slot"])
    return move


def _melds(hand: Json, wild: str | None, without: int) -> list[list[int]]:
    """Melds for the last turn where the person finds them, as slots."""
    held = [(c["slot"], Card.parse(c["card"])) for c in hand["cards"] if c["slot"] != without]
    rank = None if wild is None else Rank.parse(wild)
    free = [*held]
    melds: list[list[int]] = []
    for meld in arrange([card for _, card in held], rank).melds:
        slots: list[int] = []
        for card in meld.cards:
            pair = next(pair for pair in free if pair[1] is card)
            free.remove(pair)
            slots.append(pair[0])
        melds.append(slots)
    return melds


WHOLE_GAME = 10_000
TABLES: list[tuple[Json, int]] = [
    ({"schedule": "reverse"}, 50),
    ({"schedule": "short", "lay_off": "last_turn"}, WHOLE_GAME),
    ({"schedule": "short", "arrangement": "manual"}, 90),
]
"""Options, and how many moves are made: many hidden cards, and several rounds with last turns."""


@pytest.mark.parametrize(("options", "moves"), TABLES)
async def test_no_byte_depends_on_cards_that_the_viewer_cannot_know(
    sqlite: str, options: Json, moves: int
) -> None:
    """For each of four seats and a spectator, the same messages in both games, to the byte: up to
    the end of a round, where all hands are shown, and up to somewhere in another; of a whole game,
    up to the end of its last round.
    """
    dice = random.Random(f"{options}")
    orders = [dice.sample(deck(1), 116) for _ in range(11)]
    async with running(sqlite, shuffler=GivenShuffler(orders)) as server:
        first = await everybody(server, None, moves, options)
    manual = options.get("arrangement") == "manual"
    seqs = [mark.seq for mark in first.marks]
    inside = [at for at, seq in enumerate(seqs) if known_after(first.heard[:4], seq, 0) is not None]
    before_the_end = [at for at in inside if at + 1 not in inside and at + 1 < len(seqs)]
    assert before_the_end or options["schedule"] == "reverse"
    checked = 0
    for viewer in range(5):
        ends = [dice.choice(inside[20:])]
        if moves == WHOLE_GAME:
            assert first.marks[-1].seq > first.marks[before_the_end[-1]].seq, "it was finished"
            ends.append(before_the_end[-1])
        elif before_the_end:
            ends.append(dice.choice(before_the_end))
        for end in ends:
            mark = first.marks[end]
            known = known_after(first.heard[:4], mark.seq, 0)
            assert known is not None
            seat = viewer if viewer < 4 else None
            decks = [*orders]
            decks[known.index] = exchanged(orders[known.index], known, seat, manual)
            database = f"{sqlite}{viewer}{end}"
            async with running(database, shuffler=GivenShuffler(decks)) as server:
                second = await everybody(server, first.commands[: end + 1], moves, options)
            assert second.heard[viewer] == first.heard[viewer][: mark.heard[viewer]]
            for other, hand in enumerate(known.hands):
                places = [at for at in hand.values() if decks[known.index][at] is not
                          orders[known.index][at]]  # fmt: skip
                if other != viewer and places:
                    checked += 1
                    assert second.heard[other] != first.heard[other][: mark.heard[other]]
    assert checked > 10, "others did hold other cards, and saw them"


async def test_no_byte_tells_the_others_that_somebody_asked_for_a_hint(sqlite: str) -> None:
    """A game with hints and the same without: everybody who did not ask is sent the same."""
    orders = [random.Random(seed).sample(deck(1), 116) for seed in range(7, 10)]
    async with running(sqlite, shuffler=GivenShuffler(orders)) as server:
        asked = await everybody(server, None, 40, {"schedule": "reverse"})
    askers = {who for who, command in asked.commands if command["type"] == "ask_hint"}
    assert askers, "somebody asked"
    for asker in askers:
        script = [
            (who, command)
            for who, command in asked.commands
            if who != asker or command["type"] != "ask_hint"
        ]
        async with running(f"{sqlite}{asker}", shuffler=GivenShuffler(orders)) as server:
            silent = await everybody(server, script, 40, {"schedule": "reverse"})
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


async def newcomer(server: Running) -> tuple[list[str], list[str]]:
    """The host puts an opponent in Bob's place and takes it as Eve, who tries everything.

    What Eve is sent, on several devices, before the opponent acts; and what Bob was sent.
    """
    heard: list[str] = []
    options = {"first_dealer": 2, "schedule": "reverse"}
    table, ann_token = await server.create("Ann", options=options)
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(server.sit(table, ann_token))
        code = ann.shown["you"]["code"]
        bob_token, cem_token = [await server.join(code, name) for name in ("Bob", "Cem")]
        bob = await stack.enter_async_context(server.sit(table, bob_token))
        cem = await stack.enter_async_context(server.sit(table, cem_token))
        for at, client in enumerate((bob, cem)):
            await client.do("ready", id=f"ready-to-begin-{at}")
        await _level([ann, bob, cem])
        await ann.do("start", id="so-the-game-begins")
        await _level([ann, bob, cem])
        await ann.do("fill", id="taken-away-by-host", seq=ann.seq, seat=1, strength="medium")
        assert (await bob.until("goodbye"))["code"] == "replaced"
        eve_token = await server.join(code, "Eve", seat=1)
        async with server.http(eve_token) as http:
            answer = await http.post(f"/api/tables/{table}/device", json={"command": new_id()})
            phone_token = answer.json()["token"]
            for what in ("replay", "record", "review"):
                answer = await http.get(f"/api/tables/{table}/{what}")
                assert (answer.status_code, answer.json()["code"]) == (409, "not_finished")
        secrets = [ann_token, bob_token, cem_token, eve_token, phone_token, code, table]
        for at, token in enumerate((eve_token, phone_token, eve_token)):
            async with server.sit(table, token, after=0) as eve:
                await _tries_all(eve, f"{at}")
                await eve.do("leave", id=f"leave-the-table-{at}")
            secrets.append(eve.shown["you"]["watch"])
            heard += [_level_out(text, secrets) for text in eve.heard if "presence" not in text]
        eve = await stack.enter_async_context(server.sit(table, phone_token, after=0))
        seats = eve.shown["table"]["seats"]
        assert [seat["waits"] for seat in seats] == [False, True, False]
        assert seats[1] | {"name": "Eve", "opponent": "medium", "away": False} == seats[1]

        # The opponent plays on, to the end of the round; then the seat is Eve's.
        await asyncio.gather(*[one.play_until("between") for one in (ann, cem, eve)])
        messages: list[Json] = [json.loads(text) for text in eve.heard]
        assert all(message.get("hand") is None for message in messages)
        told = [event for message in messages for event in message.get("events", [])]
        assert _draws_unseen(told) > 0, "the opponent had its turns"
        for client in (ann, cem, eve):
            await client.do("ready")
        while eve.shown["hand"] is None:
            await eve.receive()
        assert len(eve.shown["hand"]["cards"]) == 12
        assert (await eve.ask("ask_hint", level="out"))["type"] == "hint"
        assert not eve.shown["table"]["seats"][1]["waits"]
        async with server.sit(table, eve_token, after=0) as again:
            missed = [e for m in json.loads(again.heard[0])["missed"] for e in m["events"]]
            hands = [event["hand"] for event in missed if event["type"] == "dealt"]
            assert [hand is None for hand in hands] == [True, False]
            ends = [event["type"] for event in missed].index("round_ended")
            assert _draws_unseen(missed[:ends]) == _draws_unseen(told)
    return heard, bob.heard


def _draws_unseen(events: Sequence[Json]) -> int:
    """How often an opponent drew at seat 1; nothing is told but what lay open."""
    drawn = [event for event in events if event["type"] == "drew" and event["seat"] == 1]
    for event in drawn:
        assert event["by_opponent"]
        assert event["slot"] is None
        assert event["card"] is None or event["source"] == "discard"
    return len(drawn)


async def _tries_all(eve: Client, mark: str) -> None:
    """All that might tell something of the hand at the seat."""
    assert eve.shown["hand"] is None
    assert eve.shown["hands"] is None
    tries: list[tuple[str, Json]] = [
        ("ask_hint", {"level": "out"}),
        ("ask_hint", {"level": "best"}),
        ("draw", {"seq": eve.seq, "source": "pile"}),
        ("discard", {"seq": eve.seq, "slot": 0}),
        ("go_out", {"seq": eve.seq, "slot": 0}),
        ("lay_off", {"seq": eve.seq, "slot": 0, "seat": 0, "meld": 0}),
        *[("check_melds", {"melds": [[at, at + 1, at + 2]]}) for at in range(11)],
    ]
    for at, (kind, fields) in enumerate(tries):
        command = f"command-{mark}-{at:08d}"
        assert await eve.refused(kind, id=command, **fields) == "next_round"


async def test_who_takes_a_seat_during_a_round_learns_nothing_of_its_hand(sqlite: str) -> None:
    """The same messages, to the byte, whatever the hand is; and the host is no exception."""
    dice = random.Random("newcomer")
    order, *more = [dice.sample(deck(1), 116) for _ in range(3)]
    bobs = range(1, 39, 3)
    other = list(order)
    for at, place in zip(bobs, dice.sample(range(40, 116), 13), strict=True):
        other[at], other[place] = other[place], other[at]
    seen: list[tuple[list[str], list[str]]] = []
    for at, first in enumerate((order, other)):
        async with running(f"{sqlite}{at}", shuffler=GivenShuffler([first, *more])) as server:
            seen.append(await newcomer(server))
    eve, bob = zip(*seen, strict=True)
    assert eve[0] == eve[1]
    assert bob[0][-3:] != bob[1][-3:], "Bob, who had the hand, saw the difference"


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
