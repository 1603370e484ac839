import "../../theme/solitaire.css";
import { useEffect, useState } from "preact/hooks";
import { language, t } from "../../i18n/index.ts";
import { loadSolitaireWords, w } from "../../i18n/solitaire/index.ts";
import {
  arranged,
  closedPiles,
  type Game,
  isOver,
  openPiles,
  totalLeft,
  won,
} from "../../solitaire/game.ts";
import * as store from "../../solitaire/store.ts";
import { Arranged } from "./Arranged.tsx";
import { Deals } from "./Deals.tsx";
import { Dialogs, How } from "./Dialogs.tsx";
import { close } from "./dialogs.ts";
import { saveRecord, useFocusAfterMove } from "./moves.ts";
import { Statistics } from "./Statistics.tsx";
import { Header, PileHead, Table } from "./Table.tsx";

/** Solitaire: a game that is going on, how it ended, or the choice of a deal. */
export function Solitaire() {
  const [ready, setReady] = useState(false);
  const spoken = language.value;
  useEffect(() => {
    void Promise.all([loadSolitaireWords(spoken), store.load()]).then(() => setReady(true));
  }, [spoken]);
  useEffect(() => {
    const back = () => document.visibilityState === "visible" && void store.load();
    document.addEventListener("visibilitychange", back);
    return () => {
      document.removeEventListener("visibilitychange", back);
      close();
    };
  }, []);
  if (!ready) return <p>{t("connecting")}</p>;
  const game = store.game.value;
  return (
    <div class="solitaire">
      <Header menu={game !== null} />
      {game === null ? <Choice /> : isOver(game) ? <End game={game} /> : <Table game={game} />}
      {!store.keeps.value && <p class="trouble-note">{w("keep.not")}</p>}
      <Dialogs />
    </div>
  );
}

function Choice() {
  return (
    <>
      <section class="panel">
        <How />
      </section>
      <section class="panel" aria-label={w("deal.new")}>
        <Deals />
      </section>
      {store.results.value.length > 0 && (
        <section class="panel">
          <h2>{w("statistics")}</h2>
          <Statistics />
        </section>
      )}
    </>
  );
}

function End({ game }: { game: Game }) {
  useFocusAfterMove(game);
  const open = openPiles(game);
  return (
    <>
      <section class="panel solitaire-end" id="drawn" tabIndex={-1}>
        <h2>{w(won(game) ? "won" : game.givenUp ? "givenUp" : "over")}</h2>
        <p>
          {won(game)
            ? w("won.turns", { n: game.plays.length })
            : `${w("closed", { n: closedPiles(game).length })}. ${w("over.left", { n: totalLeft(game) })}`}
        </p>
        {game.undoneSeen > 0 && <p class="note">{w("over.apart")}</p>}
        <Deals again />
        <button type="button" onClick={saveRecord} aria-describedby="record-note">
          {w("record")}
        </button>
        <small id="record-note">{w("record.note")}</small>
      </section>
      {open.length > 0 && (
        <section class="panel">
          <h2>{w("open")}</h2>
          <ul class="open-piles">
            {open.map((pile) => {
              const arrangement = arranged(pile);
              return (
                <li key={pile.size} class="open-pile">
                  <PileHead size={pile.size} points={arrangement.points} />
                  <Arranged arrangement={arrangement} size={pile.size} />
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <section class="panel">
        <h2>{w("statistics")}</h2>
        <Statistics />
      </section>
    </>
  );
}
