import { useEffect } from "preact/hooks";
import { bubble } from "../state/announce.ts";
import { calledOf } from "../state/turn.ts";

/** What somebody said or what became of a seat, for a few seconds; the live region reads it. */
export function Bubble() {
  const shown = bubble.value;
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => {
      bubble.value = null;
    }, 4000);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  return (
    <p class="bubble" aria-hidden="true">
      {shown.seat !== null && <b>{calledOf(shown.seat)} </b>}
      {shown.text}
    </p>
  );
}
