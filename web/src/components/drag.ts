/** What dragging a card does. */
export interface Drag {
  /** Moves a card by some places. */
  move(slot: number, by: number): void;
  /** A card was dropped on the discard pile. */
  discard(slot: number): void;
}

/**
 * Lets cards of a hand be dragged to another place or onto the discards, with finger or mouse: an
 * extra beside the keys and buttons that do the same. Returns what ends it.
 */
export function dragging(list: HTMLElement | null, does: Drag | undefined): () => void {
  if (!list || !does) return () => {};
  const { move, discard } = does;
  let card: HTMLElement | null = null;
  let from = { x: 0, y: 0 };
  let moved = false;

  const cards = () => [...(list?.querySelectorAll<HTMLElement>("[data-slot]") ?? [])];

  function down(event: PointerEvent): void {
    const target = (event.target as HTMLElement).closest<HTMLElement>("[data-slot]");
    if (!target || event.button !== 0) return;
    card = target;
    // At once: a quick mouse is out of the hand before its first move is told.
    card.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY };
    moved = false;
  }

  function drag(event: PointerEvent): void {
    if (!card) return;
    const x = event.clientX - from.x;
    const y = event.clientY - from.y;
    if (!moved && Math.hypot(x, y) < 10) return;
    moved = true;
    card.classList.add("dragged");
    card.style.transform = `translate(${x}px, ${y}px)`;
  }

  function up(event: PointerEvent): void {
    const dropped = card;
    card = null;
    if (!dropped) return;
    dropped.classList.remove("dragged");
    dropped.style.transform = "";
    if (!moved || event.type === "pointercancel") return;
    const slot = Number(dropped.dataset.slot);
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    if (under.some((element) => element.closest("[data-pile=discard]"))) {
      discard(slot);
      return;
    }
    const all = cards();
    const near = all
      .map((other, at) => {
        const box = other.getBoundingClientRect();
        const away = Math.hypot(
          box.x + box.width / 2 - event.clientX,
          box.y + box.height / 2 - event.clientY,
        );
        return { at, away };
      })
      .sort((a, b) => a.away - b.away)[0];
    const at = all.indexOf(dropped);
    if (near && near.at !== at) move(slot, near.at - at);
  }

  function click(event: MouseEvent): void {
    if (!moved) return;
    moved = false;
    event.preventDefault();
    event.stopPropagation();
  }

  list.addEventListener("pointerdown", down);
  list.addEventListener("pointermove", drag);
  list.addEventListener("pointerup", up);
  list.addEventListener("pointercancel", up);
  list.addEventListener("click", click, true);
  return () => {
    list.removeEventListener("pointerdown", down);
    list.removeEventListener("pointermove", drag);
    list.removeEventListener("pointerup", up);
    list.removeEventListener("pointercancel", up);
    list.removeEventListener("click", click, true);
  };
}
