"""Records that somebody tampered with: one change to the parsed lines of a legal record."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from fivecrowns.cards import KINDS

Line = dict[str, Any]


def mutated(lines: list[Line], random: Random) -> list[Line]:
    """The lines with one change, which mostly makes the record illegal."""
    lines = deepcopy(lines)
    at = random.randrange(1, len(lines)) if random.random() < 0.93 else 0
    change = random.choice(_WHOLE_LINES + _PARTS * 3)
    change(lines, at, random)
    return lines


def _drop(lines: list[Line], at: int, _: Random) -> None:
    del lines[at]


def _double(lines: list[Line], at: int, _: Random) -> None:
    lines.insert(at, deepcopy(lines[at]))


def _swap(lines: list[Line], at: int, _: Random) -> None:
    lines[at - 1], lines[at] = lines[at], lines[at - 1]


def _truncate(lines: list[Line], at: int, _: Random) -> None:
    del lines[max(at, 1) :]


def _move(lines: list[Line], at: int, random: Random) -> None:
    lines.insert(random.randrange(1, len(lines) + 1), deepcopy(lines[at]))


def _end(lines: list[Line], at: int, random: Random) -> None:
    lines.insert(at, {"end": random.choice(["shared", "stalled", "over", None])})


def _append(lines: list[Line], _: int, random: Random) -> None:
    lines.append(deepcopy(random.choice(lines)))


def _remove_key(lines: list[Line], at: int, random: Random) -> None:
    del lines[at][random.choice(list(lines[at]))]


def _add_key(lines: list[Line], at: int, random: Random) -> None:
    key = random.choice(
        ["seat", "draw", "discard", "out", "melds", "end", "salt", "commit", "note"]
    )
    lines[at][key] = random.choice([0, "pile", "8C", [], [["8C", "8H", "8S"]], "shared", None])


def _other_value(lines: list[Line], at: int, random: Random) -> None:
    key = random.choice(list(lines[at]))
    values: list[Any] = [0, 1, 2, -1, True, 1.0, "0", "", "8C", "pile", "discard", None, [], {}]
    lines[at][key] = random.choice([*values, ["8C"], 10**20])


def _other_seat(lines: list[Line], at: int, random: Random) -> None:
    if "seat" in lines[at]:
        lines[at]["seat"] += random.choice([-1, 1, 1.0, 100])


def _other_card(lines: list[Line], at: int, random: Random) -> None:
    card = random.choice([*map(str, KINDS), "8c", "TH", "7♥", " 7H", "joker", "1S"])
    for key in ("discard", "out"):
        if key in lines[at]:
            lines[at][key] = card


def _other_draw(lines: list[Line], at: int, random: Random) -> None:
    if "draw" in lines[at]:
        lines[at]["draw"] = random.choice(["pile", "discard", "Pile", "upcard"])


def _out_or_discard(lines: list[Line], at: int, _: Random) -> None:
    line = lines[at]
    for key, other in (("out", "discard"), ("discard", "out")):
        if key in line:
            line[other] = line.pop(key)
            return


def _other_melds(lines: list[Line], at: int, random: Random) -> None:
    line = lines[at]
    if "discard" not in line and "out" not in line:
        return
    melds: list[list[str]] = line.setdefault("melds", [])
    cards = [card for meld in melds for card in meld]
    kind = random.randrange(8)
    if kind == 0:
        del line["melds"]
    elif kind == 1:
        melds.append([str(random.choice(KINDS)) for _ in range(3)])
    elif kind == 2 and melds:
        melds.pop(random.randrange(len(melds)))
    elif kind == 3 and melds:
        random.choice(melds).pop()
    elif kind == 4 and melds:
        random.choice(melds).append(random.choice(cards))
    elif kind == 5 and melds:
        melds.append(deepcopy(random.choice(melds)))
    elif kind == 6 and melds:
        random.choice(melds)[0] = str(random.choice(KINDS))
    else:
        random.shuffle(melds)
        for meld in melds:
            random.shuffle(meld)


def _other_order(lines: list[Line], at: int, random: Random) -> None:
    for key in ("deal", "reshuffle"):
        for line in lines[at:] + lines[:at]:
            cards = line.get(key)
            if cards:
                i, j = random.randrange(len(cards)), random.randrange(len(cards))
                if random.random() < 0.5:
                    cards[i], cards[j] = cards[j], cards[i]
                elif random.random() < 0.5:
                    cards[i] = cards[j]
                else:
                    del cards[i]
                return


def _other_lay_off(lines: list[Line], at: int, random: Random) -> None:
    for line in lines[at:] + lines[:at]:
        if "lay_off" in line:
            where = line["lay_off"]["on"]
            where[random.randrange(2)] += random.choice([-1, 1])
            if random.random() < 0.3:
                line["lay_off"]["card"] = str(random.choice(KINDS))
            return


def _other_rules(lines: list[Line], _: int, random: Random) -> None:
    rules = lines[0]["rules"]
    key = random.choice(list(rules))
    rules[key] = random.choice(
        [0, 1, "never", "last_turn", "shared", "tiebreak", "best", "manual", "short", [[3, 3]]]
    )


def _reshuffle_early(lines: list[Line], at: int, _: Random) -> None:
    lines.insert(max(at, 1), {"reshuffle": []})


_WHOLE_LINES = [_drop, _double, _swap, _truncate, _move, _end, _append]
_PARTS = [
    _remove_key,
    _add_key,
    _other_value,
    _other_seat,
    _other_card,
    _other_draw,
    _out_or_discard,
    _other_melds,
    _other_order,
    _other_lay_off,
    _other_rules,
    _reshuffle_early,
]
