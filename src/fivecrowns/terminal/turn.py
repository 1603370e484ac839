"""A person's turn: it reads commands until the turn has passed on."""

from __future__ import annotations

from collections import Counter
from typing import Final

from fivecrowns.actions import Discard, Draw, GoOut, IllegalAction, LayOffCard, Source
from fivecrowns.cards import Card, without
from fivecrowns.events import Event, LaidDown, RoundEnded
from fivecrowns.melds import MeldError, arrange, lay_down
from fivecrowns.players import Decision, make_player, sentence
from fivecrowns.round import Phase
from fivecrowns.rules import ArrangementRule, LayOff, is_wild
from fivecrowns.terminal.commands import Command, InputError, Leave, Word, read_command
from fivecrowns.terminal.help import command_help, rules_in_short
from fivecrowns.terminal.screen import Screen, joined, keys
from fivecrowns.terminal.session import Session
from fivecrowns.terminal.sheet import score_sheet
from fivecrowns.terminal.showing import not_chosen, show_hand, show_turn, table_melds, ways_out
from fivecrowns.terminal.telling import tell
from fivecrowns.terminal.words import capital, join, round_title, some
from fivecrowns.view import View, lay_offs


class GiveUp(Exception):  # noqa: N818 - nothing is wrong
    """The player ends the game before its end."""


