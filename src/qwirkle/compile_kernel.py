"""Compile the kernel and compare it with plain Python: `python -m qwirkle.compile_kernel`.

Numba caches the machine code in a folder of this user. The kernel isn't used until a marker
file there confirms that it computes the same as plain Python.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import FACE_COUNT
from qwirkle.engine.variant import Variant
from qwirkle.files import make_folder
from qwirkle.i18n import tr
from qwirkle.kernel import loader
from qwirkle.worker.rpc import ChildProcess, ParentChannel

if TYPE_CHECKING:
    from qwirkle.kernel.interface import Kernel

COMPARED_TURNS = 20
"""Turns to compare per variant."""

COMPARED_PLAYS = 8
"""Plays to compare per turn."""


class KernelMismatch(Exception):
    """Raised if the kernel and plain Python differ; the message says how."""


def start_compiling() -> ChildProcess:
    """Compile in a child process, which exits with this one."""
    return ChildProcess("qwirkle.compile_kernel", output=subprocess.DEVNULL)


def serve(_: ParentChannel) -> int:
    """Compile once; entry point of the child process of `start_compiling`."""
    return main()


def main() -> int:
    """Compile everything; return 0, or 1 if numba is missing or the kernel doesn't work."""
    folder = loader.machine_code_folder() if loader.is_available() else None
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
    """Fill the folder, or mark it as failed.

    Raises OSError or MemoryError for temporary problems.
    """
    make_folder(folder, 0o700)
    if not loader.only_user_can_write(folder):
        raise PermissionError(folder)
    try:
        from qwirkle.kernel.interface import Kernel

        compare_kernel(Kernel())
    except (OSError, MemoryError):
        raise
    except Exception as error:
        loader.failed_marker(folder).write_text(f"{error}\n", encoding="utf-8", errors="replace")
        sys.stderr.write(tr("The kernel cannot be used here: {error}\n", error=error))
        return 1
    loader.ready_marker(folder).touch()
    loader.failed_marker(folder).unlink(missing_ok=True)
    return 0


def compare_kernel(kernel: Kernel) -> None:
    """Play some turns of every bundled variant both ways. Raises KernelMismatch."""
    for variant in filter(loader.supports_play, catalog.bundled_variants()):
        kernel.play_simple_game(variant, (9,) * variant.players.max, seed=0)
        board = Board.of([(0, 0, 0)])
        for turn in range(COMPARED_TURNS):
            rng = random.Random(turn)
            hand = tuple(rng.choices(range(FACE_COUNT), k=variant.hand.size))
            best = movegen.best_play(board, hand, variant)
            if kernel.best_play(board, hand, variant) != best:
                raise KernelMismatch("Its plays differ from plain Python's.")
            plays = movegen.sort_plays(movegen.generate_plays(board, hand, variant))[
                :COMPARED_PLAYS
            ]
            if kernel.best_plays(board, hand, variant, COMPARED_PLAYS) != plays:
                raise KernelMismatch("Its plays differ from plain Python's.")
            _compare_odds(kernel, board, hand, variant)
            _compare_endgames(kernel, board, hand, variant)
            board = board.place(best[0]) if best else board
        _compare_rollouts(kernel, variant)


def _compare_odds(kernel: Kernel, board: Board, hand: tuple[int, ...], variant: Variant) -> None:
    import numpy as np

    from qwirkle.analysis.odds import mean_scores_python, score_table_to_array
    from qwirkle.analysis.score_table import compute_score_table

    table = score_table_to_array(compute_score_table(board, variant))
    kernel_table = kernel.score_table(board, variant)
    if kernel_table is None or not np.array_equal(kernel_table, table):
        raise KernelMismatch("Its best scores differ from plain Python's.")
    if not variant.rolls_when_stuck:
        return
    kernel_means, python_means = (
        kernel.mean_scores(table, hand),
        mean_scores_python(table, hand, variant),
    )
    if (kernel_means is None) != (python_means is None):
        raise KernelMismatch("Its unplayable hands differ from plain Python's.")
    if (
        kernel_means is not None
        and python_means is not None
        and not np.array_equal(kernel_means, python_means)
    ):
        raise KernelMismatch("Its odds differ from plain Python's.")


def _compare_rollouts(kernel: Kernel, variant: Variant) -> None:
    from qwirkle.analysis.determinization import sample_determinizations
    from qwirkle.analysis.rollouts import Afterstate, RolloutBatch
    from qwirkle.game import Game
    from qwirkle.records.players import Player
    from qwirkle.records.schema import Header

    game = Game(Header(variant, (Player("first"), Player("second")), 1))
    pieces, _ = movegen.opening_plays(game.view().hand, variant)[0]
    game.play(Place(pieces))
    view = game.view()
    rng = random.Random(1)
    batch = RolloutBatch(view, sample_determinizations(view, 8, rng), 1, rng)
    afterstate = Afterstate(view.board, 0, view.hand[2:], view.hand[:2])
    if not batch.run_kernel(kernel, afterstate).equals(batch.run_python(afterstate)):
        raise KernelMismatch("Its rollouts differ from plain Python's.")


def _compare_endgames(
    kernel: Kernel, board: Board, hand: tuple[int, ...], variant: Variant
) -> None:
    """Search an endgame with few pieces, some of which don't fit."""
    from qwirkle.analysis.endgame import EndgameLimits, search_endgame_python

    hands = (hand[:3], hand[3:])
    if variant.roll_step is None:
        limits = EndgameLimits(10_000, beam_width=4)
        limit_values = (limits.beam_width, limits.root_beam_width, limits.max_positions)
        solution = kernel.search_endgame(board, hands, 0, variant, *limit_values)
        if solution != search_endgame_python(variant, board, hands, 0, limits, never_stop):
            raise KernelMismatch("Its endgames differ from plain Python's.")


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the current folder, added by Python
    sys.exit(main())
