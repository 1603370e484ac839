"""Whole games over real sockets: what people do, see, and come back to."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from dataclasses import replace

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from fivecrowns.record import replay_to_end
from fivecrowns.server.store import Row
from fivecrowns.shuffler import SeededShuffler
from tests.server.support import FAST, Client, Json, Running, new_id, running, socket_url

pytestmark = pytest.mark.anyio

SHORT = {"schedule": "short"}


def slots_of(hand: Json | None) -> dict[int, str]:
    """The own cards by slot."""
    if hand is None:
        return {}
    found = {held["slot"]: held["card"] for held in hand["cards"]}
    assert len(found) == len(hand["cards"])
    return found


@pytest.fixture
async def server(sqlite: str) -> AsyncIterator[Running]:
    async with running(sqlite, shuffler=SeededShuffler("play")) as started:
        yield started


async def test_a_game_against_opponents_ends_in_a_record_that_verifies(server: Running) -> None:
    """The record of a finished game holds its commitments and leads to the totals shown."""
    table, token = await server.create(opponents=["easy", "hard"], start=True, options=SHORT)
    async with server.sit(table, token) as ann:
        await ann.play_until("over")
        totals = ann.shown["sheet"]["totals"]
    async with server.http(token) as client:
        answer = await client.get(f"/api/tables/{table}/record?game=0")
    assert answer.status_code == 200
    game = replay_to_end(answer.text.splitlines(), verify=True)
    assert game.is_over
    assert list(game.totals) == totals
    assert json.loads(answer.text.splitlines()[0])["players"] == ["Ann", "Emma", "Hugo"]


async def test_two_people_play_a_game_with_every_house_rule(server: Running) -> None:
    """Naturals, laying off, chosen melds and tie-breaks are the engine's; people just play."""
    options = {
        "schedule": "short",
        "naturals": 1,
        "lay_off": "last_turn",
        "ties": "tiebreak",
        "arrangement": "manual",
    }
    table, ann_token = await server.create(options=options)
    async with server.sit(table, ann_token) as ann:
        code = ann.shown["you"]["code"]
        bob_token = await server.join(code.lower(), "Bob")
        async with server.sit(table, bob_token) as bob:
            assert await ann.refused("start") == "not_ready"
            await bob.do("ready")
            await ann.do("start")
            await asyncio.gather(ann.play_until("over"), bob.play_until("over"))
            assert ann.shown["sheet"] == bob.shown["sheet"]
            assert len(ann.shown["sheet"]["rows"]) >= 6


async def test_a_repeated_command_has_one_effect_and_the_same_answer(server: Running) -> None:
    table, token = await server.create(opponents=["medium"], start=True)
    async with server.sit(table, token) as ann:
        while ann.next_command() is None:
            await ann.receive()
        draw = {**(ann.next_command() or {}), "id": new_id()}
        await ann.send(draw)
        await ann.send(draw)
        first = await ann.until("ack")
        second = await ann.until("ack")
        assert first == second
        assert ann.seq == first["seq"]
    async with server.sit(table, token) as again:
        await again.send(draw)
        assert await again.until("ack", "refused") == first


async def test_the_same_id_from_somebody_else_is_another_command(server: Running) -> None:
    table, ann_token = await server.create()
    async with server.sit(table, ann_token) as ann:
        bob_token = await server.join(ann.shown["you"]["code"], "Bob")
        async with server.sit(table, bob_token) as bob:
            shared = new_id()
            first = await ann.do("say", id=shared, phrase="hello")
            assert await bob.do("say", id=shared, phrase="hello") > first


async def test_a_stale_move_is_refused_with_what_was_missed(server: Running) -> None:
    """A second tab that is behind learns what happened, and its move has no effect."""
    table, token = await server.create(opponents=["medium"], start=True)
    async with server.sit(table, token) as ann:
        while ann.next_command() is None:
            await ann.receive()
        before = ann.seq
        await ann.do("draw", seq=before, source="pile")
        answer = await ann.ask("draw", seq=before, source="discard")
        assert (answer["type"], answer["code"]) == ("refused", "stale")
        assert [entry["seq"] for entry in answer["missed"]] == [before + 1]
        [drew] = answer["missed"][0]["events"]
        assert (drew["type"], drew["seat"]) == ("drew", 0)
        assert ann.seq == before + 1


async def test_talk_makes_no_move_stale(server: Running) -> None:
    table, token = await server.create(opponents=["medium"], start=True)
    async with server.sit(table, token) as ann:
        while ann.next_command() is None:
            await ann.receive()
        decided_on = ann.seq
        await ann.do("say", phrase="thinking")
        await ann.do("draw", seq=decided_on, source="pile")


