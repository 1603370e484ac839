"""A person's turn: what is shown, what can be typed, and what is said when it cannot be done."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from fivecrowns.actions import DealCards, Discard, Draw, Reshuffle, Source
from fivecrowns.cards import Card, Rank
from fivecrowns.game import Game, reshuffle_before
from fivecrowns.players.expert import costs
from fivecrowns.record import Header, replay_to_end
from fivecrowns.rules import ArrangementRule, Deal, LayOff, Rules, Ties
from fivecrowns.shuffler import SeededShuffler, Shuffle
from fivecrowns.terminal.commands import Command, Word, read_command
from fivecrowns.view import view
from tests.positions import actions, deck_order
from tests.terminal.driver import Terminal, records_in, save_game

NAMES = ("You", "Easy Emma", "Hard Hugo")


@contextmanager
def at_the_table(
    state: Path,
    *hands: str,
    then: str = "",
    turns: Sequence[str] = (),
    rules: Rules | None = None,
) -> Generator[Terminal]:
    """Go on with a saved game in which these hands were dealt and these turns played.

    The first hand is the person's, who begins; the last seat dealt.
    """
    cards = len(hands[0].split())
    deal = Deal(cards, Rank(cards))
    header = Header(rules or Rules((deal, deal)), NAMES[: len(hands)], len(hands) - 1)
    played = [action for turn in turns for action in actions(turn)]
    dealt = DealCards(Shuffle(deck_order(hands, then)))
    seats = [None, "easy", "hard"][: len(hands)]
    save_game(state, header, [dealt, *played], seats=seats)
    with Terminal("play", state=state) as terminal:
        terminal.read()
        yield terminal


def last_turn(state: Path, own: str, then: str, rules: Rules) -> AbstractContextManager[Terminal]:
    """The person's last turn: the opponent has gone out with three kings, and a run if it fits."""
    others = "KS KH KD" if len(own.split()) == 3 else "KS KH KD 9S 10S JS"
    return at_the_table(
        state,
        own,
        others,
        then=f"4S 4H 5D {then}",
        turns=["0 pile 4H", "1 pile out 5D"],
        rules=rules,
    )


def manual(cards: int, lay_off: LayOff = LayOff.NEVER) -> Rules:
    """A round of so many cards in which the player chooses the melds of the last turn."""
    deal = Deal(cards, Rank(8))
    return Rules((deal,), lay_off=lay_off, arrangement=ArrangementRule.MANUAL)


def lay_off(cards: int) -> Rules:
    """A round of so many cards in which cards can be laid off."""
    return Rules((Deal(cards, Rank(8)),), lay_off=LayOff.LAST_TURN)


def test_the_table_is_shown_in_words(tmp_path: Path) -> None:
    """Options, round, wilds, points, piles, and the own hand by meld with each wild's meaning."""
    with at_the_table(
        tmp_path, "8C 8H 6D JK 3D KS", "3S 4H 5S 7H 9S JC", "3S 4H 5S 7H 9S JC", then="9*"
    ) as table:
        said = table.type("y")
    assert said == (
        "y\n"
        "Rounds of 6, 6 cards. Type ? for help, r for the rules, q to save and leave.\n"
        "\n"
        "Round 1 of 2: 6 cards, sixes and jokers are wild.\n"
        "Hard Hugo dealt. First discard: 9★.\n"
        "Points so far: You 0, Easy Emma 0, Hard Hugo 0.\n"
        "The others hold 6 cards each. Draw pile: 97 cards. Top discard: 9★.\n"
        "\n"
        "Your hand, 6 cards:\n"
        "  book  8♥, 8♣, 6♦ as 8♠, JK as 8♦\n"
        "  rest  K♠, 3♦ (16 points)\n"
        "Draw: d from the pile, t for 9★ > "
    )


def test_what_the_others_did_is_told_in_a_line_each(tmp_path: Path) -> None:
    """Cards drawn from the pile are not named, those from the discards are."""
    with at_the_table(
        tmp_path, "3C 8H 9H", "4S 7H JC", "4H 10D QC", then="KC KD",
        turns=["0 pile KD", "1 discard JC", "2 pile QC"],
    ) as table:  # fmt: skip
        said = table.type("y")
    assert "\nEasy Emma took K♦ and threw J♣.\nHard Hugo drew from the pile and threw Q♣.\n" in said
    assert "You drew" not in said


