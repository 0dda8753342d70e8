"""Compile the kernel and compare it with plain Python: `python -m qwirkle.compile_kernel`.

Numba caches the machine code in a folder of this user. Nothing is used until a marker file there
confirms that all of it computes the same as plain Python.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle import catalog
from qwirkle.analysis.clock import never
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import FACES
from qwirkle.engine.variant import Variant
from qwirkle.files import make_folder
from qwirkle.kernel import loading, safety
from qwirkle.processes import Child, Parent
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.kernel.tools import Tools

TRIED_TURNS = 20
"""Turns to compare per variant."""

TRIED_PLAYS = 8
"""Plays to compare per turn."""


class Different(Exception):
    """Raised if the kernel and plain Python differ; the message says how."""


def start_compiling() -> Child:
    """Compile in a child process, which exits with this one."""
    return Child("qwirkle.compile_kernel", output=subprocess.DEVNULL)


def serve(_: Parent) -> int:
    """Compile once; entry point of the child process of `start_compiling`."""
    return main()


def main() -> int:
    """Compile everything. Returns 1 if the extra isn't installed or the kernel doesn't work."""
    folder = loading.code_folder() if loading.is_there() else None
    if folder is None:
        return 1
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        return _compile(folder)
    except (OSError, MemoryError) as error:
        sys.stderr.write(tr("The kernel is not compiled this time: {error}\n", error=error))
        return 1


def _compile(folder: Path) -> int:
    """Fill the folder, or mark it as failed. Raises OSError for problems that may pass."""
    make_folder(folder, 0o700)
    if not safety.is_safe(folder):
        raise PermissionError(folder)
    try:
        from qwirkle.kernel.tools import Tools

        compare(Tools())
    except (OSError, MemoryError):
        raise
    except Exception as error:
        loading.failed_file(folder).write_text(f"{error}\n", encoding="utf-8", errors="replace")
        sys.stderr.write(tr("The kernel cannot be used here: {error}\n", error=error))
        return 1
    loading.ready_file(folder).touch()
    loading.failed_file(folder).unlink(missing_ok=True)
    return 0


def compare(tools: Tools) -> None:
    """Play some turns of every bundled variant both ways. Raises KernelMismatch."""
    for variant in filter(loading.knows_turns, catalog.bundled()):
        tools.simple_game(variant, (9,) * variant.players.most, seed=0)
        board = Board.of([(0, 0, 0)])
        for turn in range(TRIED_TURNS):
            chance = random.Random(turn)
            hand = tuple(chance.choices(range(FACES), k=variant.hand.size))
            best = movegen.best_play(board, hand, variant)
            if tools.best_play(board, hand, variant) != best:
                raise Different("It finds other plays than plain Python.")
            plays = movegen.in_order(movegen.plays(board, hand, variant))[:TRIED_PLAYS]
            if tools.best_plays(board, hand, variant, TRIED_PLAYS) != plays:
                raise Different("It finds other plays than plain Python.")
            _compare_odds(tools, board, hand, variant)
            _compare_ends(tools, board, hand, variant)
            board = board.lay(best[0]) if best else board
        _compare_rollouts(tools, variant)


def _compare_odds(tools: Tools, board: Board, hand: tuple[int, ...], variant: Variant) -> None:
    import numpy as np

    from qwirkle.analysis.best_scores import best_table
    from qwirkle.analysis.odds import flat_of, plain_means_of

    table = flat_of(best_table(board, variant))
    found = tools.best_scores(board, variant)
    if found is None or not np.array_equal(found, table):
        raise Different("It finds other best scores than plain Python.")
    if not variant.rolls_when_stuck:
        return
    means, plain = tools.means_of(table, hand), plain_means_of(table, hand, variant)
    if (means is None) != (plain is None):
        raise Different("It takes other hands for dead than plain Python.")
    if means is not None and plain is not None and not np.array_equal(means, plain):
        raise Different("It finds other odds than plain Python.")


def _compare_rollouts(tools: Tools, variant: Variant) -> None:
    from qwirkle.analysis.rollouts import Branch, Outlook
    from qwirkle.analysis.worlds import worlds_of
    from qwirkle.game import Game
    from qwirkle.notation import Header, Player

    game = Game(Header(variant, (Player("first"), Player("second")), 1))
    pieces, _ = movegen.opening_plays(game.view().hand, variant)[0]
    game.play(Place(pieces))
    view = game.view()
    chance = random.Random(1)
    outlook = Outlook(view, worlds_of(view, 8, chance), 1, chance)
    branch = Branch(view.board, 0, view.hand[2:], view.hand[:2])
    if not outlook.compiled_courses(tools, branch).equals(outlook.plain_courses(branch)):
        raise Different("Its rollouts end otherwise than those of plain Python.")


def _compare_ends(tools: Tools, board: Board, hand: tuple[int, ...], variant: Variant) -> None:
    """Search an endgame with few pieces, some of which don't fit."""
    from qwirkle.analysis.endgame import Attempt, plain_search

    hands = (hand[:3], hand[3:])
    if variant.roll_step is None:
        attempt = Attempt(10_000, width=4)
        sizes = (attempt.width, attempt.first_width, attempt.positions)
        found = tools.search_end(board, hands, 0, variant, *sizes)
        if found != plain_search(variant, board, hands, 0, attempt, never):
            raise Different("It ends games otherwise than plain Python.")


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the current folder, added by Python
    sys.exit(main())
