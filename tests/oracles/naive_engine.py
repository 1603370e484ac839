"""A second engine that replays game records with lists, dicts and plain loops.

`replay` takes the parsed lines of a game record (version 1) and gives what `replay --json`
answers, or raises `Illegal` with the number of the first illegal line. It covers sections A and
D of the rules for 2 to 14 players; solitaire records are not read.

Two things a record alone does not decide, because they hang on which of several equally good
arrangements is the canonical one:

- the cards left over: compare them with `check_left`, or a whole answer with `differences`;
- what lies at which meld index when melds were not written: laying off there raises
  `Undetermined`. Programs that write records with laying off always write the melds.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn, TypedDict, cast

from . import bitmask
from .brute_force import card_points, is_meld, rank

Line = Mapping[str, object]

SUITS = "SHDC*"
RANKS = "3 4 5 6 7 8 9 10 J Q K".split()
DECK = [r + s for s in SUITS for r in RANKS] + ["JK"] * 3
KINDS = set(DECK)

SCHEDULES: dict[str, list[tuple[int, int]]] = {
    "official": [(n, n) for n in range(3, 14)],
    "short": [(n, n) for n in range(3, 9)],
    "extended": [(n, n) for n in range(3, 14)] + [(14, 0), (15, 0)],
    "reverse": [(n, n) for n in range(13, 2, -1)],
}
CHOICES: dict[str, list[object]] = {
    "naturals": [0, 1],
    "lay_off": ["never", "last_turn"],
    "ties": ["shared", "tiebreak"],
    "arrangement": ["best", "manual"],
}
STALL_LAPS = 40


class RoundAnswer(TypedDict):
    """One finished round; `scores` and `left` hold None for a seat that does not play."""

    cards: int
    wild: int
    dealer: int
    out: int | None
    scores: list[int | None]
    left: list[list[str] | None]


class Answer(TypedDict):
    """What `replay --json` answers."""

    rounds: list[RoundAnswer]
    totals: list[int]
    ranks: list[int]
    winners: list[int]
    finished: bool
    turn: int | None
    phase: str | None


class Illegal(Exception):
    """The first illegal line of a record: its number, the header being 1, and the reason."""

    def __init__(self, line_number: int, why: str) -> None:
        """Keep the number and the reason apart for the tests."""
        super().__init__(f"line {line_number}: {why}")
        self.line_number = line_number
        self.why = why


class Undetermined(Exception):
    """The record leaves to the canonical arrangement what this line means."""


@dataclass
class SeatEnd:
    """How a seat ended a round: the cards kept, and whether written melds decide what is left."""

    kept: list[str]
    written: bool


def sort_cards(cards: Sequence[str]) -> list[str]:
    """Sort cards by suit in the order S H D C *, then by rank, jokers last."""
    return sorted(
        cards,
        key=lambda card: (len(SUITS), 0) if card == "JK" else (SUITS.index(card[-1]), rank(card)),
    )


def commitment(salt: str, cards: Sequence[str]) -> str:
    """Return the hexadecimal SHA-256 of salt, a blank, and the cards joined by blanks."""
    return hashlib.sha256(f"{salt} {' '.join(cards)}".encode()).hexdigest()


def broken_commitments(lines: Sequence[Line]) -> list[int]:
    """Return the numbers of `deal` and `reshuffle` lines whose `commit` does not fit the cards.

    A `commit` without `salt` cannot be checked and counts as broken.
    """
    broken: list[int] = []
    for number, line in enumerate(lines, start=1):
        if "commit" not in line:
            continue
        cards = cast("list[str]", line.get("deal", line.get("reshuffle")))
        if "salt" not in line or commitment(str(line["salt"]), cards) != line["commit"]:
            broken.append(number)
    return broken


def replay(lines: Sequence[Line]) -> Answer:
    """Return the answer for the parsed lines of a record; raise `Illegal` or `Undetermined`."""
    return _run(lines).answer()


def round_ends(lines: Sequence[Line]) -> list[list[SeatEnd | None]]:
    """Return, for each finished round and seat, the cards that were arranged at its end."""
    return _run(lines).ends


def check_left(
    left: Sequence[str], kept: Sequence[str], score: int, wild: int, naturals: int
) -> str | None:
    """Return what is wrong with the cards said to be left over, or None.

    They must be part of the cards kept, be sorted, cost the score, and all others must be melds.
    """
    others = list(kept)
    for card in left:
        if card not in others:
            return f"{card} is left but was not kept"
        others.remove(card)
    if list(left) != sort_cards(left):
        return "the cards left are not sorted"
    if sum(card_points(card, wild) for card in left) != score:
        return f"the cards left do not cost {score}"
    if _points(tuple(sorted(others)), wild, naturals) != 0:
        return "the other cards do not all form melds"
    return None


def differences(answer: Mapping[str, object], lines: Sequence[Line]) -> list[str]:
    """Return where another engine's answer differs from this one's for the same legal record.

    `left` must be equal where written melds decide it, and pass `check_left` elsewhere.
    """
    table = _run(lines)
    expected = table.answer()
    found = [
        f"{key}: {answer.get(key)} instead of {value}"
        for key, value in expected.items()
        if key != "rounds" and answer.get(key) != value
    ]
    rounds = cast("list[RoundAnswer]", answer.get("rounds", []))
    if len(rounds) != len(expected["rounds"]):
        return [*found, f"{len(rounds)} rounds instead of {len(expected['rounds'])}"]
    naturals = cast("int", table.rules["naturals"])
    for number, (got, wanted) in enumerate(zip(rounds, expected["rounds"], strict=True), start=1):
        if {**got, "left": None} != {**wanted, "left": None}:
            found.append(f"round {number}: {got} instead of {wanted}")
            continue
        for seat, end in enumerate(table.ends[number - 1]):
            left, score = got["left"][seat], wanted["scores"][seat]
            if end is None or score is None or left is None or end.written:
                complaint = None if left == wanted["left"][seat] else f"left {left}"
            else:
                complaint = check_left(left, end.kept, score, wanted["wild"], naturals)
            if complaint is not None:
                found.append(f"round {number}, seat {seat}: {complaint}")
    return found


@lru_cache(maxsize=100_000)
def _points(cards: tuple[str, ...], wild: int, naturals: int) -> int:
    """Return the fewest points of sorted cards, remembered between records."""
    return bitmask.points(list(cards), wild, naturals)


def _run(lines: Sequence[Line]) -> "_Table":
    """Play all lines on a new table."""
    table = _Table()
    if not lines:
        table.refuse("there is no header")
    table.read_header(lines[0])
    for number, line in enumerate(lines[1:], start=2):
        table.line_number = number
        table.play(line)
    return table


class _Table:
    """The whole state of a game, changed in place by one line after the other."""

    def __init__(self) -> None:
        """Set up an empty table that waits for the header."""
        self.line_number = 1
        self.rules: dict[str, object] = {
            "naturals": 0,
            "lay_off": "never",
            "ties": "shared",
            "arrangement": "best",
        }
        self.schedule = SCHEDULES["official"]
        self.players = 0
        self.sets = 1
        self.first_dealer = 0
        self.accepted = False
        self.rounds: list[RoundAnswer] = []
        self.ends: list[list[SeatEnd | None]] = []
        # The round in progress: `order` is empty between rounds, else the seats that play,
        # clockwise, the seat whose turn it is first.
        self.order: list[int] = []
        self.cards = 0
        self.wild = 0
        self.dealer = 0
        self.hands: dict[int, list[str]] = {}
        self.draw_pile: list[str] = []  # the next card is first
        self.discards: list[str] = []  # the top card is last
        self.phase = "draw"
        self.reshuffled = False
        self.turns = 0
        self.out: int | None = None
        self.last_turns = 0
        self.melds: dict[int, list[list[str]] | None] = {}  # None: laid down, not written
        self.scores: dict[int, int] = {}
        self.left: dict[int, list[str]] = {}
        self.seat_ends: dict[int, SeatEnd] = {}

    def refuse(self, why: str) -> NoReturn:
        """Reject the line that is being read."""
        raise Illegal(self.line_number, why)

    # --- reading values -------------------------------------------------------------------

    def keys(self, line: Line, needed: set[str], allowed: set[str]) -> None:
        """Check that a line has all needed keys and none but the allowed ones."""
        if not needed <= set(line) or not set(line) <= needed | allowed:
            self.refuse(f"keys {sorted(line)} do not fit")

    def number(self, value: object) -> int:
        """Read a whole number; true and 1.0 are none."""
        if type(value) is not int:
            self.refuse(f"{value!r} is not a whole number")
        return value

    def text(self, value: object) -> str:
        """Read a text."""
        if not isinstance(value, str):
            self.refuse(f"{value!r} is not a text")
        return value

    def items(self, value: object) -> list[object]:
        """Read a list."""
        if not isinstance(value, list):
            self.refuse(f"{value!r} is not a list")
        return cast("list[object]", value)

    def mapping(self, value: object) -> dict[str, object]:
        """Read an object."""
        if not isinstance(value, dict):
            self.refuse(f"{value!r} is not an object")
        return cast("dict[str, object]", value)

    def card(self, value: object) -> str:
        """Read a card in strict notation."""
        card = self.text(value)
        if card not in KINDS:
            self.refuse(f"{card!r} is not a card")
        return card

    def card_list(self, value: object) -> list[str]:
        """Read a list of cards."""
        return [self.card(item) for item in self.items(value)]

    def meld_list(self, line: Line) -> list[list[str]] | None:
        """Read the melds of a line, None where it has none."""
        if "melds" not in line:
            return None
        return [self.card_list(meld) for meld in self.items(line["melds"])]

    # --- header ---------------------------------------------------------------------------

    def read_header(self, line: Line) -> None:
        """Read players, dealer and rules, and judge R1.3 and R1.4 for the whole schedule."""
        header = self.mapping(line)
        self.keys(header, {"fivecrowns", "players", "dealer"}, {"rules"})
        if self.number(header["fivecrowns"]) != 1:
            self.refuse("not version 1")
        names = [self.text(name) for name in self.items(header["players"])]
        if any(not name.strip() for name in names):
            self.refuse("a player has no name")
        self.players = len(names)
        if not 2 <= self.players <= 14:
            self.refuse(f"{self.players} players")
        self.sets = 1 if self.players <= 7 else 2
        self.first_dealer = self.number(header["dealer"])
        if not 0 <= self.first_dealer < self.players:
            self.refuse("the dealer has no seat")
        self.read_rules(self.mapping(header.get("rules", {})))
        for cards, _ in self.schedule:
            if 116 * self.sets - self.players * cards < 2:
                self.refuse(f"too few cards for rounds of {cards} (R1.4)")

    def read_rules(self, rules: dict[str, object]) -> None:
        """Read the options of section D; what is missing keeps its default."""
        for key, value in rules.items():
            if key == "schedule":
                self.schedule = self.read_schedule(value)
            elif key not in CHOICES:
                self.refuse(f"unknown rule {key!r}")
            elif isinstance(value, (bool, float)) or value not in CHOICES[key]:
                self.refuse(f"{key} cannot be {value!r}")
            else:
                self.rules[key] = value

    def read_schedule(self, value: object) -> list[tuple[int, int]]:
        """Read a schedule: a name, or a list of cards and wild rank (0 for only jokers)."""
        if isinstance(value, str):
            if value not in SCHEDULES:
                self.refuse(f"unknown schedule {value!r}")
            return SCHEDULES[value]
        schedule: list[tuple[int, int]] = []
        for item in self.items(value):
            pair = [self.number(part) for part in self.items(item)]
            # No hand of fewer than three cards can ever go out (R5.1, R6.1).
            if len(pair) != 2 or pair[0] < 3 or not (pair[1] == 0 or 3 <= pair[1] <= 13):
                self.refuse(f"{pair} is not a round")
            schedule.append((pair[0], pair[1]))
        if not schedule:
            self.refuse("a game has at least one round")
        return schedule

    # --- lines ----------------------------------------------------------------------------

    def play(self, raw: Line) -> None:
        """Play one line after the header."""
        line = self.mapping(raw)
        if self.finished():
            self.refuse("the game is over")
        if "end" in line:
            self.end(line)
        elif "deal" in line:
            self.deal(line)
        elif not self.order:
            self.refuse("no round is in progress")
        elif "reshuffle" in line:
            self.reshuffle(line)
        elif "draw" in line:
            self.draw(line)
        elif "lay_off" in line:
            self.lay_off(line)
        elif "out" in line:
            self.go_out(line)
        elif "discard" in line:
            self.discard(line)
        else:
            self.refuse("no known kind of line")

    def deal(self, line: Line) -> None:
        """Begin the next round or tie-break round (R2.1, R3.2, R3.3, R9.3)."""
        self.keys(line, {"deal"}, {"commit", "salt"})
        for key in set(line) - {"deal"}:
            self.text(line[key])
        if self.order:
            self.refuse("the round is not over")
        deck = self.card_list(line["deal"])
        if sorted(deck) != sorted(DECK * 2 * self.sets):
            self.refuse("not a whole deck (R1.1)")
        played = len(self.rounds)
        if played < len(self.schedule):
            seats = list(range(self.players))
            self.cards, self.wild = self.schedule[played]
            self.dealer = (self.first_dealer + played) % self.players
        else:
            seats = self.leaders()
            self.cards, self.wild = 6, 6
            self.dealer = (self.rounds[-1]["dealer"] + 1) % self.players
            while self.dealer not in seats:
                self.dealer = (self.dealer + 1) % self.players
        start = seats.index(self.dealer) + 1
        self.order = seats[start:] + seats[:start]
        self.hands = {seat: [] for seat in self.order}
        for k in range(len(self.order) * self.cards):
            self.hands[self.order[k % len(self.order)]].append(deck.pop(0))
        self.discards = [deck.pop(0)]
        self.draw_pile = deck
        self.phase = "draw"
        self.reshuffled = False
        self.turns = 0
        self.out = None
        self.melds = {}
        self.scores, self.left, self.seat_ends = {}, {}, {}

    def take_turn(self, line: Line, phase: str) -> int:
        """Check that the seat of a line may act in this phase, and return it (R4)."""
        seat = self.number(line["seat"])
        if seat != self.order[0]:
            self.refuse(f"it is not the turn of seat {seat}")
        if phase != self.phase:
            self.refuse(f"not while the seat is to {self.phase}")
        return seat

    def draw(self, line: Line) -> None:
        """Draw from either pile (R4.1, R10.1)."""
        self.keys(line, {"seat", "draw"}, set())
        seat = self.take_turn(line, "draw")
        if line["draw"] == "pile":
            if not self.draw_pile:
                self.refuse("the draw pile is empty")
            self.hands[seat].append(self.draw_pile.pop(0))
        elif line["draw"] == "discard":
            if self.reshuffled:
                self.refuse("nothing is reshuffled for a card from the discard pile")
            self.hands[seat].append(self.discards.pop())
        else:
            self.refuse(f"no pile {line['draw']!r}")
        self.reshuffled = False
        self.phase = "discard"

    def reshuffle(self, line: Line) -> None:
        """Make the discards below the top one the new draw pile (R10.1)."""
        self.keys(line, {"reshuffle"}, {"commit", "salt"})
        for key in set(line) - {"reshuffle"}:
            self.text(line[key])
        if self.phase != "draw" or self.draw_pile:
            self.refuse("nobody needs new cards")
        pile = self.card_list(line["reshuffle"])
        if sorted(pile) != sorted(self.discards[:-1]):
            self.refuse("not the discards below the top one")
        self.draw_pile = pile
        self.discards = self.discards[-1:]
        self.reshuffled = True

    def kept_without(self, seat: int, card: str) -> list[str]:
        """Return what the seat keeps when it discards a card (R4.4)."""
        kept = list(self.hands[seat])
        if card not in kept:
            self.refuse(f"seat {seat} does not hold {card}")
        kept.remove(card)
        return kept

    def left_by(self, melds: list[list[str]], kept: list[str]) -> list[str]:
        """Check melds of kept cards (R5) and return the cards that are in none."""
        left = list(kept)
        for meld in melds:
            for card in meld:
                if card not in left:
                    self.refuse(f"{card} is not there to be melded")
                left.remove(card)
            if is_meld(meld, self.wild, self.naturals()) is None:
                self.refuse(f"{meld} is not a meld")
        return left

    def go_out(self, line: Line) -> None:
        """Go out with all cards but one (R6)."""
        self.keys(line, {"seat", "out"}, {"melds"})
        seat = self.take_turn(line, "discard")
        if self.out is not None:
            self.refuse("somebody is out already")
        card = self.card(line["out"])
        kept = self.kept_without(seat, card)
        melds = self.meld_list(line)
        if melds is not None and self.left_by(melds, kept):
            self.refuse("the melds do not hold all cards kept")
        if self.points(kept) != 0:
            self.refuse("the cards kept do not all form melds")
        self.out = seat
        self.last_turns = len(self.order) - 1
        self.lay_down(seat, kept, melds, [])
        self.end_turn(seat, card, kept)

    def discard(self, line: Line) -> None:
        """End a turn with a discard, on a last turn with laying down (R4.4, R7.2, R7.5)."""
        self.keys(line, {"seat", "discard"}, {"melds"})
        seat = self.take_turn(line, "discard")
        card = self.card(line["discard"])
        kept = self.kept_without(seat, card)
        melds = self.meld_list(line)
        if self.out is None:
            if melds:
                self.refuse("no melds before somebody is out (R4.3)")
        else:
            left = None if melds is None else self.left_by(melds, kept)
            if self.rules["arrangement"] == "manual":
                self.lay_down(seat, kept, melds or [], kept if left is None else left)
            elif left is not None and self.cost(left) == self.points(kept):
                self.lay_down(seat, kept, melds, left)
            else:
                self.lay_down(seat, kept, None, self.best_left(kept))
            self.last_turns -= 1
        self.end_turn(seat, card, kept)

    def lay_down(
        self, seat: int, kept: list[str], melds: list[list[str]] | None, left: list[str]
    ) -> None:
        """Put a seat's melds on the table and count the cards left; melds None: not written."""
        if melds is None and self.cost(left) == self.cost(kept):
            melds = []  # every meld would have saved points, so there is none
        self.melds[seat] = melds
        self.left[seat] = sort_cards(left)
        self.scores[seat] = self.cost(left)
        self.seat_ends[seat] = SeatEnd(sort_cards(kept), melds is not None)

    def end_turn(self, seat: int, card: str, kept: list[str]) -> None:
        """Discard, pass the turn on, and end the round after the last turn (R7.1)."""
        self.hands[seat] = kept
        self.discards.append(card)
        self.order = self.order[1:] + self.order[:1]
        self.phase = "draw"
        self.turns += 1
        piles = len(self.draw_pile) + len(self.discards)
        assert piles == 116 * self.sets - len(self.order) * self.cards, "R10.2"
        if self.out is not None and self.last_turns == 0:
            self.end_round()

    def lay_off(self, line: Line) -> None:
        """Add one own card to a meld on the table (H2)."""
        self.keys(line, {"seat", "lay_off"}, set())
        seat = self.take_turn(line, "discard")
        if self.rules["lay_off"] != "last_turn" or self.out is None:
            self.refuse("no laying off (H2)")
        what = self.mapping(line["lay_off"])
        self.keys(what, {"card", "on"}, set())
        card = self.card(what["card"])
        place = [self.number(part) for part in self.items(what["on"])]
        if len(place) != 2 or place[0] not in self.melds or place[1] < 0:
            self.refuse(f"no meld at {place}")
        kept = self.kept_without(seat, card)
        if not kept:
            self.refuse("one card must stay to be discarded")
        melds = self.melds[place[0]]
        if melds is None:
            raise Undetermined(f"line {self.line_number}: the melds of that seat are not written")
        if place[1] >= len(melds):
            self.refuse(f"no meld at {place}")
        longer = [*melds[place[1]], card]
        if is_meld(longer, self.wild, self.naturals()) is None:
            self.refuse(f"{longer} is not a meld")
        melds[place[1]] = longer
        self.hands[seat] = kept

    def end(self, line: Line) -> None:
        """Accept a tie (R9.3), or end a round in which nobody gets anywhere (R10.4)."""
        self.keys(line, {"end"}, set())
        if line["end"] == "shared":
            if self.order or len(self.rounds) < len(self.schedule):
                self.refuse("there is no tie to accept")
            self.accepted = True
        elif line["end"] == "stalled":
            if not self.order or self.out is not None:
                self.refuse("no round can stall now")
            if self.phase != "draw" or self.reshuffled:
                self.refuse("the turn is not over")
            if self.turns < STALL_LAPS * len(self.order):
                self.refuse(f"fewer than {STALL_LAPS} laps (R10.4)")
            for seat, hand in self.hands.items():
                self.lay_down(seat, hand, None, self.best_left(hand))
            self.end_round()
        else:
            self.refuse(f"no end {line['end']!r}")

    def end_round(self) -> None:
        """Write down the finished round."""
        seats = range(self.players)
        self.rounds.append(
            {
                "cards": self.cards,
                "wild": self.wild,
                "dealer": self.dealer,
                "out": self.out,
                "scores": [self.scores.get(seat) for seat in seats],
                "left": [self.left.get(seat) for seat in seats],
            }
        )
        self.ends.append([self.seat_ends.get(seat) for seat in seats])
        self.order = []

    # --- counting -------------------------------------------------------------------------

    def naturals(self) -> int:
        """Return how many natural cards a meld needs (H1)."""
        return cast("int", self.rules["naturals"])

    def cost(self, cards: list[str]) -> int:
        """Return the points of unmelded cards (R8.1)."""
        return sum(card_points(card, self.wild) for card in cards)

    def points(self, cards: list[str]) -> int:
        """Return the points of the best arrangement (R8.2)."""
        return _points(tuple(sorted(cards)), self.wild, self.naturals())

    def best_left(self, cards: list[str]) -> list[str]:
        """Return the cards left over in one best arrangement."""
        return bitmask.left(cards, self.wild, self.naturals())

    def standing(self, seat: int) -> list[int]:
        """Return the total and then the points of each tie-break round, compared in turn (R9.3).

        Seats that share all numbers so far played the same tie-break rounds, so lists of
        different length never have to be told apart by their length.
        """
        scheduled = self.rounds[: len(self.schedule)]
        extra = [r["scores"][seat] for r in self.rounds[len(self.schedule) :]]
        total = sum(r["scores"][seat] or 0 for r in scheduled)
        return [total, *(score for score in extra if score is not None)]

    def leaders(self) -> list[int]:
        """Return the seats that share the best standing."""
        best = min(self.standing(seat) for seat in range(self.players))
        return [seat for seat in range(self.players) if self.standing(seat) == best]

    def finished(self) -> bool:
        """Tell whether the game is over (R9.1 to R9.3)."""
        if self.order or len(self.rounds) < len(self.schedule):
            return False
        return self.accepted or self.rules["ties"] == "shared" or len(self.leaders()) == 1

    def answer(self) -> Answer:
        """Say how the game stands, in the form of `replay --json`."""
        standings = [self.standing(seat) for seat in range(self.players)]
        return {
            "rounds": self.rounds,
            "totals": [standing[0] for standing in standings],
            "ranks": [1 + sum(other < own for other in standings) for own in standings],
            "winners": self.leaders() if self.finished() else [],
            "finished": self.finished(),
            "turn": self.order[0] if self.order else None,
            "phase": self.phase if self.order else None,
        }
