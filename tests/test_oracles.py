"""The independent oracles agree with each other, with the rules' cases and with known answers."""

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import cast

import pytest

from tests.oracles import bitmask, brute_force, naive_engine
from tests.oracles.brute_force import card_points, is_meld
from tests.oracles.generate_cases import PLAN, SUITED
from tests.oracles.naive_engine import Illegal, Undetermined, replay

HERE = Path(__file__).resolve().parent
SHARED = HERE.parents[1] / "shared" / "cases" / "hands.jsonl"  # not part of the repository
HANDS = [HERE / "data" / "hands.jsonl", *(path for path in [SHARED] if path.is_file())]

Line = dict[str, object]
DRAW: Line = {"seat": 0, "draw": "pile"}
TAKE: Line = {"seat": 0, "draw": "discard"}


# --- melds and points ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "cards", "wild", "naturals", "kind"),
    [
        ("T1", "KS KD KH KH", 5, 0, "book"),
        ("T3", "9D 7C JD", 7, 0, "run"),
        ("T4", "6D 7* 7S 9D", 7, 0, "run"),
        ("T5", "5C 6C 7C", 7, 0, "run"),
        ("T5 naturals", "5C 6C 7C", 7, 1, "run"),
        ("T6", "10D 3* QD", 3, 0, "run"),
        ("T7 joker is J", "QD KD JK", 3, 0, "run"),
        ("T7 joker is 10", "JD QD KD JK", 3, 0, "run"),
        ("T9 no wrap", "QC KC 3C", 8, 0, None),
        ("T9 wild", "QC KC 3C", 3, 0, "run"),
        ("T11", "JK JK JK", 9, 0, "wild"),
        ("T11 only jokers wild", "JK JK JK", 0, 0, "wild"),
        ("T11 naturals", "JK JK JK", 9, 1, None),
        ("T12", "7C 7H 7S", 7, 0, "wild"),
        ("T12 naturals", "7C 7H 7S", 7, 1, None),
        ("T12 not wild", "7C 7H 7S", 6, 1, "book"),
        ("T13", "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", 12, 0, "run"),
        ("T13 twelve", "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", 12, 0, None),
        ("T15", "8C 8H 8S 8* 8D 8C", 3, 0, "book"),
        ("R5.1 two cards", "8C 8H", 3, 0, None),
        ("R5.2 two ranks", "8C 8H 9S", 3, 0, None),
        ("R5.3 rank twice", "8C 8C 9C", 3, 0, None),
        ("R5.3 two suits", "8C 9H 10C", 3, 0, None),
        ("R5.3 large hole", "6C JK 9C", 3, 0, None),
        ("R5.3 both holes", "6C JK JK 9C", 3, 0, "run"),
        ("R5.5 one natural", "JK 5S JK JK", 3, 1, "book"),
        ("R5.5 no length limit", "JK 5S" + " JK" * 11, 3, 0, "book"),
    ],
)
def test_meld_verdicts_are_those_of_the_rules(
    case: str, cards: str, wild: int, naturals: int, kind: str | None
) -> None:
    """Each meld case of the rules gets the verdict and kind stated there."""
    assert is_meld(cards.split(), wild, naturals) == kind, case


@pytest.mark.parametrize(
    ("case", "hand", "wild", "naturals", "points"),
    [
        ("T13", "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", 12, 0, 0),
        ("T18 kept", "8C 8H 9C 9H 9*", 5, 0, 16),
        ("T27", "8C 8H 8S", 3, 0, 0),
        ("T29", "3* 7C QD", 3, 0, 39),
        ("T30 wild", "10D", 10, 0, 20),
        ("T30 natural", "10D", 9, 0, 10),
        ("T30 wild king", "KD", 13, 0, 20),
        ("T30 natural king", "KD", 12, 0, 13),
        ("T32", "4C 5C JK 9H 9S", 13, 0, 9),
        ("T35 without 3H", "4H 5H 6C 6S 6D 9* 10* J* QD QS QC JK 7H", 13, 0, 0),
        ("T51", "5S JD QD", 3, 0, 28),
        ("same card twice", "8H 8H JK K* KH KC", 6, 0, 0),
        ("books first", "5H 6H 7H 6C 6S 6D", 13, 0, 0),
        ("hole of two", "6C JK 9C", 3, 0, 65),
        ("many wilds", "JK KC 8S QC KD JK KS 4* JK 10H QS 9H 6S", 13, 0, 0),
        ("R8.4a", "JK JK 6D", 10, 1, 0),
        ("only wilds under H1", "JK JK 10D", 10, 1, 120),
    ],
)
def test_points_are_those_of_the_rules(
    case: str, hand: str, wild: int, naturals: int, points: int
) -> None:
    """Both oracles find the points that the rules state for a hand."""
    assert brute_force.points(hand.split(), wild, naturals) == points, case
    assert bitmask.points(hand.split(), wild, naturals) == points, case


