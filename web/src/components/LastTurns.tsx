import type { Round } from "../generated/protocol.ts";
import { listed, t } from "../i18n/index.ts";
import { open } from "../state/dialogs.ts";
import { calledOf } from "../state/turn.ts";

/** The banner of the last turns: it stays until the round is over. */
export function LastTurns({ round }: { round: Round }) {
  const { out, to_come } = round;
  if (out === null) return null;
  return (
    <div class="last-turns">
      <p>
        <b>{t("last.title", { name: calledOf(out) })}</b>{" "}
        {to_come.length > 2
          ? t("last.count", { n: to_come.length })
          : to_come.length > 0 && t("last.toCome", { names: listed(to_come.map(calledOf)) })}
      </p>
      <button type="button" class="small" onClick={() => open("laid")}>
        {t("laid")}
      </button>
    </div>
  );
}