def test_going_out_is_announced_with_its_discards(tmp_path: Path) -> None:
    """`o` with one of them goes out; other discards are refused with what would be left."""
    with at_the_table(tmp_path, "8C 8H 8S", "4S 7H JC", then="KC 8*") as table:
        assert "All your cards are in melds: draw, and you can go out." in table.type("y")
        assert "YOU CAN GO OUT. Type o 8s, o 8h, o 8c, o 8*." in table.type("d")
        assert "Say with which discard: o 8s, o 8h, o 8c or o 8*." in table.type("o")
        assert "K♣ is not in your hand." in table.type("o kc")
        said = table.type("o 8*")
    assert "You WENT OUT and threw 8★." in said
    assert "Round 1 of 2 is over. You went out." in said
    assert "You, 0 points: book 8♠, 8♥, 8♣." in said


def test_out_alone_is_enough_where_one_discard_goes_out(tmp_path: Path) -> None:
    """There is nothing to choose."""
    with at_the_table(tmp_path, "8C 8H 8S", "4S 7H JC", then="KC KD") as table:
        assert "You WENT OUT and threw K♦." in table.type("y", "d", "o")


def test_a_discard_that_goes_out_is_asked_about(tmp_path: Path) -> None:
    """Nobody misses going out by typing the card alone; going out stays optional (R6.5)."""
    with at_the_table(tmp_path, "8C 8H 8S", "4S 7H JC", then="KC KD") as table:
        asked = table.type("y", "d", "kd")
        assert "With K♦ as your discard you can go out. Go out? (y/n) > " in asked
        assert "You WENT OUT" in table.type("y")
    with at_the_table(tmp_path / "not", "8C 8H 8S", "4S 7H JC", then="KC KD") as table:
        said = table.type("y", "d", "kd", "n")
        assert "WENT OUT" not in said
        assert "Easy Emma" in said


def test_a_hand_whose_cards_all_meld_but_cannot_go_out_says_why(tmp_path: Path) -> None:
    """T18: all six cards fit, and five of them do not."""
    with at_the_table(tmp_path, "8C 8H 8* 9C 9H", "4S 7H JC 3D 6D", then="KC 9*") as table:
        said = table.type("y", "d")
        assert "YOU CAN GO OUT" not in said
        assert "All your cards are in melds, but one has to be discarded" in said
        assert "You cannot go out with 8♣: 8♥, 8★ would be in no meld." in table.type("o 8c")


def test_a_wild_is_discarded_only_after_a_question(tmp_path: Path) -> None:
    """No keeps it; yes discards it."""
    with at_the_table(tmp_path, "JK 8H 10S", "4S 7H JC", then="KC KD") as table:
        assert table.type("y", "d", "jk").endswith("JK is wild. Really discard it? (y/n) > ")
        assert "Please answer y for yes or n for no." in table.type("maybe")
        assert table.type("n").endswith("Discard a card, such as kd > ")
        assert "Easy Emma" in table.type("jk", "YES")


def test_a_hint_says_what_the_other_discards_would_cost(tmp_path: Path) -> None:
    """The best three of the others, with what `expert` expects them to cost."""
    with at_the_table(tmp_path, "9S 9H JC QD", "4S 6H 8D 10C", then="KD 7H") as terminal:
        said = " ".join(terminal.type("y", "d", "h").split())
    lines = records_in(tmp_path)[0].read_bytes().splitlines()
    best, *others = costs(view(replay_to_end(lines), 0))
    assert isinstance(best.action, Discard)
    assert f"Hint: discard {best.action.card.symbols} (" in said
    told = {match[0]: match[1] for match in re.findall(r"(\S+) \((\d+\.\d)\)", said)}
    assert told == {
        other.action.card.symbols: f"{other.points:.1f}"
        for other in others[:3]
        if isinstance(other.action, Discard) and other.points >= 0.25
    }


