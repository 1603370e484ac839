import { signal } from "@preact/signals";

/** A place in a replay: after which step of which round, seen openly or from a seat. */
export interface Place {
  readonly round: number;
  readonly step: number;
  readonly view: string;
}

/** Where in the page one is. Secrets stand only behind `#`, and only until they are used. */
export type Route =
  | { readonly at: "start" }
  | { readonly at: "join"; readonly code: string }
  | { readonly at: "enter"; readonly table: string; readonly token: string }
  | { readonly at: "table"; readonly table: string }
  | {
      readonly at: "replay";
      readonly table: string;
      readonly game: number;
      readonly place: Place;
    }
  | { readonly at: "score"; readonly what: string }
  | { readonly at: "received"; readonly packed: string }
  | { readonly at: "mirror"; readonly code: string }
  | { readonly at: "rules" }
  | { readonly at: "lesson" }
  | { readonly at: "solitaire" };

const NAME = /^[A-Za-z0-9_-]+$/;

export function parseRoute(hash: string): Route {
  const [key = "", value = ""] = hash.replace(/^#/, "").split("=", 2);
  const [table = "", rest = "", round, step, view = "open"] = value.split(".");
  switch (key) {
    case "join":
      return { at: "join", code: decodeURIComponent(value) };
    case "watch":
    case "seat":
      if (NAME.test(table) && NAME.test(rest)) return { at: "enter", table, token: rest };
      break;
    case "table":
      if (NAME.test(table)) return { at: "table", table };
      break;
    case "replay":
      if (NAME.test(table)) {
        const place = { round: Number(round) || 0, step: Number(step) || 0, view };
        return { at: "replay", table, game: Number(rest) || 0, place };
      }
      break;
    case "score":
      if (value === "" || NAME.test(value)) return { at: "score", what: value };
      break;
    case "sheet":
      if (NAME.test(value)) return { at: "received", packed: value };
      break;
    case "mirror":
      if (NAME.test(value)) return { at: "mirror", code: value };
      break;
    case "rules":
      return { at: "rules" };
    case "lesson":
      return { at: "lesson" };
    case "solitaire":
      return { at: "solitaire" };
  }
  return { at: "start" };
}

export const route = signal<Route>(parseRoute(location.hash));

/** The place in this page that one was at before. */
let before = "";

/** Goes back to where one came from, or to the start; the place left is no more in the history. */
export const goBack = () => go(before, true);

addEventListener("hashchange", (event) => {
  before = new URL(event.oldURL).hash.slice(1);
  route.value = parseRoute(location.hash);
});

/** Goes to a place; `replace` leaves no way back, for places that held a secret. */
export function go(hash: string, replace = false): void {
  const address = hash ? `#${hash}` : location.pathname;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  route.value = parseRoute(hash);
}
