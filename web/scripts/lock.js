// Takes out of package-lock.json what only points elsewhere: the addresses of who funds a package.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"), (key, value) =>
  key === "funding" ? undefined : value,
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
