"""Plays through the page: looks at what is offered, taps, and does what the hint says."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

Value = Any
"""A value in JSON."""


def play_now(page: Page, address: str, *, opponents: int = 1, short: bool = False) -> None:
    """Begin a game against opponents from the start page."""
    page.goto(address)
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("spinbutton", name="Opponents").fill(str(opponents))
    page.get_by_role("spinbutton", name="Opponents").blur()
    if short:
        page.get_by_role("combobox", name="Rounds").first.select_option("short")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".play, .round-end").first.wait_for()


def make_table(
    page: Page,
    address: str,
    *,
    name: str = "Ann",
    opponents: list[str] | None = None,
    start: bool = True,
    **options: Value,
) -> str:
    """Make a table as the page does, but with any options, and go there; gives its name."""
    page.goto(address)
    seated = page.evaluate(
        """async (body) => {
          const bytes = crypto.getRandomValues(new Uint8Array(12));
          const command = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
          const answer = await fetch("/api/tables", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ ...body, command }),
          });
          return answer.json();
        }""",
        {
            "name": name[:24],
            "opponents": opponents or [],
            "options": options,
            "start": start,
        },
    )
    made: str = seated["table"]
    page.goto(f"{address}/#table={made}")
    page.locator(".play, .lobby").first.wait_for()
    return made


def show_in(page: Page, language: str) -> None:
    """Show the page in a language."""
    page.evaluate(
        "code => localStorage.setItem('fivecrowns.language', JSON.stringify(code))", language
    )
    page.reload()
    page.wait_for_function("code => document.documentElement.lang === code", arg=language)


def step(page: Page, until: str = "") -> str:
    """Do the next thing that the page offers by taps; says what it was, `waits` for nothing.

    Where it should stop at the end of the round, that is not done but only said.
    """
    what: str = page.evaluate(
        """(until) => {
          const can = (selector) => {
            const found = document.querySelector(selector);
            return found && found.getAttribute("aria-disabled") !== "true" ? found : null;
          };
          const tap = (found, name) => {
            if (name !== "asks") delete window.asked;
            found.click();
            return name;
          };
          const confirm = can("dialog [data-confirm]");
          if (confirm) return tap(confirm, "confirms");
          if (document.querySelector("dialog")) return "dialog";
          if (document.querySelector(".result")) return "result";
          const ready = can("[data-action=ready]");
          if (ready && until === "ready round end") return until;
          if (until === "tie" && document.querySelector("[data-action=share]")) return until;
          if (ready) return ready.getAttribute("aria-pressed") === "true"
            ? "waits" : tap(ready, "ready");
          const out = can("[data-action=go-out].good");
          if (out) return tap(out, "goes out");
          const pile = can(".pile.ready.proposed");
          if (pile) return tap(pile, "draws");
          const discard = can("[data-action=discard].primary");
          if (discard) return tap(discard, "discards");
          const turn = document.querySelector(".message.turn");
          const hint = can("[data-hint]");
          const asked = performance.now() - (window.asked ?? -Infinity) < 1000;
          if (!turn || !hint || asked) return "waits";
          window.asked = performance.now();
          return tap(hint, "asks");
        }""",
        until,
    )
    return what


def play_until(page: Page, wanted: str, *, seconds: float = 120) -> list[str]:
    """Play on until something is done; gives everything that was."""
    done: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        what = step(page, wanted)
        if what != "waits":
            done.append(what)
        if what == wanted:
            return done
        page.wait_for_timeout(40)
    raise AssertionError(f"expected {wanted!r} within {seconds} s, got {done[-20:]}")


def play_together(
    pages: Sequence[Page],
    until: Callable[[Page, str], bool],
    *,
    ties: bool = True,
    seconds: float = 120,
) -> None:
    """Let several people play until one of them has done something.

    Without `ties` they stop where they would have to say whether they play one off.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for page in pages:
            what = step(page, "" if ties else "tie")
            if until(page, what):
                return
        pages[0].wait_for_timeout(10)
    raise AssertionError(f"expected it within {seconds} s; at last {[step(p) for p in pages]}")


def sit_down(page: Page, address: str, code: str, name: str) -> None:
    """Come with an invitation, and sit down."""
    page.goto(f"{address}/#join={code}")
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.locator(".lobby, .play").first.wait_for()


def draw(page: Page, pile: str = "pile") -> None:
    """Draw, when it is one's turn, and wait for the card."""
    page.locator(f"[data-pile={pile}].ready").wait_for()
    held = page.locator(".held").count()
    page.locator(f"[data-pile={pile}]").click()
    page.locator(".held").nth(held).wait_for()


def choose(page: Page, *names: str) -> None:
    """Tap cards of the hand by name; where a dialog shows cards, its cards."""
    inside = page.locator("dialog .hand")
    hand = inside if inside.count() else page.locator(".hand")
    for name in names:
        hand.get_by_role("option", name=name).first.click()


def discard(page: Page, name: str) -> None:
    """Discard a card by name."""
    choose(page, name)
    discard_chosen(page)


def code_of(page: Page) -> str:
    """The code of the invitation, read in the lobby."""
    code: str = page.locator(".code").evaluate("e => e.lastChild.textContent")
    return code


def download_record(page: Page, to: Path) -> Path:
    """Save the game's record from the result."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    download.value.save_as(to)
    return to


def fivecrowns(*arguments: str | Path) -> str:
    """What the program prints; it has to succeed."""
    command = [sys.executable, "-m", "fivecrowns", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def discard_chosen(page: Page, *, by_key: bool = False) -> None:
    """Discard the chosen card; where it is a wild, say yes to the question."""
    page.locator(".held[aria-selected=true]").wait_for()
    wild = page.locator(".held[aria-selected=true] .card.wild").count() > 0
    asks = wild and page.evaluate("() => localStorage.getItem('fivecrowns.ask-wild') !== 'false'")
    if by_key:
        page.keyboard.press("x")
    else:
        page.locator("[data-action=discard]").click()
    if not asks:
        return
    page.locator("dialog [data-confirm]").wait_for()
    if by_key:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    else:
        page.locator("dialog [data-confirm]").click()
