import { defineConfig } from "vite";
import { icons } from "./scripts/icons.ts";
import { sizes } from "./scripts/sizes.ts";
import { worker } from "./scripts/worker.ts";

export default defineConfig({
  build: {
    outDir: "../src/fivecrowns/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Shared by what is loaded first and what is loaded later: in one piece it compresses best.
        codeSplitting: {
          groups: [
            {
              name: "page",
              test: /node_modules\/@?preact|src\/(components|state|net|generated)\/.*tsx?$/,
            },
            { name: "score", test: /src\/score\/(?!csv|statistics)/ },
          ],
        },
      },
    },
  },
  plugins: [icons(), sizes(), worker()],
  server: {
    port: 5173,
    proxy: { "/api": { target: "http://127.0.0.1:8700", ws: true } },
  },
});
