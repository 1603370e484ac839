"""What a screen must not do: scroll sideways, cut or squeeze things, or shut people out."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from playwright.sync_api import Page

AXE: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

_FAULTS: Final = """() => {
  const faults = [];
  const width = document.documentElement.clientWidth;
  const named = (e) => `${e.tagName}.${e.getAttribute("class") ?? ""} "${
    e.textContent.trim().slice(0, 30)}"`;
  const shown = (e) => e.getBoundingClientRect().width > 0 && !e.closest(".sr, .sheet-scroll, svg");
  if (document.documentElement.scrollWidth > width) faults.push("the page scrolls sideways");
  const root = document.querySelector("dialog") ?? document.querySelector("#app");
  for (const e of root.querySelectorAll("*")) {
    if (!shown(e)) continue;
    const box = e.getBoundingClientRect();
    if (box.right > width + 0.5 || box.left < -0.5) faults.push(`outside: ${named(e)}`);
    const text = e.children.length === 0 && e.textContent.trim() !== "";
    if (text && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 1) {
      faults.push(`cut: ${named(e)}`);
    }
  }
  for (const e of root.querySelectorAll("button, .seat, .panel, .message, .chip, .button, label")) {
    if (!shown(e)) continue;
    const outer = e.getBoundingClientRect();
    for (const inner of e.querySelectorAll("*")) {
      if (!shown(inner) || inner.closest(".card")) continue;
      const box = inner.getBoundingClientRect();
      if (box.right > outer.right + 1 || box.left < outer.left - 1) {
        faults.push(`${named(inner)} sticks out of ${named(e)}`);
        break;
      }
    }
  }
  const ticks = "[type=checkbox], [type=radio]";
  for (const e of root.querySelectorAll("button, .button, input, select, textarea, summary")) {
    const seen = e.checkVisibility({ visibilityProperty: true });
    if (!seen || e.closest(".sr, .sheet-scroll")) continue;
    const least = e.type === "range" ? 160 : e.matches(ticks) ? 12 : 24;
    const wide = e.getBoundingClientRect().width;
    if (wide < least) faults.push(`${wide.toFixed(1)} px wide, not ${least}: ${named(e)}`);
  }
  return [...new Set(faults)];
}"""


def faults(page: Page) -> list[str]:
    """Everything on the screen that is cut, squeezed, sticks out, or makes it scroll sideways."""
    found: list[str] = page.evaluate(_FAULTS)
    return found


def barriers(page: Page) -> list[str]:
    """What axe finds on the screen, as one line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(
        """async () => (await axe.run()).violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary}`))"""
    )
    return found


def needs_scrolling(page: Page) -> bool:
    """Whether a part of the hand or of the buttons is not in sight."""
    hidden: bool = page.evaluate(
        """() => [...document.querySelectorAll(".held, .action-bar button")].some((e) => {
          const box = e.getBoundingClientRect();
          return box.bottom > innerHeight + 0.5 || box.top < 0;
        }) || document.documentElement.scrollHeight > innerHeight + 1"""
    )
    return hidden
