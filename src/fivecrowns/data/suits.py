"""How the five suits look: a shape each, and a colour on light and on dark cards.

Shapes are SVG paths in a square of 24 units. Of the colours any two differ by at least ΔE00 17 for
normal, protan, deutan and tritan sight, and each has a contrast of at least 4.5 on its card; the
shape and the letter carry the meaning all the same.
"""

from __future__ import annotations

from typing import Final

from fivecrowns.cards import Suit

SHAPES: Final = {
    Suit.SPADES: (
        "M12 1.5c4.6 5 9.2 7.7 9.2 12a4.5 4.5 0 0 1-7.8 3.1c.1 2.4.9 4.3 2.6 5.9H8c1.7-1.6 2.5-3.5"
        " 2.6-5.9a4.5 4.5 0 0 1-7.8-3.1c0-4.3 4.6-7 9.2-12z"
    ),
    Suit.HEARTS: (
        "M12 21.8C5.4 16.4 1.8 12.6 1.8 8.4a5.4 5.4 0 0 1 10.2-2.5 5.4 5.4 0 0 1 10.2 2.5c0 4.2-3.6"
        " 8-10.2 13.4z"
    ),
    Suit.DIAMONDS: "M12 1.2 20.2 12 12 22.8 3.8 12z",
    Suit.CLUBS: (
        "M12 1.6a4.7 4.7 0 0 1 3.9 7.3 4.7 4.7 0 1 1-2.5 7.6c.1 2.4.9 4.4 2.6 6H8c1.7-1.6 2.5-3.6"
        " 2.6-6a4.7 4.7 0 1 1-2.5-7.6A4.7 4.7 0 0 1 12 1.6z"
    ),
    Suit.STARS: ("M12 1.2l3.1 7.2 7.8.7-5.9 5.2 1.8 7.7-6.8-4.1-6.8 4.1L7 14.3 1.1 9.1l7.8-.7z"),
}

LIGHT: Final = {
    Suit.SPADES: "#16181d",
    Suit.HEARTS: "#90141d",
    Suit.DIAMONDS: "#16239f",
    Suit.CLUBS: "#12685c",
    Suit.STARS: "#a26b05",
}
"""Colours on a white card."""

DARK: Final = {
    Suit.SPADES: "#f4f4f6",
    Suit.HEARTS: "#f95b72",
    Suit.DIAMONDS: "#7996ee",
    Suit.CLUBS: "#a2fbb3",
    Suit.STARS: "#f3b02a",
}
"""Colours on a card of #20242c."""