def test_wrong_input_gets_one_sentence_and_the_prompt_again(tmp_path: Path) -> None:
    """Nothing is lost: the hand is the same, and the game goes on."""
    answers = {
        "kh": "K♥ is not in your hand.",
        "8": "Which 8? A card is its rank and its suit, such as 8c.",
        "K": "Which K? A card is its rank and its suit, such as kc.",
        "10": "Which 10? A card is its rank and its suit, such as 10c.",
        "foo": "Expected a command or a card such as 8c, got 'foo'; ? shows them all.",
        "2c": "Expected a command or a card such as 8c, got '2c'; ? shows them all.",
        "8h 10s": "Expected one card to discard, got '8h 10s'.",
        "d": "You have drawn already; now discard a card.",
        "t": "You have drawn already; now discard a card.",
        "d 8h": "Expected d alone, got '8h' after it; a card alone discards it.",
        "o 8h 10s": "Expected one card after o, the discard to go out with, such as o 8c.",
        "o": "You cannot go out with this hand.",
        "o zz": "Expected a card such as 8c, 10* or jk, got 'zz'; ? shows how cards are typed.",
        "l 8h": "Nothing is laid off at this table; that is a house rule (--lay-off).",
        "l": "Expected a card and the number of a meld on the table, such as l 8c 1.",
        "m 8h 10s kd": "Melds stay in the hand until somebody goes out",
        "u": "A card that came from the pile has been seen, so it stays in your hand.",
        "s 3": "Expected 's' alone, got '3' after it.",
        "discard": "Expected one card after discard, such as 8c; the card alone does it, too.",
        "\x1b[A": "Expected a command or a card such as 8c, got '\\x1b[A'; ? shows them all.",
        "8" * 5000: "Expected a command or a card such as 8c, got '888",
    }
    with at_the_table(tmp_path, "9C 8H 10S", "4S 7H JC", then="KC KD", turns=["0 pile"]) as table:
        table.type("y")
        for typed, answer in answers.items():
            said = table.type(typed)
            assert answer in " ".join(said.split())
            assert said.endswith("\nDiscard a card, such as kd > ")
        assert "Your hand, 4 cards:" in table.type("")


def test_before_the_draw_cards_cannot_leave_the_hand(tmp_path: Path) -> None:
    """Discarding and going out wait for the draw."""
    with at_the_table(tmp_path, "8C 8H 8S", "4S 7H JC", then="KC KD") as table:
        table.type("y")
        for typed in ("8c", "o 8c"):
            assert "Draw first: d from the pile, or t for the top discard." in table.type(typed)
        assert "Your turn has only begun: the turns before it stand." in table.type("u")


def test_a_card_can_be_typed_in_several_ways() -> None:
    """Upper and lower case, symbols, a blank between rank and suit, the word."""
    eight = Command(Word.DISCARD, (Card.parse("8C"),))
    for typed in ("8c", "8C", "8♣", "8 c", " 8c ", "discard 8c", "throw 8♣"):
        assert read_command(typed) == eight


def test_identical_cards_are_interchangeable(tmp_path: Path) -> None:
    """Of two 8♣ one is discarded and one stays."""
    with at_the_table(tmp_path, "8C 8C 10S", "4S 7H JC", then="KC KD") as table:
        table.type("y")
        assert "rest  10♠, K♦, 8♣, 8♣ (39 points)" in table.type("d")
        assert "rest  10♠, K♦, 8♣ (31 points)" in table.type("8c")


def test_a_discard_just_taken_can_be_put_back(tmp_path: Path) -> None:
    """Everybody saw it; the record forgets that it was taken."""
    with at_the_table(tmp_path, "8C 8H 10S", "4S 7H JC", then="KC KD") as table:
        table.type("y")
        (path,) = records_in(tmp_path)
        before = path.read_bytes()
        assert "You took K♣." in table.type("t")
        assert path.read_bytes() != before
        said = table.type("u")
        assert "Undone: K♣ is on the discard pile again." in said
        assert "Your hand, 3 cards:" in said
        assert path.read_bytes() == before
        assert "You drew K♦ from the pile." in table.type("d")


def test_undo_works_after_the_game_was_left_and_taken_up_again(tmp_path: Path) -> None:
    """What can be undone is read from the record."""
    with at_the_table(
        tmp_path, "8C 8H 10S", "4S 7H JC", then="KC KD", turns=["0 discard"]
    ) as table:
        assert "You took K♣." in table.type("y")
        assert "Undone: K♣ is on the discard pile again." in table.type("u")


