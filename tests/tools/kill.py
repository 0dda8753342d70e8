"""Kills the real program at random moments and checks that nothing it had shown is lost.

`python -m tests.tools.kill 1000` kills it that often.
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
"""Keys that play whatever fits, or else mark and then roll or trade."""

_SCORE = re.compile(r"│[►★ ]*(Ana|Bo)\b[^│\d]*(\d+)")
_TURN = re.compile(r"│ *(\d+) (?:Ana|Bo)\b")

Progress = tuple[tuple[int, ...], int]
"""The scores and the number of the last turn, as shown on the screen."""


def parse_progress(text: str) -> Progress | None:
    """Parse the game screen, or return None for any other screen."""
    scores = dict(_SCORE.findall(text))
    if set(scores) != set(NAMES):
        return None
    turns = [int(turn) for turn in _TURN.findall(text)]
    return tuple(int(scores[name]) for name in NAMES), max(turns, default=0)


class Killer:
    """Plays the program, kills it, checks the record and resumes, until the game is over."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home = home
        self.random = random.Random(seed)
        self.path: Path | None = None
        self.last: Progress = ((0, 0), 0)
        self.kills = 0

    def start(self) -> Terminal:
        """Start a new game, or resume the one that was killed."""
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
        """Run the program once, from its start until it is killed."""
        terminal = self.start()
        text = terminal.wait_for(parse_progress)
        first = parse_progress(text)
        assert first is not None
        self._check_resumed(first)
        self.last = max(self.last, first, key=sort_key)
        for _ in range(self.random.randrange(4)):
            for key in TRY_EVERYTHING:
                terminal.press(key)
                self._watch(terminal)
        for _ in range(self.random.randrange(20)):
            self._watch(terminal)
        children = terminal.children()
        terminal.kill()
        self._update(terminal)
        wait_until_gone(children)
        self._check_record()
        self.kills += 1

    def _watch(self, terminal: Terminal) -> None:
        assert terminal.read(0.01), f"the program ended by itself:\n{terminal.text}"
        self._update(terminal)

    def _update(self, terminal: Terminal) -> None:
        progress = parse_progress(terminal.text)
        if progress is not None:
            self.last = max(self.last, progress, key=sort_key)

    def _check_record(self) -> None:
        if self.path is None:
            self.path = max((self.home / "games").iterdir(), key=lambda path: path.stat().st_mtime)
        game = library.load_game(self.path)
        scores, turn = self.last
        recorded = {position.scores for _, position in game.active_history} | {(0, 0)}
        assert scores in recorded, f"{scores} was shown, but isn't in {self.path}"
        history = SeatHistory(game.header.players, None).with_events(game.active_history)
        last_turn = max((line.turn for line in build_log(history)), default=0)
        assert last_turn >= turn, f"turn {turn} was shown, but {self.path} ends with {last_turn}"
        if game.is_over:
            self.path = None

    def _check_resumed(self, first: Progress) -> None:
        for before, after in zip(self.last[0], first[0], strict=True):
            assert after >= before, f"{before} points were shown, but only {after} after resuming"


def sort_key(progress: Progress) -> tuple[int, int]:
    """Return a key that grows during a game."""
    return progress[1], sum(progress[0])


def main(arguments: list[str] | None = None) -> int:
    """Kill the program as often as requested. Return 0 if nothing was lost."""
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
