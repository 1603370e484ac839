"""Files that hold anything: reading a record never ends in another error than its own."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from fivecrowns.lines import RecordError
from fivecrowns.record import Header, replay_to_end
from fivecrowns.record_kinds import replay_summary
from fivecrowns.rules import SCHEDULES, Rules
from tests import strategies
from tests.playing import lines_of, play_at_random, some_habits

Text = str | bytes


def good_record(seed: int, rules: Rules) -> list[str]:
    """The record of a game played at random."""
    random = Random(seed)
    head = Header(rules, ("Ann", "Bob", "Cleo"), 0)
    steps = play_at_random(head, some_habits(random), random)
    return lines_of(head, [step.action for step in steps])


GOOD = good_record(1, Rules(SCHEDULES["short"][:2]))


def test_the_good_record_is_good() -> None:
    """The record that is broken here replays to its end as it was."""
    assert replay_to_end(GOOD).is_over


def replayed(lines: Sequence[Text]) -> None:
    """Replay lines; the only error that may come of them is a `RecordError` of one of them."""
    error: RecordError | None = None
    try:
        replay_summary(lines)
    except RecordError as refused:
        error = refused
    if error is not None:
        assert 1 <= error.line <= max(1, len(lines))
        assert error.code.isidentifier()
        assert error.message


@given(st.lists(st.one_of(st.binary(max_size=60), st.text(max_size=60)), max_size=4))
def test_any_bytes_and_texts_are_refused_properly(lines: list[Text]) -> None:
    """Whatever a file holds, reading it gives a `RecordError` and nothing else."""
    replayed(lines)
    replayed([*GOOD[:3], *lines])


HEADER = {"fivecrowns": 1, "players": ["a", "b"], "dealer": 0}
KEYS = st.sampled_from(
    "fivecrowns game rules players dealer seat draw discard out melds lay_off card on deal salt "
    "reshuffle commit end schedule naturals ties arrangement pile turn_over give_up undo".split()
)
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([0, 1, -1, 2**63, 2**64, 10**400]),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=5),
        st.sampled_from(["8C", "JK", "pile", "discard", "shared", "solitaire", "official", "best"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, st.text()), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=5), max_size=4))
@example([HEADER | {"dealer": 10**4000}])
@example([HEADER | {"rules": {"schedule": [[9**999, 0]]}}])
@strategies.examples(3)
def test_any_json_lines_are_refused_properly(lines: list[dict[str, Any]]) -> None:
    """Objects with the right keys and any values give a `RecordError` and nothing else."""
    texts = [json.dumps(line) for line in lines]
    replayed(texts)
    for first in (GOOD[0], '{"fivecrowns":1,"game":"solitaire"}'):
        replayed([first, *texts])
    for number in (2, 3):
        replayed([*GOOD[:number], *texts])


@given(st.data())
@strategies.examples(2)
def test_a_record_with_changed_bytes_is_refused_properly(data: st.DataObject) -> None:
    """A file with some bytes cut out or replaced is read, or refused with a `RecordError`."""
    text = bytearray("\n".join(GOOD).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        size = data.draw(st.integers(0, 30))
        text[at : at + size] = data.draw(st.binary(max_size=5))
    replayed(bytes(text).split(b"\n"))
