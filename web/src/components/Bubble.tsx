import { useEffect } from "preact/hooks";
import { bubble } from "../state/announce.ts";
import { calledOf } from "../state/turn.ts";

/** A quick phrase, for a few seconds; it is read aloud by the live region. */
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
      <b>{calledOf(shown.seat)}</b> {shown.text}
    </p>
  );
}
