import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** The most that a first load may cost, and a first load with the score keeper; in bytes. */
const LIMIT = 60_000;
const LIMIT_WITH_SCORE = 80_000;
const SCORE = /screens\/score\/Keeper\.tsx$/;

/** Says what a first load costs, compressed, and fails the build when it is too much. */
export function sizes(): Plugin {
  return {
    name: "sizes",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const parts = Object.values(bundle);
      const chunks = parts.filter((part) => part.type === "chunk");
      const first = needed(
        bundle,
        chunks.filter((part) => part.isEntry),
      ).add("index.html");
      const score = needed(
        bundle,
        chunks.filter((part) => SCORE.test(part.facadeModuleId ?? "")),
      );
      for (const name of first) score.delete(name);

      // English comes with its part, another language beside it.
      const table = sum(bundle, first) + largest(bundle, /i18n\/[a-z]+\.ts$/);
      const both = table + sum(bundle, score) + largest(bundle, /i18n\/score\/[a-z]+\.ts$/);
      for (const part of parts) {
        const when = first.has(part.fileName)
          ? "first"
          : score.has(part.fileName)
            ? "score"
            : "later";
        this.info(`${String(size(part)).padStart(7)} ${when} ${part.fileName}`);
      }
      for (const [what, total, limit] of [
        ["first load", table, LIMIT],
        ["first load with the score keeper", both, LIMIT_WITH_SCORE],
      ] as const) {
        this.info(`${what}: ${total} bytes compressed, at most ${limit}`);
        if (total > limit) this.error(`the ${what} is too large: ${total} bytes compressed`);
      }
    },
  };
}

type Bundle = Rolldown.OutputBundle;

const size = (part: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  gzipSync(part.type === "chunk" ? part.code : part.source, { level: 9 }).length;

/** The files that some chunks need before they run, styles with them. */
function needed(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const names = new Set<string>();
  const follow = (name: string): void => {
    const part = bundle[name];
    if (names.has(name) || part?.type !== "chunk") return;
    names.add(name);
    for (const style of part.viteMetadata?.importedCss ?? []) names.add(style);
    part.imports.forEach(follow);
  };
  for (const { fileName } of chunks) follow(fileName);
  return names;
}

const sum = (bundle: Bundle, names: Iterable<string>) =>
  [...names].reduce((total, name) => total + (bundle[name] ? size(bundle[name]) : 0), 0);

/** The largest of some chunks of which only one is loaded. */
const largest = (bundle: Bundle, module: RegExp) =>
  Math.max(
    0,
    ...Object.values(bundle).map((part) =>
      part.type === "chunk" && module.test(part.facadeModuleId ?? "") ? size(part) : 0,
    ),
  );
