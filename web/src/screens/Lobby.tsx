import { useState } from "preact/hooks";
import { Choice } from "../components/fields.tsx";
import { Icon } from "../components/Icon.tsx";
import { LinkCard } from "../components/LinkCard.tsx";
import { OptionsInWords } from "../components/OptionsForm.tsx";
import { SeatList } from "../components/SeatList.tsx";
import { invitation } from "../dialogs/Invite.tsx";
import { LockButton } from "../dialogs/People.tsx";
import { strengthOptions } from "../dialogs/Seat.tsx";
import { MAX_PLAYERS, MIN_PLAYERS, type Strength } from "../generated/protocol.ts";
import { listed, t } from "../i18n/index.ts";
import { refusal, send, setReady } from "../state/commands.ts";
import { open } from "../state/dialogs.ts";
import { refusalText } from "../state/message.ts";
import { link, mySeat, table, you } from "../state/store.ts";
import { names } from "../state/turn.ts";

/** People gather: who is there, how others come, and when it begins. */
export function Lobby() {
  const [strength, setStrength] = useState<Strength>("medium");
  const shown = table.value;
  if (!shown) return null;
  const host = you.value?.host ?? false;
  const mine = mySeat.value === null ? null : shown.seats[mySeat.value];
  const late = shown.seats.flatMap((seat, at) =>
    seat.name !== null && !seat.ready && at !== shown.host ? [names.value[at] ?? ""] : [],
  );
  const few = shown.seats.length < MIN_PLAYERS;
  const can = !few && late.length === 0;
  return (
    <div class="lobby">
      <header class="table-head">
        <h1>{t("lobby")}</h1>
        <button type="button" class="icon" onClick={() => open("menu")} aria-label={t("menu")}>
          <Icon name="menu" />
        </button>
      </header>
      <p class={`message ${refusal.value ? "trouble" : "plain"}`} role="status">
        {link.value !== "live"
          ? t("msg.lost")
          : refusal.value
            ? refusalText(refusal.value.code)
            : few
              ? t("lobby.few")
              : late.length > 0
                ? t("lobby.waits", { names: listed(late) })
                : host
                  ? t("lobby.start")
                  : t("lobby.host", { name: names.value[shown.host] ?? "" })}
      </p>
      <section class="panel" aria-label={t("people")}>
        <SeatList />
        {host && shown.seats.length < MAX_PLAYERS && (
          <div class="row add">
            <Choice
              label={t("lobby.opponent")}
              value={strength}
              options={strengthOptions()}
              choose={setStrength}
            />
            <button type="button" onClick={() => void send({ type: "add_opponent", strength })}>
              {t("lobby.add")}
            </button>
          </div>
        )}
      </section>
      {mine && (
        <div class="lobby-act">
          {host ? (
            <button
              type="button"
              class={`large ${can ? "primary" : ""}`}
              aria-disabled={!can}
              onClick={() => can && void send({ type: "start" })}
            >
              {t("begin")}
            </button>
          ) : (
            <button
              type="button"
              class={`large ${mine.ready ? "" : "primary"}`}
              aria-pressed={mine.ready}
              onClick={() => void setReady(!mine.ready)}
            >
              {t(mine.ready ? "ready.undo" : "ready.say")}
            </button>
          )}
        </div>
      )}
      {you.value?.code && (
        <section class="panel" aria-label={t("link.join")}>
          <LinkCard
            title={t("link.join")}
            note={t("link.join.note")}
            code={you.value.code}
            address={invitation(you.value.code)}
          />
          <button type="button" onClick={() => open("invite")}>
            {t("links.all")}
          </button>
        </section>
      )}
      <section class="panel">
        <OptionsInWords options={shown.options} />
        {host && (
          <div class="row">
            <button type="button" onClick={() => open("options")}>
              {t("options.change")}
            </button>
            <LockButton />
          </div>
        )}
      </section>
    </div>
  );
}