class Turn:
    """One turn of a person, from the draw to the discard."""

    def __init__(self, screen: Screen, session: Session, seat: int) -> None:
        self._screen: Final = screen
        self._notation: Final = screen.notation
        self._session: Final = session
        self._seat: Final = seat
        self._chosen: list[tuple[Card, ...]] = []

    def play(self) -> None:
        """Play the turn to its end.

        Raises:
            Leave: the player wants to stop.
            GiveUp: the game ends here.
            EOFError: there are no more answers.
        """
        self._show()
        while self._session.game.turn == self._seat:
            typed = self._screen.ask(self._prompt())
            try:
                self._do(read_command(typed))
            except InputError as error:
                self._screen.say(str(error))
            except (IllegalAction, MeldError) as error:
                self._screen.say(_as_sentence(self._notation.text(str(error))))

    @property
    def _view(self) -> View:
        return self._session.view(self._seat)

    @property
    def _manual(self) -> bool:
        """Whether people find their own melds here, without help (R7.5)."""
        return self._session.game.rules.arrangement is ArrangementRule.MANUAL

    def _prompt(self) -> str:
        view = self._view
        if view.phase is Phase.DRAW:
            if view.must_draw_pile or view.upcard is None:
                return "Draw with d (? for help)"
            return f"Draw: d from the pile, t for {self._notation.card(view.upcard)}"
        ways: list[str] = []
        if self._manual:
            ways.append("meld (m)")
        if view.out is not None and view.rules.lay_off is LayOff.LAST_TURN:
            ways.append("lay off (l)")
        ways.append(f"discard a card, such as {keys(self._example(view))}")
        return capital(join(ways, "or"))

    def _example(self, view: View) -> Card:
        """A card to discard as an example: the last that came of those that are of least use."""
        free = not_chosen(view.hand, self._chosen)
        plain = [card for card in free if not is_wild(card, view.deal.wild)]
        if not self._manual:
            left = arrange(view.hand, view.deal.wild, view.rules.naturals).left
            plain = [card for card in plain if card in left] or plain
        return (plain or free)[-1]

    def _do(self, command: Command) -> None:
        match command.word:
            case Word.SHOW:
                self._show()
            case Word.DRAW:
                self._draw(Source.PILE)
            case Word.TAKE:
                self._draw(Source.DISCARD)
            case Word.DISCARD:
                self._discard(command.cards[0])
            case Word.OUT:
                self._go_out(command.cards)
            case Word.LAY_OFF:
                self._lay_off(command.cards[0], command.number)
            case Word.MELD:
                self._choose(command.cards)
            case Word.UNDO:
                self._undo()
            case Word.GIVE_UP:
                if self._screen.ask_yes_no("Give up? The game ends here, for everybody."):
                    raise GiveUp
            case Word.QUIT:
                raise Leave
            case Word.HINT | Word.SCORES | Word.RULES | Word.HELP:
                self._tell_about(command.word)

    def _show(self) -> None:
        game, names = self._session.game, self._session.names
        self._screen.say()
        title = round_title(game, len(game.results))
        show_turn(self._screen, title, names, self._view, self._session.since(self._seat))
        self._show_hand()

    def _show_hand(self) -> None:
        show_hand(self._screen, self._session.names, self._view, self._chosen)

    def _tell_about(self, word: Word) -> None:
        rules = self._session.game.rules
        match word:
            case Word.HINT:
                self._hint()
            case Word.SCORES:
                for line in score_sheet(
                    self._session.names, self._session.game, self._screen.width
                ):
                    self._screen.show(line)
            case Word.RULES:
                for line in rules_in_short(rules):
                    self._screen.say(line, hang=2)
            case _:
                for line in command_help(rules, self._notation):
                    self._screen.say(line, hang=2)

    def _draw(self, source: Source) -> None:
        view = self._view
        if view.phase is not Phase.DRAW:
            raise InputError("You have drawn already; now discard a card.")
        if source is Source.DISCARD and view.must_draw_pile:
            raise InputError("The discards were just shuffled to be drawn from: type d.")
        self._tell(self._session.act(Draw(self._seat, source)))
        self._show_hand()

    def _discard(self, card: Card) -> None:
        view = self._view
        self._check_held(view, card)
        if view.out is None and card in self._going_out(view):
            held = self._notation.card(card)
            if self._screen.ask_yes_no(f"With {held} as your discard you can go out. Go out?"):
                self._go_out((card,))
                return
        if not self._may_go(view, card):
            return
        lays_down = view.out is not None and self._manual
        events = self._session.act(
            Discard(self._seat, card, tuple(self._chosen) if lays_down else None)
        )
        if view.out is not None:
            self._tell(events)
            self._tell_left_over(view, card, events)

    def _go_out(self, cards: tuple[Card, ...]) -> None:
        view = self._view
        if view.phase is Phase.DRAW:
            raise InputError("Draw first: d from the pile, or t for the top discard.")
        if view.out is not None:
            raise InputError(
                f"{self._session.names[view.out]} is out already: a card alone discards it and "
                "lays down your melds."
            )
        possible = self._going_out(view)
        if self._manual and not possible:
            raise InputError(
                "To go out, put every card but one into a meld that you choose, such as "
                "m 8c 8h 8s; then o goes out."
            )
        if not cards and len(possible) == 1:
            cards = possible
        if not cards:
            ways = join([f"o {keys(card)}" for card in possible], "or")
            raise InputError(
                f"Say with which discard: {ways}." if ways else "You cannot go out with this hand."
            )
        card = cards[0]
        self._check_held(view, card)
        if card not in possible:
            # Never at a table of own melds: there the only card in no meld is the one possible.
            kept = without(view.hand, card)
            left = arrange(kept, view.deal.wild, view.rules.naturals).left
            raise InputError(
                f"You cannot go out with {self._notation.card(card)}: "
                f"{self._notation.cards(left)} would be in no meld."
            )
        if self._may_go(view, card):
            melds = tuple(self._chosen) if self._manual else None
            self._tell(self._session.act(GoOut(self._seat, card, melds)))

    def _going_out(self, view: View) -> tuple[Card, ...]:
        """The discards with which the player can go out, as far as this table tells."""
        return ways_out(view, self._chosen)

    def _check_held(self, view: View, card: Card) -> None:
        """Check that a card can be discarded or laid off now."""
        if view.phase is Phase.DRAW:
            raise InputError("Draw first: d from the pile, or t for the top discard.")
        if card not in view.hand:
            raise InputError(f"{self._notation.card(card)} is not in your hand.")
        if card not in not_chosen(view.hand, self._chosen):
            raise InputError(
                f"{self._notation.card(card)} is in a meld that you chose; u takes it back."
            )

    def _may_go(self, view: View, card: Card) -> bool:
        """Ask before a wild is discarded."""
        if not is_wild(card, view.deal.wild):
            return True
        held = self._notation.card(card)
        return self._screen.ask_yes_no(f"{held} is wild. Really discard it?")

    def _lay_off(self, card: Card, number: int | None) -> None:
        view = self._view
        if view.rules.lay_off is LayOff.NEVER:
            raise InputError("Nothing is laid off at this table; that is a house rule (--lay-off).")
        if view.out is None:
            raise InputError("Cards are laid off on the last turn, when somebody is out.")
        self._check_held(view, card)
        places = {(placed.seat, placed.index): placed.number for placed in table_melds(view)}
        fitting = [
            places[action.on_seat, action.meld] for action in lay_offs(view) if action.card is card
        ]
        named = self._notation.card(card)
        if number is None:
            if not fitting:
                raise InputError(f"No meld on the table takes {named}.")
            if len(fitting) > 1:
                melds = join([str(number) for number in fitting])
                raise InputError(
                    f"{named} fits melds {melds}: say which, such as l {keys(card)} {fitting[0]}."
                )
            number = fitting[0]
        on = next((place for place, other in places.items() if other == number), None)
        if on is None:
            raise InputError(f"There is no meld {number} on the table.")
        self._tell(self._session.act(LayOffCard(self._seat, card, *on)))
        self._show_hand()

    def _choose(self, cards: tuple[Card, ...]) -> None:
        """Choose a meld, to go out with or for the last turn."""
        view = self._view
        if not self._manual:
            raise InputError(
                "Melds stay in the hand until somebody goes out; o and a card goes out with all."
                if view.out is None
                else "Your melds are found for you: a card alone discards it."
            )
        if view.phase is Phase.DRAW:
            raise InputError("Draw first: d from the pile, or t for the top discard.")
        if not cards:
            raise InputError("Say which cards, such as m 8c 8h 8s.")
        typed = Counter(cards)
        free = Counter(not_chosen(view.hand, self._chosen))
        for card in typed - free:
            self._check_held(view, card)
            raise InputError(
                f"{self._notation.card(card)} is in your hand only {_times(free[card])}."
            )
        melds = [*self._chosen, cards]
        arrangement = lay_down(view.hand, melds, view.deal.wild, view.rules.naturals)
        if not arrangement.left:
            raise InputError("One card has to stay in the hand, to be discarded.")
        self._chosen = melds
        self._screen.say(f"Chosen: {self._notation.meld(arrangement.melds[-1])}.")
        self._show_hand()

    def _undo(self) -> None:
        if self._chosen:
            cards = self._chosen.pop()
            self._screen.say(f"Undone: {self._notation.cards(cards)} are no chosen meld any more.")
        else:
            view = self._view
            card = self._session.undo()
            if card is None:
                raise InputError(
                    "Your turn has only begun: the turns before it stand."
                    if view.phase is Phase.DRAW
                    else "A card that came from the pile has been seen, so it stays in your hand."
                )
            drawn_again = self._view.phase is Phase.DRAW
            where = "on the discard pile" if drawn_again else "in your hand"
            self._screen.say(f"Undone: {self._notation.card(card)} is {where} again.")
        self._show_hand()

    def _hint(self) -> None:
        if self._manual:
            raise InputError("Here everybody finds their own melds, so there are no hints.")
        decision = make_player("expert").decide(self._view)
        reason = sentence(decision.reason, symbols=self._notation.symbols)
        reason = reason.replace(" (", joined(" ("))
        self._screen.say(f"Hint: {self._advice(decision)} {reason}", hang=2)

    def _advice(self, decision: Decision) -> str:
        named = self._notation.card
        match decision.action:
            case Draw(source=Source.PILE):
                return "draw from the pile (d)."
            case Draw():
                return "take the discard (t)."
            case GoOut(card=card):
                return f"go out, discarding {named(card)} (o {keys(card)})."
            case Discard(card=card, melds=melds):
                chosen = [f"m {' '.join(map(keys, meld))}" for meld in melds or ()]
                lay = f"type {join(chosen)}, then " if chosen else ""
                return f"{lay}discard {named(card)} ({keys(card)})."
            case LayOffCard(card=card, on_seat=seat, meld=index):
                number = next(
                    placed.number
                    for placed in table_melds(self._view)
                    if (placed.seat, placed.index) == (seat, index)
                )
                return f"lay off {named(card)} on meld {number} (l {keys(card)} {number})."

    def _tell(self, events: tuple[Event, ...]) -> None:
        for told in tell(events, self._session.names, self._notation):
            self._screen.say(told, hang=2)

    def _tell_left_over(self, before: View, card: Card, events: tuple[Event, ...]) -> None:
        """Say what a last turn costs."""
        if any(isinstance(event, RoundEnded) for event in events):
            return  # all hands are shown next
        melds = [meld for event in events if isinstance(event, LaidDown) for meld in event.melds]
        for meld in melds:
            self._screen.say(f"  {self._notation.meld(meld)}", hang=4)
        kept, laid_down = without(before.hand, card), [meld.cards for meld in melds]
        arrangement = lay_down(kept, laid_down, before.deal.wild, before.rules.naturals)
        left = self._notation.cards(arrangement.left) or "nothing"
        self._screen.say(f"  left over {left}: {some(arrangement.points, 'point')}", hang=4)


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"


def _as_sentence(message: str) -> str:
    return capital(message).rstrip(".") + "."
