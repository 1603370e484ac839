import { SCHEDULES, type Options as Sent } from "../generated/protocol.ts";
import { t } from "../i18n/index.ts";
import { Choice, Toggle } from "./fields.tsx";

/** Options with nothing left out. */
export type Options = Required<Sent>;

export const OFFICIAL: Options = {
  schedule: "official",
  naturals: 0,
  lay_off: "never",
  ties: "shared",
  arrangement: "best",
  hints: "best",
  open_hands: false,
  absent_after: 120,
  stand_in: "medium",
  turn_timer: null,
  first_dealer: null,
};

export const complete = (sent: Sent): Options => ({ ...OFFICIAL, ...sent });

const ABSENT = ["60", "120", "300", "900", "3600", "86400"] as const;
const TIMERS = ["0", "30", "60", "120"] as const;

interface Shown {
  readonly options: Options;
  readonly fixed?: boolean;
  set(options: Options): void;
}

/** The options of a table, official play being the default of each. */
export function OptionsForm({ options, set, fixed = false }: Shown) {
  const change = (some: Partial<Options>) => set({ ...options, ...some });
  return (
    <div class="fields">
      <Choice
        label={t("option.schedule")}
        value={options.schedule}
        disabled={fixed}
        options={SCHEDULES.map((name) => [name, t(`schedule.${name}`)])}
        choose={(schedule) => change({ schedule })}
      />
      {options.schedule === "extended" && <p class="note">{t("schedule.extended.note")}</p>}
      <Choice
        label={t("option.ties")}
        value={options.ties}
        disabled={fixed}
        options={(["shared", "tiebreak"] as const).map((name) => [name, t(`ties.${name}`)])}
        choose={(ties) => change({ ties })}
      />
      <Choice
        label={t("option.arrangement")}
        value={options.arrangement}
        disabled={fixed}
        options={(["best", "manual"] as const).map((name) => [name, t(`arrangement.${name}`)])}
        choose={(arrangement) =>
          change({ arrangement, hints: arrangement === "manual" ? "off" : "best" })
        }
      />
      <Choice
        label={t("option.hints")}
        value={options.hints}
        disabled={fixed || options.arrangement === "manual"}
        options={(["off", "out", "best"] as const).map((name) => [name, t(`hints.${name}`)])}
        choose={(hints) => change({ hints })}
      />
      <Choice
        label={t("option.absent")}
        value={String(options.absent_after) as (typeof ABSENT)[number]}
        disabled={fixed}
        options={ABSENT.map((time) => [time, duration(Number(time))])}
        choose={(time) => change({ absent_after: Number(time) })}
      />
      <Choice
        label={t("option.timer")}
        value={String(options.turn_timer ?? 0) as (typeof TIMERS)[number]}
        disabled={fixed}
        options={TIMERS.map((time) => [
          time,
          time === "0" ? t("timer.none") : duration(Number(time)),
        ])}
        choose={(time) => change({ turn_timer: Number(time) || null })}
      />
      <Toggle
        label={t("option.naturals")}
        on={options.naturals === 1}
        disabled={fixed}
        set={(on) => change({ naturals: on ? 1 : 0 })}
      />
      <Toggle
        label={t("option.layOff")}
        on={options.lay_off === "last_turn"}
        disabled={fixed}
        set={(on) => change({ lay_off: on ? "last_turn" : "never" })}
      />
      <Toggle
        label={t("option.openHands")}
        on={options.open_hands}
        disabled={fixed}
        set={(open_hands) => change({ open_hands })}
      />
    </div>
  );
}

function duration(seconds: number): string {
  if (seconds >= 3600) return t("hours", { n: seconds / 3600 });
  return seconds >= 60 ? t("minutes", { n: seconds / 60 }) : t("seconds", { n: seconds });
}

/** The options that differ from official play, in words. */
export function houseRules(sent: Sent): string[] {
  const options = complete(sent);
  return [
    options.schedule !== "official" && t(`schedule.${options.schedule}`),
    options.naturals === 1 && t("option.naturals"),
    options.lay_off === "last_turn" && t("option.layOff"),
    options.ties === "tiebreak" && t("ties.tiebreak"),
    options.arrangement === "manual" && t("arrangement.manual"),
    options.open_hands && t("option.openHands"),
    options.turn_timer !== null &&
      `${t("option.timer")}${t("colon")}${duration(options.turn_timer)}`,
    options.hints === "off" && t("hints.forbidden"),
  ].filter((words) => words !== false);
}

/** What is played, under its heading. */
export function OptionsInWords({ options }: { readonly options: Sent }) {
  const house = houseRules(options);
  return (
    <>
      <h2>{t("options")}</h2>
      {house.length === 0 ? (
        <p>{t("options.official")}</p>
      ) : (
        <ul class="plain">
          {house.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </>
  );
}
