import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The widths in a score sheet in rem: the first column, the edges of another, the least, a letter. */
const FIRST = 3.2;
const EDGES = 0.75;
const COLUMN = 2.9;
const LETTER = 0.62;
const LEAST_LETTERS = 5;

/** The most letters of a name with which a score sheet with these names is no wider than its place. */
export function lettersThatFit(names: readonly string[], rem: number): number {
  const longest = Math.max(LEAST_LETTERS, ...names.map((name) => name.length));
  for (let letters = longest; letters > LEAST_LETTERS; letters--) {
    const columns = names.map((name) =>
      Math.max(COLUMN, EDGES + LETTER * Math.min(name.length, letters)),
    );
    if (columns.reduce((sum, width) => sum + width, FIRST) <= rem) return letters;
  }
  return LEAST_LETTERS;
}

/** How many letters of a name there is room for where a score sheet stands. */
export function useRoom(names: readonly string[]) {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const shown = place.current;
    if (!shown) return;
    const measure = () => {
      const letter = getComputedStyle(document.documentElement).fontSize;
      setWidth(shown.clientWidth / Number.parseFloat(letter));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(shown);
    return () => watch.disconnect();
  }, []);
  return { place, letters: lettersThatFit(names, width) };
}
