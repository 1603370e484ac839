import { defineConfig } from "vite";
import { sizes } from "./scripts/sizes.ts";

export default defineConfig({
  build: {
    outDir: "../src/fivecrowns/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [sizes()],
  server: {
    port: 5173,
    proxy: { "/api": { target: "http://127.0.0.1:8700", ws: true } },
  },
});
