import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { CardBack, CardFace } from "../../components/Card.tsx";
import { Icon } from "../../components/Icon.tsx";
import { cardName, wilds } from "../../i18n/cards.ts";
import { t } from "../../i18n/index.ts";
import { w } from "../../i18n/solitaire/index.ts";
import {
  arranged,
  closedPiles,
  type Game,
  openPiles,
  type Pile,
  wildOf,
} from "../../solitaire/game.ts";
import { winnable } from "../../solitaire/hint.ts";
import * as store from "../../solitaire/store.ts";
import { forEye } from "../../state/say.ts";
import { singleKeys } from "../../state/settings.ts";
import { Arranged } from "./Arranged.tsx";
import { shown } from "./dialogs.ts";
import { hint, onKey, throwAway, undo, useFocusAfterMove } from "./moves.ts";
import { dealName, hintText, pileNames } from "./say.ts";

/** A game that is going on: the card turned over, and the piles it may go into. */
export function Table({ game }: { game: Game }) {
  const lost = useComputed(() => store.game.value !== null && !winnable(store.game.value));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => singleKeys.value && onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  useFocusAfterMove(game);
  const given = store.hint.value;
  const closed = closedPiles(game).map(({ size }) => size);
  return (
    <>
      <section class="turned" aria-label={w("drawn")}>
        <div class="turned-card" id="drawn" tabIndex={-1}>
          {game.drawn && <CardFace card={game.drawn} />}
          <span class="sr">{game.drawn && cardName(game.drawn)}</span>
        </div>
        <div class="turned-words">
          <span class="turned-left">
            <CardBack />
            <b>{w("left", { n: game.drawPile.length })}</b>
          </span>
          <span class="note">
            {closed.length ? w("closed.which", { piles: pileNames(closed) }) : w("closed.none")}
          </span>
          {game.undone > 0 && <span class="note">{w("undone", { n: game.undone })}</span>}
        </div>
        <div class="turned-buttons">
          <button type="button" onClick={() => throwAway()}>
            {w("throw")}
          </button>
          <button type="button" onClick={hint}>
            <Icon name="hint" />
            {w("hint")}
          </button>
          <button type="button" aria-disabled={game.plays.length === 0} onClick={undo}>
            {w("undo")}
          </button>
        </div>
        {given && <p class="hint-text">{hintText(given, forEye)}</p>}
      </section>
      {lost.value && <p class="trouble-note">{w("lost")}</p>}
      <h2 class="sr">{w("piles")}</h2>
      <ul class="open-piles">
        {openPiles(game).map((pile) => (
          <li key={pile.size}>
            <OpenPile
              pile={pile}
              hinted={given?.play.pile === pile.size && given.reason !== "throws_away"}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A pile as a button: its number and wild, its cards in their best arrangement, what is left. */
export function OpenPile({ pile, hinted }: { pile: Pile; hinted: boolean }) {
  const arrangement = arranged(pile);
  return (
    <button
      type="button"
      class={`open-pile${hinted ? " hinted" : ""}`}
      data-pile={pile.size}
      onClick={() => {
        shown.value = pile.size;
      }}
    >
      <PileHead size={pile.size} points={arrangement.points} />
      <Arranged arrangement={arrangement} size={pile.size} />
    </button>
  );
}

/** The line above the cards of a pile. */
export function PileHead({ size, points }: { size: number; points: number }) {
  return (
    <span class="pile-head">
      <b>{w("pile", { size })}</b>
      <span>{w("pile.left", { n: points })}</span>
      <span class="note">{t("wild.title", { wilds: wilds(wildOf(size)) })}</span>
    </span>
  );
}

export function Header({ menu }: { menu: boolean }) {
  return (
    <header class="page-head">
      <a class="button icon" href="#start" aria-label={t("toStart")}>
        <Icon name="back" />
      </a>
      <h1>
        {w("title")}
        {store.seed.value && menu && <small>{dealName(store.seed.value)}</small>}
      </h1>
      {menu && (
        <button
          type="button"
          class="icon"
          aria-label={t("menu")}
          onClick={() => {
            shown.value = "menu";
          }}
        >
          <Icon name="menu" />
        </button>
      )}
    </header>
  );
}
