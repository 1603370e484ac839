import { type DialogName, dialog, seatDialog } from "../state/dialogs.ts";
import { Arrange } from "./Arrange.tsx";
import { GoOut } from "./GoOut.tsx";
import { Invite } from "./Invite.tsx";
import { Leave, Menu } from "./Menu.tsx";
import { DiscardWild, Laid, LayOff, Sort } from "./Moves.tsx";
import { Options } from "./Options.tsx";
import { People } from "./People.tsx";
import { RulesDialog } from "./Rules.tsx";
import { ScoreSheet } from "./ScoreSheet.tsx";
import { Seat } from "./Seat.tsx";
import { Keys, Phrases, Settings } from "./Settings.tsx";

const SHOWN = {
  menu: Menu,
  sheet: ScoreSheet,
  table: People,
  invite: Invite,
  options: Options,
  phrases: Phrases,
  settings: Settings,
  keys: Keys,
  sort: Sort,
  goOut: GoOut,
  wild: DiscardWild,
  layOff: LayOff,
  arrange: Arrange,
  rules: RulesDialog,
  leave: Leave,
  laid: Laid,
} as const satisfies Record<DialogName, () => unknown>;

/** The dialog of the moment, if one is open. */
export function Dialogs() {
  if (seatDialog.value !== null) return <Seat key={seatDialog.value} seat={seatDialog.value} />;
  const name = dialog.value;
  if (name === null) return null;
  const Shown = SHOWN[name];
  return <Shown key={name} />;
}
