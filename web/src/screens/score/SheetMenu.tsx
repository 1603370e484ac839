import { useState } from "preact/hooks";
import { Dialog } from "../../components/Dialog.tsx";
import { Choice, TextField } from "../../components/fields.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Later } from "../../components/Later.tsx";
import { t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { newId } from "../../net/ids.ts";
import * as edits from "../../score/edits.ts";
import { roundShown } from "../../score/entry.ts";
import { isName, MAX_NAME } from "../../score/log.ts";
import { unshare } from "../../score/mirror.ts";
import type { Player, Round, Sheet } from "../../score/sheet.ts";
import { change, draft, remove } from "../../score/store.ts";
import { go } from "../../state/route.ts";

const hand = async () => (await import("./Hand.tsx")).Hand;
const mirror = async () => (await import("./Mirror.tsx")).MirrorDialog;
const send = async () => (await import("./Send.tsx")).Send;

export type SheetDialog =
  | "menu"
  | "players"
  | "join"
  | "dealer"
  | "hand"
  | "mirror"
  | "send"
  | "delete";

interface Shown {
  readonly sheet: Sheet;
  readonly name: string;
  readonly dialog: SheetDialog;
  open(dialog: SheetDialog | null): void;
}

/** What a sheet offers beside the entries. */
export function SheetMenu({ sheet, name, dialog, open }: Shown) {
  const close = () => open(null);
  switch (dialog) {
    case "menu":
      return <Menu sheet={sheet} open={open} />;
    case "players":
      return <Players sheet={sheet} open={open} />;
    case "join":
      return <Join sheet={sheet} close={close} />;
    case "dealer":
      return <Dealer sheet={sheet} close={close} />;
    case "hand":
      return draft.value && <Later load={hand} props={{ sheet, draft: draft.value, close }} />;
    case "mirror":
      return <Later load={mirror} props={{ name, close }} />;
    case "send":
      return <Later load={send} props={{ sheet, name, close }} />;
    case "delete":
      return <Delete name={name} close={close} />;
  }
}

function JoinButton({ sheet, open }: Pick<Shown, "sheet" | "open">) {
  return (
    <button
      type="button"
      aria-disabled={!edits.canJoin(sheet)}
      onClick={() => edits.canJoin(sheet) && open("join")}
    >
      {s("player.join")}
    </button>
  );
}

function Menu({ sheet, open }: Pick<Shown, "sheet" | "open">) {
  return (
    <Dialog title={t("menu")} close={() => open(null)}>
      <div class="stack">
        <JoinButton sheet={sheet} open={open} />
        <button type="button" onClick={() => open("players")}>
          {s("players")}
        </button>
        <button type="button" onClick={() => open("dealer")}>
          {dealerOf(sheet.rounds[roundShown.value - 1])}
        </button>
        {sheet.current?.tieBreak && (
          <button
            type="button"
            onClick={() => {
              change(edits.decideTie("shared"));
              open(null);
            }}
          >
            {t("tie.accept")}
          </button>
        )}
        <button type="button" onClick={() => open("mirror")}>
          {s("mirror")}
        </button>
        <button type="button" onClick={() => open("send")}>
          {s("send")}
        </button>
        <button type="button" class="danger" onClick={() => open("delete")}>
          {s("delete")}
        </button>
      </div>
    </Dialog>
  );
}

/** Names, order of the seats, and who leaves. */
function Players({ sheet, open }: Pick<Shown, "sheet" | "open">) {
  const [leaving, setLeaving] = useState<Player | null>(null);
  const order = sheet.players.map(({ id }) => id);
  const move = (at: number, by: number) => {
    const next = [...order];
    const [id] = next.splice(at, 1);
    if (id !== undefined) next.splice(at + by, 0, id);
    change(edits.reseat(next));
  };
  if (leaving) {
    return (
      <Dialog
        title={s("player.leave", { name: leaving.name })}
        close={() => setLeaving(null)}
        foot={
          <>
            <button type="button" onClick={() => setLeaving(null)}>
              {t("close")}
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                change(edits.leave(sheet, leaving));
                open(null);
              }}
            >
              {s("player.leave", { name: leaving.name })}
            </button>
          </>
        }
      >
        <p>{s("player.leave.ask", { name: leaving.name })}</p>
      </Dialog>
    );
  }
  return (
    <Dialog title={s("players")} close={() => open(null)}>
      <ol class="stack">
        {sheet.players.map((player, at) => (
          <li key={player.id} class="player-row">
            <Name sheet={sheet} player={player} />
            <button
              type="button"
              class="icon"
              aria-label={s("new.up", { name: player.name })}
              aria-disabled={at === 0}
              onClick={() => at > 0 && move(at, -1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              class="icon"
              aria-label={s("new.down", { name: player.name })}
              aria-disabled={at === order.length - 1}
              onClick={() => at < order.length - 1 && move(at, 1)}
            >
              <Icon name="down" />
            </button>
            <button
              type="button"
              class="icon"
              aria-label={s("player.leave", { name: player.name })}
              aria-disabled={!edits.canLeave(sheet, player)}
              onClick={() => edits.canLeave(sheet, player) && setLeaving(player)}
            >
              <Icon name="leave" />
            </button>
          </li>
        ))}
      </ol>
      <JoinButton sheet={sheet} open={open} />
    </Dialog>
  );
}

/** A name, which is written down when one leaves the field. */
function Name({ sheet, player }: { sheet: Sheet; player: Player }) {
  return (
    <input
      aria-label={s("player.name")}
      value={player.name}
      maxLength={MAX_NAME}
      autocomplete="off"
      onChange={(event) => {
        const name = event.currentTarget.value.trim();
        if (isName(name) && edits.isFree(sheet, name, player))
          change(edits.rename(player.id, name));
        else event.currentTarget.value = player.name;
      }}
    />
  );
}

/** Somebody joins in the middle, with points to start with. */
function Join({ sheet, close }: { sheet: Sheet; close(): void }) {
  const points = edits.startPoints(sheet);
  const [name, setName] = useState("");
  const [start, setStart] = useState<keyof typeof points>("average");
  const taken = !edits.isFree(sheet, name.trim());
  const able = isName(name.trim()) && !taken && edits.canJoin(sheet);
  return (
    <Dialog title={s("player.join")} close={close}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (!able) return;
          change(edits.join(sheet, newId(), name.trim(), points[start]));
          close();
        }}
      >
        <TextField
          label={s("player.name")}
          value={name}
          set={setName}
          maxLength={MAX_NAME}
          {...(taken ? { note: s("new.same") } : {})}
        />
        <Choice
          label={s("player.start")}
          value={start}
          options={[
            ["average", s("start.average", { n: points.average })],
            ["none", s("start.none")],
            ["highest", s("start.highest", { n: points.highest })],
          ]}
          choose={setStart}
        />
        <button type="submit" class="primary" aria-disabled={!able}>
          {s("player.join")}
        </button>
      </form>
    </Dialog>
  );
}

