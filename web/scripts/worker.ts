import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { build, type Plugin } from "vite";

/** Files above this are kept when they are first used, not from the first visit on; in bytes. */
const LARGE = 200_000;

interface Kept {
  readonly url: string;
  readonly revision: string | null;
}

/** Builds the service worker with the list of all files that make up the page. */
export function worker(): Plugin {
  let publicDir = "";
  return {
    name: "worker",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      publicDir = config.publicDir;
    },
    async generateBundle(_, bundle) {
      const files = new Map<string, string | Uint8Array>();
      for (const name of readdirSync(publicDir)) {
        files.set(name, readFileSync(`${publicDir}/${name}`));
      }
      for (const [name, part] of Object.entries(bundle)) {
        files.set(name, part.type === "chunk" ? part.code : part.source);
      }
      const atOnce: Kept[] = [];
      const whenUsed: string[] = [];
      for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (content.length > LARGE) whenUsed.push(`/${name}`);
        else
          atOnce.push({
            url: `/${name}`,
            revision: name.startsWith("assets/") ? null : sum(content),
          });
      }
      const source = await compile(atOnce, whenUsed);
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  };
}

const sum = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("hex").slice(0, 16);

/** One plain script: not every browser takes a module as a service worker. */
async function compile(atOnce: readonly Kept[], whenUsed: readonly string[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: {
      KEPT_AT_ONCE: JSON.stringify(atOnce),
      KEPT_WHEN_USED: JSON.stringify(whenUsed),
      "process.env.NODE_ENV": '"production"',
    },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: "src/worker/worker.ts", formats: ["iife"], name: "worker" },
    },
  });
  const output = [built].flat().flatMap((part) => ("output" in part ? part.output : []));
  const script = output.find((part) => part.type === "chunk");
  if (script?.type !== "chunk")
    throw new Error("expected the build of the worker to give a script");
  return script.code;
}
