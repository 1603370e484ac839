"""Records that break the format or the rules: refused with line, code and rule, never worse."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from fivecrowns.lines import RecordError
from fivecrowns.record import read_action, replay_to_end
from tests.test_record import DEAL, RECORD

HEADER: dict[str, Any] = {"fivecrowns": 1, "players": ["Ann", "Bob"], "dealer": 1}
CARDS: list[str] = json.loads(DEAL)["deal"]
Text = str | bytes
Refusal = tuple[int, str, str | None]


def refusal(lines: Sequence[Text]) -> Refusal:
    """Line, code and rule with which a record is refused."""
    with pytest.raises(RecordError) as caught:
        replay_to_end(lines)
    error = caught.value
    assert error.message
    assert str(error).startswith(f"line {error.line}: {error.message}")
    return error.line, error.code, error.rule


def header(**changes: object) -> str:
    """A first line with changes."""
    return json.dumps(HEADER | changes)


def with_line(line: str, number: int = 2) -> list[str]:
    """The good record up to a line, and this in its place."""
    return [*RECORD[: number - 1], line]


NO_OBJECTS: dict[str, Text] = {
    "nothing": "",
    "blank": " ",
    "line end": "\n",
    "cut off early": "{",
    "cut off late": header()[:-1],
    "text": "fivecrowns",
    "list": "[]",
    "null": "null",
    "number": "1",
    "quoted text": '"fivecrowns"',
    "endless list": "[" * 100_000,
    "endless object": '{"fivecrowns":' * 100_000,
    "not a number": '{"fivecrowns": NaN}',
    "single quotes": "{'fivecrowns': 1}",
    "key without value": '{"fivecrowns": 1, "players"}',
    "two objects": header() + header(),
    "comma after it": header() + ",",
    "byte order mark": "\ufeff" + header(),
    "half a character": header().replace("Ann", "\ud800"),
    "half a character, escaped": header().replace("Ann", "\\ud800"),
    "no bytes": b"",
    "zero byte": b"\x00",
    "UTF-8 byte order mark": b"\xef\xbb\xbf" + header().encode(),
    "Latin-1": header().replace("Ann", "Zo\xeb").encode("latin-1"),
    "UTF-16": header().encode("utf-16"),
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
    "number of 10,000 digits": header().replace("1}", "9" * 10_000 + "}"),
    "number without end": header().replace("1}", "1e999}"),
}


@pytest.mark.parametrize("what", NO_OBJECTS)
def test_what_is_no_json_object_is_refused_at_its_line(what: str) -> None:
    """Truncated, empty, binary or wrongly encoded text is an error of the format, in any line."""
    text = NO_OBJECTS[what]
    assert refusal([text]) == (1, "bad_json", None)
    assert refusal([*RECORD[:3], text, *RECORD[3:]]) == (4, "bad_json", None)


def test_an_empty_file_is_refused_at_line_1() -> None:
    """A record without any line lacks its header."""
    assert refusal([]) == (1, "bad_json", None)


@pytest.mark.parametrize(
    "line", ["{}", header(fivecrowns=2), header(fivecrowns="1"), header(fivecrowns=None), DEAL]
)
def test_a_first_line_of_something_else_is_no_record(line: str) -> None:
    """Another version, another kind of file, or a record without its header is told apart."""
    assert refusal([line]) == (1, "not_a_record", None)


@pytest.mark.parametrize(
    "changes",
    [
        {"fivecrowns": True},
        {"fivecrowns": 1.0},
        {"colour": "red"},
        {"players": None},
        {"players": "Ann"},
        {"players": {"0": "Ann", "1": "Bob"}},
        {"players": ["Ann", 7]},
        {"players": ["Ann", None]},
        {"players": ["Ann", ""]},
        {"players": ["Ann", "  "]},
        {"dealer": None},
        {"dealer": "0"},
        {"dealer": 0.0},
        {"dealer": True},
        {"dealer": [0]},
        {"rules": None},
        {"rules": []},
        {"rules": "official"},
        {"rules": {"jokers": 6}},
        {"rules": {"naturals": 2}},
        {"rules": {"naturals": -1}},
        {"rules": {"naturals": True}},
        {"rules": {"naturals": 1.0}},
        {"rules": {"naturals": "1"}},
        {"rules": {"naturals": None}},
        {"rules": {"lay_off": "always"}},
        {"rules": {"lay_off": False}},
        {"rules": {"ties": "Shared"}},
        {"rules": {"arrangement": 0}},
        {"rules": {"schedule": None}},
        {"rules": {"schedule": 3}},
        {"rules": {"schedule": [3, 4]}},
        {"rules": {"schedule": [[3]]}},
        {"rules": {"schedule": [[3, 3, 3]]}},
        {"rules": {"schedule": [[3, "3"]]}},
        {"rules": {"schedule": [[3.0, 3]]}},
        {"rules": {"schedule": [[True, 3]]}},
        {"rules": {"schedule": {"3": 3}}},
    ],
    ids=repr,
)
def test_a_header_of_the_wrong_form_is_refused(changes: dict[str, object]) -> None:
    """Unknown keys and values, numbers as floats, texts or booleans break the format."""
    assert refusal([header(**changes)]) == (1, "bad_line", None)


@pytest.mark.parametrize("key", ["players", "dealer"])
def test_players_and_dealer_may_not_be_left_out(key: str) -> None:
    """A header without players or without the first dealer is refused."""
    fields = {name: value for name, value in HEADER.items() if name != key}
    assert refusal([json.dumps(fields)]) == (1, "bad_line", None)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"players": []}, "R1.3"),
        ({"players": ["Ann"]}, "R1.3"),
        ({"players": ["Ann"] * 15}, "R1.3"),
        ({"dealer": 2}, "R3.1"),
        ({"dealer": -1}, "R3.1"),
        ({"dealer": 10**40}, "R3.1"),
        ({"rules": {"schedule": "long"}}, None),
        ({"rules": {"schedule": "Official"}}, None),
        ({"rules": {"schedule": "random"}}, None),
        ({"rules": {"schedule": []}}, None),
        ({"rules": {"schedule": [[3, 3], [2, 3]]}}, None),
        ({"rules": {"schedule": [[0, 0]]}}, None),
        ({"rules": {"schedule": [[-3, 3]]}}, None),
        ({"rules": {"schedule": [[3, 2]]}}, None),
        ({"rules": {"schedule": [[3, 14]]}}, None),
        ({"rules": {"schedule": [[3, -1]]}}, None),
        ({"rules": {"schedule": [[16, 3]]}}, None),
        ({"rules": {"schedule": [[57, 3]]}}, None),
        ({"rules": {"schedule": [[58, 3]]}}, "R1.4"),
        ({"rules": {"schedule": [[3, 3], [58, 14]]}}, "R1.4"),
        ({"rules": {"schedule": [[10**4299, 3]]}}, "R1.4"),
        ({"players": list("abcdefg"), "rules": {"schedule": [[16, 3]]}}, None),
        ({"players": list("abcdefg"), "rules": {"schedule": [[17, 3]]}}, "R1.4"),
        ({"players": ["Ann"] * 15, "rules": {"schedule": [[3, 3]]}}, "R1.3"),
    ],
    ids=repr,
)
def test_options_that_the_rules_do_not_allow_are_refused(
    changes: dict[str, object], rule: str | None
) -> None:
    """Players, dealers and the whole schedule are judged at line 1 (R1.3, R1.4, R3.1)."""
    assert refusal([header(**changes)]) == (1, "bad_rules", rule)


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        '{"seat":0}',
        '{"note":"hello"}',
        '{"seat":0,"draw":"pile","note":"hello"}',
        '{"seat":0,"draw":"pile","discard":"KS"}',
        '{"seat":0,"discard":"KS","out":"KS"}',
        '{"draw":"pile"}',
        '{"discard":"KS"}',
        '{"seat":0.0,"draw":"pile"}',
        '{"seat":1e0,"draw":"pile"}',
        '{"seat":false,"draw":"pile"}',
        '{"seat":"0","draw":"pile"}',
        '{"seat":null,"draw":"pile"}',
        '{"seat":[0],"draw":"pile"}',
        '{"seat":0,"draw":"Pile"}',
        '{"seat":0,"draw":"upcard"}',
        '{"seat":0,"draw":null}',
        '{"seat":0,"draw":0}',
        '{"seat":0,"discard":null}',
        '{"seat":0,"discard":["KS"]}',
        '{"seat":0,"discard":"KS","melds":null}',
        '{"seat":0,"discard":"KS","melds":"8C 8H 8S"}',
        '{"seat":0,"discard":"KS","melds":["8C","8H","8S"]}',
        '{"seat":0,"discard":"KS","melds":[["8C",8,"8S"]]}',
        '{"seat":0,"draw":"pile","melds":[]}',
        '{"seat":0,"lay_off":"8C"}',
        '{"seat":0,"lay_off":{"card":"8C"}}',
        '{"seat":0,"lay_off":{"card":"8C","on":[0]}}',
        '{"seat":0,"lay_off":{"card":"8C","on":[0,0,0]}}',
        '{"seat":0,"lay_off":{"card":"8C","on":[0,0.0]}}',
        '{"seat":0,"lay_off":{"card":"8C","on":[0,true]}}',
        '{"seat":0,"lay_off":{"card":"8C","on":[0,0],"as":"8C"}}',
        '{"end":"over"}',
        '{"end":null}',
        '{"end":"shared","seat":0}',
        '{"seat":0,"end":"stalled"}',
        '{"deal":null}',
        '{"deal":"7H JK"}',
        '{"deal":[7]}',
        '{"deal":[["7H"]]}',
        '{"deal":[],"seat":0}',
        '{"deal":[],"salt":1}',
        '{"deal":[],"commit":null}',
        '{"reshuffle":{}}',
        '{"reshuffle":[],"deal":[]}',
        header(),
        "{" + ",".join(f'"k{k}":0' for k in range(1000)) + "}",
    ],
)
def test_a_line_of_no_known_kind_is_refused(line: str) -> None:
    """Missing and unknown keys, and values of the wrong type, break the format (no rule)."""
    assert refusal(with_line(line)) == (2, "bad_line", None)
    assert refusal(with_line(line, 4)) == (4, "bad_line", None)
    with pytest.raises(RecordError) as caught:
        read_action(line, 7)
    assert caught.value.line == 7


@pytest.mark.parametrize(
    "card", ["", "8c", "8♣", "TH", "joker", "Jk", " 8C", "8C ", "11H", "1S", "8", "C", "8CC"]
)
def test_only_the_ascii_notation_is_a_card(card: str) -> None:
    """What people may type is not what a record may hold: one notation only."""
    for line in (
        {"seat": 0, "discard": card},
        {"seat": 0, "out": card},
        {"seat": 0, "discard": "KS", "melds": [["8C", card, "8S"]]},
        {"seat": 0, "lay_off": {"card": card, "on": [0, 0]}},
        {"deal": [*CARDS[:-1], card]},
        {"reshuffle": [card]},
    ):
        assert refusal(with_line(json.dumps(line))) == (2, "bad_card", None)


@pytest.mark.parametrize(
    "cards",
    [[], CARDS[:-1], [*CARDS, "8C"], [*CARDS[:-1], "8C"], CARDS * 2, ["JK"] * 116],
    ids=["none", "one less", "one more", "one exchanged", "two sets", "jokers"],
)
def test_r2_2_a_deal_of_the_wrong_cards_is_refused(cards: list[str]) -> None:
    """A deal with too few, too many or other cards is refused at its line (R2.2)."""
    assert refusal(with_line(json.dumps({"deal": cards}))) == (2, "wrong_deck", "R2.2")


@pytest.mark.parametrize(
    ("number", "line", "code", "rule"),
    [
        (2, '{"seat":0,"draw":"pile"}', "not_dealt", "R2.2"),
        (2, '{"end":"stalled"}', "not_dealt", "R2.2"),
        (2, '{"end":"shared"}', "no_tie", "R9.3"),
        (3, DEAL, "round_not_over", "R2.2"),
        (3, '{"seat":1,"draw":"pile"}', "not_your_turn", "R3.2"),
        (3, '{"seat":2,"draw":"pile"}', "not_your_turn", "R3.2"),
        (3, '{"seat":-1,"draw":"pile"}', "not_your_turn", "R3.2"),
        (3, '{"seat":99999999999999999999,"draw":"pile"}', "not_your_turn", "R3.2"),
        (3, '{"seat":0,"discard":"8C"}', "not_drawn", "R4.1"),
        (3, '{"seat":0,"out":"8C"}', "not_drawn", "R6.4"),
        (3, '{"reshuffle":[]}', "reshuffle_not_needed", "R10.1"),
        (3, '{"end":"stalled"}', "cannot_stall", "R10.4"),
        (4, '{"seat":0,"draw":"pile"}', "already_drawn", "R4.1"),
        (4, '{"seat":0,"discard":"9C"}', "not_in_hand", "R4.4"),
        (4, '{"seat":0,"out":"8C"}', "cannot_go_out", "R6.1"),
        (4, '{"seat":0,"discard":"KS","melds":[["8C","8H","8S"]]}', "melds_before_out", "R4.3"),
        (4, '{"seat":0,"out":"KS","melds":[["8C","8H"]]}', "bad_meld", "R5.1"),
        (4, '{"seat":0,"out":"KS","melds":[]}', "cannot_go_out", "R6.1"),
        (4, '{"seat":0,"lay_off":{"card":"8C","on":[1,0]}}', "lay_off_never", "R7.3"),
        (6, '{"seat":1,"out":"KS"}', "already_out", "R6.6"),
        (6, '{"seat":1,"discard":"KS","melds":[["9C","9H","JS"]]}', "bad_meld", "R5.2"),
    ],
)
def test_a_line_against_the_rules_is_refused_with_the_rule(
    number: int, line: str, code: str, rule: str
) -> None:
    """What the rules forbid is refused at its line with the code and rule of the engine."""
    assert refusal(with_line(line, number)) == (number, code, rule)


@pytest.mark.parametrize("number", range(3, 7))
def test_a_line_twice_is_refused_the_second_time(number: int) -> None:
    """A turn's line that is there twice breaks the order of play at the second one."""
    lines = [*RECORD[:number], *RECORD[number - 1 :]]
    assert refusal(lines)[0] == number + 1


