import { defineConfig } from "vite";

/** Bundles `answers.ts` for Node.js; `--outDir` says where. */
export default defineConfig({
  build: { ssr: "tests/answers.ts", target: "es2022", copyPublicDir: false },
  ssr: { noExternal: true },
  logLevel: "error",
});
