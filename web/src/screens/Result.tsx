import { useState } from "preact/hooks";
import { Chart, courseOf } from "../components/Chart.tsx";
import { Commitments } from "../components/Commitments.tsx";
import { HeaderButtons } from "../components/Header.tsx";
import { Later } from "../components/Later.tsx";
import { RevealedHands } from "../components/RevealedHands.tsx";
import { ScoreTable } from "../components/ScoreTable.tsx";
import { listed, t } from "../i18n/index.ts";
import { record } from "../net/http.ts";
import { refusal, send } from "../state/commands.ts";
import { refusalText } from "../state/message.ts";
import { go, type Place } from "../state/route.ts";
import { mySeat, reveal, sheet, table, tableName } from "../state/store.ts";
import { nameOf, names } from "../state/turn.ts";

const loadReview = async () => (await import("../dialogs/Review.tsx")).Review;

/** The end of the game: who won, the standing, the sheet, and what to do next. */
export function Result() {
  const shown = table.value;
  const score = sheet.value;
  const [reviewing, setReviewing] = useState(false);
  if (!shown || !score) return null;
  const order = names.value
    .map((_, seat) => seat)
    .sort((a, b) => (score.ranks[a] ?? 0) - (score.ranks[b] ?? 0) || a - b);
  const tieBreaks = score.rows.filter((row) => row.tie_break);
  return (
    <div class="result">
      <header class="table-head">
        <h1>{t("result")}</h1>
        <HeaderButtons />
      </header>
      {refusal.value && (
        <p class="trouble" role="alert">
          {refusalText(refusal.value.code)}
        </p>
      )}
      <p class="winner">
        {t(score.winners.length > 1 ? "result.share" : "result.won", {
          names: listed(score.winners.map(nameOf)),
        })}
      </p>
      {tieBreaks.length > 0 && <p class="note">{t("result.tieBreak", { n: tieBreaks.length })}</p>}
      <ol class="standing">
        {order.map((seat) => (
          <li key={seat} class={score.winners.includes(seat) ? "won" : ""}>
            <span class="rank">{score.ranks[seat]}</span>
            <span class="who">
              <b>{names.value[seat]}</b>
              {(score.hints?.[seat] ?? 0) > 0 && (
                <small>{t("result.hints", { n: score.hints?.[seat] ?? 0 })}</small>
              )}
            </span>
            <span class="points">{t("points", { n: score.totals[seat] ?? 0 })}</span>
          </li>
        ))}
      </ol>
      <div class="stack">
        {mySeat.value !== null && (
          <button
            type="button"
            class="primary large"
            onClick={() => void send({ type: "rematch" })}
          >
            {t("rematch")}
          </button>
        )}
        <button type="button" onClick={() => go(`replay=${tableName.value}.${shown.game}`)}>
          {t("replay")}
        </button>
        {mySeat.value !== null && (
          <button type="button" onClick={() => setReviewing(true)}>
            {t("review")}
          </button>
        )}
        <button type="button" onClick={() => void download(tableName.value ?? "", shown.game)}>
          {t("record")}
        </button>
      </div>
      {reviewing && (
        <Later
          load={loadReview}
          props={{
            table: tableName.value ?? "",
            game: shown.game,
            close: () => setReviewing(false),
            show: ({ round, step, view }: Place) =>
              go(`replay=${tableName.value}.${shown.game}.${round}.${step}.${view}`),
          }}
        />
      )}
      <Chart course={courseOf(score)} names={names.value} />
      <ScoreTable />
      {reveal.value && (
        <details>
          <summary>{t("result.last")}</summary>
          <RevealedHands
            reveal={reveal.value}
            out={score.rows.find((row) => row.index === reveal.value?.index)?.out ?? null}
            totals={score.totals}
          />
        </details>
      )}
      {reveal.value && <Commitments shuffles={reveal.value.shuffles} />}
    </div>
  );
}

/** Saves the game's record, which `fivecrowns verify` reads. */
export async function download(at: string, game: number): Promise<void> {
  const text = await record(at, game);
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `five-crowns-${at}-${game + 1}.jsonl`;
  link.click();
  URL.revokeObjectURL(address);
}