@pytest.mark.parametrize(
    ("case", "cards", "wild", "points"),
    [
        ("T28", "KD 5H 7S", 7, 38),
        ("T28", "JK 3D 9S", 7, 62),
        ("T28", "JD 10S 4H", 7, 25),
        ("R8.1", "3D KS QS JK", 3, 20 + 13 + 12 + 50),
        ("R8.1", "3D JS", 0, 14),
    ],
)
def test_unmelded_cards_cost_what_the_rules_say(
    case: str, cards: str, wild: int, points: int
) -> None:
    """The points of cards add up to the sums that the rules state."""
    assert sum(card_points(card, wild) for card in cards.split()) == points, case


@pytest.mark.parametrize(
    ("case", "hand", "wild", "discards"),
    [
        ("T16", "8C 8H 8S 8*", 3, "8* 8C 8H 8S"),
        ("T17", "8C 8H 8S JK", 3, "8C 8H 8S JK"),
        ("T18", "8C 8H 8* 9C 9H 9*", 5, ""),
        ("T20", "6D 7D 8D 9D 10D QS", 5, "QS"),
        ("T35", "3H 4H 5H 6C 6S 6D 9* 10* J* QD QS QC JK 7H", 13, "3H 7H"),
        ("R5.1 three cards", "8C 8H 8S", 3, ""),
    ],
)
def test_going_out_discards_are_those_of_the_rules(
    case: str, hand: str, wild: int, discards: str
) -> None:
    """Both oracles allow exactly the discards that the rules name for going out."""
    assert brute_force.out(hand.split(), wild, 0) == discards.split(), case
    assert bitmask.out(hand.split(), wild, 0) == discards.split(), case


def test_no_hand_of_three_costs_more_than_75() -> None:
    """The dearest hand of the first round costs 75 points (R8.4c)."""
    hands = combinations_with_replacement([*SUITED, "JK"], 3)
    assert max(brute_force.points(list(hand), 3, 0) for hand in hands) == 75


@pytest.mark.parametrize("naturals", [0, 1])
@pytest.mark.parametrize("sets", [1, 2])
def test_the_two_searches_agree(naturals: int, sets: int) -> None:
    """Brute force and bitmask search find the same points and discards for any small hand."""
    random = Random(f"{naturals} {sets}")
    makers = sorted({maker for maker, *_ in PLAN}, key=lambda maker: maker.__name__)
    for size in range(3, 10):
        for maker in makers * 4:
            wild = random.choice([0, *range(3, 14)])
            hand = maker(random, size, wild, naturals, sets)
            points = brute_force.points(hand, wild, naturals)
            assert bitmask.points(hand, wild, naturals) == points, (hand, wild)
            assert bitmask.out(hand, wild, naturals) == brute_force.out(hand, wild, naturals)
            left = naive_engine.sort_cards(bitmask.left(hand, wild, naturals))
            assert naive_engine.check_left(left, hand, points, wild, naturals) is None


def known_hands(path: Path) -> Iterator[tuple[list[str], int, int, int, list[str]]]:
    """Yield hand, wild, naturals, points and going-out discards of each line of a file."""
    for line in path.read_text(encoding="ascii").splitlines():
        case = json.loads(line)
        yield (
            case["hand"].split(),
            case["wild"],
            case["naturals"],
            case["points"],
            case.get("out", []),
        )


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.parts[-3])
def test_the_bitmask_search_knows_all_known_hands(path: Path) -> None:
    """The bitmask search finds the stated points and discards of every known hand."""
    for hand, wild, naturals, points, discards in known_hands(path):
        assert bitmask.points(hand, wild, naturals) == points, (hand, wild)
        assert bitmask.out(hand, wild, naturals) == discards, (hand, wild)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.parts[-3])
