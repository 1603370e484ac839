/** The service worker: keeps the page, so that it opens without a network. */
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";

// This file is built with types for pages; the little that it needs of a worker's is said here.
interface WorkerEvents {
  addEventListener(
    type: "activate",
    listen: (event: { waitUntil(done: unknown): void }) => void,
  ): void;
  addEventListener(type: "message", listen: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
}
const worker = self as unknown as WorkerEvents;

/** Filled in by the build: what is kept from the first visit on, and what when it is first used. */
declare const KEPT_AT_ONCE: { url: string; revision: string | null }[];
declare const KEPT_WHEN_USED: string[];

const USED = "fivecrowns-used";

precacheAndRoute(KEPT_AT_ONCE, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
// The first visit is kept too, though it began without a worker.
clientsClaim();

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && KEPT_WHEN_USED.includes(url.pathname),
  new CacheFirst({ cacheName: USED }),
);

worker.addEventListener("activate", (event) => event.waitUntil(dropUnused()));

/** A new version takes over only when the person said so: see `state/update.ts`. */
worker.addEventListener("message", (event) => {
  if (event.data === "take over") void worker.skipWaiting();
});

async function dropUnused(): Promise<void> {
  const cache = await caches.open(USED);
  for (const { url } of await cache.keys()) {
    if (!KEPT_WHEN_USED.includes(new URL(url).pathname)) await cache.delete(url);
  }
}
