"""`fivecrowns replay` and `fivecrowns verify`: records told, summed up and checked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from fivecrowns.actions import Action, DealCards, Draw, Source
from fivecrowns.cards import Rank
from fivecrowns.cli import main
from fivecrowns.game import Game, deal
from fivecrowns.record import Header, action_line, header_line
from fivecrowns.rules import Deal, LayOff, Rules, Ties
from fivecrowns.shuffler import SeededShuffler, Shuffle
from fivecrowns.solitaire import game as solitaire
from fivecrowns.solitaire import record as solitaire_record
from tests.positions import actions, deck_order

NAMES = ("Ann", "Bob")


def write_record(
    path: Path, header: Header, actions_: Sequence[Action], names: tuple[str, ...] = NAMES
) -> str:
    """Write a record; its name."""
    lines = [header_line(Header(header.rules, names, header.dealer)), *map(action_line, actions_)]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return str(path)


def one_round(path: Path, *turns: str, rules: Rules, hands: Sequence[str], then: str) -> str:
    """A record of one round in which seat 0 begins."""
    dealt = DealCards(Shuffle(deck_order(hands, then), "salt"))
    played = [action for turn in turns for action in actions(turn)]
    return write_record(path, Header(rules, NAMES, 1), [dealt, *played])


def tie(path: Path) -> str:
    """A tie after the only round, still to be broken."""
    rules = Rules((Deal(3, Rank(3)),), ties=Ties.TIEBREAK)
    return one_round(
        path, "0 pile out KH", "1 pile KD", rules=rules, hands=("8C 8H 8S", "9S 9H 9D"),
        then="4S KH KD",
    )  # fmt: skip


def test_a_game_is_told_turn_by_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All cards are named: the record is open. The score sheet comes last."""
    rules = Rules((Deal(3, Rank(8)),), lay_off=LayOff.LAST_TURN)
    file = one_round(
        tmp_path / "game", "0 pile 4H", "1 pile out 5D", "0 discard off KC on 1.0 9S", rules=rules,
        hands=("4D 9S KC", "KS KH KD"), then="4S 4H 5D",
    )  # fmt: skip
    assert main(["replay", file]) == 0
    assert capsys.readouterr().out == (
        "Five Crowns: Ann and Bob.\n"
        "Rounds of 3 cards; laying off on the last turn.\n"
        "\n"
        "Round 1 of 1: 3 cards, eights and jokers are wild.\n"
        "Bob dealt. First discard: 4♠.\n"
        "Ann got 9♠, 4♦, K♣.\n"
        "Bob got K♠, K♥, K♦.\n"
        "Ann drew 4♥ from the pile and threw 4♥.\n"
        "Bob drew 5♦ from the pile, WENT OUT and threw 5♦.\n"
        "Ann took 5♦, laid off K♣ on Bob's book, laid down nothing and threw 9♠.\n"
        "Bob went out.\n"
        "Ann, 9 points: left over 4♦, 5♦.\n"
        "Bob, 0 points: book K♠, K♥, K♦, K♣.\n"
        "\n"
        "Cards    3  Total\n"
        "Ann      9      9\n"
        "Bob      0      0\n"
        "\n"
        "Bob won.\n"
        "1. Bob, 0 points\n"
        "2. Ann, 9 points\n"
    )


