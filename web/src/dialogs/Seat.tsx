import { useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import { Choice, TextField } from "../components/fields.tsx";
import { Melds } from "../components/Melds.tsx";
import { MAX_NAME, type Strength, strengthValues } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import type { Command } from "../net/outbox.ts";
import { nudge, send } from "../state/commands.ts";
import { seatDialog } from "../state/dialogs.ts";
import { forEye, lastActionText } from "../state/say.ts";
import { playerName } from "../state/settings.ts";
import { mySeat, round, seq, sheet, table, you } from "../state/store.ts";
import { names } from "../state/turn.ts";

/** Strengths from weak to strong. */
export const STRENGTHS: readonly Strength[] = ["easy", "medium", "hard", "expert"];

export const strengthOptions = () =>
  STRENGTHS.filter((s) => strengthValues.includes(s)).map(
    (strength) => [strength, t(`opponent.${strength}`)] as const,
  );

/** One seat: who it is, what they did last, and what can be done about it. */
export function Seat({ seat }: { seat: number }) {
  const shown = table.value;
  const who = shown?.seats[seat];
  const [strength, setStrength] = useState<Strength>(who?.opponent ?? "medium");
  const [name, setName] = useState(who?.name ?? "");
  if (!shown || !who) return null;
  const close = () => {
    seatDialog.value = null;
  };
  const act = (command: Command) => {
    close();
    void send(command);
  };
  const decided = seq.value ?? 0;
  const host = you.value?.host ?? false;
  const mine = mySeat.value === seat;
  const lobby = shown.stage === "lobby";
  const person = who.name !== null;
  const last = round.value?.last[seat];
  const laid = round.value?.melds[seat] ?? [];
  const title = names.value[seat] ?? "";
  return (
    <Dialog title={title} close={close}>
      <p>
        {person ? t("seat.person") : t(`opponent.${who.opponent ?? "medium"}`)}
        {who.away && `, ${t("seat.away")}`}
        {who.waits && `, ${t("seat.waits")}`}
      </p>
      {sheet.value && (
        <p>
          {t("seat.standing", {
            n: sheet.value.totals[seat] ?? 0,
            rank: sheet.value.ranks[seat] ?? 1,
          })}
        </p>
      )}
      {last && <p>{lastActionText({ seat, action: last, open: last.discard === null }, forEye)}</p>}
      {laid.length > 0 && <Melds melds={laid} />}
      <div class="stack">
        {mine && lobby && (
          <>
            <TextField label={t("name")} value={name} set={setName} maxLength={MAX_NAME} />
            <button
              type="button"
              onClick={() => {
                playerName.value = name.trim();
                act({ type: "rename", name: name.trim() });
              }}
            >
              {t("rename")}
            </button>
          </>
        )}
        {!mine && person && !who.waits && mySeat.value !== null && round.value?.turn === seat && (
          <button
            type="button"
            onClick={() => {
              close();
              void nudge(seat);
            }}
          >
            {t("nudge", { name: title })}
          </button>
        )}
        {host && lobby && shown.seats.length > 1 && (
          <div class="row">
            <button
              type="button"
              aria-disabled={seat === 0}
              onClick={() =>
                seat > 0 && act({ type: "move_seat", seq: decided, seat, to: seat - 1 })
              }
            >
              {t("seat.up")}
            </button>
            <button
              type="button"
              aria-disabled={seat === shown.seats.length - 1}
              onClick={() =>
                seat < shown.seats.length - 1 &&
                act({ type: "move_seat", seq: decided, seat, to: seat + 1 })
              }
            >
              {t("seat.down")}
            </button>
          </div>
        )}
        {host && !mine && person && (
          <button type="button" onClick={() => act({ type: "pass_host", seq: decided, seat })}>
            {t("host.pass", { name: title })}
          </button>
        )}
        {host && !mine && (
          <>
            <Choice
              label={t("strength")}
              value={strength}
              options={strengthOptions()}
              choose={setStrength}
            />
            <button
              type="button"
              onClick={() => act({ type: "fill", seq: decided, seat, strength })}
            >
              {t(person ? "fill.person" : "fill.opponent", { name: title })}
            </button>
          </>
        )}
        {host && lobby && !mine && (
          <button
            type="button"
            class="danger"
            onClick={() => act({ type: "remove_seat", seq: decided, seat })}
          >
            {t("seat.remove")}
          </button>
        )}
      </div>
    </Dialog>
  );
}
