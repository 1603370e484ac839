import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Commitments } from "../components/Commitments.tsx";
import { Choice } from "../components/fields.tsx";
import { Icon } from "../components/Icon.tsx";
import { Melds, MiniCards } from "../components/Melds.tsx";
import { Piles } from "../components/Piles.tsx";
import { SheetTable } from "../components/ScoreTable.tsx";
import { Seats } from "../components/Seats.tsx";
import { Ring } from "../components/Shape.tsx";
import { LedHere, Review } from "../dialogs/Review.tsx";
import type { Happened, Replay as Replayed, ReplayStep } from "../generated/protocol.ts";
import { wilds } from "../i18n/cards.ts";
import { listed, t } from "../i18n/index.ts";
import { RequestFailed, replay } from "../net/http.ts";
import { arrange } from "../search/index.ts";
import { byRank, symbols } from "../state/cards.ts";
import { connect } from "../state/connection.ts";
import { refusalText } from "../state/message.ts";
import type { Place } from "../state/route.ts";
import { mySeat, tableName } from "../state/store.ts";
import { download } from "./Result.tsx";

interface Asked {
  readonly table: string;
  readonly game: number;
  /** Where to begin. */
  readonly place: Place;
}

/** A finished game, step by step, open or as one seat saw it. */
export function Replay({ table, game, place }: Asked) {
  const [shown, setShown] = useState<Replayed | null>(null);
  const [index, setIndex] = useState(place.round);
  const [view, setView] = useState(place.view);
  const [wanted, setWanted] = useState(place.step);
  const [trouble, setTrouble] = useState("");
  const [reviewing, setReviewing] = useState(false);

  useEffect(() => connect(table), [table]);
  useEffect(() => {
    let current = true;
    replay(table, game, index, view).then(
      (found) => current && setShown(found),
      (error) => setTrouble(refusalText(error instanceof RequestFailed ? error.code : "other")),
    );
    return () => {
      current = false;
    };
  }, [table, game, index, view]);

  if (trouble || !shown) {
    return (
      <div class="start">
        <p class={trouble ? "trouble" : ""} role={trouble ? "alert" : undefined}>
          {trouble || t("connecting")}
        </p>
        <BackLink table={table} />
      </div>
    );
  }
  const names = shown.seats.map((seat) => seat.called);
  const within = (step: number) => Math.max(0, Math.min(shown.steps.length - 1, step));
  const at = within(wanted);
  const step = shown.steps[at];
  const scheduled = shown.sheet.rows.filter((row) => !row.tie_break).length;
  const goTo = (to: number) => setWanted(within(to));
  return (
    <div class="page replay">
      <header class="table-head">
        <h1>{t("replay")}</h1>
        <BackLink table={table} />
      </header>
      <div class="two">
        <Choice
          label={t("replay.round")}
          value={String(index)}
          options={shown.sheet.rows.map((row) => [
            String(row.index),
            row.tie_break
              ? t("round.tieBreak")
              : t("round.of", { at: row.index + 1, of: scheduled }),
          ])}
          choose={(round) => {
            setIndex(Number(round));
            setWanted(0);
          }}
        />
        <Choice
          label={t("replay.view")}
          value={view}
          options={[
            ["open", t("replay.open")],
            ...names.map((name, seat) => [String(seat), name] as const),
          ]}
          choose={setView}
        />
      </div>
      {step && (
        <Step step={step} shown={shown} names={names}>
          <LedHere table={table} game={game} index={shown.index} step={at} />
        </Step>
      )}
      <nav class="steps" aria-label={t("replay.steps")}>
        <button type="button" aria-disabled={at === 0} onClick={() => goTo(at - 1)}>
          <Icon name="back" />
          {t("replay.back")}
        </button>
        <input
          type="range"
          min={0}
          max={shown.steps.length - 1}
          value={at}
          aria-label={t("replay.at", { at: at + 1, of: shown.steps.length })}
          onInput={(event) => goTo(Number(event.currentTarget.value))}
        />
        <button
          type="button"
          class="primary"
          aria-disabled={at === shown.steps.length - 1}
          onClick={() => goTo(at + 1)}
        >
          {t("replay.next")}
          <Icon name="next" />
        </button>
      </nav>
      {mySeat.value !== null && (
        <button type="button" onClick={() => setReviewing(true)}>
          {t("review")}
        </button>
      )}
      {reviewing && (
        <Review
          table={table}
          game={game}
          close={() => setReviewing(false)}
          show={({ round, step, view }) => {
            setIndex(round);
            setWanted(step);
            setView(view);
          }}
        />
      )}
      <Commitments shuffles={shuffles(shown)} />
      <button type="button" onClick={() => void download(table, game)}>
        {t("record")}
      </button>
      <SheetTable sheet={shown.sheet} names={names} rest={[]} current={null} />
    </div>
  );
}

