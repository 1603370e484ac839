import { Icon } from "../../components/Icon.tsx";
import { number, t } from "../../i18n/index.ts";
import { s } from "../../i18n/score/index.ts";
import { read } from "../../score/sheet.ts";
import { type Person, statistics } from "../../score/statistics.ts";
import { sheets } from "../../score/store.ts";

/** What the finished games of this device say about the people who played them. */
export function Statistics() {
  const people = statistics([...sheets.value.values()].map(read));
  return (
    <div class="page">
      <header class="page-head">
        <a class="button icon" href="#score" aria-label={s("list")}>
          <Icon name="back" />
        </a>
        <h1>{s("statistics")}</h1>
      </header>
      {people.size === 0 && <p class="note">{s("stat.none")}</p>}
      {[...people].map(([key, person]) => (
        <section key={key} class="panel" aria-label={person.name}>
          <h2>{person.name}</h2>
          <dl class="figures">
            {figures(person).map(([label, figure]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
          {person.against.size > 0 && (
            <details>
              <summary>{s("stat.against")}</summary>
              <dl class="figures">
                {[...person.against].map(([other, { better, worse }]) => (
                  <div key={other}>
                    <dt>{people.get(other)?.name ?? other}</dt>
                    <dd>
                      {better} : {worse}
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </section>
      ))}
    </div>
  );
}

function figures(person: Person): [string, string][] {
  const share = (sum: number, of: number) => (of ? number(sum / of, 1) : "–");
  const points = (n: number | null) => (n === null ? "–" : t("points", { n }));
  return [
    [s("stat.games"), number(person.games)],
    [s("stat.wins"), number(person.wins)],
    [s("stat.average"), share(person.points, person.whole)],
    [s("stat.best"), points(person.best)],
    [s("stat.worst"), points(person.worst)],
    [s("stat.round"), share(person.roundPoints, person.rounds)],
    [s("stat.highest"), points(person.highest)],
    [s("stat.zeros"), number(person.zeros)],
    [s("stat.streak"), number(person.streak)],
    [s("stat.comeback"), points(person.comeback || null)],
  ];
}