def test_a_hint_says_what_and_why_from_the_own_view(tmp_path: Path) -> None:
    """For the draw and for the discard, with what to type."""
    with at_the_table(tmp_path, "8C 8H 10S", "4S 7H JC", then="8S KD") as table:
        table.type("y")
        assert "Hint: take the discard (t). With 8♠ every card" in table.type("h")
        table.type("t")
        said = table.type("h")
        assert "Hint: go out, discarding 10♠ (o 10s). Every other card is in a meld." in said


def test_scores_rules_and_help_leave_the_turn_as_it_is(tmp_path: Path) -> None:
    """Each fits a screen of 24 lines."""
    with at_the_table(tmp_path, "8C 8H 10S", "4S 7H JC", then="8S KD") as table:
        table.type("y")
        scores, rules, help_ = table.type("s"), table.type("r"), table.type("?")
        for said in (scores, rules, help_):
            assert len(said.splitlines()) <= 24
            assert said.endswith("Draw: d from the pile, t for 8♠ > ")
    assert "Cards       3   3  Total" in scores
    assert "Jokers are always wild." in rules
    assert "s spades ♠, h hearts ♥, d diamonds ♦, c clubs ♣, * stars ★." in help_


def test_the_last_turn_is_announced_with_the_melds_on_the_table(tmp_path: Path) -> None:
    """Who went out, with what, and what it means."""
    rules = Rules((Deal(3, Rank(8)),))
    with last_turn(tmp_path, "4D 4C 9S", "10H QH", rules) as table:
        said = " ".join(table.type("y").split())
        assert (
            "Easy Emma drew from the pile, WENT OUT and threw 5♦. LAST TURN: Easy Emma went out. "
            "This is your last turn; after it the cards left over count. "
            "Easy Emma: book K♠, K♥, K♦ "
        ) in said
        table.type("d")
        assert "Easy Emma is out already" in table.type("o 10h")
        table.type("9s")
        table.end()
    assert "You laid down nothing and threw 9♠.\n" in table.said
    assert "You, 18 points: left over 10♥, 4♦, 4♣." in table.said


def test_best_melds_are_laid_down_by_themselves(tmp_path: Path) -> None:
    """On the last turn the player only discards; choosing melds is for --manual."""
    rules = Rules((Deal(3, Rank(8)),))
    with last_turn(tmp_path, "4D 4C 9S", "8H QH", rules) as table:
        table.type("y", "d")
        assert "Your melds are found for you: a card alone discards it." in table.type("m 4d 4c 8h")
        table.type("9s")
    assert "You, 0 points: book 4♦, 4♣, 8♥ as 4♠." in table.said


def test_under_manual_the_player_chooses_the_melds(tmp_path: Path) -> None:
    """What is not chosen counts, and the hand is shown by suit, not by meld."""
    with last_turn(tmp_path, "4D 4C 3H 3S 3D QS", "8H QH", manual(6)) as table:
        assert "  spades   3♠, Q♠\n" in table.type("y")
        table.type("d")
        chosen = table.type("m 4d 4c 8h")
        assert "Chosen: book 4♦, 4♣, 8♥ as 4♠." in chosen
        assert "  meld     4♦, 4♣, 8♥\n  spades   3♠, Q♠\n" in chosen
        assert "4♦ is in a meld that you chose; u takes it back." in table.type("4d")
        table.type("qs")
    assert "You, 9 points: book 4♦, 4♣, 8♥ as 4♠; left over 3♠, 3♥, 3♦." in table.said
    assert '"melds":[["4D","4C","8H"]]' in records_in(tmp_path)[0].read_text("utf-8")


def test_under_manual_nothing_finds_melds_or_tells_that_one_can_go_out(tmp_path: Path) -> None:
    """Only what the player put together goes out; trying does not tell, nor does a hint."""
    with at_the_table(
        tmp_path, "9C 9H 9S", "4S 7H JC", then="QC KD", rules=manual(3), turns=["0 pile"]
    ) as table:
        shown = table.type("y")
        assert "  hearts   9♥\n" in shown
        assert "no hints." in table.type("h")
        assert "\nh  " not in table.type("?")
        for way in ("o", "o kd", "o 9s"):
            refused = " ".join(table.type(way).split())
            assert "To go out, put every card but one into a meld that you choose" in refused
        assert "can go out" not in table.said.lower()
        assert "YOU CAN GO OUT. Type o kd." in table.type("m 9c 9h 9s")
        assert "9♣ is in a meld that you chose; u takes it back." in table.type("o 9c")
        assert "With K♦ as your discard you can go out." in table.type("kd")
        assert "You WENT OUT and threw K♦." in table.type("y")
    assert '"out":"KD","melds":[["9C","9H","9S"]]' in records_in(tmp_path)[0].read_text("utf-8")


