import type { Sheet } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { shortNames } from "../state/names.ts";

const WIDTH = 320;
const HEIGHT = 200;
const LEFT = 30;
const RIGHT = 64;
const TOP = 10;
const BOTTOM = 22;
const DASHES = ["none", "6 3", "2 3", "9 3 2 3", "12 4", "4 2", "1 4", "9 3 2 3 2 3"];

/** The totals after every round, lower is better; each player has an own dash and an own name. */
export function Chart({ sheet, names }: { sheet: Sheet; names: readonly string[] }) {
  const rows = sheet.rows.filter((row) => !row.tie_break);
  if (rows.length === 0) return null;
  const top = Math.max(10, ...sheet.totals);
  const short = shortNames(names, 7);
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / rows.length;
  const y = (total: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * total) / top;
  const steps = gridSteps(top);
  const labels = spread(sheet.totals.map(y), 11);
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
        {rows.map((row, at) => (
          <text key={row.index} class="axis" x={x(at + 1)} y={HEIGHT - 7} text-anchor="middle">
            {row.deal.wild ?? "JK"}
          </text>
        ))}
        {names.map((name, seat) => (
          <g key={name} class={`line-${seat % 7}`}>
            <polyline
              points={[0, ...rows.map((row) => row.totals[seat] ?? 0)]
                .map((total, at) => `${x(at)},${y(total)}`)
                .join(" ")}
              fill="none"
              stroke="currentColor"
              stroke-width="2"
              stroke-linejoin="round"
              stroke-dasharray={DASHES[seat % DASHES.length]}
            />
            <circle
              cx={x(rows.length)}
              cy={y(sheet.totals[seat] ?? 0)}
              r="2.5"
              fill="currentColor"
            />
            <text
              class="name"
              x={WIDTH - RIGHT + 6}
              y={(labels[seat] ?? 0) + 3.5}
              fill="currentColor"
            >
              {short[seat]} {sheet.totals[seat]}
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
