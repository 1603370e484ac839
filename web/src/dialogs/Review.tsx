import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import type { Review as Reviewed, ReviewedMove } from "../generated/protocol.ts";
import { language, number, t } from "../i18n/index.ts";
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
                  onClick={() => {
                    close();
                    show({ round: move.index, step: move.step, view: String(found.seat) });
                  }}
                >
                  <small>{where(move, found.rounds)}</small>
                  <span>{done(move)}</span>
                  <b>{points("cost", move.cost)}</b>
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

function summary({ decisions, cost, moves }: Reviewed): string {
  const weighed = r("weighed", { n: decisions });
  if (decisions === 0) return weighed;
  return `${weighed} ${moves.length > 0 ? points("sum", cost) : r("none")}`;
}

const points = (key: "sum" | "cost", cost: number) => r(key, { n: cost, cost: number(cost, 1) });

const where = ({ index, tie_break, lap }: ReviewedMove, rounds: number) =>
  r("where", {
    round: tie_break ? t("round.tieBreak") : t("round.of", { at: index + 1, of: rounds }),
    turn: lap,
  });

function done({ source, card, better }: ReviewedMove): string {
  if (better !== null) {
    return r("discarded", { card: symbols(card), better: symbols(better) });
  }
  return r(source === "pile" ? "drew" : "took", { card: symbols(card) });
}