@pytest.mark.parametrize("line", [*RECORD[1:], '{"end":"shared"}', '{"end":"stalled"}'])
def test_r9_1_nothing_may_follow_the_end(line: str) -> None:
    """After the last round every further line is refused (R9.1)."""
    assert refusal([*RECORD, line]) == (7, "game_over", "R9.1")


@pytest.mark.parametrize("line", ["", " ", "\n"])
def test_blank_lines_are_no_lines(line: str) -> None:
    """A blank line is refused wherever it stands, at the end of the record, too."""
    assert refusal([*RECORD, line]) == (7, "bad_json", None)
    assert refusal([line, *RECORD]) == (1, "bad_json", None)


def test_of_a_key_that_is_there_twice_the_last_one_counts() -> None:
    """JSON leaves it open; here the last value holds, as in most programs."""
    line = '{"seat":1,"draw":"pile","seat":0}'
    assert replay_to_end(with_line(line, 3)) == replay_to_end(RECORD[:3])


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("depth", [10, 500, 1000, 5000, 1_000_000])
def test_deep_nesting_is_refused_properly(number: int, depth: int) -> None:
    """However deep a line is nested, it is refused like any other line of the wrong form."""
    for key in ("fivecrowns", "draw", "rules"):
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            inner = opening * depth + "0" + closing * depth
            lines = [*RECORD[: number - 1], f'{{"{key}":{inner}}}']
            assert refusal(lines)[0] == number
