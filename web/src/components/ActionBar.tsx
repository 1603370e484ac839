import { t } from "../i18n/index.ts";
import { selected } from "../state/arrange.ts";
import { symbols } from "../state/cards.ts";
import { open } from "../state/dialogs.ts";
import { tryDiscard, tryGoOut } from "../state/intents.ts";
import { sortMode } from "../state/settings.ts";
import { hand, round } from "../state/store.ts";
import { canDiscard, canGoOut, cardIn, findsOwn } from "../state/turn.ts";

/** Sort, Discard, Go out: always in the same places. A button that cannot act stays, greyed. */
export function ActionBar({ busy }: { busy: boolean }) {
  const slot = selected.value;
  const card = slot === null ? null : cardIn(slot);
  const discardable =
    canDiscard.value && card !== null && hand.value?.actions.discard.includes(card.slot) === true;
  const layOff = hand.value?.actions.lay_off ?? [];
  const off = (can: boolean) => ({ "aria-disabled": !can || busy, type: "button" as const });
  return (
    <div class="action-bar">
      <button type="button" data-action="sort" onClick={() => open("sort")}>
        <small>{t("sort")}</small>
        <b>{t(`sort.${sortMode.value}`)}</b>
      </button>
      <button
        {...off(discardable)}
        class={discardable ? "primary" : ""}
        data-action="discard"
        onClick={() => discardable && tryDiscard()}
      >
        <small>{t("discard")}</small>
        <b>{card ? symbols(card.card) : "–"}</b>
      </button>
      {round.value?.out !== null && layOff.length > 0 ? (
        <button
          {...off(layOff.some((choice) => choice.slot === slot))}
          data-action="lay-off"
          onClick={() => layOff.some((choice) => choice.slot === slot) && open("layOff")}
        >
          <small>{t("layOff")}</small>
          <b>{card && layOff.some((choice) => choice.slot === slot) ? symbols(card.card) : "–"}</b>
        </button>
      ) : findsOwn.value ? (
        <button type="button" data-action="melds" onClick={() => open("arrange")}>
          <small>{t("arrange.put")}</small>
          <b>{t("arrange.melds")}</b>
        </button>
      ) : (
        <button
          {...off(canGoOut.value)}
          class={canGoOut.value ? "good" : ""}
          data-action="go-out"
          onClick={() => canGoOut.value && tryGoOut()}
        >
          {round.value?.out === null ? (
            <>
              <small>{t(canGoOut.value ? "goOut.now" : "goOut.later")}</small>
              <b>{t("goOut")}</b>
            </>
          ) : (
            // Somebody is out: there is nothing to wait for.
            <>
              <small>{t("goOut")}</small>
              <b>–</b>
            </>
          )}
        </button>
      )}
    </div>
  );
}
