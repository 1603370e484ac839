/**
 * Solitaire: eleven piles, twenty-eight cards to draw, one player (section C of the rules).
 *
 * The same game as `fivecrowns.solitaire.game`; a test plays both side by side. An action is the line
 * that it has in the record (docs/record.md), so that a game is kept as its lines.
 */
import { RANKS } from "../generated/facts.ts";
import { type Arrangement, arrange, fewestPoints, type Meld } from "../search/index.ts";
import { DECK, type Shuffle } from "./shuffle.ts";

/** Cards in each of the eleven piles, in the order they are dealt (Sol1). */
export const SIZES = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;
const PILED = SIZES.reduce<number>((sum, size) => sum + size, 0);
/** The most turns a game can have: 28 (Sol1). */
export const TURNS = DECK.length - PILED;

/** A turn: the card turned over goes to a pile, and one card of it is discarded (Sol4). */
export interface Play {
  readonly pile: number;
  readonly discard: string;
}
export type Action =
  | Shuffle
  | { readonly draw: "pile" }
  | Play
  | { readonly undo: "turn" }
  | { readonly end: "given_up" };

export type Event =
  | { readonly type: "dealt" }
  | { readonly type: "turned_over"; readonly card: string }
  | {
      readonly type: "played";
      readonly pile: number;
      readonly card: string;
      readonly discard: string;
    }
  | { readonly type: "closed"; readonly pile: number; readonly melds: readonly Meld[] }
  | { readonly type: "taken_back"; readonly play: Play; readonly seen: boolean }
  | { readonly type: "ended"; readonly won: boolean };

/** One of the eleven piles; a closed one is turned face down for good (Sol7). */
export interface Pile {
  readonly size: number;
  /** Its cards in the order they came. */
  readonly cards: readonly string[];
  readonly closed: boolean;
}

export interface Game {
  readonly shuffle: Shuffle;
  /** The pile of 3 first. */
  readonly piles: readonly Pile[];
  /** Face down, the next card first. */
  readonly drawPile: readonly string[];
  /** The card turned over and not yet played. */
  readonly drawn: string | null;
  /** The turns that stand. */
  readonly plays: readonly Play[];
  /** Turns taken back, and how many of these after the next card had been seen (Sol15). */
  readonly undone: number;
  readonly undoneSeen: number;
  readonly givenUp: boolean;
}

/** An action that the rules forbid; `code` is that of docs/record.md. */
export class IllegalAction extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export interface Step {
  readonly game: Game;
  readonly events: readonly Event[];
}

/** The rank that is wild in a pile, beside the jokers (Sol2). */
export const wildOf = (size: number): string => RANKS[size - 3] as string;

/** Whether a card is wild in the pile of a size (Sol2). */
export const isWildIn = (card: string, size: number): boolean =>
  card === "JK" || card.slice(0, -1) === wildOf(size);

/** The canonical best arrangement of a pile (Sol3). */
export const arranged = (pile: Pile): Arrangement => arrange(pile.cards, wildOf(pile.size));

/** The points left over in a pile (Sol13). */
export const pointsLeft = (pile: Pile): number =>
  pile.closed ? 0 : fewestPoints(pile.cards, wildOf(pile.size));

export const openPiles = (game: Game) => game.piles.filter((pile) => !pile.closed);
export const closedPiles = (game: Game) => game.piles.filter((pile) => pile.closed);

/** Points left over in the open piles; 0 is a win (Sol13). */
export const totalLeft = (game: Game) =>
  game.piles.reduce((sum, pile) => sum + pointsLeft(pile), 0);

export const isOver = (game: Game): boolean =>
  game.givenUp ||
  (game.drawPile.length === 0 && game.drawn === null) ||
  game.piles.every((pile) => pile.closed);

/** Whether all piles are closed (Sol10), `null` while the game goes on. */
export const won = (game: Game): boolean | null =>
  isOver(game) ? game.piles.every((pile) => pile.closed) : null;

/** Turns still to be played, that of the card turned over with them. */
export const turnsLeft = (game: Game): number =>
  isOver(game) ? 0 : game.drawPile.length + (game.drawn === null ? 0 : 1);

