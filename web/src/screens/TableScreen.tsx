import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { connect } from "../state/connection.ts";
import { forget, knownTables, remember } from "../state/settings.ts";
import { link, mySeat, table, you } from "../state/store.ts";
import { Lobby } from "./Lobby.tsx";
import { Play } from "./Play.tsx";
import { Result } from "./Result.tsx";
import { RoundEnd } from "./RoundEnd.tsx";

/** A table, wherever it is in its game. */
export function TableScreen({ name }: { name: string }) {
  useEffect(() => connect(name), [name]);
  const known = you.value !== null;
  useEffect(() => {
    if (known) remember(name, mySeat.value, you.value?.code);
  }, [known, name]);
  // The invitation outlives the seat: whoever lost it may want to sit down again.
  const [code] = useState(() => knownTables.peek().find((k) => k.table === name)?.code);
  const invited = you.value?.code ?? code;
  const denied = link.value === "denied";
  const out = denied || link.value === "gone";
  useEffect(() => {
    if (denied) forget(name);
    else if (out) remember(name, null, invited);
  }, [denied, out, name]);
  if (out) {
    return (
      <div class="start">
        <p class="trouble" role="alert">
          {t(denied ? "table.denied" : "table.gone")}
        </p>
        <nav class="panel links">
          {invited && <a href={`#join=${invited}`}>{t("table.again")}</a>}
          <a href="#start">{t("toStart")}</a>
        </nav>
      </div>
    );
  }
  switch (table.value?.stage) {
    case "lobby":
      return <Lobby />;
    case "round":
      return <Play />;
    case "between":
    case "tie":
      return <RoundEnd />;
    case "over":
      return <Result />;
    default:
      return <p class="start">{t("connecting")}</p>;
  }
}
