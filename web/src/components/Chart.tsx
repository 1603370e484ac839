import type { Sheet } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { shortNames } from "../state/names.ts";

const WIDTH = 320;
const HEIGHT = 200;
const LEFT = 30;
const RIGHT = 80;
const TOP = 10;
const BOTTOM = 22;
const DASHES = ["none", "6 3", "2 3", "9 3 2 3", "12 4", "4 2", "1 4", "9 3 2 3 2 3"];

/** What a chart shows: a line for each player. */
export interface Course {
  /** The rounds by their short names. */
  readonly rounds: readonly string[];
  /** For each player the total before the first round and after each; `null` where not there. */
  readonly totals: readonly (readonly (number | null)[])[];
}

/** The course of a game at a table. */
export function courseOf(sheet: Sheet): Course {
  const rows = sheet.rows.filter((row) => !row.tie_break);
  return {
    rounds: rows.map((row) => row.deal.wild ?? "JK"),
    totals: sheet.totals.map((_, seat) => [0, ...rows.map((row) => row.totals[seat] ?? null)]),
  };
}

/** The totals after every round, lower is better; each player has an own dash and an own name. */
export function Chart({ course, names }: { course: Course; names: readonly string[] }) {
  const { rounds, totals } = course;
  if (rounds.length === 0) return null;
  const end = (line: readonly (number | null)[]) =>
    line.reduce((last: number, total, at) => (total === null ? last : at), 0);
  const ends = totals.map((line) => line[end(line)] ?? 0);
  const top = Math.max(10, ...totals.flat().map((total) => total ?? 0));
  const short = shortNames(names, top < 1000 ? 7 : 5); // beside the total
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / rounds.length;
  const y = (total: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * total) / top;
  const steps = gridSteps(top);
  const labels = spread(ends.map(y), 11);
  const points = (line: readonly (number | null)[]) =>
    line.flatMap((total, at) => (total === null ? [] : [`${x(at)},${y(total)}`]));
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("chart")}>
        {steps.map((step) => (
          <g key={step}>
            <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(step)} y2={y(step)} />
            <text class="axis" x={LEFT - 4} y={y(step) + 3.5} text-anchor="end">
              {step}
            </text>
          </g>
        ))}
        {rounds.map((name, at) => (
          <text key={at} class="axis" x={x(at + 1)} y={HEIGHT - 7} text-anchor="middle">
            {name}
          </text>
        ))}
        {totals.map((line, seat) => (
          <g key={seat} class={`line-${seat % 7}`}>
            <polyline
              points={points(line).join(" ")}
              fill="none"
              stroke="currentColor"
              stroke-width="2"
              stroke-linejoin="round"
              stroke-dasharray={DASHES[seat % DASHES.length]}
            />
            <circle cx={x(end(line))} cy={y(ends[seat] ?? 0)} r="2.5" fill="currentColor" />
            <text
              class="name"
              x={WIDTH - RIGHT + 6}
              y={(labels[seat] ?? 0) + 3.5}
              fill="currentColor"
            >
              {short[seat]} {ends[seat]}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{t("chart.lower")}</figcaption>
    </figure>
  );
}

function gridSteps(top: number): number[] {
  const step = [10, 20, 25, 50, 100, 200, 250, 500].find((size) => top / size <= 5) ?? 1000;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => at * step);
}

/** Moves labels apart that would lie on each other, keeping their order. */
function spread(wanted: readonly number[], room: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let low = -Infinity;
  for (const at of order) {
    placed[at] = Math.max(wanted[at] ?? 0, low + room);
    low = placed[at] ?? 0;
  }
  const over = low - (HEIGHT - BOTTOM);
  if (over > 0) {
    let high = HEIGHT - BOTTOM;
    for (const at of order.reverse()) {
      placed[at] = Math.min(placed[at] ?? 0, high);
      high = (placed[at] ?? 0) - room;
    }
  }
  return placed;
}