def test_an_unfinished_game_is_told_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the middle of a turn, between rounds, and before the first deal."""
    assert main(["replay", tie(tmp_path / "tie")]) == 0
    assert "The game is not finished; it stands in tie-break round." in capsys.readouterr().out
    game = Game(Rules(), 2, 0)
    empty = write_record(tmp_path / "empty", Header(Rules(), NAMES, 0), [])
    assert main(["replay", empty]) == 0
    assert "it stands in round 1 of 11." in capsys.readouterr().out
    (draw,) = actions("1 discard")
    begun = write_record(
        tmp_path / "begun", Header(Rules(), NAMES, 0), [deal(game, SeededShuffler(1)), draw]
    )
    assert main(["replay", begun]) == 0
    assert "\nBob took " in capsys.readouterr().out
    assert main(["verify", begun]) == 0
    assert capsys.readouterr().out == "Valid, not finished, 1 commitment to shuffles checked.\n"


def test_json_is_the_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, as the documentation says it."""
    assert main(["replay", tie(tmp_path / "tie"), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["rounds"][0]["scores"] == [0, 0]
    assert summary["finished"] is False
    assert summary["turn"] is None


def test_an_illegal_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a sentence for people, as an object for programs; exit code 2."""
    file = one_round(
        tmp_path / "game", "0 pile out KH", rules=Rules(), hands=("8C 8H 9S", "9S 9H 9D"),
        then="4S KH KD",
    )  # fmt: skip
    assert main(["replay", file]) == 2
    told = capsys.readouterr()
    assert "Ann drew K♥ from the pile" not in told.out
    assert told.err.startswith(
        "fivecrowns: line 4: expected every card but the discard KH in melds"
    )
    assert told.err.count("\n") == 1
    assert main(["verify", file]) == 2
    assert capsys.readouterr().err == told.err
    assert main(["replay", file, "--json"]) == 2
    answer = capsys.readouterr()
    error = json.loads(answer.out)["error"]
    assert (error["line"], error["code"], error["rule"]) == (4, "cannot_go_out", "R6.1")
    assert answer.err == ""


def test_verify_finds_a_shuffle_that_is_not_the_promised_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two cards of the draw pile change places: legal to replay, but not what was committed to."""
    path = tmp_path / "game"
    file = tie(path)
    lines = path.read_text("utf-8").splitlines()
    fields = json.loads(lines[1])
    cards = fields["deal"]
    cards[-1], cards[-9] = cards[-9], cards[-1]
    assert cards[-1] != cards[-9]
    path.write_text("\n".join([lines[0], json.dumps(fields), *lines[2:]]) + "\n", "utf-8")
    assert main(["replay", file, "--json"]) == 0
    assert main(["verify", file]) == 2
    assert "line 2: expected cards with the commitment" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "line 1: expected a JSON object"),
        (b"\n", "line 1: expected a JSON object"),
        (b"\xff\xfe\x00", "line 1: expected a JSON object"),
        (b'{"fivecrowns": 1, "players": ["a\xff", "b"], "dealer": 0}', "line 1: expected a JSON"),
        (b"[" * 100_000, "line 1: expected a JSON object"),
        (b'{"hello": 1}\n', "line 1: expected a first line that begins"),
        (b'{"fivecrowns": 2, "players": ["a", "b"], "dealer": 0}\n', "line 1: expected a first"),
        (
            b'{"fivecrowns": 1, "players": ["a", "b"], "dealer": 0}\n{"deal": ["3',
            "line 2: expected",
        ),
        (b'{"fivecrowns": 1, "players": ["a", "b"], "dealer": 0}\n\n', "line 2: expected"),
        (b'{"fivecrowns": 1, "players": ["a", "b"], "dealer": 0}\n{"\\u001b[2J": 1}', "line 2: "),
    ],
    ids=["empty", "blank", "binary", "not UTF-8", "deep", "other", "newer", "cut", "gap", "escape"],
)
def test_a_file_that_is_no_record_is_one_sentence(
    content: bytes, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 for each command, an object with --json, and nothing a terminal obeys."""
    path = tmp_path / "file"
    path.write_bytes(content)
    for name in ("replay", "verify", "review"):
        assert main([name, str(path)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"fivecrowns: {error}")
        assert said.removesuffix("\n").isprintable()
    assert main(["replay", str(path), "--json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert answer.keys() == {"error"}
    assert error.startswith(f"line {answer['error']['line']}: ")


def test_a_file_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is missing, a folder, or has a name that cannot be."""
    for file, reason in (
        (str(tmp_path / "missing"), "No such file or directory"),
        (str(tmp_path), "got a folder"),
        (str(tmp_path / "missing" / "file"), "No such file or directory"),
        (f"{__file__}/file", "Not a directory"),
        ("", "got an empty one"),
        ("a\0b", "null"),
        ("x" * 5000, "File name too long"),
    ):
        assert main(["replay", file]) == 2
        said = capsys.readouterr().err
        assert reason in said
        assert said.startswith("fivecrowns: expected ")
        assert said.count("\n") == 1
        assert main(["replay", file, "--json"]) == 2
        error = json.loads(capsys.readouterr().out)["error"]
        assert (error["line"], error["code"], error["rule"]) == (None, "cannot_read", None)
        assert reason in error["message"]


def test_names_from_a_file_cannot_disturb_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Control characters are replaced, long names shortened in the sheet."""
    names = ("A\x1b[31mnn\n", "Bartholomew the Second")
    file = write_record(tmp_path / "game", Header(Rules(), NAMES, 0), [], names)
    assert main(["replay", file]) == 0
    said = capsys.readouterr().out
    assert "A?[31mnn?" in said
    assert "\nBartholomew t." in said
    assert "\x1b" not in said


def test_a_round_that_is_being_played_is_told_without_its_hidden_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who replays the game at the table learns no hand and no card from the pile."""
    game = Header(Rules(), NAMES, 0).new_game()
    dealt = deal(game, SeededShuffler(5))
    after, _ = game.apply(dealt)
    drawn, _ = after.apply(Draw(1, Source.PILE))
    assert drawn.round is not None
    file = write_record(tmp_path / "game", Header(Rules(), NAMES, 0), [dealt, Draw(1, Source.PILE)])
    assert main(["replay", file]) == 0
    said = capsys.readouterr().out
    shown = drawn.round.discard_pile
    hidden = {card for hand in drawn.round.hands for card in hand if card not in shown}
    assert "drew from the pile" in said
    assert not [card for card in hidden if card.symbols in said or str(card) in said]


def test_a_long_schedule_fits_the_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The score sheet goes on below."""
    rules = Rules(tuple(Deal(3 + number % 11, None) for number in range(30)))
    file = write_record(tmp_path / "game", Header(rules, NAMES, 0), [])
    assert main(["replay", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) < 80
    assert sum(line.startswith("Cards") for line in lines) == 2


def test_a_solitaire_is_told_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its record is of another kind, the commands are the same."""
    game = solitaire.Solitaire()
    played: list[solitaire.Action] = [solitaire.deal(SeededShuffler(3))]
    game, _ = game.apply(played[0])
    while len(played) < 9:
        for action in (
            solitaire.TurnOver(),
            solitaire.Play(game.open[-1], game.piles[-1].cards[0]),
        ):
            game, _ = game.apply(action)
            played.append(action)
    game, _ = game.apply(solitaire.GiveUp())
    played.append(solitaire.GiveUp())
    lines = [solitaire_record.header_line(), *map(solitaire_record.action_line, played)]
    path = tmp_path / "solitaire"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Five Crowns solitaire.\nPile of 3: ")
    assert "\nTurn 4: " in said
    assert "\nNot won: " in said
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == "Valid, finished, 1 commitment to shuffles checked.\n"
    assert main(["replay", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "solitaire"