/** The state after an action and what happened; throws `IllegalAction`, and nothing has changed. */
export function apply(game: Game | null, action: Action): Step {
  if ("deal" in action) {
    if (game) throw new IllegalAction("already_dealt");
    return dealt(action);
  }
  if (!game) throw new IllegalAction("not_dealt");
  if (isOver(game)) throw new IllegalAction("game_over");
  if ("draw" in action) return turnedOver(game);
  if ("undo" in action) return takenBack(game);
  if ("end" in action) return ended({ ...game, givenUp: true }, []);
  if (game.drawn !== null) return played(game, action, game.drawn);
  // A turn turns its card over by itself where that has not been done.
  const turned = turnedOver(game);
  const after = played(turned.game, action, turned.game.drawn as string);
  return { game: after.game, events: [...turned.events, ...after.events] };
}

/** The state that a record's actions lead to, `null` for none. */
export const replay = (actions: readonly Action[]): Game | null =>
  actions.reduce<Game | null>((game, action) => apply(game, action).game, null);

/** The first 3 cards are the pile of 3, the next 4 the pile of 4; the rest is drawn (Sol1). */
function dealt(shuffle: Shuffle): Step {
  if ([...shuffle.deal].sort().join() !== [...DECK].sort().join()) {
    throw new IllegalAction("wrong_deck");
  }
  let first = 0;
  const piles = SIZES.map((size) => {
    const cards = shuffle.deal.slice(first, first + size);
    first += size;
    return closedIfComplete({ size, cards, closed: false });
  });
  const game: Game = {
    shuffle,
    piles,
    drawPile: shuffle.deal.slice(PILED),
    drawn: null,
    plays: [],
    undone: 0,
    undoneSeen: 0,
    givenUp: false,
  };
  return ended(game, [{ type: "dealt" }, ...piles.flatMap(closing)]);
}

function turnedOver(game: Game): Step {
  if (game.drawn !== null) throw new IllegalAction("already_turned_over");
  const [drawn = "", ...drawPile] = game.drawPile;
  return { game: { ...game, drawPile, drawn }, events: [{ type: "turned_over", card: drawn }] };
}

function played(game: Game, play: Play, card: string): Step {
  const pile = game.piles.find(({ size }) => size === play.pile);
  if (!pile) throw new IllegalAction("no_such_pile");
  if (pile.closed) throw new IllegalAction("pile_closed");
  const cards = [...pile.cards, card];
  if (!cards.includes(play.discard)) throw new IllegalAction("not_in_pile");
  cards.splice(cards.indexOf(play.discard), 1);
  const after = closedIfComplete({ ...pile, cards });
  const piles = game.piles.map((other) => (other === pile ? after : other));
  const { pile: size, discard } = play;
  return ended({ ...game, piles, drawn: null, plays: [...game.plays, play] }, [
    { type: "played", pile: size, card, discard },
    ...closing(after),
  ]);
}

function takenBack(game: Game): Step {
  const last = game.plays[game.plays.length - 1];
  if (!last) throw new IllegalAction("nothing_to_undo");
  const before = replay([game.shuffle, ...game.plays.slice(0, -1), { draw: "pile" }]) as Game;
  const seen = game.drawn !== null;
  const undone = game.undone + 1;
  const undoneSeen = game.undoneSeen + (seen ? 1 : 0);
  return {
    game: { ...before, undone, undoneSeen },
    events: [{ type: "taken_back", play: last, seen }],
  };
}

/** A pile, closed if all its cards form melds (Sol7, Sol9). */
const closedIfComplete = (pile: Pile): Pile => ({ ...pile, closed: pointsLeft(pile) === 0 });

const closing = (pile: Pile): Event[] =>
  pile.closed ? [{ type: "closed", pile: pile.size, melds: arranged(pile).melds }] : [];

/** A step, with the end of the game where it has come. */
function ended(game: Game, events: readonly Event[]): Step {
  const result = won(game);
  return { game, events: result === null ? events : [...events, { type: "ended", won: result }] };
}