def test_under_manual_a_discard_passes_going_out_by_without_a_word(tmp_path: Path) -> None:
    """A question whether to go out would tell that one can."""
    with at_the_table(
        tmp_path, "9C 9H 9S", "4S 7H JC", then="QC KD", rules=manual(3), turns=["0 pile"]
    ) as table:
        assert "go out?" not in table.type("y", "kd").lower()
    assert '"discard":"KD"' in records_in(tmp_path)[0].read_text("utf-8")


def test_under_manual_an_illegal_meld_is_refused_with_the_reason(tmp_path: Path) -> None:
    """And changes nothing."""
    with last_turn(tmp_path, "4D 4C 3H 3S 3D QS", "8H QH", manual(6)) as table:
        table.type("y")
        assert "Draw first" in table.type("m 3h 3s 3d")
        table.type("d")
        assert "Expected at least 3 cards in a meld, got 2." in table.type("m 4d 4c")
        assert "one rank (a book) or one suit (a run)" in table.type("m 4d 4c 3h")
        assert "Say which cards, such as m 8c 8h 8s." in table.type("m")
        assert "4♠ is not in your hand." in table.type("m 4d 4c 4s")
        assert "4♦ is in your hand only once." in table.type("m 4d 4d 4c")
        assert "got 3♠ 3♥ 4♦." in table.type("m 4d 3h 3s")
        table.type("m 3h 3s 3d")
        assert "3♦ is in a meld that you chose; u takes it back." in table.type("m 4d 4c 3d")
        assert "Undone: 3♥, 3♠, 3♦ are no chosen meld any more." in table.type("u")


def test_the_prompt_of_a_last_turn_names_all_that_can_be_done(tmp_path: Path) -> None:
    """Melds are only the player's business under --manual, laying off is one under --lay-off."""
    hand = "4D 4C KC"
    for name, rules, prompt in (
        ("best", Rules((Deal(3, Rank(8)),)), "Discard a card, such as 9h"),
        ("lay off", lay_off(3), "Lay off (l) or discard a card, such as 9h"),
        ("manual", manual(3), "Meld (m) or discard a card, such as 9h"),
        (
            "both",
            manual(3, LayOff.LAST_TURN),
            "Meld (m), lay off (l) or discard a card, such as 9h",
        ),
    ):
        with last_turn(tmp_path / name, hand, "9H QH", rules) as table:
            assert table.type("y", "d").endswith(f"\n{prompt} > "), name


def test_the_example_of_a_discard_is_no_card_of_use(tmp_path: Path) -> None:
    """No wild, no card of a meld, whatever came last; where all are of use, a natural card."""
    for name, hand, drawn, example in (
        ("in a meld", "8C 8H QS", "8S", "qs"),
        ("a wild", "8C 8H QS", "JK", "qs"),
        ("all of use", "8C 8H 8S", "JK", "8s"),
        ("only wilds", "3C 3H JK", "JK", "jk"),
    ):
        with at_the_table(tmp_path / name, hand, "4S 7H JC", then=f"KC {drawn}") as table:
            assert table.type("y", "d").endswith(f"\nDiscard a card, such as {example} > "), name
    with last_turn(tmp_path, "4D 4C 3H 3S 3D QS", "8H QH", manual(6)) as table:
        assert table.type("y", "d", "m 4d 4c 8h").endswith("discard a card, such as qs > ")


