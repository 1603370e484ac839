import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../components/Dialog.tsx";
import { t } from "../i18n/index.ts";
import { closeDialog } from "../state/dialogs.ts";
import { table } from "../state/store.ts";

type RulesText = typeof import("../screens/Rules.tsx").RulesText;

/** The rules in a dialog over the table; their text is loaded when it is asked for. */
export function RulesDialog() {
  const [Text, setText] = useState<RulesText | null>(null);
  useEffect(() => {
    void import("../screens/Rules.tsx").then((module) => setText(() => module.RulesText));
  }, []);
  return (
    <Dialog title={t("rules")} close={closeDialog} wide>
      {Text ? ((<Text options={table.value?.options ?? null} />) as JSX.Element) : <p>…</p>}
    </Dialog>
  );
}