/** A tie-break round has no number among those of the schedule. */
const dealerOf = (round: Round | undefined) =>
  round?.tieBreak ? s("dealer.tieBreak") : s("dealer", { n: roundShown.value });

/** Who deals the round that is shown. */
function Dealer({ sheet, close }: { sheet: Sheet; close(): void }) {
  const round = sheet.rounds[roundShown.value - 1];
  if (!round) return null;
  return (
    <Dialog title={dealerOf(round)} close={close}>
      <div class="stack">
        {sheet.players
          .filter(({ id }) => round.players.includes(id))
          .map(({ id, name }) => (
            <button
              type="button"
              key={id}
              aria-pressed={round.dealer === id}
              class={round.dealer === id ? "primary" : ""}
              onClick={() => {
                change(edits.changeDealer(sheet, round.number, id));
                close();
              }}
            >
              {name}
            </button>
          ))}
      </div>
    </Dialog>
  );
}

function Delete({ name, close }: { name: string; close(): void }) {
  return (
    <Dialog
      title={s("delete")}
      close={close}
      foot={
        <>
          <button type="button" onClick={close}>
            {t("close")}
          </button>
          <button
            type="button"
            class="danger"
            onClick={() => {
              unshare(name);
              remove(name);
              go("score", true);
            }}
          >
            {s("delete")}
          </button>
        </>
      }
    >
      <p>{s("delete.ask")}</p>
    </Dialog>
  );
}
