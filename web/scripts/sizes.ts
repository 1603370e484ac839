import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const LIMIT = 60_000;

/** Says what a first load costs, compressed, and fails the build when it is too much. */
export function sizes(): Plugin {
  return {
    name: "sizes",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const compressed = (text: string | Uint8Array) => gzipSync(text, { level: 9 }).length;
      const first = new Set<string>();
      const follow = (name: string): void => {
        const part = bundle[name];
        if (first.has(name) || part?.type !== "chunk") return;
        first.add(name);
        part.imports.forEach(follow);
      };
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk" && part.isEntry) follow(part.fileName);
        // Styles of screens that are loaded later are few: all are counted as loaded first.
        if (part.fileName.endsWith(".css") || part.fileName === "index.html")
          first.add(part.fileName);
      }
      let total = 0;
      let translation = 0;
      for (const [name, part] of Object.entries(bundle)) {
        const size = compressed(part.type === "chunk" ? part.code : part.source);
        if (first.has(name)) total += size;
        else if (part.type === "chunk" && /i18n\/[a-z]+\.ts$/.test(part.facadeModuleId ?? "")) {
          translation = Math.max(translation, size);
        }
        this.info(`${String(size).padStart(7)} ${first.has(name) ? "first" : "later"} ${name}`);
      }
      total += translation; // English comes with the first part, another language beside it
      this.info(`first load: ${total} bytes compressed, at most ${LIMIT}`);
      if (total > LIMIT) this.error(`the first load is too large: ${total} bytes compressed`);
    },
  };
}
