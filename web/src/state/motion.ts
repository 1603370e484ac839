import { effect, untracked } from "@preact/signals";
import type { Happened } from "../generated/protocol.ts";
import { stillness } from "./settings.ts";
import { mySeat, news } from "./store.ts";

const TIME = 190;
/** More cards in the air would only confuse. */
const AT_ONCE = 2;

/** Shows who took what from where: a card flies between a pile and a seat or the hand. */
export function flyCards(): () => void {
  let first = true;
  return effect(() => {
    const { events, fresh } = news.value;
    if (first) {
      first = false;
      return;
    }
    if (!fresh || stillness.matches) return;
    untracked(() => requestAnimationFrame(() => events.forEach(fly)));
  });
}

function fly(event: Happened): void {
  if (event.type === "drew") {
    const own = event.seat === mySeat.value && event.slot !== null;
    animate(pile(event.source), own ? slotPlace(event.slot ?? 0) : seat(event.seat), event.source);
  } else if (event.type === "discarded" && event.seat !== mySeat.value) {
    animate(seat(event.seat), pile("discard"), "discard");
  }
}

const pile = (source: string) => document.querySelector(`[data-pile=${source}] .card`);
const seat = (at: number) => document.querySelector(`.seats > li:nth-child(${at + 1})`);
const slotPlace = (slot: number) => document.querySelector(`[data-slot="${slot}"]`);

function animate(from: Element | null, to: Element | null, source: string): void {
  if (!from || !to || document.querySelectorAll(".ghost").length >= AT_ONCE) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  const ghost = document.createElement("span");
  ghost.className = `ghost${source === "pile" ? " back" : ""}`;
  ghost.style.left = `${start.x}px`;
  ghost.style.top = `${start.y}px`;
  document.body.append(ghost);
  const x = end.x + end.width / 2 - start.x - ghost.offsetWidth / 2;
  const y = end.y + end.height / 2 - start.y - ghost.offsetHeight / 2;
  ghost
    .animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px)`, opacity: 0.6 }], {
      duration: TIME,
      easing: "ease-out",
    })
    .finished.finally(() => ghost.remove());
}