def test_brute_force_knows_all_known_hands(path: Path) -> None:
    """Brute force finds the stated points of every known hand, and the discards of small ones."""
    for hand, wild, naturals, points, discards in known_hands(path):
        assert brute_force.points(hand, wild, naturals) == points, (hand, wild)
        if len(hand) <= 10:
            assert brute_force.out(hand, wild, naturals) == discards, (hand, wild)


# --- the naive engine ---------------------------------------------------------------------


def header(players: int, schedule: object, **rules: object) -> Line:
    """Return a header in which the last seat deals, so that seat 0 begins."""
    names = [f"player {seat}" for seat in range(players)]
    rules = {"schedule": schedule, **rules}
    return {"fivecrowns": 1, "rules": rules, "players": names, "dealer": players - 1}


def deal(hands: list[str], then: str = "", sets: int = 1) -> Line:
    """Return a deal line; the hands in dealing order, then the upcard and the draw pile's top."""
    dealt = [hand.split() for hand in hands]
    deck = [hand[k] for k in range(len(dealt[0])) for hand in dealt] + then.split()
    rest = (SUITED * 2 + ["JK"] * 6) * sets
    for card in deck:
        rest.remove(card)
    return {"deal": deck + rest}


def deck_of(line: Line) -> list[str]:
    """Return the cards of a deal line."""
    return cast("list[str]", line["deal"])


def turn(seat: int, draw: str, **end: object) -> list[Line]:
    """Return the two lines of a turn."""
    return [{"seat": seat, "draw": draw}, {"seat": seat, **end}]


def refused(lines: list[Line]) -> int:
    """Return the number of the first illegal line."""
    with pytest.raises(Illegal) as caught:
        replay(lines)
    return caught.value.line_number


def test_every_other_seat_gets_one_last_turn() -> None:
    """After C goes out D, A and B play once each, and all melded earns no credit (T24, T25)."""
    lines = [
        header(4, [[3, 3]]),
        deal(["8C 8H 5S", "9C 9H JS", "4C 4H 4S", "7C 7H 7S"], "KD KS QS JD QD JC 10D"),
        *turn(0, "pile", discard="5S"),
        *turn(1, "pile", discard="9C"),
        *turn(2, "pile", out="JD"),
        *turn(3, "discard", discard="JD"),
        *turn(0, "pile", discard="QD"),
        *turn(1, "pile", discard="JS"),
    ]
    answer = replay(lines)
    assert answer["rounds"] == [
        {
            "cards": 3,
            "wild": 3,
            "dealer": 3,
            "out": 2,
            "scores": [8 + 8 + 13, 9 + 12 + 11, 0, 0],
            "left": [["KS", "8H", "8C"], ["QS", "9H", "JC"], [], []],
        }
    ]
    assert (answer["finished"], answer["winners"]) == (True, [2, 3])
    assert answer["ranks"] == [3, 4, 1, 1]
    assert refused([*lines, {"seat": 2, "draw": "pile"}]) == len(lines) + 1


def test_nobody_goes_out_before_drawing() -> None:
    """A whole hand goes out only after the draw, with the drawn card as discard (T20)."""
    start = [header(2, [[5, 5]]), deal(["6D 7D 8D 9D 10D", "3S 4S 6S 7H 9H"], "KS QS KH")]
    assert refused([*start, {"seat": 0, "out": "6D"}]) == 3
    lines = [*start, *turn(0, "pile", out="QS"), *turn(1, "pile", discard="KH")]
    assert replay(lines)["totals"] == [0, 3 + 4 + 6 + 7 + 9]


def test_six_cards_in_two_books_cannot_go_out() -> None:
    """Five cards kept must be one meld, so two books of three let no discard go out (T18)."""
    start = [
        header(2, [[5, 5]]),
        deal(["8C 8H 9C 9H 9*", "6D 7D 8D 9D 10D"], "8* KS QS"),
        TAKE,
    ]
    for card in ["8C", "8H", "8*", "9C", "9H", "9*"]:
        assert refused([*start, {"seat": 0, "out": card}]) == 4


