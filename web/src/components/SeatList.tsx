import { t } from "../i18n/index.ts";
import { seatDialog } from "../state/dialogs.ts";
import { mySeat, online, table } from "../state/store.ts";
import { names } from "../state/turn.ts";
import { Icon } from "./Icon.tsx";

/** All seats as a list: who sits there, whether they are here and ready. Tap one for more. */
export function SeatList() {
  const shown = table.value;
  if (!shown) return null;
  const waits = shown.stage !== "round";
  return (
    <ol class="seat-list">
      {shown.seats.map((seat, at) => {
        const here = seat.name === null || online.value.includes(at);
        const about = [
          seat.name === null && t(`opponent.${seat.opponent ?? "medium"}`),
          at === mySeat.value && t("seat.you"),
          at === shown.host && t("host"),
          seat.away && t("seat.away"),
          seat.waits && t("seat.waits"),
          !here && !seat.away && t("seat.offline"),
        ].filter((words) => words !== false);
        return (
          <li key={at}>
            <button
              type="button"
              class="seat-row"
              onClick={() => {
                seatDialog.value = at;
              }}
            >
              <span class="seat-who">
                <b>{names.value[at]}</b>
                <small>{about.join(" · ")}</small>
              </span>
              {waits && (
                <span class={`ready-mark${seat.ready || seat.name === null ? " yes" : ""}`}>
                  {seat.ready || seat.name === null ? (
                    <>
                      <Icon name="check" />
                      {t("ready")}
                    </>
                  ) : (
                    // The host of a lobby says so by beginning.
                    !(at === shown.host && shown.stage === "lobby") && t("ready.not")
                  )}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
