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
  },
  plugins: [icons(), sizes(), worker()],
  server: {
    port: 5173,
    proxy: { "/api": { target: "http://127.0.0.1:8700", ws: true } },
  },
});
