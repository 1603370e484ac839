import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../components/Icon.tsx";
import { Ring } from "../../components/Shape.tsx";
import { wilds } from "../../i18n/cards.ts";
import { language, listed, t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { pointsOf, roundShown, select, showRound } from "../../score/entry.ts";
import { history } from "../../score/log.ts";
import {
  mostPoints,
  nameOf,
  playerOf,
  type Round,
  type Sheet,
  total,
  warnings,
} from "../../score/sheet.ts";
import { draft, log, thisDevice } from "../../score/store.ts";
import { shortNames } from "../../state/names.ts";
import { Keypad } from "./Keypad.tsx";
import type { SheetDialog } from "./SheetMenu.tsx";

/** A round: what is dealt, who has which points, and where they are entered. */
export function RoundView({ sheet, open }: { sheet: Sheet; open(dialog: SheetDialog): void }) {
  const at = sheet.rounds[roundShown.value - 1] ?? sheet.rounds.at(-1);
  useEffect(() => {
    // What was taken back is asked for again; who has left is not asked any more.
    const now = draft.value;
    const asked = now && sheet.rounds[now.round - 1]?.players.includes(now.player);
    if (!asked && at && (now || !at.complete)) showRound(at);
  }, [sheet, at]);
  if (!at) return null;
  const last = sheet.current?.number ?? sheet.rounds.length;
  const names = shortNames(
    sheet.players.map(({ name }) => name),
    12,
  );
  const short = (id: string) => names[sheet.players.findIndex((p) => p.id === id)] ?? "";
  const step = (by: number) => {
    const round = sheet.rounds[at.number - 1 + by];
    if (round && round.number <= last) showRound(round);
  };
  return (
    <section class="round" aria-label={t("round.of", { at: at.number, of: sheet.deals.length })}>
      <div class="round-card">
        <button
          type="button"
          class="icon"
          aria-label={s("before")}
          aria-disabled={at.number === 1}
          onClick={() => step(-1)}
        >
          <Icon name="back" />
        </button>
        <div>
          <h2>
            <small>
              {at.tieBreak
                ? t("round.tieBreak")
                : t("round.of", { at: at.number, of: sheet.deals.length })}
              {" · "}
              {t("cards", { n: at.deal.cards })}
            </small>
            <span class="wild-words">
              <Ring />
              {t("wild.title", { wilds: wilds(at.deal.wild) })}
            </span>
          </h2>
          {at.dealer && at.starter && (
            <button type="button" class="deals" onClick={() => open("dealer")}>
              {s("deals", { dealer: short(at.dealer), starter: short(at.starter) })}
            </button>
          )}
        </div>
        <button
          type="button"
          class="icon"
          aria-label={s("after")}
          aria-disabled={at.number >= last}
          onClick={() => step(1)}
        >
          <Icon name="next" />
        </button>
      </div>
      <ul class="entries">
        {at.players.map((player) => (
          <Entry key={player} sheet={sheet} round={at} player={player} />
        ))}
      </ul>
      {draft.value ? (
        <Keypad sheet={sheet} draft={draft.value} open={open} />
      ) : (
        <Complete sheet={sheet} at={at} />
      )}
    </section>
  );
}

function Entry({ sheet, round, player }: { sheet: Sheet; round: Round; player: string }) {
  const row = useRef<HTMLButtonElement>(null);
  const now = draft.value;
  const chosen = now?.player === player && now.round === round.number;
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const known = playerOf(sheet, player);
  const points = round.points.get(player) ?? null;
  const entered = chosen && now ? pointsOf(sheet, now) : null;
  const shown = entered !== null && entered >= 0 ? entered : points;
  const name = nameOf(sheet, player);
  return (
    <li>
      <button
        type="button"
        ref={row}
        class={`entry${chosen ? " chosen" : ""}${points === null ? " missing" : ""}`}
        aria-pressed={chosen}
        onClick={() => select(round.number, player)}
      >
        <span class="who">
          {name}
          {round.dealer === player && <i title={t("seat.dealer")}>{t("dealer.letter")}</i>}
          {round.out === player && <span class="chip">{t("mark.out")}</span>}
        </span>
        <small>
          {known && !round.tieBreak && s("total", { n: total(sheet, known, round.number) })}
        </small>
        <b class={entered !== null ? "typing" : ""}>{shown ?? "–"}</b>
        {points === null && <span class="sr">{s("missing")}</span>}
      </button>
      {chosen && <Earlier cell={`round/${round.number}/points/${player}`} />}
    </li>
  );
}

/** What was in a cell before, where it was corrected. */
function Earlier({ cell }: { cell: string }) {
  const facts = history(log.value, cell);
  if (facts.length < 2) return null;
  const time = new Intl.DateTimeFormat(language.value, { timeStyle: "short" });
  return (
    <ol class="earlier">
      {facts.map((fact) => (
        <li key={`${fact.at}/${fact.by}`}>
          {s("was", {
            device: s(fact.by === thisDevice() ? "device.this" : "device.other"),
            time: time.format(fact.at),
            value: fact.value === null ? s("was.blank") : String(fact.value),
          })}
        </li>
      ))}
    </ol>
  );
}

/** Nothing is missing: what is unlikely, who leads, and on to the next round. */
function Complete({ sheet, at }: { sheet: Sheet; at: Round }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const next = sheet.current;
  return (
    <div class="complete">
      <Warnings round={at} sheet={sheet} />
      <p>
        {s("complete", { at: at.number })} {leadersOf(sheet)}
      </p>
      {next && (
        <button type="button" class="primary large" ref={button} onClick={() => showRound(next)}>
          {next.tieBreak
            ? s("to.tie")
            : sheet.reveal === "round"
              ? s("next.show")
              : s("next", { n: next.deal.cards })}
        </button>
      )}
    </div>
  );
}

/** What is unlikely about a round. */
export function Warnings({ round, sheet }: { round: Round; sheet: Sheet }) {
  return warnings(round).map(([warn, player]) => (
    <p key={`${warn}/${player}`} class="warn" role="alert">
      {warn === "no_zero"
        ? s("warn.no_zero")
        : s("warn.too_many", {
            name: nameOf(sheet, player ?? ""),
            n: mostPoints(round.deal) ?? 0,
          })}
    </p>
  ));
}

/** Who leads, and by how much, as a sentence. */
function leadersOf(sheet: Sheet): string {
  const names = listed(sheet.leaders.map((id) => nameOf(sheet, id)));
  if (sheet.leaders.length === sheet.staying.length) return "";
  const best = Math.min(...sheet.staying.map(({ id }) => sheet.totals.get(id) ?? 0));
  const behind = sheet.staying
    .map(({ id }) => (sheet.totals.get(id) ?? 0) - best)
    .filter((gap) => gap > 0);
  const n = Math.min(...behind);
  return `${Number.isFinite(n) ? s("leads.by", { names, n }) : s("leads", { names })}.`;
}