def test_melds_stay_in_the_hand_on_a_normal_turn() -> None:
    """Melds on a turn before anybody is out are refused (T21)."""
    start = [header(2, [[4, 4]]), deal(["9C 9H 9S KD", "3S 5S 7H 8H"], "KS QS KH")]
    line: Line = {"seat": 0, "discard": "KD", "melds": [["9C", "9H", "9S"]]}
    assert refused([*start, DRAW, line]) == 4


def laying_off(rule: str) -> list[Line]:
    """Return a round of two in which seat 0 is out and seat 1 has drawn for the last turn."""
    out = {"out": "QS", "melds": [["8C", "8H", "8S"], ["3C", "4C", "5C"]]}
    return [
        header(2, [[6, 6]], lay_off=rule),
        deal(["8C 8H 8S 3C 4C 5C", "9C 9H 9S 9D 8* 4D"], "KS QS KH JH"),
        *turn(0, "pile", **out),
        {"seat": 1, "draw": "pile"},
    ]


def test_laying_off_saves_the_card_laid_off() -> None:
    """An eight left over costs 12 with a four, and 4 are left when it is laid off (T26)."""
    last: Line = {"seat": 1, "discard": "KH"}
    eight: Line = {"seat": 1, "lay_off": {"card": "8*", "on": [0, 0]}}
    assert replay([*laying_off("never"), last])["totals"] == [0, 12]
    assert replay([*laying_off("last_turn"), eight, last])["totals"] == [0, 4]
    assert refused([*laying_off("never"), eight]) == 6


def test_laying_off_keeps_melds_whole_and_legal() -> None:
    """A card that does not fit, is not held, or has no such meld cannot be laid off (H2)."""
    start = laying_off("last_turn")
    for card, on in [
        ("9C", [0, 0]),
        ("8D", [0, 0]),
        ("8*", [0, 1]),
        ("8*", [0, 2]),
        ("8*", [1, 0]),
    ]:
        assert refused([*start, {"seat": 1, "lay_off": {"card": card, "on": on}}]) == 6
    del start[3]["melds"]
    with pytest.raises(Undetermined):
        replay([*start, {"seat": 1, "lay_off": {"card": "8*", "on": [0, 0]}}])


def test_manual_arrangement_counts_what_the_player_misses() -> None:
    """Only melds written on the last turn count under manual, the best ones under best (R7.5)."""
    for arrangement, melds, points in [
        ("best", None, 12),
        ("best", [["9C", "9H", "9S"]], 12),
        ("manual", None, 48),
        ("manual", [["9C", "9H", "9S"]], 21),
        ("manual", [["9C", "9H", "9S", "9D"]], 12),
    ]:
        lines = laying_off("never")
        lines[0] = header(2, [[6, 6]], arrangement=arrangement)
        last: Line = {"seat": 1, "discard": "KH"}
        if melds is not None:
            last["melds"] = melds
        assert replay([*lines, last])["totals"] == [0, points]


def test_a_bad_meld_refuses_the_whole_line() -> None:
    """Melds that are illegal or overlap are refused even under best arrangement (R5.1)."""
    for melds in [[["9C", "9H", "8*"]], [["9C", "9H", "9S"], ["9C", "9D", "9H"]], [["9C", "9H"]]]:
        line: Line = {"seat": 1, "discard": "KH", "melds": melds}
        assert refused([*laying_off("never"), line]) == 6


def test_the_written_out_melds_hold_all_cards() -> None:
    """Going out with written melds that leave a card over is refused (R6.1)."""
    lines = laying_off("never")
    lines[3]["melds"] = [["8C", "8H", "8S"]]
    assert refused(lines) == 4


def idle(seat: int) -> list[Line]:
    """Return a turn that takes the top discard and gives it back, as T44 allows (seat 0 first)."""
    return [{"seat": seat, "draw": "discard"}, {"seat": seat, "discard": "8C"}]


