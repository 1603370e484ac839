import type { Sheet, Table } from "../generated/protocol.ts";
import { listed, t } from "../i18n/index.ts";
import { shortNames } from "../state/names.ts";
import { round, sheet, table } from "../state/store.ts";
import { nameOf, names } from "../state/turn.ts";
import { useRoom } from "./room.ts";

const wildOf = (wild: string | null) => wild ?? "JK";

/** The score sheet of this table as it stands. */
export function ScoreTable() {
  const shown = sheet.value;
  const at = table.value;
  if (!shown || !at) return <p class="note">{t("sheet.none")}</p>;
  const rest = at.schedule.slice(shown.rows.filter((row) => !row.tie_break).length);
  return (
    <SheetTable
      sheet={shown}
      names={names.value}
      rest={rest}
      current={round.value?.dealer ?? null}
    />
  );
}

interface Shown {
  readonly sheet: Sheet;
  readonly names: readonly string[];
  /** The deals still to come. */
  readonly rest: Table["schedule"];
  /** The dealer of the round being played. */
  readonly current: number | null;
}

/** A score sheet: a row a round, a column a player, running totals beside the points. */
export function SheetTable({ sheet, names: people, rest, current }: Shown) {
  const { place, letters } = useRoom(people);
  const short = shortNames(people, letters);
  const best = Math.min(...sheet.ranks);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section ref={place} class="sheet-scroll" tabIndex={0} aria-label={t("sheet")}>
      <table class="sheet">
        <caption class="sr">{t("sheet.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("sheet.wild")}</th>
            {people.map((name, seat) => (
              <th
                scope="col"
                key={name}
                class={sheet.ranks[seat] === best && sheet.rows.length ? "leads" : ""}
              >
                <abbr title={name}>{short[seat]}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => (
            <tr key={row.index}>
              <th scope="row">{row.tie_break ? t("sheet.tie") : wildOf(row.deal.wild)}</th>
              {people.map((name, seat) => {
                const points = row.scores[seat];
                return (
                  <td key={name} class={row.out === seat ? "went-out" : ""}>
                    {points === null || points === undefined ? (
                      "–"
                    ) : (
                      <>
                        <span class="points">
                          {points}
                          {row.dealer === seat && (
                            <i title={t("seat.dealer")}>{t("dealer.letter")}</i>
                          )}
                        </span>
                        {!row.tie_break && <span class="running">{row.totals[seat]}</span>}
                        {row.out === seat && <span class="sr">, {t("mark.out")}</span>}
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
          {rest.map((deal, at) => (
            <tr key={`${deal.cards}/${deal.wild}`} class="to-come">
              <th scope="row">{wildOf(deal.wild)}</th>
              {people.map((name, seat) => (
                <td key={name}>
                  {at === 0 && current === seat && (
                    <i title={t("seat.dealer")}>{t("dealer.letter")}</i>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("sheet.total")}</th>
            {people.map((name, seat) => (
              <td key={name}>
                <b>{sheet.totals[seat]}</b>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Who leads, as a sentence. */
export function leaders(shown: Sheet): string {
  const first = shown.ranks.flatMap((rank, seat) => (rank === 1 ? [nameOf(seat)] : []));
  return listed(first);
}