async def test_a_client_resumes_from_any_number(server: Running) -> None:
    """Whatever a client took in last, it is told exactly the rest; also from the log on disk."""
    table, token = await server.create(opponents=["easy", "easy"], start=True, options=SHORT)
    async with server.sit(table, token) as ann:
        await ann.play_until("over")
        live = [json.loads(text) for text in ann.heard]
    events = {message["seq"]: message["events"] for message in live if message["type"] == "update"}
    last = max(events)
    assert last > 100, "more than is kept in memory"
    for after in [1, 2, last // 2, last - 3, last]:
        async with server.sit(table, token, after=after) as again:
            welcome = json.loads(again.heard[0])
            missed = {entry["seq"]: entry["events"] for entry in welcome["missed"]}
            assert list(missed) == list(range(after + 1, last + 1))
            for seq, told in missed.items():
                assert events.get(seq, told) == told


async def test_one_seat_on_two_devices_shows_the_same(server: Running) -> None:
    table, token = await server.create(opponents=["medium"], start=True)
    async with server.http(token) as client:
        answer = await client.post(f"/api/tables/{table}/device", json={"command": new_id()})
        second_token = answer.json()["token"]
    assert second_token != token
    async with server.sit(table, token) as phone, server.sit(table, second_token) as tablet:
        while phone.next_command() is None:
            await phone.receive()
        await phone.do("draw", seq=phone.seq, source="pile")
        while tablet.seq < phone.seq:
            await tablet.receive()
        assert tablet.shown["hand"] == phone.shown["hand"]


async def test_equal_cards_are_two_cards(server: Running) -> None:
    """Every physical card has a slot of its own, and the slot that is named is what goes."""
    table, token = await server.create(opponents=["easy"], start=True)
    async with server.sit(table, token) as ann:
        for _ in range(200):
            command = ann.next_command()
            if command is None:
                await ann.receive()
                continue
            before = slots_of(ann.shown["hand"])
            kind, gone = command.pop("type"), command.get("slot")
            if kind == "discard":
                gone = command["slot"] = ann.shown["hand"]["actions"]["discard"][-1]
            await ann.do(kind, **command)
            held = slots_of(ann.shown["hand"])
            if kind == "discard" and ann.stage == "round" and ann.shown["round"]["out"] is None:
                assert held == {slot: card for slot, card in before.items() if slot != gone}
            if held:
                arranged = ann.shown["hand"]["arranged"]
                slots = [slot for group in arranged["groups"] for slot in group["slots"]]
                assert sorted(slots + arranged["left"]) == sorted(held)


async def test_seats_change_hands_during_a_game(server: Running) -> None:
    """A guest leaves their seat to an opponent, and gets it and its hand back at once."""
    options = {"first_dealer": 1}  # so that it is Ann's turn, and stays so
    table, ann_token = await server.create(opponents=["hard"], options=options)
    async with server.sit(table, ann_token) as ann:
        bob_token = await server.join(ann.shown["you"]["code"], "Bob", seat=1)
        async with server.sit(table, bob_token) as bob:
            await bob.do("ready")
            await ann.do("start")
            while bob.shown["hand"] is None:
                await bob.receive()
            hand = bob.shown["hand"]
            assert len(hand["cards"]) == 3
            await bob.do("leave")
            assert bob.shown["table"]["seats"][1]["away"]
        async with server.sit(table, bob_token) as bob:
            assert not bob.shown["table"]["seats"][1]["away"]
            assert bob.shown["hand"] == hand
            await ann.do("lock", locked=True)
            async with server.http() as client:
                body = {"command": new_id(), "code": ann.shown["you"]["code"], "name": "Eve"}
                answer = await client.post("/api/join", json=body)
                assert (answer.status_code, answer.json()["code"]) == (409, "locked")
            while bob.seq < ann.seq:
                await bob.receive()
            await ann.do("fill", seq=ann.seq, seat=1, strength="easy")
            assert (await bob.until("goodbye"))["code"] == "replaced"


async def test_a_seat_that_the_host_takes_does_not_look_given_up(server: Running) -> None:
    """Everybody is told which it was, in the lobby and during a game, and whose seat it was."""
    table, ann_token = await server.create(options={"first_dealer": 2})

    async def told(watcher: Client, after: int) -> list[Json]:
        while watcher.seq <= after:
            await watcher.receive()
        events: list[Json] = json.loads(watcher.heard[-1])["events"]
        return events

    async with server.sit(table, ann_token) as ann:
        tokens = [await server.join(ann.shown["you"]["code"], name) for name in ("Bob", "Cem")]
        async with server.sit(table, ann.shown["you"]["watch"]) as guest:
            await told(ann, guest.seq - 1)
            await ann.do("remove_seat", seq=ann.seq, seat=1)
            gone = {"type": "seat_removed", "seat": 1, "name": "Bob"}
            assert await told(guest, ann.seq - 1) == [gone]
            tokens[0] = await server.join(ann.shown["you"]["code"], "Bob")
            for token in tokens:
                async with server.sit(table, token) as other:
                    await other.do("ready")
            await told(ann, guest.seq + 2)
            await ann.do("start")
            await told(guest, ann.seq - 1)
            async with server.sit(table, tokens[1]) as cem:
                await cem.do("leave")
            assert await told(guest, guest.seq) == [{"type": "away", "seat": 1}]
            await told(ann, guest.seq - 1)
            await ann.do("fill", seq=ann.seq, seat=1, strength="easy")
            filled = {"type": "filled", "seat": 1, "strength": "easy", "name": "Cem"}
            assert await told(guest, ann.seq - 1) == [filled]


async def test_the_host_arranges_the_lobby_and_nobody_else_does(server: Running) -> None:
    table, ann_token = await server.create()
    async with server.sit(table, ann_token) as ann:
        bob_token = await server.join(ann.shown["you"]["code"], "Bob")
        async with server.sit(table, bob_token) as bob:
            orders: list[tuple[str, Json]] = [
                ("start", {}),
                ("add_opponent", {"strength": "easy"}),
                ("lock", {"locked": True}),
                ("set_options", {"options": {"naturals": 1}}),
                ("pass_host", {"seq": bob.seq, "seat": 1}),
            ]
            for kind, fields in orders:
                assert await bob.refused(kind, **fields) == "not_host"
            await ann.do("add_opponent", strength="easy")
            await ann.do("move_seat", seq=ann.seq, seat=2, to=0)
            assert await ann.refused("remove_seat", seq=ann.seq - 1, seat=0) == "stale"
            await ann.do("remove_seat", seq=ann.seq, seat=0)
            await ann.do("set_options", options={"schedule": "random", "hints": "off"})
            assert len(ann.shown["table"]["schedule"]) == 11
            await ann.do("pass_host", seq=ann.seq, seat=1)
            assert await ann.refused("start") == "not_host"
            assert await ann.refused("take_host") == "host_present"
            await ann.do("ready")
            while bob.seq < ann.seq:
                await bob.receive()
            await bob.do("start")
            assert bob.stage == "round"
            assert await bob.refused("ask_hint", level="best") == "hints_forbidden"


async def test_pause_stops_people_and_opponents(server: Running) -> None:
    table, token = await server.create(opponents=["medium"], start=True)
    async with server.sit(table, token) as ann:
        while ann.next_command() is None:
            await ann.receive()
        await ann.do("pause")
        assert ann.shown["hand"]["actions"]["draw"] == []
        assert await ann.refused("draw", seq=ann.seq, source="pile") == "paused"
        await ann.do("resume")
        await ann.do("draw", seq=ann.seq, source="pile")


async def test_an_opponent_plays_for_who_is_absent_until_they_return(sqlite: str) -> None:
    """Only where somebody else is there to play with; the seat is given back at the first hello."""
    async with running(sqlite, replace(FAST, pace_ms=5)) as server:
        options = {"absent_after": 15, "schedule": "short"}
        table, ann_token = await server.create(options=options)
        async with server.sit(table, ann_token) as ann:
            bob_token = await server.join(ann.shown["you"]["code"], "Bob")
            async with server.sit(table, bob_token) as bob:
                await bob.do("ready")
            await ann.do("start")
            room = await server.service.room(table)
            playing = asyncio.create_task(ann.play_until("between"))
            while room.state.waits_for() != (1,):
                await asyncio.sleep(0.01)
            # As if fifteen seconds had gone by.
            server.service.presence.seen[table, 1] -= 20_000
            since = room.state.waiting_since - 20_000
            room.state = msgspec.structs.replace(room.state, waiting_since=since)
            server.service.attend(room)
            await playing
            assert ann.shown["table"]["seats"][1]["away"]
        async with server.sit(table, bob_token) as bob:
            assert not bob.shown["table"]["seats"][1]["away"]


async def test_an_id_that_was_used_before_opens_no_further_hint(server: Running) -> None:
    """Neither where hints are off, nor without being counted after the position has changed."""
    table, token = await server.create(
        opponents=["easy"], start=True, options={"hints": "off", "first_dealer": 1}
    )
    async with server.sit(table, token) as ann:
        used = new_id()
        await ann.do("say", id=used, phrase="hello")
        assert await ann.refused("ask_hint", id=used, level="best") == "hints_forbidden"
    table, token = await server.create(
        opponents=["easy"], start=True, options={"schedule": "short", "first_dealer": 1}
    )
    async with server.sit(table, token) as ann:
        used = new_id()
        for _ in range(2):
            assert (await ann.ask("ask_hint", id=used, level="best"))["type"] == "hint"
        assert (await ann.ask("ask_hint", id=used, level="out"))["type"] == "hint"
        await ann.do("draw", seq=ann.seq, source="pile")
        assert (await ann.ask("ask_hint", id=used, level="best"))["type"] == "hint"
        await ann.play_until("over")
        assert ann.shown["sheet"]["hints"] == [3, 0]


async def test_hints_are_given_counted_and_shown_afterwards(server: Running) -> None:
    table, token = await server.create(opponents=["easy"], start=True, options=SHORT)
    async with server.sit(table, token) as ann:
        while ann.next_command() is None:
            await ann.receive()
        hint = await ann.ask("ask_hint", level="best")
        assert hint["type"] == "hint"
        assert hint["move"]["action"] == "draw"
        assert hint["why"]["code"]
        out = await ann.ask("ask_hint", level="out")
        assert out["move"] is None
        assert ann.shown["sheet"]["hints"] is None
        await ann.play_until("over")
        assert ann.shown["sheet"]["hints"] == [2, 0]


async def test_a_rematch_keeps_the_people_and_the_old_game(server: Running) -> None:
    """With the rules that each game was played by, whatever the table plays by now."""
    first = {**SHORT, "naturals": 1, "lay_off": "last_turn"}
    table, token = await server.create(opponents=["easy"], start=True, options=first)
    async with server.sit(table, token) as ann:
        await ann.play_until("over")
        assert await ann.refused("start") == "wrong_stage"
        await ann.do("rematch")
        assert (ann.stage, ann.shown["table"]["game"]) == ("lobby", 1)
        await ann.do("set_options", options={**SHORT, "ties": "tiebreak"})
        await ann.do("start")
        await ann.play_until("over", "tie")
        if ann.stage == "tie":
            await ann.do("accept_tie")
    async with server.http(token) as client:
        for game, naturals in ((0, 1), (1, 0)):
            record = await client.get(f"/api/tables/{table}/record?game={game}")
            played = replay_to_end(record.text.splitlines(), verify=True)
            assert played.is_over
            assert played.rules.naturals == naturals
            replay = await client.get(f"/api/tables/{table}/replay?game={game}&round=0")
            assert replay.json()["naturals"] == naturals
        assert (await client.get(f"/api/tables/{table}/record?game=2")).status_code == 409


async def test_a_replay_shows_what_each_view_saw(server: Running) -> None:
    """From a seat's view other hands are hidden to the end; the open view shows all of them."""
    table, token = await server.create(opponents=["easy", "easy"], start=True, options=SHORT)
    async with server.sit(table, token) as ann:
        async with server.http(token) as client:
            early = await client.get(f"/api/tables/{table}/replay?game=0&round=0")
            assert (early.status_code, early.json()["code"]) == (409, "not_finished")
        await ann.play_until("over")
    async with server.http(token) as client:
        get = f"/api/tables/{table}/replay?game=0&round=1&view="
        closed = (await client.get(get + "1")).json()
        openly = (await client.get(get + "open")).json()
    assert closed["rounds"] == 6
    assert len(closed["steps"]) == len(openly["steps"]) > 5
    for seen, full in zip(closed["steps"], openly["steps"], strict=True):
        if seen["round"] is not None:
            assert [hand is None for hand in seen["hands"]] == [True, False, True]
            assert seen["hands"][1] == full["hands"][1]
            assert None not in full["hands"]
        for event in seen["events"]:
            if event["type"] == "drew" and event["seat"] != 1 and event["source"] == "pile":
                assert event["card"] is None
            if event["type"] == "dealt":
                assert event["hand"] == full["hands"][1]


async def test_chosen_melds_are_checked_with_the_rule_they_break(server: Running) -> None:
    table, token = await server.create(opponents=["easy"], start=True)
    async with server.sit(table, token) as ann:
        slots = [held["slot"] for held in ann.shown["hand"]["cards"]]
        answer = await ann.ask("check_melds", melds=[slots, slots[:2]])
        assert answer["code"] == "bad_meld", "a slot twice"
        answer = await ann.ask("check_melds", melds=[slots[:2]])
        assert answer["melds"] == [{"meld": None, "rule": "R5.1"}]


async def test_a_log_that_cannot_be_read_holds_up_no_other_table(sqlite: str) -> None:
    """Of a newer version, say, before somebody went back to this one."""
    slow = replace(FAST, pace_ms=60_000)
    made: Json = {"opponents": ["easy"], "start": True, "options": {"first_dealer": 0}}
    async with running(sqlite, slow) as before:
        newer, token = await before.create(**made)
        other, _ = await before.create(**made)
        await before.service.store.postpone(newer, 1, 1)
        await before.service.store.postpone(other, 1, 2)
    with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"))) as file, file:
        file.execute(
            """UPDATE facts SET body = replace(body, '"v":1', '"v":99') WHERE table_id = ?""",
            (newer,),
        )
    async with running(sqlite) as after:
        async with asyncio.timeout(30):
            while len(await after.service.store.load(other)) == 1:
                await asyncio.sleep(0.05)
        async with after.http(token) as client:
            answer = await client.get(f"/api/tables/{newer}/replay")
    assert answer.status_code == 404
    assert answer.json()["code"] == "no_such_table"


async def _another_process_adds(server: Running, table: str, body: str) -> None:
    """An entry that the server has not made: what another process that has the table does."""
    store = server.service.store
    last = (await store.load(table))[-1]
    assert await store.append([Row(table, last.seq + 1, last.at, None, body)])


NEWER, UNHEARD = '{"v":99,"facts":[]}', '{"v":1,"facts":[{"fact":"unheard"}]}'


@pytest.mark.parametrize(
    ("database", "body", "noticed"),
    [
        ("sqlite", NEWER, "by a command"),
        ("sqlite", UNHEARD, "by a replay"),
        ("postgres", UNHEARD, "by a command"),
        ("postgres", NEWER, "by a replay"),
        ("postgres", NEWER, "by being told"),
    ],
    indirect=["database"],
)
async def test_an_entry_that_cannot_be_read_ends_a_table_in_memory_and_no_other(
    database: str, body: str, noticed: str
) -> None:
    """A process of a newer version has gone on there: people connect again, perhaps to that one.

    Who comes to this one is told the same as where the table was never in memory.
    """
    made: Json = {"opponents": ["easy"], "start": True, "options": {"first_dealer": 1}}
    async with AsyncExitStack() as stack:
        here = there = await stack.enter_async_context(running(database))
        if noticed == "by being told":
            there = await stack.enter_async_context(running(database))
        table, token = await here.create(**made)
        other, other_token = await here.create(**made)
        http = await stack.enter_async_context(here.http(token))
        ann = await stack.enter_async_context(here.sit(table, token))
        late = Client(await stack.enter_async_context(connect(socket_url(here.url, table))))
        await _another_process_adds(there, table, body)
        if noticed == "by a command":
            await ann.send({"type": "draw", "id": new_id(), "seq": ann.seq, "source": "pile"})
        elif noticed == "by a replay":
            answer = await http.get(f"/api/tables/{table}/replay")
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_table")
        assert (await ann.until("goodbye"))["code"] == "restart"
        await late.send({"type": "hello", "token": token})
        assert (await late.until("goodbye"))["code"] == "restart"
        with pytest.raises(InvalidStatus) as refused:
            await connect(socket_url(here.url, table))
        assert refused.value.response.status_code == 404
        async with here.sit(other, other_token) as bob:
            await bob.do("draw", seq=bob.seq, source="pile")


async def test_a_server_that_is_started_again_goes_on(sqlite: str) -> None:
    """Table, hands, tokens, and opponents' turns: everything is in the log."""
    async with running(sqlite) as server:
        table, token = await server.create(opponents=["medium", "hard"], start=True)
        async with server.sit(table, token) as ann:
            while ann.next_command() is None:
                await ann.receive()
            await ann.do("draw", seq=ann.seq, source="pile")
            before = ann.shown
    async with running(sqlite) as server, server.sit(table, token) as ann:
        assert ann.shown == before
        await ann.play_until("between")


async def test_opponents_turns_go_on_without_anybody_asking(sqlite: str) -> None:
    """A server killed while an opponent thinks finds that turn due when it comes back."""
    async with running(sqlite, replace(FAST, pace_ms=3_600_000)) as server:
        options = {"first_dealer": 0}
        table, token = await server.create(opponents=["medium"], start=True, options=options)
        await server.service.store.postpone(table, 1, 1)
    async with running(sqlite) as server:
        for _ in range(100):
            await asyncio.sleep(0.05)
            if table in server.service.rooms and server.service.rooms[table].state.seq >= 3:
                break
        async with server.sit(table, token) as ann:
            assert ann.shown["round"]["turn"] == 0
