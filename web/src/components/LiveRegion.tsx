import { spoken } from "../state/announce.ts";

/** The one place that is read aloud when it changes. */
export function LiveRegion() {
  return (
    <div class="sr" role="status" aria-live="polite">
      {spoken.value}
    </div>
  );
}
