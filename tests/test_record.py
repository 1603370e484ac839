"""The game record: what is written is read back, and leads to the same state."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecrowns.actions import (
    AcceptTie,
    Action,
    DealCards,
    Discard,
    Draw,
    GoOut,
    LayOffCard,
    Reshuffle,
    Source,
    Stall,
)
from fivecrowns.cards import Card, Rank, deck, parse_cards
from fivecrowns.errors import FiveCrownsError
from fivecrowns.lines import RecordError
from fivecrowns.record import (
    Header,
    action_line,
    header_line,
    read_action,
    read_header,
    replay,
    replay_to_end,
    summary,
)
from fivecrowns.rules import SCHEDULES, ArrangementRule, Deal, LayOff, Rules, Ties
from fivecrowns.shuffler import Shuffle, commitment
from tests import strategies
from tests.playing import any_action, play_at_random, some_habits
from tests.positions import deck_order

ANN_AND_BOB = '{"fivecrowns":1,"players":["Ann","Bob"],"dealer":1,"rules":{"schedule":[[3,3]]}}'
DEAL = action_line(DealCards(Shuffle(deck_order(["8C 8H 8S", "9C 9H JS"], "KD KS QS"))))
ROUND = [
    '{"seat":0,"draw":"pile"}',
    '{"seat":0,"out":"KS"}',
    '{"seat":1,"draw":"discard"}',
    '{"seat":1,"discard":"KS"}',
]
RECORD = [ANN_AND_BOB, DEAL, *ROUND]


@given(strategies.headers(), st.sampled_from([None, *SCHEDULES]))
def test_a_header_goes_round_trip(header: Header, name: str | None) -> None:
    """The first line that is written for any options is read as the same options."""
    if name is not None and len(header.players) <= 7:
        header = Header(Rules(SCHEDULES[name]), header.players, header.dealer)
    assert read_header(header_line(header)) == header
    assert "\n" not in header_line(header)


@given(strategies.headers(), strategies.chances())
@strategies.examples(0.3)
def test_any_action_goes_round_trip(header: Header, random: Random) -> None:
    """The line of any action, legal or not, is read as the same action."""
    for step in play_at_random(header, some_habits(random), random):
        for action in (step.action, any_action(step.after, random)):
            line = action_line(action)
            assert read_action(line, 2) == action
            assert "\n" not in line
            assert line.isascii()


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ('{"seat": 1, "draw": "pile"}', Draw(1, Source.PILE)),
        ('{"seat": 1, "draw": "discard"}', Draw(1, Source.DISCARD)),
        ('{"seat": 1, "discard": "KD"}', Discard(1, Card.parse("KD"))),
        ('{"seat": 0, "out": "9*"}', GoOut(0, Card.parse("9*"))),
        (
            '{"seat": 1, "discard": "4D", "melds": [["8C","8H","8S"]]}',
            Discard(1, Card.parse("4D"), (parse_cards("8C 8H 8S"),)),
        ),
        ('{"seat": 1, "discard": "4D", "melds": []}', Discard(1, Card.parse("4D"), ())),
        (
            '{"seat": 0, "out": "4D", "melds": [["8C","8H","8S"]]}',
            GoOut(0, Card.parse("4D"), (parse_cards("8C 8H 8S"),)),
        ),
        (
            '{"seat": 1, "lay_off": {"card": "8*", "on": [0, 2]}}',
            LayOffCard(1, Card.parse("8*"), 0, 2),
        ),
        ('{"reshuffle": ["QS", "JK"]}', Reshuffle(Shuffle(parse_cards("QS JK")))),
        (
            '{"deal": ["7H", "JK"], "commit": "ab", "salt": "x"}',
            DealCards(Shuffle(parse_cards("7H JK"), "x")),
        ),
        ('{"end": "shared"}', AcceptTie()),
        ('{"end": "stalled"}', Stall()),
    ],
)
def test_the_lines_of_the_format_mean_what_it_says(line: str, action: Action) -> None:
    """Each kind of line in the description of the format is that action."""
    assert read_action(line, 2) == action


def test_the_first_line_of_the_format_means_what_it_says() -> None:
    """The header in the description of the format is the official game of Ann and Bob."""
    line = (
        '{"fivecrowns": 1, "rules": {"schedule": "official", "naturals": 0, "lay_off": "never", '
        '"ties": "shared", "arrangement": "best"}, "players": ["Ann", "Bob"], "dealer": 0}'
    )
    assert read_header(line) == Header(Rules(), ("Ann", "Bob"), 0)
    assert json.loads(header_line(Header(Rules(), ("Ann", "Bob"), 0))) == json.loads(line)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, Rules()),
        ({"schedule": "short"}, Rules(SCHEDULES["short"])),
        ({"schedule": "extended"}, Rules(SCHEDULES["extended"])),
        ({"schedule": "reverse"}, Rules(SCHEDULES["reverse"])),
        (
            {"schedule": [[3, 3], [4, 4], [6, 0], [3, 13]]},
            Rules((Deal(3, Rank.THREE), Deal(4, Rank.FOUR), Deal(6, None), Deal(3, Rank.KING))),
        ),
        ({"naturals": 1}, Rules(naturals=1)),
        ({"lay_off": "last_turn"}, Rules(lay_off=LayOff.LAST_TURN)),
        ({"ties": "tiebreak"}, Rules(ties=Ties.TIEBREAK)),
        ({"arrangement": "manual"}, Rules(arrangement=ArrangementRule.MANUAL)),
    ],
)
def test_section_d_missing_rules_are_the_official_ones(
    rules: dict[str, object], expected: Rules
) -> None:
    """In the header any option may be missing, or all of them; the default holds then."""
    line = json.dumps({"players": ["a", "b"], "dealer": 0, "rules": rules, "fivecrowns": 1})
    assert read_header(line) == Header(expected, ("a", "b"), 0)
    assert read_header('{"fivecrowns":1,"players":["a","b"],"dealer":0}').rules == Rules()


def test_a_list_that_is_a_named_schedule_is_written_by_its_name() -> None:
    """The official deals given as a list are the official schedule; other lists stay lists."""
    pairs = [[n, n] for n in range(3, 14)]
    line = json.dumps(
        {"fivecrowns": 1, "players": ["a", "b"], "dealer": 0, "rules": {"schedule": pairs}}
    )
    written = json.loads(header_line(read_header(line)))
    assert written["rules"]["schedule"] == "official"
    backwards = Header(Rules((Deal(4, Rank.FOUR), Deal(3, None))), ("a", "b"), 0)
    assert json.loads(header_line(backwards))["rules"]["schedule"] == [[4, 4], [3, 0]]


@pytest.mark.parametrize(
    ("names", "dealer"),
    [(("Ann", " "), 0), (("", "Bob"), 0), (("Ann",), 0), (("Ann",) * 15, 0), (("Ann", "Bob"), 2)],
)
def test_there_is_no_header_that_could_not_be_read(names: tuple[str, ...], dealer: int) -> None:
    """Blank names, too few or too many players and a dealer without a seat are refused at once."""
    with pytest.raises(FiveCrownsError, match="expected"):
        Header(Rules(), names, dealer)


def test_names_may_be_in_any_writing() -> None:
    """Names are written as UTF-8 text, and two players may have the same one."""
    names = ("Zoë", "李雷", "Zoë", "a\u2028b", '"', "👑")
    header = Header(Rules(), names, 0)
    assert read_header(header_line(header).encode()) == header


def test_a_finished_game_is_summed_up() -> None:
    """Rounds, totals, ranks and winners are those of the game played, in the stated form."""
    assert summary(replay_to_end(RECORD)) == {
        "rounds": [
            {
                "cards": 3,
                "wild": 3,
                "dealer": 1,
                "out": 0,
                "scores": [0, 29],
                "left": [[], ["JS", "9H", "9C"]],
            }
        ],
        "totals": [0, 29],
        "ranks": [1, 2],
        "winners": [0],
        "finished": True,
        "turn": None,
        "phase": None,
    }


@pytest.mark.parametrize(
    ("lines", "turn", "phase"),
    [(1, None, None), (2, 0, "draw"), (3, 0, "discard"), (4, 1, "draw"), (5, 1, "discard")],
)
def test_an_unfinished_record_tells_whose_turn_it_is(
    lines: int, turn: int | None, phase: str | None
) -> None:
    """A record may break off anywhere; only finished rounds are listed then."""
    answer = summary(replay_to_end(RECORD[:lines]))
    assert answer == {
        "rounds": [],
        "totals": [0, 0],
        "ranks": [1, 1],
        "winners": [],
        "finished": False,
        "turn": turn,
        "phase": phase,
    }


def test_a_summary_is_plain_json() -> None:
    """A summary goes round trip through JSON, so that nothing in it is of a type of ours."""
    for lines in (RECORD, RECORD[:3]):
        answer = summary(replay_to_end(lines))
        assert json.loads(json.dumps(answer)) == answer


def test_r9_3_a_seat_that_does_not_play_has_null_in_a_tie_break() -> None:
    """In tie-break rounds scores and cards left of the others are null (R9.3)."""
    header = (
        '{"fivecrowns":1,"players":["a","b","c"],"dealer":2,'
        '"rules":{"schedule":[[3,3]],"ties":"tiebreak"}}'
    )
    first = deck_order(["8C 8H 8S", "9C 9H 9S", "4S 10D JD"], "KD QD QH QS")
    second = deck_order(["8C 8H 8S 9C 9H 9S", "7C 7H 7S 3D 4S 5H"], "KD QD QH")
    lines = [
        header,
        action_line(DealCards(Shuffle(first))),
        '{"seat":0,"draw":"pile"}',
        '{"seat":0,"out":"QD"}',
        '{"seat":1,"draw":"pile"}',
        '{"seat":1,"discard":"QH"}',
        '{"seat":2,"draw":"pile"}',
        '{"seat":2,"discard":"QS"}',
        action_line(DealCards(Shuffle(second))),
        '{"seat":1,"draw":"pile"}',
        '{"seat":1,"out":"QD"}',
        '{"seat":0,"draw":"pile"}',
        '{"seat":0,"discard":"QH"}',
    ]
    between = summary(replay_to_end(lines[:8]))
    assert (between["finished"], between["winners"]) == (False, [])
    assert (between["turn"], between["phase"], between["ranks"]) == (None, None, [1, 1, 3])
    shared = summary(replay_to_end([*lines[:8], '{"end":"shared"}']))
    assert (shared["finished"], shared["winners"]) == (True, [0, 1])
    answer = summary(replay_to_end(lines))
    assert answer["rounds"][1] == {
        "cards": 6,
        "wild": 6,
        "dealer": 0,
        "out": 1,
        "scores": [12, 0, None],
        "left": [["4S", "5H", "3D"], [], None],
    }
    assert (answer["totals"], answer["ranks"], answer["winners"]) == ([0, 0, 25], [2, 1, 3], [1])


def test_replay_tells_every_line() -> None:
    """Each step has its line, its action, what happened, and the state after it."""
    steps = list(replay(RECORD))
    assert [step.line for step in steps] == [2, 3, 4, 5, 6]
    assert [action_line(step.action) for step in steps] == RECORD[1:]
    assert all(step.events for step in steps)
    assert steps[-1].game == replay_to_end(RECORD)


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "  \n"])
@pytest.mark.parametrize("as_bytes", [False, True])
def test_lines_come_with_or_without_their_ends(end: str, as_bytes: bool) -> None:
    """Texts and bytes, with any line end that JSON allows as a blank, are the same lines."""
    lines = [line + end for line in RECORD]
    kept = [line.encode() for line in lines] if as_bytes else lines
    assert replay_to_end(kept) == replay_to_end(RECORD)


def test_the_order_of_keys_and_blanks_between_them_are_free() -> None:
    """A line is a JSON object, however it is spaced and whatever its keys' order."""
    assert read_action(' { "discard" : "KD" , "seat":1 } ', 2) == Discard(1, Card.parse("KD"))


