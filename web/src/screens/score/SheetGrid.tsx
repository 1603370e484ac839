import { useRoom } from "../../components/room.ts";
import { t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { cells, history, type Log } from "../../score/log.ts";
import { type Player, type Round, type Sheet, total } from "../../score/sheet.ts";
import { log } from "../../score/store.ts";
import { shortNames } from "../../state/names.ts";

/** The whole sheet as a table; a tap on a cell corrects it. */
export function SheetGrid({
  sheet,
  choose,
}: {
  readonly sheet: Sheet;
  choose(round: number, player: string): void;
}) {
  const people = sheet.players;
  const names = people.map(({ name }) => name);
  const { place, letters } = useRoom(names);
  const short = shortNames(names, letters);
  const played = sheet.rounds.some(({ points }) => [...points.values()].some((p) => p !== null));
  const best = Math.min(...sheet.staying.map(({ id }) => sheet.totals.get(id) ?? 0));
  const last = sheet.current?.number ?? sheet.rounds.length;
  const corrected = correctedCells(log.value);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section ref={place} class="sheet-scroll" tabIndex={0} aria-label={t("sheet")}>
        <table class="sheet kept">
          <caption class="sr">{t("sheet.caption")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("sheet.wild")}</th>
              {people.map((player, seat) => (
                <th
                  scope="col"
                  key={player.id}
                  class={played && sheet.leaders.includes(player.id) ? "leads" : ""}
                >
                  <abbr title={player.name}>{short[seat]}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.some(({ joined, start }) => joined > 1 || start > 0) && (
              <tr class="to-come">
                <th scope="row">{s("start")}</th>
                {people.map((player) => (
                  <td key={player.id}>{player.joined > 1 ? player.start : ""}</td>
                ))}
              </tr>
            )}
            {sheet.rounds.map((round) => (
              <tr key={round.number} class={round.number > last ? "to-come" : ""}>
                <th scope="row">
                  {round.tieBreak
                    ? t("sheet.tie")
                    : sheet.reveal === "round" && round.number > last
                      ? "?"
                      : (round.deal.wild ?? "JK")}
                </th>
                {people.map((player) => (
                  <td key={player.id} class={round.out === player.id ? "went-out" : ""}>
                    <Cell
                      sheet={sheet}
                      round={round}
                      player={player}
                      open={round.number <= last}
                      corrected={corrected.has(`round/${round.number}/points/${player.id}`)}
                      choose={choose}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("sheet.total")}</th>
              {people.map((player) => (
                <td key={player.id}>
                  <b>{sheet.totals.get(player.id)}</b>
                </td>
              ))}
            </tr>
            <tr class="gaps">
              <th scope="row">{s("gap")}</th>
              {people.map((player) => (
                <td key={player.id}>
                  {sheet.ranks.has(player.id)
                    ? `+${(sheet.totals.get(player.id) ?? 0) - best}`
                    : "–"}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      <ul class="note">
        {people
          .flatMap((player) => remarks(player))
          .map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        {corrected.size > 0 && <li>* {s("corrected")}</li>}
      </ul>
    </>
  );
}

function remarks({ name, joined, left }: Player): string[] {
  const told: string[] = [];
  if (joined > 1) told.push(`${name}${t("colon")}${s("joined", { n: joined })}`);
  if (left !== null) {
    told.push(`${name}${t("colon")}${left === 0 ? s("left.start") : s("left", { n: left })}`);
  }
  return told;
}

/** The cells of points that say something else than they first did. */
function correctedCells(all: Log): Set<string> {
  const points = [...cells(all)].filter(
    ([cell, value]) => cell.includes("/points/") && value !== null,
  );
  return new Set(
    points.flatMap(([cell, value]) => {
      const first = history(all, cell).find((fact) => fact.value !== null)?.value;
      return first === value ? [] : [cell];
    }),
  );
}

function Cell({
  sheet,
  round,
  player,
  open,
  corrected,
  choose,
}: {
  readonly sheet: Sheet;
  readonly round: Round;
  readonly player: Player;
  readonly open: boolean;
  readonly corrected: boolean;
  choose(round: number, player: string): void;
}) {
  if (!round.points.has(player.id)) return <span class="points">–</span>;
  const points = round.points.get(player.id) ?? null;
  const dealer = round.dealer === player.id && <i title={t("seat.dealer")}>{t("dealer.letter")}</i>;
  if (!open) return <>{sheet.reveal === "start" && dealer}</>;
  return (
    <button
      type="button"
      class={points === null ? "blank" : ""}
      aria-label={[
        player.name,
        points === null ? s("missing") : t("points", { n: points }),
        ...(round.out === player.id ? [t("mark.out")] : []),
        ...(corrected ? [s("corrected")] : []),
      ].join(", ")}
      onClick={() => choose(round.number, player.id)}
    >
      <span class="points">
        {points ?? "–"}
        {corrected && "*"}
        {dealer}
      </span>
      {points !== null && !round.tieBreak && (
        <span class="running">{total(sheet, player, round.number)}</span>
      )}
    </button>
  );
}
