import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import type { Plugin } from "vite";

/** Where phones want pixels: name, pixels of an edge, and whether the corners are cut round. */
const ICONS = [
  ["icon-192.png", 192, true],
  ["icon-512.png", 512, true],
  ["icon-whole-512.png", 512, false], // phones cut it themselves
  ["icon-180.png", 180, false],
] as const;

type Colour = readonly [number, number, number];

/** Paints the sign of `public/favicon.svg`, a ring of five parts on a ground, as PNG files. */
export function icons(): Plugin {
  return {
    name: "icons",
    apply: "build",
    buildStart() {
      const drawn = readFileSync("public/favicon.svg", "utf8");
      const [ground, ...parts] = [...drawn.matchAll(/(?:fill|stroke)="#([0-9a-f]{6})"/g)].map(
        ([, hex = ""]): Colour =>
          [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as never,
      );
      if (!ground || parts.length !== 5)
        throw new Error("expected a ground and five parts in favicon.svg");
      for (const [fileName, edge, round] of ICONS) {
        this.emitFile({
          type: "asset",
          fileName,
          source: png(edge, paint(edge, round, ground, parts)),
        });
      }
    },
  };
}

/** The measures of favicon.svg, in its square of 64 units. */
const UNITS = 64;
const CENTRE = 32;
const RADIUS = 18;
const HALF_WIDTH = 5.5;
const CORNER = 14;
const PART = 0.84; // of a fifth; the rest is the gap
const SAMPLES = 4; // in each direction in each pixel

function paint(edge: number, round: boolean, ground: Colour, parts: readonly Colour[]): Uint8Array {
  const pixels = new Uint8Array(edge * edge * 4);
  const step = UNITS / (edge * SAMPLES);
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      const sum = [0, 0, 0];
      let inside = 0;
      for (let sample = 0; sample < SAMPLES ** 2; sample++) {
        const x = (column * SAMPLES + (sample % SAMPLES) + 0.5) * step;
        const y = (row * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * step;
        if (round && outsideCorners(x, y)) continue;
        inside++;
        const colour = partAt(x - CENTRE, y - CENTRE, parts) ?? ground;
        for (let i = 0; i < 3; i++) sum[i] = (sum[i] ?? 0) + (colour[i] ?? 0);
      }
      const at = (row * edge + column) * 4;
      for (let i = 0; i < 3; i++) pixels[at + i] = inside ? Math.round((sum[i] ?? 0) / inside) : 0;
      pixels[at + 3] = Math.round((255 * inside) / SAMPLES ** 2);
    }
  }
  return pixels;
}

function outsideCorners(x: number, y: number): boolean {
  const across = Math.max(CORNER - x, x - (UNITS - CORNER), 0);
  const down = Math.max(CORNER - y, y - (UNITS - CORNER), 0);
  return Math.hypot(across, down) > CORNER;
}

function partAt(x: number, y: number, parts: readonly Colour[]): Colour | undefined {
  if (Math.abs(Math.hypot(x, y) - RADIUS) > HALF_WIDTH) return undefined;
  const fifths = ((Math.atan2(y, x) / (2 * Math.PI) + 1) % 1) * parts.length;
  return fifths % 1 <= PART ? parts[Math.floor(fifths)] : undefined;
}

function png(edge: number, pixels: Uint8Array): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head.set([8, 6], 8); // 8 bits each of red, green, blue and opacity
  const rows = Buffer.alloc(edge * (edge * 4 + 1)); // each row after a byte that says "unfiltered"
  for (let row = 0; row < edge; row++) {
    rows.set(pixels.subarray(row * edge * 4, (row + 1) * edge * 4), row * (edge * 4 + 1) + 1);
  }
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