@given(strategies.headers(max_rounds=1, max_cards=5), strategies.chances())
@strategies.examples(0.3)
def test_salts_and_commitments_are_kept_and_right(header: Header, random: Random) -> None:
    """A shuffle with a salt is written with its commitment, which `verify` finds to be right."""
    lines = [header_line(header)]
    for step in play_at_random(header, some_habits(random), random):
        lines.append(action_line(step.action))
        if isinstance(step.action, DealCards | Reshuffle):
            shuffle, fields = step.action.shuffle, json.loads(lines[-1])
            assert fields.get("salt") == shuffle.salt
            if shuffle.salt is not None:
                assert fields["commit"] == commitment(shuffle.salt, shuffle.cards)
    assert replay_to_end(lines, verify=True) == replay_to_end(lines)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, None),
        ({"salt": "pepper"}, None),
        ({"commit": "right", "salt": "pepper"}, None),
        ({"commit": "wrong", "salt": "pepper"}, "wrong_commitment"),
        ({"commit": "right", "salt": "salt"}, "wrong_commitment"),
        ({"commit": "right"}, "no_salt"),
    ],
)
def test_verify_checks_commitments_and_replay_does_not(
    fields: dict[str, str], code: str | None
) -> None:
    """A commitment to another order, or without its salt, fails `verify` at its line only."""
    right = commitment("pepper", parse_cards(" ".join(json.loads(DEAL)["deal"])))
    values = {"right": right, "wrong": right[::-1]}
    fields = {key: values.get(value, value) for key, value in fields.items()}
    lines = [ANN_AND_BOB, json.dumps(json.loads(DEAL) | fields), *ROUND]
    assert replay_to_end(lines).is_over
    if code is None:
        assert replay_to_end(lines, verify=True).is_over
        return
    with pytest.raises(RecordError) as caught:
        replay_to_end(lines, verify=True)
    assert (caught.value.line, caught.value.code, caught.value.rule) == (2, code, None)


def test_a_commitment_of_a_reshuffle_is_verified_too() -> None:
    """A reshuffle whose cards are not those committed to fails `verify` (R10.1)."""
    lines = [ANN_AND_BOB, action_line(DealCards(Shuffle(deck())))]
    game = replay_to_end(lines)
    while game.round is not None and game.round.draw_pile:
        card = game.round.draw_pile[0]
        for action in (Draw(game.turn or 0, Source.PILE), Discard(game.turn or 0, card)):
            lines.append(action_line(action))
            game, _ = game.apply(action)
    assert game.round is not None
    below = list(map(str, game.round.discard_pile[1:]))
    right = commitment("pepper", game.round.discard_pile[1:])
    good = json.dumps({"reshuffle": below, "salt": "pepper", "commit": right})
    bad = json.dumps({"reshuffle": below, "salt": "salt", "commit": right})
    assert replay_to_end([*lines, good], verify=True).round is not None
    assert replay_to_end([*lines, bad]).round is not None
    with pytest.raises(RecordError) as caught:
        replay_to_end([*lines, bad], verify=True)
    assert (caught.value.line, caught.value.code) == (len(lines) + 1, "wrong_commitment")
