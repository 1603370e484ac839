/** The texts of the solitaire, which are loaded with it. */
export const en = {
  title: "Solitaire",
  about:
    "Eleven open piles of 3 to 13 cards, 28 cards to turn over. Add each card to a pile and discard one card of that pile. A pile whose cards are all in melds closes. Close all eleven.",
  "about.wild":
    "In each pile jokers are wild, and the rank with its number: sevens in the pile of 7, kings in the pile of 13.",
  "about.away": "Discards do not come back.",

  // deals
  "deal.number": "Deal {number}",
  "deal.day": "Deal of {date}",
  "deal.new": "New deal",
  "deal.today": "Deal of the day",
  "deal.again": "The same deal again",
  "deal.choose": "Deal by number",
  "deal.field": "Number",
  "deal.note": "The same number gives everybody the same cards, also at the terminal.",
  "deal.bad": "Expected a whole number of at most 18 digits.",
  "deal.play": "Deal",
  "deal.leave": "The game that is going on will be given up and counts as lost. Go on?",

  // the game
  drawn: "Turned over",
  left: { one: "{n} more to come", other: "{n} more to come" },
  closed: { one: "{n} of 11 piles closed", other: "{n} of 11 piles closed" },
  "closed.which": "Closed: {piles}",
  "closed.none": "No pile is closed yet",
  piles: "Open piles",
  pile: "Pile of {size}",
  "pile.left": { one: "{n} point left", other: "{n} points left" },
  "pile.loose": "left over",
  throw: "Discard",
  "throw.wild": "{card} is wild in an open pile. Really discard it?",
  "throw.yes": "Discard it",
  keep: "Keep it",
  hint: "Hint",
  undo: "Undo",
  undone: { one: "{n} turn undone", other: "{n} turns undone" },
  "undo.ask":
    "You have seen the next card. If you take the turn back, this game counts apart in the statistics.",
  "undo.yes": "Take it back",
  lost: "This game cannot be won: the open piles need more cards than are to come.",

  // a pile
  "into.title": "{card} into the pile of {size}",
  "into.how": "Tap the card to discard.",
  "into.closes": "Closes the pile",
  "into.leaves": {
    one: "Leaves {n} point, {before} before",
    other: "Leaves {n} points, {before} before",
  },
  "into.wild": "{card} is wild here.",
  "into.do": "Discard {card}",

  // the hint
  "hint.closes": "{card} into the pile of {pile}, {discard} out: it closes.",
  "hint.planned":
    "{card} into the pile of {pile}, {discard} out: it then waits for {cards}, still to come.",
  "hint.lowers":
    "{card} into the pile of {pile}, {discard} out: {after} points left there instead of {before}.",
  "hint.throws_away": "No open pile needs {card}: discard it.",
  "hint.all": "With the cards to come all open piles can be closed.",

  // what happened, for those who listen
  "say.played": "{card} into the pile of {pile}, {discard} out.",
  "say.thrown": "{card} discarded.",
  "say.closed": "The pile of {pile} is closed.",
  "say.back": "Taken back: {card} is in the pile of {pile} again.",
  "say.backThrown": "Taken back: {card} has not been discarded.",
  "say.turned": "Turned over: {card}.",

  // the end
  won: "You won!",
  "won.turns": {
    one: "All eleven piles closed in {n} turn.",
    other: "All eleven piles closed in {n} turns.",
  },
  over: "The game is over",
  givenUp: "You gave up",
  "over.left": { one: "{n} point left over.", other: "{n} points left over." },
  "over.apart": "A turn was taken back, so this game counts apart.",
  open: "Still open",

  // statistics
  statistics: "Statistics",
  "statistics.none": "No game has been finished yet.",
  "statistics.fair": "Games",
  "statistics.undone": "Apart: a turn was taken back",
  "statistics.again": "Apart: the deal had been played before",
  "statistics.games": "Finished",
  "statistics.won": "Won",
  "statistics.closed": "Piles closed on average",

  giveUp: "Give up",
  "giveUp.ask": "Give up? The game counts as lost.",
  "giveUp.no": "Play on",
  record: "Save the record",
  "record.note": "A text file that fivecrowns replay and fivecrowns verify read.",
  how: "How it is played",
  go: "Go on",
  "keep.not": "This browser lets this page keep nothing: the game ends with the page.",
} as const;
