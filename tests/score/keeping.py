"""Sheets for tests: kept by hand, or by people who do anything that the page lets them do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from fivecrowns.rules import SCHEDULES, Deal, random_schedule
from fivecrowns.score import edits
from fivecrowns.score.log import Log, act, merge, redo, undo
from fivecrowns.score.sheet import RoundSheet, Sheet, read

NAMES = ("Ann", "Bob", "Cléo", "Dan", "=Eve", 'Finn "F"', "Gül", "Hana, I.", "Iris", "Jo", "ann")


class Keeper:
    """A sheet under way on one device."""

    def __init__(
        self,
        names: Sequence[str] = ("Ann", "Bob"),
        deals: Sequence[Deal] = SCHEDULES["official"],
        *,
        dealer: int = 0,
        device: str = "phone",
        log: Log | None = None,
    ) -> None:
        self.device = device
        self.clock = 1_700_000_000_000
        if log is None:
            players = [(re.sub(r"\W", "", name.lower(), flags=re.ASCII), name) for name in names]
            log = edits.new_sheet(players, deals, by=device, now=self.clock, dealer=dealer)
        self.log = log

    @property
    def sheet(self) -> Sheet:
        """The sheet as it stands."""
        return read(self.log)

    def do(self, changes: edits.Changes) -> None:
        """Change something, a second later."""
        self.clock += 1000
        self.log = act(self.log, self.device, changes, self.clock)

    def undo(self) -> None:
        """Take the last action back."""
        self.log = undo(self.log, self.device, self.clock)

    def redo(self) -> None:
        """Do it again."""
        self.log = redo(self.log, self.device, self.clock)

    def enter(self, number: int, *points: int | None) -> None:
        """Enter the points of a round for its players in the order of the seats."""
        for player, got in zip(self.sheet.rounds[number - 1].players, points, strict=True):
            self.do(edits.enter(self.sheet, number, player, got))

    def play(self, *rounds: Sequence[int]) -> None:
        """Enter whole rounds from the first on."""
        for number, points in enumerate(rounds, start=1):
            self.enter(number, *points)


class Meddler:
    """Somebody who does anything at random, now and then on another device without a network."""

    def __init__(self, random: Random, devices: str = "ab") -> None:
        self.random = random
        count = random.choice((2, 2, 3, 3, 4, 7))
        schedule = random.choice(("short", "short", "official", "extended", "random"))
        deals = (
            random_schedule(random.random().hex()) if schedule == "random" else SCHEDULES[schedule]
        )
        players = [(f"p{seat}", name) for seat, name in enumerate(random.sample(NAMES, count))]
        log = edits.new_sheet(
            players, deals, by="a", now=random.randrange(10**12), dealer=random.randrange(count)
        )
        self.devices = [Keeper(device=name, log=log) for name in devices]
        for device in self.devices:
            device.clock = random.randrange(10**12)  # clocks are wrong

    def meddle(self, actions: int) -> list[Log]:
        """Do so many things; gives the log of each device, not yet merged."""
        for _ in range(actions):
            device = self.random.choice(self.devices)
            self._do(device)
            if self.random.random() < 0.1:
                merged = merge(*(d.log for d in self.devices))
                for each in self.devices:
                    each.log = merged
        return [device.log for device in self.devices]

    def _do(self, device: Keeper) -> None:
        sheet, random = device.sheet, self.random
        kind = random.random()
        rounds = [*sheet.rounds]
        at = sheet.current if sheet.current and random.random() < 0.9 else random.choice(rounds)
        if kind < 0.1:
            device.undo()
        elif kind < 0.15:
            device.redo()
        elif kind < 0.18 and sheet.current in sheet.scheduled and len(sheet.staying) < 8:
            name, points = random.choice(NAMES), random.choice(edits.start_points(sheet))
            new = f"q{len(device.log)}{device.device}"
            device.do(edits.join(sheet, new, name, points))
        elif kind < 0.2 and sheet.current in sheet.scheduled and len(sheet.staying) > 2:
            device.do(edits.leave(sheet, random.choice(sheet.staying).id))
        elif kind < 0.22:
            device.do(edits.rename(random.choice(sheet.players).id, random.choice(NAMES)))
        elif kind < 0.24:
            order = [player.id for player in sheet.players]
            device.do(edits.reseat(random.sample(order, len(order))))
        elif sheet.tied or kind < 0.25:
            device.do(edits.decide_tie(random.choice(("shared", "tiebreak"))))
        elif at.players:
            self._enter(device, sheet, at)

    def _enter(self, device: Keeper, sheet: Sheet, at: RoundSheet) -> None:
        for player in at.missing or at.players:
            kind = self.random.random()
            if kind < 0.15:
                device.do(edits.enter_out(sheet, at.number, player))
            elif kind < 0.18:
                device.do(edits.change_dealer(sheet, at.number, player))
            else:
                points = self.random.choice((None, 0, 0, 0, 3, 5, 20, 20, 50, 128))
                device.do(edits.enter(sheet, at.number, player, points))
            sheet = device.sheet