def test_cards_are_laid_off_on_numbered_melds(tmp_path: Path) -> None:
    """House rule H2: each card on a meld it fits, undone while the turn lasts."""
    with last_turn(tmp_path, "4D 4C KC", "9H QH", lay_off(3)) as table:
        assert "  Easy Emma: meld 1, book K♠, K♥, K♦\n" in table.type("y")
        assert "Draw first" in table.type("l kc")
        table.type("d")
        assert "No meld on the table takes 9♥." in table.type("l 9h")
        assert "There is no meld 7 on the table." in table.type("l kc 7")
        assert "need" in table.type("l 9h 1") or "Expected" in table.said
        assert "You laid off K♣ on Easy Emma's book." in table.type("l kc")
        assert "Undone: K♣ is in your hand again." in table.type("u")
        assert "You laid off K♣ on Easy Emma's book." in table.type("l kc 1")
        table.type("9h")
    assert "You, 8 points: left over 4♦, 4♣." in table.said


def test_a_card_that_fits_two_melds_needs_the_number(tmp_path: Path) -> None:
    """A wild fits everywhere."""
    with last_turn(tmp_path, "4D 4C 3H 5S 3D JK", "QH QC", lay_off(6)) as table:
        table.type("y", "d")
        assert "JK fits melds 1 and 2: say which, such as l jk 1." in table.type("l jk")
        assert "You laid off JK on Easy Emma's run." in table.type("l jk 2")


def test_laying_off_waits_for_the_last_turn(tmp_path: Path) -> None:
    """Before somebody is out there is nothing on the table."""
    with at_the_table(
        tmp_path, "8C 8H 10S", "4S 7H JC", then="KC KD", rules=lay_off(3), turns=["0 pile"]
    ) as table:
        table.type("y")
        assert "Cards are laid off on the last turn, when somebody is out." in table.type("l kd")


def test_after_a_reshuffle_only_the_pile_can_be_drawn_from(tmp_path: Path) -> None:
    """A process killed between the reshuffle and the draw leaves such a record (R10.1)."""
    rules = Rules((Deal(3, Rank(8)),))
    game = Game(rules, 2, 1)
    played: list[DealCards | Draw | Discard | Reshuffle] = []

    def do(action: DealCards | Draw | Discard | Reshuffle) -> None:
        nonlocal game
        game, _ = game.apply(action)
        played.append(action)

    do(DealCards(Shuffle(deck_order(["4S 6H 10D", "5S 7H JD"]))))
    while game.round is not None and game.round.draw_pile:
        assert game.turn is not None
        drawn = game.round.draw_pile[0]
        do(Draw(game.turn, Source.PILE))
        do(Discard(game.turn, drawn))
    if game.turn == 1:
        assert game.round is not None
        top = game.round.discard_pile[0]
        do(Draw(1, Source.DISCARD))
        do(Discard(1, top))
    reshuffle = reshuffle_before(game, Draw(0, Source.PILE), SeededShuffler(1))
    assert reshuffle is not None
    header = Header(rules, NAMES[:2], 1)
    save_game(tmp_path / "before", header, played, seats=[None, "easy"])
    with Terminal("play", state=tmp_path / "before") as table:
        table.read()
        assert "Draw pile: empty." in table.type("y")
        said = table.type("d")
        assert "The draw pile was empty: all discards but the top one were shuffled" in said
    save_game(tmp_path / "after", header, [*played, reshuffle], seats=[None, "easy"])
    with Terminal("play", state=tmp_path / "after") as table:
        table.read()
        assert table.type("y").endswith("Draw with d (? for help) > ")
        assert "The discards were just shuffled to be drawn from: type d." in table.type("t")
        assert "You drew" in table.type("d")


def test_tied_players_may_play_a_round_or_share(tmp_path: Path) -> None:
    """Under --tiebreak the table is asked before each further round (R9.3)."""
    rules = Rules((Deal(3, Rank(3)),), ties=Ties.TIEBREAK)
    hands, then = ("8C 8H 8S", "9S 9H 9D"), "4S KH KD"
    turns = ["0 pile out KH", "1 pile KD"]
    with at_the_table(tmp_path / "share", *hands, then=then, turns=turns, rules=rules) as table:
        said = " ".join(table.type("y").split())
        assert "You and Easy Emma are tied. A tie-break round can decide: 6 cards, sixes" in said
        assert "Please press Enter alone, type share" in table.type("what")
        assert "The game is over. You and Easy Emma share the victory." in table.type("share")
    with at_the_table(tmp_path / "play", *hands, then=then, turns=turns, rules=rules) as table:
        table.type("y")
        assert "Tie-break round: 6 cards, sixes and jokers are wild." in table.type("")