function BackLink({ table }: { table: string }) {
  return (
    <a class="button" href={`#table=${tableName.value ?? table}`}>
      {t("replay.leave")}
    </a>
  );
}

interface Shown {
  readonly step: ReplayStep;
  readonly shown: Replayed;
  readonly names: readonly string[];
  /** Told below what happened. */
  readonly children: ComponentChildren;
}

function Step({ step, shown, names, children }: Shown) {
  const { round } = step;
  const row = shown.sheet.rows.find((r) => r.index === shown.index);
  const before = shown.sheet.rows[shown.index - 1]?.totals ?? names.map(() => 0);
  const totals = round ? before : (row?.totals ?? before);
  const wild = round?.deal.wild ?? null;
  return (
    <>
      {row && (
        <p class="wild-words">
          <Ring />
          <b>{t("wild.title", { wilds: wilds(row.deal.wild) })}</b>
        </p>
      )}
      <Seats
        seats={shown.seats}
        names={names}
        totals={totals}
        round={round}
        mine={null}
        online={names.map((_, seat) => seat)}
        still
      />
      <p class="message plain" aria-live="polite">
        {describe(step, names)}
      </p>
      {children}
      {round && (
        <Piles
          round={round}
          wild={(card) => card === "JK" || card.slice(0, -1) === wild}
          sources={[]}
        />
      )}
      <ul class="open-hands">
        {step.hands.map((cards, seat) =>
          cards === null ? null : (
            <li key={seat} class={round?.turn === seat ? "turn" : ""}>
              <b>{names[seat]}</b>
              <Melds melds={round?.melds[seat] ?? []} />
              <Held cards={cards} wild={wild} naturals={shown.naturals} />
            </li>
          ),
        )}
      </ul>
    </>
  );
}

/** A hand as the table sorts it: the melds in it, then what is left over by rank. */
function Held({
  cards,
  wild,
  naturals,
}: {
  readonly cards: readonly string[];
  readonly wild: string | null;
  readonly naturals: Replayed["naturals"];
}) {
  const { melds, left } = arrange(cards, wild, naturals);
  return (
    <>
      <Melds melds={melds} />
      <MiniCards cards={[...left].sort(byRank)} />
    </>
  );
}

/** What happened in a step, as sentences. */
function describe(step: ReplayStep, names: readonly string[]): string {
  return step.events.flatMap((event) => told(event, (seat) => names[seat] ?? "")).join(" ");
}

function told(event: Happened, name: (seat: number) => string): string[] {
  switch (event.type) {
    case "dealt":
      return [t("did.dealt", { name: name(event.dealer) })];
    case "drew":
      if (event.card === null) return [`${t("did.drew", { name: name(event.seat) })}.`];
      return [
        event.source === "discard"
          ? `${t("did.took", { name: name(event.seat), card: symbols(event.card) })}.`
          : `${t("did.drew", { name: name(event.seat) })}${t("colon")}${symbols(event.card)}.`,
      ];
    case "discarded":
      return [t("did.discardedOnly", { name: name(event.seat), card: symbols(event.card) })];
    case "went_out":
      return [`${t("end.out", { name: name(event.seat) })}.`];
    case "laid_off":
      return [
        `${name(event.seat)}${t("colon")}${t("did.laidOff", { cards: symbols(event.card) })}.`,
      ];
    case "reshuffled":
      return [t("say.reshuffled")];
    case "round_ended":
      return [t("say.roundEnded")];
    case "game_ended":
      return [t("say.gameEnded", { names: listed(event.winners.map(name)) })];
    default:
      return [];
  }
}

/** The shuffles that the round opened at its end. */
function shuffles(shown: Replayed) {
  return shown.steps.flatMap((step) =>
    step.events.flatMap((event) => (event.type === "revealed" ? event.shuffles : [])),
  );
}
