import type { Round, Table } from "../generated/protocol.ts";
import { wilds } from "../i18n/cards.ts";
import { t } from "../i18n/index.ts";
import { open } from "../state/dialogs.ts";
import { Icon } from "./Icon.tsx";
import { Ring } from "./Shape.tsx";

/** The round, and the wild in words. */
export function RoundTitle({ round, table }: { round: Round; table: Table }) {
  return (
    <h1 class="round-title">
      <small>
        {round.tie_break
          ? t("round.tieBreak")
          : t("round.of", { at: round.index + 1, of: table.schedule.length })}
        {" · "}
        {t("cards", { n: round.deal.cards })}
      </small>
      <span class="wild-words">
        <Ring />
        <b>{t("wild.title", { wilds: wilds(round.deal.wild) })}</b>
      </span>
    </h1>
  );
}

export function HeaderButtons() {
  return (
    <div class="header-buttons">
      <button type="button" class="icon" onClick={() => open("sheet")} aria-label={t("sheet")}>
        <Icon name="sheet" />
      </button>
      <button type="button" class="icon" onClick={() => open("menu")} aria-label={t("menu")}>
        <Icon name="menu" />
      </button>
    </div>
  );
}