def test_turns_follow_the_rules_of_order() -> None:
    """Acting twice, too early, out of turn or with a foreign card is refused (T43, T44)."""
    start = [header(2, [[3, 3]]), deal(["4S 6H 10D", "5S 7H JD"], "8C KS QS")]
    drawn = [*start, DRAW]
    assert replay([*start, *idle(0), *idle(1)])["turn"] == 0
    assert refused([*drawn, DRAW]) == 4
    assert refused([*drawn, {"seat": 0, "discard": "5S"}]) == 4
    assert refused([*start, {"seat": 0, "discard": "4S"}]) == 3
    assert refused([*start, {"seat": 1, "draw": "pile"}]) == 3
    assert refused([*drawn, start[1]]) == 4


def test_an_empty_draw_pile_is_made_of_the_discards_below_the_top() -> None:
    """The top discard stays, all others are drawn from again, and only when needed (T37)."""
    lines = [header(2, [[3, 3]]), deal(["4S 6H 10D", "5S 7H JD"], "8C")]
    pile = deck_of(lines[1])[7:]
    for k, card in enumerate(pile):
        lines += turn(k % 2, "pile", discard=card)
    seat = len(pile) % 2
    below = ["8C", *pile[:-1]]
    draw: Line = {"seat": seat, "draw": "pile"}
    number = len(lines) + 1
    assert refused([*lines, draw]) == number
    assert refused([*lines, {"reshuffle": ["8C", *pile]}]) == number
    assert refused([*lines[:-2], {"reshuffle": below}]) == number - 2
    take: Line = {"seat": seat, "draw": "discard"}
    assert refused([*lines, {"reshuffle": below}, take]) == number + 1
    assert replay([*lines, take])["phase"] == "discard"
    lines += [{"reshuffle": below[::-1]}, draw]
    assert replay([*lines, {"seat": seat, "discard": below[-1]}])["turn"] == 1 - seat


def test_a_round_may_stall_after_forty_laps() -> None:
    """Forty laps without going out, and no turn less, end a round when it is said (R10.4)."""
    lines = [header(2, [[3, 3]]), deal(["4S 4H 4D", "5S 7H JD"], "8C KS QS")]
    for _ in range(40):
        lines += idle(0) + idle(1)
    stalled: Line = {"end": "stalled"}
    answer = replay([*lines, stalled])
    assert (answer["rounds"][0]["out"], answer["totals"]) == (None, [0, 23])
    assert refused([*lines[:-2], stalled]) == len(lines) - 1
    assert refused([*lines, TAKE, stalled]) == len(lines) + 2


def tied_round() -> list[Line]:
    """Return a round of three cards in which seats 0 and 1 score nothing and seat 2 has 25."""
    return [
        deal(["8C 8H 8S", "9C 9H 9S", "4S 10D JD"], "KD QD QH QS"),
        *turn(0, "pile", out="QD"),
        *turn(1, "pile", discard="QH"),
        *turn(2, "pile", discard="QS"),
    ]


def extra_round(first: int, second: int, hand: str) -> list[Line]:
    """Return a tie-break round: the first seat goes out, the second keeps this hand."""
    return [
        deal(["8C 8H 8S 9C 9H 9S", hand], "KD QD QH"),
        *turn(first, "pile", out="QD"),
        *turn(second, "pile", discard="QH"),
    ]


def test_a_tie_is_shared_or_broken() -> None:
    """Tied totals share the win, or further rounds decide and leave the totals (T41)."""
    shared = replay([header(3, [[3, 3]]), *tied_round()])
    assert (shared["winners"], shared["ranks"]) == ([0, 1], [1, 1, 3])
    lines = [header(3, [[3, 3]], ties="tiebreak"), *tied_round()]
    assert replay(lines)["finished"] is False
    assert replay([*lines, {"end": "shared"}])["winners"] == [0, 1]
    # Seat 2 dealt last, so seat 0 deals the first tie-break round and seat 1 begins.
    lines += extra_round(1, 0, "7C 7H 7S 10C 10H 10S")
    assert replay(lines)["winners"] == []
    lines += extra_round(0, 1, "7C 7H 7S 3D 4S 5H")
    answer = replay(lines)
    assert (answer["winners"], answer["ranks"]) == ([0], [1, 2, 3])
    assert answer["totals"] == [0, 0, 25]
    assert answer["rounds"][2]["scores"] == [0, 12, None]
    assert answer["rounds"][2]["left"] == [[], ["4S", "5H", "3D"], None]
    assert [r["dealer"] for r in answer["rounds"]] == [2, 0, 1]
    assert refused([*lines, {"end": "shared"}]) == len(lines) + 1


