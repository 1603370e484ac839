import { useEffect, useState } from "preact/hooks";
import { TextField } from "../components/fields.tsx";
import { CARDS_PER_SET, JOKER_POINTS, PLAYERS_PER_SET, WILD_POINTS } from "../generated/facts.ts";
import type { Options } from "../generated/protocol.ts";
import { type Language, language, t } from "../i18n/index.ts";
import { type Explained, PARTS, type Part, type RuleBook } from "../i18n/rules/types.ts";

const BOOKS: Record<Language, () => Promise<{ rules: RuleBook }>> = {
  en: () => import("../i18n/rules/en.ts"),
  fr: () => import("../i18n/rules/fr.ts"),
  nl: () => import("../i18n/rules/nl.ts"),
};

const FACTS: Record<string, number> = {
  set: CARDS_PER_SET,
  wild: WILD_POINTS,
  joker: JOKER_POINTS,
  most: PLAYERS_PER_SET,
};

/** The parts that hold only where a table chose so, and whether this one did. */
const HOUSE: Partial<Record<Part, (options: Options) => boolean>> = {
  schedules: (options) => options.schedule !== "official",
  ties: (options) => options.ties === "tiebreak",
  manual: (options) => options.arrangement === "manual",
  naturals: (options) => options.naturals === 1,
  layOff: (options) => options.lay_off === "last_turn",
};

const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => `${FACTS[name]}`);

/** A text without capitals and accents, to be searched in. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

const found = (part: Explained, wanted: string) =>
  plain(`${part.title} ${part.text.join(" ")}`).includes(plain(wanted.trim()));

/** The rules with a field to search in them; those of this table are marked. */
export function RulesText({ options }: { options: Options | null }) {
  const [book, setBook] = useState<RuleBook | null>(null);
  const [wanted, setWanted] = useState("");
  const shownLanguage = language.value;
  useEffect(() => {
    void BOOKS[shownLanguage]().then((module) => setBook(module.rules));
  }, [shownLanguage]);
  if (!book) return <p>{t("connecting")}</p>;
  const parts = PARTS.filter((part) => found(book[part], wanted));
  return (
    <div class="rules">
      <TextField label={t("rules.search")} value={wanted} set={setWanted} maxLength={40} />
      {parts.length === 0 && <p role="status">{t("rules.none")}</p>}
      {parts.map((part) => (
        <section key={part}>
          <h2>
            {book[part].title} <House part={part} options={options} />
          </h2>
          {book[part].text.map((text) => (
            <p key={text}>{fill(text)}</p>
          ))}
        </section>
      ))}
    </div>
  );
}

function House({ part, options }: { part: Part; options: Options | null }) {
  const holds = HOUSE[part];
  if (!holds) return null;
  if (options && holds(options)) return <span class="chip">{t("rules.here")}</span>;
  return <span class="chip quiet">{t("rules.house")}</span>;
}

/** The rules as a page of their own. */
export function Rules() {
  return (
    <div class="page">
      <header class="table-head">
        <h1>{t("rules")}</h1>
        <a class="button" href="#start">
          {t("toStart")}
        </a>
      </header>
      <RulesText options={null} />
    </div>
  );
}
