const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  hint: "M9 18h6M10 21h4M8.5 15c-1.7-1.2-2.8-3-2.8-5.2a6.3 6.3 0 0 1 12.6 0c0 2.2-1.1 4-2.8 5.2z",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8",
  up: "M12 19V6M6 11l6-6 6 6",
  down: "M12 5v13M6 13l6 6 6-6",
  bot: "M5 9h14v10H5zM12 9V5M9 13v2M15 13v2",
  check: "M5 12.5l4.5 4.5L19 7.5",
  next: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  sheet: "M5 4h14v16H5zM5 9h14M10 9v11",
  talk: "M4 5h16v11h-9l-4 4v-4H4z",
  undo: "M9 6 4 11l5 5M4 11h9a6 6 0 0 1 6 6v1",
  redo: "M15 6l5 5-5 5M20 11h-9a6 6 0 0 0-6 6v1",
  erase: "M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5",
  leave: "M13 4H5v16h8M10 12h10M16 8l4 4-4 4",
  away: "M8 8h7l-7 8h8",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing that goes with words; it has no name of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon-art" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