@pytest.mark.parametrize(
    "change",
    [
        {"fivecrowns": 2},
        {"fivecrowns": True},
        {"players": ["Ann"]},
        {"players": ["Ann", ""]},
        {"players": ["Ann", 7]},
        {"players": [f"player {k}" for k in range(15)]},
        {"dealer": 2},
        {"dealer": -1},
        {"dealer": None},
        {"colour": "red"},
        {"rules": {"naturals": 2}},
        {"rules": {"naturals": True}},
        {"rules": {"lay_off": "always"}},
        {"rules": {"jokers": 6}},
        {"rules": {"schedule": "long"}},
        {"rules": {"schedule": []}},
        {"rules": {"schedule": [[3, 2]]}},
        {"rules": {"schedule": [[3, 3], [58, 0]]}},
    ],
)
def test_a_header_that_does_not_fit_is_refused(change: Line) -> None:
    """Any unknown key or value in the header is an error at line 1, as R1.4 broken later is."""
    good: Line = {"fivecrowns": 1, "players": ["Ann", "Bob"], "dealer": 0}
    assert replay([good])["totals"] == [0, 0]
    assert refused([{**good, **change}]) == 1


def test_fourteen_players_use_two_sets() -> None:
    """Fourteen players are dealt from 232 cards, and one set is refused (R1.3)."""
    hands = [f"{rank}S {rank}H {rank}D" for rank in "4 5 6 7 8 9 10 J Q K".split()]
    hands += ["4C 5C 6C", "7C 8C 9C", "10C JC QC", "4* 5* 6*"]
    lines = [header(14, "extended"), deal(hands, sets=2)]
    assert replay(lines)["turn"] == 0
    assert refused([lines[0], {"deal": deck_of(lines[1])[:116]}]) == 2


def test_the_deal_passes_on_clockwise() -> None:
    """With four players and the third dealing first, the eleventh deal is seat 0's (T40)."""
    names = ["Ann", "Bob", "Cleo", "Dan"]
    lines: list[Line] = [{"fivecrowns": 1, "players": names, "dealer": 2}]
    beginners: list[int | None] = []
    for n in range(3, 14):
        kings = ["K" + suit for suit in "SHDC*SHDC*"]
        book = kings[:n] + ["JK"] * (n - len(kings[:n]))
        rest = SUITED * 2 + ["JK"] * 6
        for card in book:
            rest.remove(card)
        others = [rest[k * n : k * n + n] for k in range(3)]
        lines.append(deal([" ".join(hand) for hand in [book, *others]]))
        first = replay(lines)["turn"]
        beginners.append(first)
        assert first is not None
        drawn = deck_of(lines[-1])[4 * n + 1 : 4 * n + 5]
        lines += turn(first, "pile", out=drawn[0])
        for k in (1, 2, 3):
            lines += turn((first + k) % 4, "pile", discard=drawn[k])
    answer = replay(lines)
    dealers = [r["dealer"] for r in answer["rounds"]]
    assert (dealers[:2], beginners[:2]) == ([2, 3], [3, 0])
    assert (dealers[10], beginners[10]) == (0, 1)
    assert [r["cards"] for r in answer["rounds"]] == list(range(3, 14))
    assert answer["finished"]
    assert naive_engine.differences(answer, lines) == []


def test_commitments_bind_salt_and_order() -> None:
    """A commitment is the SHA-256 of salt, blank and cards, and another order breaks it."""
    line = deal(["4S 4H 4D", "5S 7H JD"])
    cards = [str(card) for card in naive_engine.sort_cards(SUITED)]
    # What `printf 'pepper 3S' | sha256sum` prints.
    known = "f570e22a3ae9e90e61dc56640bbab9c7c64bc1fb84490d78a3f1404691fe26dc"
    assert naive_engine.commitment("pepper", ["3S"]) == known
    good: Line = {"deal": cards, "salt": "a", "commit": naive_engine.commitment("a", cards)}
    bad: Line = {**good, "deal": cards[::-1]}
    assert naive_engine.broken_commitments([{}, line, good, bad]) == [4]
