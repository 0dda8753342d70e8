"""Kills the real program at random moments: what the screen had shown is never lost.

`python -m tests.tools.kill 1000` does it that often.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from pathlib import Path

from qwirkle import catalog
from qwirkle.records import library
from qwirkle.session.history import SeatHistory
from qwirkle.text.events import build_log
from tests.robust.terminal import Terminal, wait_until_gone

NAMES = ("Ana", "Bo")
TRY_EVERYTHING = [key for slot in "123456" for key in (slot, "tab", "space")] + ["enter", "escape"]
"""Lays whatever fits; where dice are rolled or tiles traded, it marks and does that."""

_SCORE = re.compile(r"│[►★ ]*(Ana|Bo)\b[^│\d]*(\d+)")
_TURN = re.compile(r"│ *(\d+) (?:Ana|Bo)\b")

Shown = tuple[tuple[int, ...], int]
"""The scores and the number of the last turn, as a frame shows them."""


def shown_in(text: str) -> Shown | None:
    """What a whole frame of the table shows; None for any other screen."""
    scores = dict(_SCORE.findall(text))
    if set(scores) != set(NAMES):
        return None
    turns = [int(turn) for turn in _TURN.findall(text)]
    return tuple(int(scores[name]) for name in NAMES), max(turns, default=0)


class Killer:
    """Plays, kills, looks at the record, and goes on with the same game until it is over."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home = home
        self.random = random.Random(seed)
        self.path: Path | None = None
        self.last: Shown = ((0, 0), 0)
        self.kills = 0

    def start(self) -> Terminal:
        """A new game, or the one that was killed."""
        if self.path is not None:
            return Terminal(["play", "--resume", str(self.path)], self.home)
        variant = self.random.choice(catalog.bundled_variants())
        seed = self.random.randrange(1 << 30)
        self.last = ((0, 0), 0)
        return Terminal(
            [
                "play",
                "--variant",
                variant.name,
                "--player",
                "Ana:9",
                "--player",
                "Bo=simple",
                "--seed",
                str(seed),
            ],
            self.home,
        )

    def kill_once(self) -> None:
        """One life of the program, from its start to its sudden end."""
        terminal = self.start()
        text = terminal.wait_for(shown_in)
        first = shown_in(text)
        assert first is not None
        self._compare(first, "after coming back")
        self.last = max(self.last, first, key=sum_of)
        for _ in range(self.random.randrange(4)):
            for key in TRY_EVERYTHING:
                terminal.press(key)
                self._watch(terminal)
        for _ in range(self.random.randrange(20)):
            self._watch(terminal)
        children = terminal.children()
        terminal.kill()
        self._note(terminal)
        wait_until_gone(children)
        self._look_at_record()
        self.kills += 1

    def _watch(self, terminal: Terminal) -> None:
        assert terminal.read(0.01), f"it ended by itself:\n{terminal.text}"
        self._note(terminal)

    def _note(self, terminal: Terminal) -> None:
        found = shown_in(terminal.text)
        if found is not None:
            self.last = max(self.last, found, key=sum_of)

    def _look_at_record(self) -> None:
        if self.path is None:
            self.path = max((self.home / "games").iterdir(), key=lambda path: path.stat().st_mtime)
        game = library.load_game(self.path)
        scores, turn = self.last
        stood = {position.scores for _, position in game.active_history} | {(0, 0)}
        assert scores in stood, f"{scores} was shown, but {self.path} never had it"
        story = SeatHistory(game.header.players, None).with_events(game.active_history)
        done = max((line.turn for line in build_log(story)), default=0)
        assert done >= turn, f"turn {turn} was shown, but {self.path} has only {done}"
        if game.is_over:
            self.path = None

    def _compare(self, first: Shown, when: str) -> None:
        for was, now in zip(self.last[0], first[0], strict=True):
            assert now >= was, f"{was} points were shown, but {now} {when}"


def sum_of(shown: Shown) -> tuple[int, int]:
    """What grows in a game from frame to frame."""
    return shown[1], sum(shown[0])


def main(arguments: list[str] | None = None) -> int:
    """Kill the program as often as asked; gives 0 if nothing was ever lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(Path(folder), options.seed)
        while killer.kills < options.kills:
            killer.kill_once()
            sys.stdout.write(f"\r{killer.kills} kills, nothing lost ")
            sys.stdout.flush()
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
