import { useEffect, useState } from "preact/hooks";
import { Chart } from "../../components/Chart.tsx";
import { Icon } from "../../components/Icon.tsx";
import { t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { stayAwake } from "../../score/awake.ts";
import * as entry from "../../score/entry.ts";
import { canRedo, canUndo } from "../../score/log.ts";
import { mirror, mirrors } from "../../score/mirror.ts";
import { titleOf } from "../../score/share.ts";
import { nameOf, type Sheet, total } from "../../score/sheet.ts";
import {
  doAgain,
  draft,
  log,
  sheet,
  sheets,
  show,
  takeBack,
  thisDevice,
} from "../../score/store.ts";
import { Outcome } from "./Outcome.tsx";
import { RoundView } from "./RoundView.tsx";
import { SheetGrid } from "./SheetGrid.tsx";
import { type SheetDialog, SheetMenu } from "./SheetMenu.tsx";

type View = "round" | "table";

/** One sheet: the round that is being played, and the table of all with the chart. */
export function SheetScreen({ name }: { name: string }) {
  const [view, setView] = useState<View>("round");
  const [dialog, setDialog] = useState<SheetDialog | null>(null);
  useEffect(() => {
    void show(name).then(() => sheet.peek() && entry.resume(sheet.peek() as Sheet));
    const sleep = stayAwake();
    return () => {
      sleep();
      void show(null);
    };
  }, [name]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => dialog === null && onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [dialog]);
  const code = mirrors.value[name];
  useEffect(() => (code ? mirror(name, code) : undefined), [name, code]);
  const at = sheet.value;
  if (!at) return sheets.value.has(name) ? null : <Gone />;
  const undoable = canUndo(log.value, thisDevice());
  const redoable = canRedo(log.value, thisDevice());
  const over = at.finished || at.tied.length > 0;
  return (
    <div class="keeper">
      <header class="keeper-head">
        <a class="button icon" href="#score" aria-label={s("list")}>
          <Icon name="back" />
        </a>
        <h1 class="sr">{titleOf(at)}</h1>
        <nav class="tabs" aria-label={t("start.more")}>
          {(["round", "table"] as const).map((one) => (
            <button
              type="button"
              key={one}
              aria-current={view === one ? "page" : undefined}
              onClick={() => setView(one)}
            >
              {s(one === "round" && over ? "view.result" : `view.${one}`)}
            </button>
          ))}
        </nav>
        <button
          type="button"
          class="icon"
          aria-label={s("undo")}
          aria-disabled={!undoable}
          onClick={takeBack}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          class="icon"
          aria-label={s("redo")}
          aria-disabled={!redoable}
          onClick={doAgain}
        >
          <Icon name="redo" />
        </button>
        <button type="button" class="icon" aria-label={t("menu")} onClick={() => setDialog("menu")}>
          <Icon name="menu" />
        </button>
      </header>
      <div class={`views ${view}-shown`}>
        {over && !draft.value ? (
          <Outcome sheet={at} open={setDialog} />
        ) : (
          <RoundView sheet={at} open={setDialog} />
        )}
        <div class="keeper-body second">
          <SheetGrid
            sheet={at}
            choose={(round, player) => {
              entry.select(round, player);
              setView("round");
            }}
          />
          <Course sheet={at} />
        </div>
      </div>
      {dialog && <SheetMenu sheet={at} name={name} dialog={dialog} open={setDialog} />}
    </div>
  );
}

function Gone() {
  return (
    <div class="page">
      <p>{s("none")}</p>
      <a class="button" href="#score">
        {s("list")}
      </a>
    </div>
  );
}

/** The chart, for the rounds that are complete. */
function Course({ sheet: at }: { sheet: Sheet }) {
  const rounds = at.rounds.slice(0, at.deals.length).filter((round) => round.complete);
  const totals = at.players.map((player) => [
    player.joined === 1 ? player.start : null,
    ...rounds.map(({ number }) => {
      if (number === player.joined - 1) return player.start;
      const there = number >= player.joined && (player.left === null || number <= player.left);
      return there ? total(at, player, number) : null;
    }),
  ]);
  return (
    <Chart
      course={{ rounds: rounds.map(({ deal }) => deal.wild ?? "JK"), totals }}
      names={at.players.map(({ id }) => nameOf(at, id))}
    />
  );
}

/** Digits, Backspace, Enter and O do what the keys on the screen do. */
function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !draft.peek()) return;
  const target = event.target as HTMLElement;
  if (target.closest("input, select, textarea")) return;
  if (/^[0-9]$/.test(event.key)) entry.digit(event.key);
  else if (event.key === "Backspace") entry.erase();
  else if (event.key === "Enter" && !target.closest("button, a")) entry.next();
  else if (event.key.toLowerCase() === "o") entry.goneOut();
  else return;
  event.preventDefault();
}
