import { Chart, courseOf } from "../components/Chart.tsx";
import { Dialog } from "../components/Dialog.tsx";
import { ScoreTable } from "../components/ScoreTable.tsx";
import { t } from "../i18n/index.ts";
import { closeDialog } from "../state/dialogs.ts";
import { sheet } from "../state/store.ts";
import { names } from "../state/turn.ts";

export function ScoreSheet() {
  return (
    <Dialog title={t("sheet")} close={closeDialog} wide>
      <ScoreTable />
      {sheet.value && <Chart course={courseOf(sheet.value)} names={names.value} />}
    </Dialog>
  );
}
