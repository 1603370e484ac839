import { t } from "../i18n/index.ts";
import { update } from "../state/update.ts";

/** Asks whether to go on with a new version of the page. */
export function UpdateNotice() {
  const take = update.value;
  return (
    <div role="status">
      {take && (
        <div class="update">
          <span>{t("update.ready")}</span>
          <button type="button" class="primary small" onClick={take}>
            {t("update.now")}
          </button>
        </div>
      )}
    </div>
  );
}
