import { number } from "../../i18n/index.ts";
import { w } from "../../i18n/solitaire/index.ts";
import { type Result, results, sorted } from "../../solitaire/store.ts";

/** How the finished games ended: those in fair play, the others apart. */
export function Statistics() {
  const { fair, undone, again } = sorted(results.value);
  if (results.value.length === 0) return <p class="note">{w("statistics.none")}</p>;
  return (
    <>
      <Figures title={w("statistics.fair")} games={fair} />
      {undone.length > 0 && <Figures title={w("statistics.undone")} games={undone} />}
      {again.length > 0 && <Figures title={w("statistics.again")} games={again} />}
    </>
  );
}

function Figures({ title, games }: { title: string; games: readonly Result[] }) {
  const closed = games.reduce((sum, game) => sum + game.closed, 0) / games.length;
  return (
    <section class="figures">
      <h3>{title}</h3>
      <dl>
        <div>
          <dt>{w("statistics.games")}</dt>
          <dd>{games.length}</dd>
        </div>
        <div>
          <dt>{w("statistics.won")}</dt>
          <dd>{games.filter((game) => game.won).length}</dd>
        </div>
        <div>
          <dt>{w("statistics.closed")}</dt>
          <dd>{games.length ? number(closed, 1) : "–"}</dd>
        </div>
      </dl>
    </section>
  );
}
