"""Five Crowns: the card game's rules, exact lay-down search, players and records.

>>> from fivecrowns import Rank, arrange, parse_cards
>>> arrange(parse_cards("5* 6* 7H JK 8H"), Rank.SEVEN).points
8

The names here are the game's. Beside them are the modules `record` and `solitaire` (with records
of their own), `simulate`, and what people play through: `terminal` and `cli`.
"""

from fivecrowns.actions import (
    AcceptTie,
    Action,
    DealCards,
    Discard,
    Draw,
    GoOut,
    IllegalAction,
    LayOffCard,
    PlayerAction,
    Reshuffle,
    Source,
    Stall,
)
from fivecrowns.cards import (
    JOKER,
    KINDS,
    Card,
    CardCountError,
    NotationError,
    Rank,
    Suit,
    deck,
    format_cards,
    parse_cards,
)
from fivecrowns.errors import FiveCrownsError
from fivecrowns.events import Event, RoundResult
from fivecrowns.game import Game, deal, play
from fivecrowns.melds import (
    Arrangement,
    BestDiscard,
    Meld,
    MeldError,
    MeldKind,
    arrange,
    best_discard,
    fewest_points,
    fewest_points_of_many,
    going_out_discards,
    lay_down,
    outs,
    read_meld,
)
from fivecrowns.players import PLAYERS, Decision, Player, Reason, make_player, sentence
from fivecrowns.round import Phase, Round
from fivecrowns.rules import (
    SCHEDULES,
    ArrangementRule,
    Deal,
    LayOff,
    Rules,
    RulesError,
    Ties,
    is_wild,
    points,
    random_schedule,
)
from fivecrowns.shuffler import (
    GivenShuffler,
    SeededShuffler,
    Shuffle,
    Shuffler,
    SystemShuffler,
    commitment,
)
from fivecrowns.view import View, legal_actions, redact

__all__ = [
    "JOKER",
    "KINDS",
    "PLAYERS",
    "SCHEDULES",
    "AcceptTie",
    "Action",
    "Arrangement",
    "ArrangementRule",
    "BestDiscard",
    "Card",
    "CardCountError",
    "Deal",
    "DealCards",
    "Decision",
    "Discard",
    "Draw",
    "Event",
    "FiveCrownsError",
    "Game",
    "GivenShuffler",
    "GoOut",
    "IllegalAction",
    "LayOff",
    "LayOffCard",
    "Meld",
    "MeldError",
    "MeldKind",
    "NotationError",
    "Phase",
    "Player",
    "PlayerAction",
    "Rank",
    "Reason",
    "Reshuffle",
    "Round",
    "RoundResult",
    "Rules",
    "RulesError",
    "SeededShuffler",
    "Shuffle",
    "Shuffler",
    "Source",
    "Stall",
    "Suit",
    "SystemShuffler",
    "Ties",
    "View",
    "arrange",
    "best_discard",
    "commitment",
    "deal",
    "deck",
    "fewest_points",
    "fewest_points_of_many",
    "format_cards",
    "going_out_discards",
    "is_wild",
    "lay_down",
    "legal_actions",
    "make_player",
    "outs",
    "parse_cards",
    "play",
    "points",
    "random_schedule",
    "read_meld",
    "redact",
    "sentence",
]
