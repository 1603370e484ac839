import type { RuleBook } from "./types.ts";

/** The rules in English, in our own words. */
export const rules: RuleBook = {
  goal: {
    title: "What it is about",
    text: [
      "Every round you try to get all your cards into melds: books and runs. What you cannot meld costs points. After the last round the lowest total wins.",
    ],
  },
  cards: {
    title: "The cards",
    text: [
      "There are five suits: spades, hearts, diamonds, clubs and stars. Each has the ranks 3 to 10, jack, queen and king; there is no ace and no 2. Every card exists twice. With six jokers that makes {set} cards.",
    ],
  },
  rounds: {
    title: "The rounds",
    text: [
      "The first round is played with 3 cards in hand, the second with 4, and so on up to 13: eleven rounds. The dealer changes every round, clockwise, and the player after the dealer begins.",
      "The number of cards dealt says which rank is wild: with 3 cards the threes, with 11 the jacks, with 12 the queens, with 13 the kings.",
    ],
  },
  turn: {
    title: "Your turn",
    text: [
      "Draw one card: the top card of the draw pile, or the top card of the discard pile. Then discard one card, whichever you like, even the one you just took.",
      "Melds stay in your hand until somebody goes out.",
    ],
  },
  melds: {
    title: "Books and runs",
    text: [
      "A book is three or more cards of one rank, in any suits; the same card may be in it twice.",
      "A run is three or more cards of one suit in a row, between 3 and king. It does not go round the corner.",
      "A card belongs to one meld only.",
    ],
  },
  wilds: {
    title: "Wilds",
    text: [
      "Jokers and all cards of the round's rank are wild: each can stand for any card. A meld may hold any number of wilds, even nothing else, and several may lie side by side in a run.",
      "A card of the wild rank may also stand in its own place.",
    ],
  },
  out: {
    title: "Going out",
    text: [
      "If after drawing all your cards but one are in melds, you may go out: you lay the melds down and discard the last card. Without a card to discard you cannot go out. You need not go out as soon as you can.",
    ],
  },
  last: {
    title: "The last turns",
    text: [
      "When somebody goes out, every other player has exactly one more turn, in order. In it you draw, discard, and lay down the melds you have. What is left in your hand counts.",
    ],
  },
  points: {
    title: "Points",
    text: [
      "Cards left over cost their rank: 3 to 10, a jack 11, a queen 12, a king 13. A card of the wild rank costs {wild}, a joker {joker}. Melded cards and the discard cost nothing.",
    ],
  },
  end: {
    title: "The end",
    text: [
      "After the last round the lowest total wins. If several have it, they share the victory.",
    ],
  },
  pile: {
    title: "When the draw pile is empty",
    text: [
      "The top discard stays. The discards below it are shuffled and become the draw pile, at the moment somebody wants to draw from it.",
    ],
  },
  many: {
    title: "Many players",
    text: [
      "Up to {most} players use one set of cards. From then on two sets are shuffled together.",
    ],
  },
  schedules: {
    title: "Other rounds",
    text: [
      "A table can play other rounds: a short game of 3 to 8 cards, the official rounds backwards, the same rounds in random order, or thirteen rounds up to 15 cards. With 14 and 15 cards only jokers are wild; that is our own reading.",
    ],
  },
  ties: {
    title: "Tie-break round",
    text: [
      "If several share the lowest total, only they play another round with 6 cards and sixes wild, and again if they are still level. Totals stay as they are. They may share the victory instead.",
    ],
  },
  manual: {
    title: "Everybody makes their own melds",
    text: [
      "Usually the best melds for your last turn are found for you. With this rule you choose them yourself, and what you miss counts.",
      "Then nobody is told either whether they can go out, and there are no hints: put your melds together yourself, whenever you like.",
    ],
  },
  naturals: {
    title: "A natural card in every meld",
    text: [
      "Every meld needs at least one card that is not wild. A meld of wilds alone does not count.",
    ],
  },
  layOff: {
    title: "Laying off",
    text: [
      "On your last turn you may add cards to melds that are already on the table, yours or others', as long as they stay melds. One card has to be left to discard.",
    ],
  },
};
