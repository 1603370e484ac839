import { signal } from "@preact/signals";
import { about } from "../net/http.ts";

/** The address that others can reach: this page's, or the local network's where it is a loopback. */
export const baseAddress = signal(location.origin);
export const version = signal("");

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

export async function askAbout(): Promise<void> {
  try {
    const facts = await about();
    version.value = facts.version;
    if (facts.lan && LOOPBACK.test(location.hostname)) {
      baseAddress.value = facts.lan.replace(/\/$/, "");
    }
  } catch {
    // The page works without; links then carry its own address.
  }
}
