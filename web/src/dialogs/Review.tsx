import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import type { Review as Reviewed, ReviewedMove } from "../generated/protocol.ts";
import { language, pointsText, t } from "../i18n/index.ts";
import { loadReviewWords, r } from "../i18n/review/index.ts";
import { RequestFailed, review } from "../net/http.ts";
import { symbols } from "../state/cards.ts";
import { refusalText } from "../state/message.ts";
import type { Place } from "../state/route.ts";

interface Asked {
  readonly table: string;
  readonly game: number;
  readonly close: () => void;
  /** Shows a place in the replay. */
  readonly show: (place: Place) => void;
}

/** The line that led into the replay last, to be told again there; not kept in the address. */
const led = signal<{
  readonly table: string;
  readonly game: number;
  readonly move: ReviewedMove;
} | null>(null);

/** Which of the own moves in a finished game cost most. */
export function Review({ table, game, close, show }: Asked) {
  const [found, setFound] = useState<Reviewed | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let current = true;
    Promise.all([review(table, game), loadReviewWords(language.value)]).then(
      ([answer]) => current && setFound(answer),
      (error) =>
        current && setTrouble(refusalText(error instanceof RequestFailed ? error.code : "other")),
    );
    return () => {
      current = false;
    };
  }, [table, game]);
  return (
    <Dialog title={t("review")} close={close}>
      {trouble ? (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      ) : (
        <p role="status">{found ? summary(found) : t("connecting")}</p>
      )}
      {found && found.moves.length > 0 && (
        <>
          <ol class="reviewed">
            {found.moves.map((move) => (
              <li key={`${move.index}.${move.step}`}>
                <button
                  type="button"
                  class="move"
                  onClick={() => {
                    close();
                    led.value = { table, game, move };
                    show({ round: move.index, step: move.step, view: String(found.seat) });
                  }}
                >
                  <Line title={where(move, found.rounds)} move={move} />
                </button>
              </li>
            ))}
          </ol>
          <p class="note">{r("how")}</p>
        </>
      )}
      {found && <p class="note">{r("note")}</p>}
    </Dialog>
  );
}

interface Here {
  readonly table: string;
  readonly game: number;
  readonly index: number;
  readonly step: number;
}

/** In the replay, the line of the review that led to this step. */
export function LedHere({ table, game, index, step }: Here) {
  const from = led.value;
  if (from?.table !== table || from.game !== game) return null;
  if (from.move.index !== index || from.move.step !== step) return null;
  return (
    <p class="led move" role="status">
      <Line title={r("next")} move={from.move} />
    </p>
  );
}

function Line({ title, move }: { readonly title: string; readonly move: ReviewedMove }) {
  return (
    <>
      <small>{title}</small>
      <span>{done(move)}</span>
      <b>{pointsText(move.cost, 1)}</b>
    </>
  );
}

function summary({ decisions, cost, moves }: Reviewed): string {
  if (moves.length === 0) {
    const weighed = r("weighed", { n: decisions });
    return decisions === 0 ? weighed : `${weighed} ${r("none")}`;
  }
  const sum = r("sum", { n: decisions, cost: pointsText(cost, 1) });
  return decisions === 1 ? sum : `${sum} ${r("most", { n: moves.length })}`;
}

const where = ({ index, tie_break, lap }: ReviewedMove, rounds: number) =>
  r("where", {
    round: tie_break ? t("round.tieBreak") : t("round.of", { at: index + 1, of: rounds }),
    turn: lap,
  });

function done({ source, card, better, out }: ReviewedMove): string {
  if (better !== null) {
    return r(out ? "stayed" : "discarded", { card: symbols(card), better: symbols(better) });
  }
  return r(source === "pile" ? "drew" : "took", { card: symbols(card) });
}
