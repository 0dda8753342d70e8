"""`python -m qwirkle.compile_kernel`: compiles the kernel, and compares it with plain Python.

Numba keeps what it has compiled in a folder of this user; a file there says that all of it was
found to compute what plain Python does, and nothing is used before that.
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
"""How many turns of each variant are compared."""

TRIED_PLAYS = 8
"""How many plays of each turn are compared."""


class Different(Exception):
    """The kernel computes something else than plain Python; the text says what."""


def start_compiling() -> Child:
    """Compile in a process of its own, so that nobody has to wait; it ends with this one."""
    return Child("qwirkle.compile_kernel", output=subprocess.DEVNULL)


def serve(_: Parent) -> int:
    """Compile once; this is the process that `start_compiling` has started."""
    return main()


def main() -> int:
    """Compile everything once; 1 where the extra is not installed, or the code does not work."""
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
    """Fill the folder, or mark that it cannot be done; raises OSError for what may pass."""
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
    """Play some turns of every bundled variant in both ways; raises Different."""
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
    """Search an end with few pieces, some of which do not fit."""
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
        del sys.path[0]  # Python has put the current folder there
    sys.exit(main())
