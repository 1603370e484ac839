import { selected } from "./arrange.ts";
import { discard } from "./commands.ts";
import { open } from "./dialogs.ts";
import { askBeforeWild } from "./settings.ts";
import { hand, round } from "./store.ts";
import { canDiscard, canGoOut, cardIn, findsOwn } from "./turn.ts";

/** Whether the person arranges the cards of this last turn. */
const arrangesOwn = () => findsOwn.value && round.value?.out !== null;

/** Discards the chosen card; asks first where it is a wild. */
export function tryDiscard(): void {
  const slot = selected.value;
  if (slot === null || !canDiscard.value || !hand.value?.actions.discard.includes(slot)) return;
  if (arrangesOwn()) open("arrange");
  else if (cardIn(slot)?.wild && askBeforeWild.value) open("wild");
  else void discard(slot);
}

/** Shows the lay-down for going out, or where the person puts it together. */
export function tryGoOut(): void {
  if (findsOwn.value) open("arrange");
  else if (canGoOut.value) open("goOut");
}
