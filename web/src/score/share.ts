import { listed, t } from "../i18n/index.ts";
import { s } from "../i18n/score/index.ts";
import { dump, load, type SheetFile } from "./file.ts";
import type { Log } from "./log.ts";
import { nameOf, type Sheet, total } from "./sheet.ts";

/** A link that carries a sheet as it stands, without its history, behind `#`. */
export async function linkTo(base: string, name: string, log: Log): Promise<string> {
  const last = new Map(log.map((fact) => [fact.cell, fact]));
  const facts = [...last.values()].sort((a, b) => log.indexOf(a) - log.indexOf(b));
  const packed = await through(new CompressionStream("deflate-raw"), dump({ sheet: name, facts }));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `${base}/#sheet=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The sheet that a link carries, or the text of a file, or a text with such a link in it. */
export async function fromText(text: string): Promise<SheetFile> {
  // A file is no link, whatever somebody on it is called.
  const found = /^\s*\{/.test(text) ? null : text.match(/#sheet=([A-Za-z0-9_-]+)/)?.[1];
  if (!found) return load(text);
  const bytes = atob(found.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
  const unpacked = await through(new DecompressionStream("deflate-raw"), packed);
  return load(new TextDecoder().decode(unpacked));
}

/** More than any sheet comes to; a link could unpack to anything. */
const LARGEST = 20_000_000;

async function through(
  stream: CompressionStream | DecompressionStream,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const reader = new Blob([content]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) throw new Error("too large");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The sheet as a message: the standing, then the rounds; the link makes it a sheet again. */
export function asText(sheet: Sheet, link: string): string {
  const names = sheet.players.map(({ name }) => name);
  const standing = [...sheet.ranks]
    .sort(([, a], [, b]) => a - b)
    .map(([id, rank]) => `${rank}. ${nameOf(sheet, id)} ${sheet.totals.get(id)}`);
  const rounds = sheet.rounds
    .filter(({ points }) => [...points.values()].some((got) => got !== null))
    .map(({ deal, players, points }) => {
      const got = players.map((id) => `${nameOf(sheet, id)} ${points.get(id) ?? "–"}`);
      return `${deal.wild ?? "JK"}: ${got.join(", ")}`;
    });
  const title = `Five Crowns: ${listed(names)}`;
  return [title, "", ...standing, "", ...rounds, "", link, ""].join("\n");
}

/** The sheet as a picture, in the colours of the page. */
export function asPicture(sheet: Sheet): Promise<Blob | null> {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const rounds = sheet.rounds.filter(({ points }) => [...points.values()].some((p) => p !== null));
  const [width, height, left, top] = [96, 34, 60, 56];
  const scale = 2;
  const canvas = document.createElement("canvas");
  const wide = left + width * sheet.players.length + 16;
  const high = top + height * (rounds.length + 2) + 16;
  canvas.width = wide * scale;
  canvas.height = high * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.scale(scale, scale);
  pen.fillStyle = colour("surface");
  pen.fillRect(0, 0, wide, high);
  pen.textBaseline = "middle";
  const write = (text: string, x: number, row: number, bold = false) => {
    pen.font = `${bold ? "700 15px" : "400 13px"} system-ui, sans-serif`;
    pen.fillStyle = colour(bold ? "ink" : "quiet");
    pen.fillText(text, x, top + height * (row + 0.5), width - 8);
  };
  pen.textAlign = "left";
  pen.font = "600 18px Georgia, serif";
  pen.fillStyle = colour("ink");
  pen.fillText("Five Crowns", 16, top / 2 + 4);
  sheet.players.forEach(({ name }, at) => {
    pen.textAlign = "right";
    write(name, left + width * (at + 1), 0, true);
  });
  const line = (row: number) => {
    pen.fillStyle = colour("line");
    pen.fillRect(8, top + height * row, wide - 16, 1);
  };
  rounds.forEach((round, at) => {
    line(at + 1);
    pen.textAlign = "left";
    write(round.tieBreak ? t("sheet.tie") : (round.deal.wild ?? "JK"), 16, at + 1, true);
    pen.textAlign = "right";
    sheet.players.forEach((player, seat) => {
      const points = round.points.get(player.id) ?? null;
      const x = left + width * (seat + 1);
      if (round.out === player.id) {
        pen.fillStyle = colour("good-soft");
        pen.fillRect(x - width + 8, top + height * (at + 1) + 1, width, height - 1);
      }
      const summed = points !== null && !round.tieBreak;
      write(String(points ?? "–"), summed ? x - 44 : x, at + 1);
      if (summed) write(String(total(sheet, player, round.number)), x, at + 1, true);
    });
  });
  line(rounds.length + 1);
  sheet.players.forEach(({ id }, at) => {
    write(String(sheet.totals.get(id)), left + width * (at + 1), rounds.length + 1, true);
  });
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Hands a file to where the phone can send it, or saves it. */
export async function hand(name: string, content: Blob): Promise<void> {
  const file = new File([content], name, { type: content.type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => {});
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** How a sheet is called in a list: its players. */
export const titleOf = (sheet: Sheet) => listed(sheet.players.map(({ name }) => name));

/** How far a sheet is, in words. */
export function stateOf(sheet: Sheet): string {
  if (sheet.winners.length > 0) {
    return s("wonBy", { names: listed(sheet.winners.map((id) => nameOf(sheet, id))) });
  }
  if (!sheet.current) return s("over");
  return s("going", {
    at: sheet.current.number,
    of: Math.max(sheet.deals.length, sheet.current.number),
  });
}
