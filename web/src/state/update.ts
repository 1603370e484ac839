import { computed, signal } from "@preact/signals";
import { route } from "./route.ts";
import { table } from "./store.ts";

/** Takes the new version of the page into use; `null` while there is none. */
const takeOver = signal<(() => void) | null>(null);

/** Something is being entered that a new start would disturb. */
export const entering = signal(false);

/** What to call to go on with a new version, where there is one and now is a good moment. */
export const update = computed(() => {
  const playing = route.value.at === "table" && table.value?.stage === "round";
  return playing || entering.value ? null : takeOver.value;
});

/** Keeps the page on this device, and notices when there is a new version of it. */
export async function keepPage(): Promise<void> {
  const workers = navigator.serviceWorker; // only where the connection is secured, or local
  if (!import.meta.env.PROD || !workers) return;
  let kept = workers.controller !== null;
  let asked = false;
  workers.addEventListener("controllerchange", () => {
    if (asked) location.reload();
    // Another tab took the new version: what this one loads later may be gone.
    else if (kept) takeOver.value = () => location.reload();
    kept = true;
  });
  const registered = await workers.register("/worker.js").catch(() => null);
  if (!registered) return;
  const look = () => {
    const waiting = registered.waiting;
    if (!waiting || !workers.controller) return;
    takeOver.value = () => {
      asked = true;
      waiting.postMessage("take over");
    };
  };
  registered.addEventListener("updatefound", () =>
    registered.installing?.addEventListener("statechange", look),
  );
  look();
  // A browser asks by itself only now and then; who comes back to an open page should hear of it too.
  const ask = () => void registered.update().catch(() => {});
  ask();
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && ask(),
  );
}
