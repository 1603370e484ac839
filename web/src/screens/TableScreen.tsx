import { useEffect } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { connect } from "../state/connection.ts";
import { forget, remember } from "../state/settings.ts";
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
    if (known) remember(name, mySeat.value);
  }, [known, name]);
  const denied = link.value === "denied";
  useEffect(() => {
    if (denied) forget(name);
  }, [denied, name]);
  if (denied || link.value === "gone") {
    return (
      <div class="start">
        <p class="trouble" role="alert">
          {t(denied ? "table.denied" : "table.gone")}
        </p>
        <a href="#start">{t("toStart")}</a>
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
