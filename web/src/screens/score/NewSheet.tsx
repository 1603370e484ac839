import { useState } from "preact/hooks";
import { Choice, Toggle } from "../../components/fields.tsx";
import { Icon } from "../../components/Icon.tsx";
import { DEALS } from "../../generated/facts.ts";
import { MAX_PLAYERS } from "../../generated/protocol.ts";
import { listed, t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { newSheet } from "../../score/edits.ts";
import { isName, MAX_NAME } from "../../score/log.ts";
import { groupsOf, namesOf, shuffled } from "../../score/people.ts";
import type { Deal } from "../../score/sheet.ts";
import { make, sheets } from "../../score/store.ts";
import { go } from "../../state/route.ts";

const SCHEDULES = ["official", "short", "extended", "reverse", "random"] as const;
type Schedule = (typeof SCHEDULES)[number];

const dealsOf = (schedule: Schedule): readonly Deal[] =>
  schedule === "random" ? shuffled(DEALS.official) : DEALS[schedule];

/** A new sheet: who plays in which order, who deals first, which rounds. */
export function NewSheet() {
  const groups = groupsOf(sheets.value);
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(groups[0] ?? ["", "", ""]));
  const [dealer, setDealer] = useState("0");
  const [schedule, setSchedule] = useState<Schedule>("official");
  const [oneByOne, setOneByOne] = useState(false);
  const names = rows.map(({ name }, at) => name.trim() || s("new.name", { n: at + 1 }));
  const twice = new Set(names.map((name) => name.toLowerCase())).size < names.length;
  const known = namesOf(sheets.value).filter((name) => !names.includes(name));

  function begin(): void {
    if (twice || !names.every(isName)) return;
    const name = make(
      newSheet({
        players: names.map((player, at) => [`p${at + 1}`, player]),
        deals: dealsOf(schedule),
        dealer: Math.min(Number(dealer), rows.length - 1),
        reveal: schedule === "random" && oneByOne ? "round" : "start",
      }),
    );
    go(`score=${name}`, true);
  }

  const add = (name: string) => {
    const free = rows.findIndex((row) => !row.name.trim());
    if (name && free >= 0) setRows(rows.map((row, at) => (at === free ? { ...row, name } : row)));
    else if (rows.length < MAX_PLAYERS) setRows([...rows, ...rowsOf([name])]);
  };

  return (
    <form
      class="page"
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <header class="table-head">
        <h1>{s("new")}</h1>
        <a class="button icon" href="#score" aria-label={t("close")}>
          <Icon name="close" />
        </a>
      </header>
      {groups.length > 0 && (
        <fieldset class="choices">
          <legend>{s("new.again")}</legend>
          {groups.slice(0, 4).map((group) => (
            <button type="button" key={group.join("/")} onClick={() => setRows(rowsOf(group))}>
              {listed(group)}
            </button>
          ))}
        </fieldset>
      )}
      <fieldset class="seats-new">
        <legend>{s("new.players")}</legend>
        <ol class="stack">
          {rows.map((row, at) => (
            <SeatRow
              key={row.key}
              name={row.name}
              at={at}
              called={names[at] ?? ""}
              count={rows.length}
              set={(name) =>
                setRows(rows.map((other) => (other === row ? { ...row, name } : other)))
              }
              move={(by) => setRows(moved(rows, at, by))}
              drop={() => setRows(rows.filter((other) => other !== row))}
            />
          ))}
        </ol>
        <button type="button" aria-disabled={rows.length >= MAX_PLAYERS} onClick={() => add("")}>
          {s("new.add")}
        </button>
      </fieldset>
      {twice && (
        <p class="trouble" role="alert">
          {s("new.same")}
        </p>
      )}
      {known.length > 0 && (
        <fieldset class="choices">
          <legend>{s("new.known")}</legend>
          {known.slice(0, 12).map((name) => (
            <button type="button" key={name} onClick={() => add(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <div class="two">
        <Choice
          label={s("new.dealer")}
          value={dealer}
          options={names.map((name, at) => [String(at), name])}
          choose={setDealer}
        />
        <Choice
          label={t("option.schedule")}
          value={schedule}
          options={SCHEDULES.map((name) => [name, t(`schedule.${name}`)])}
          choose={setSchedule}
        />
      </div>
      {schedule === "random" && <Toggle label={s("new.reveal")} on={oneByOne} set={setOneByOne} />}
      {schedule === "extended" && <p class="note">{t("schedule.extended.note")}</p>}
      <button type="submit" class="primary large" aria-disabled={twice}>
        {s("new.begin")}
      </button>
    </form>
  );
}

interface Row {
  readonly key: number;
  readonly name: string;
}

let rowsMade = 0;
const rowsOf = (names: readonly string[]): Row[] =>
  names.map((name) => ({ key: ++rowsMade, name }));

function moved(rows: readonly Row[], at: number, by: number): Row[] {
  const order = [...rows];
  const [row] = order.splice(at, 1);
  if (row) order.splice(at + by, 0, row);
  return order;
}

function SeatRow({
  name,
  at,
  called,
  count,
  set,
  move,
  drop,
}: {
  readonly name: string;
  readonly at: number;
  readonly called: string;
  readonly count: number;
  set(name: string): void;
  move(by: number): void;
  drop(): void;
}) {
  return (
    <li class="seat-new">
      <input
        aria-label={s("new.name", { n: at + 1 })}
        placeholder={s("new.name", { n: at + 1 })}
        value={name}
        maxLength={MAX_NAME}
        autocomplete="off"
        enterkeyhint="next"
        onInput={(event) => set(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter goes on to the next name, and begins only from the last one.
          const item = event.currentTarget.closest("li");
          const following = item?.nextElementSibling?.querySelector("input");
          if (event.key === "Enter" && following) {
            event.preventDefault();
            following.focus();
          }
        }}
      />
      <button
        type="button"
        class="icon"
        aria-label={s("new.up", { name: called })}
        aria-disabled={at === 0}
        onClick={() => at > 0 && move(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={s("new.down", { name: called })}
        aria-disabled={at === count - 1}
        onClick={() => at < count - 1 && move(1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={s("new.remove", { name: called })}
        aria-disabled={count <= 2}
        onClick={() => count > 2 && drop()}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
