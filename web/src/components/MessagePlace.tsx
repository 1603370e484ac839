import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { askHint, refusal } from "../state/commands.ts";
import { message } from "../state/message.ts";
import { hintLevel } from "../state/settings.ts";
import { clockAhead, hand, round, table } from "../state/store.ts";
import { Icon } from "./Icon.tsx";

/** The one message place, with the hint beside it. */
export function MessagePlace() {
  const { text, tone } = message.value;
  const hints = hand.value !== null && table.value?.options.hints !== "off";
  return (
    <div class={`message ${tone}`} data-refused={refusal.value?.code}>
      <p>
        {text}
        <Countdown />
      </p>
      {hints && hintLevel.value !== "off" && (
        <button type="button" class="icon" onClick={askHint} aria-label={t("hint")} data-hint>
          <Icon name="hint" />
        </button>
      )}
    </div>
  );
}

/** The seconds left of a turn, where the table has a clock. */
function Countdown() {
  const deadline = round.value?.deadline ?? null;
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.ceil((deadline - Date.now() - clockAhead.value) / 1000));
  return <span class="countdown"> {t("seconds", { n: left })}</span>;
}
