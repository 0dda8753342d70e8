"""Engines that play a rule wrongly, and whether the rule comparison tests notice.

`python -m tests.tools.wrong_engines` makes them one after the other, each in a process of its own,
and runs only the tests of `tests/comparison/` with each.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from qwirkle.engine import (
    board,
    movegen,
    opening,
    options,
    position,
    rng,
    rules,
    transitions,
    validation,
)
from qwirkle.engine.board import Board
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Passed, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.inventory import add_to_bag
from qwirkle.engine.moves import Move, Roll, Trade
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, Stage, View
from tests.sample_rulesets import with_changes

TESTS = ("tests/comparison",)
ROOT = Path(__file__).resolve().parents[2]

Break = Callable[[], None]
WRONG: dict[str, Break] = {}
"""What is played wrongly, and how the engine is made to do so."""


def wrong(rule: str) -> Callable[[Break], Break]:
    """Enter a way to break a rule."""

    def enter(broken: Break) -> Break:
        WRONG[rule] = broken
        return broken

    return enter


def swap(name: str, value: Any, *modules: Any) -> None:
    """Put something else in the place of a name, wherever it is used."""
    for module in modules:
        assert hasattr(module, name), name
        setattr(module, name, value)


def excuse(*reasons: Reason) -> None:
    """Let a check pass that would refuse for one of these reasons."""
    for name in ("_check_placement", "_check_opening", "_check_trade"):
        strict = getattr(validation, name)

        def lenient(view: View, asked: Any, strict: Any = strict) -> None:
            try:
                strict(view, asked)
            except IllegalMove as refusal:
                if refusal.reason not in reasons:
                    raise

        setattr(validation, name, lenient)


def change_options(change: Callable[[Any, Options], Options]) -> None:
    """Offer something else to the player to move."""
    right = options.available_options

    def options_of(where: Any) -> Options:
        return change(where, right(where))

    swap("available_options", options_of, options, position, rules)


def change_points(points: Callable[[Board, Any, Variant], int]) -> None:
    """Score otherwise."""
    swap("score_placement", points, board, rules, movegen)


@wrong("R9: only the longest line scores")
def _() -> None:
    change_points(
        lambda b, p, v: max(
            [each.score(v) for each in b.lines_through(p)], default=v.scoring.lone_piece
        )
    )


@wrong("R9: a piece in two lines counts once")
def _() -> None:
    def points(b: Board, p: Any, v: Variant) -> int:
        cells = {cell for line in b.lines_through(p) for cell in line.cells}
        return len(cells) or v.scoring.lone_piece

    change_points(points)


@wrong("R10: no bonus for a full line")
def _() -> None:
    change_points(
        lambda b, p, v: sum(len(each.cells) for each in b.lines_through(p)) or v.scoring.lone_piece
    )


@wrong("R10: six pieces make a Qwirkle, whatever the ruleset")
def _() -> None:
    def points(b: Board, p: Any, v: Variant) -> int:
        lengths = [len(line.cells) for line in b.lines_through(p)]
        return (
            sum(n + (v.scoring.qwirkle_bonus if n == 6 else 0) for n in lengths)
            or v.scoring.lone_piece
        )

    change_points(points)


@wrong("J3: a lone piece scores nothing")
def _() -> None:
    change_points(lambda b, p, v: sum(line.score(v) for line in b.lines_through(p)))


@wrong("R4: a line may hold a piece twice")
def _() -> None:
    excuse(Reason.LINE_REPEATS)


@wrong("R4: a turn may lay the same piece twice")
def _() -> None:
    excuse(Reason.SAME_PIECE_TWICE)


@wrong("R4: a line may be longer")
def _() -> None:
    excuse(Reason.LINE_TOO_LONG, Reason.LINE_REPEATS)


@wrong("R5: pieces need nothing in common")
def _() -> None:
    excuse(Reason.NOTHING_IN_COMMON)


@wrong("R5: pieces need not lie in one line")
def _() -> None:
    excuse(Reason.NOT_ONE_LINE)


@wrong("R5: gaps are allowed")
def _() -> None:
    excuse(Reason.GAP)


@wrong("R6: pieces need not touch anything")
def _() -> None:
    excuse(Reason.TOUCHES_NOTHING)


@wrong("R7: lines across are not looked at")
def _() -> None:
    excuse(Reason.LINE_MIXED)


@wrong("R3: a smaller set may open")
def _() -> None:
    excuse(Reason.NOT_THE_LARGEST_SET)


@wrong("R3: the first seat opens, whatever the sets")
def _() -> None:
    right = opening._seats_first_by
    swap("_seats_first_by", lambda p, s, by: s[:1] if by == "set" else right(p, s, by), opening)


@wrong("R3: ages break ties the other way round")
def _() -> None:
    other = {"youngest": "oldest", "oldest": "youngest", "set": "set", "seat": "seat"}
    right = opening._seats_first_by
    swap("_seats_first_by", lambda p, s, by: right(p, s, other[by]), opening)


@wrong("J2: equal ages send everybody to the first seat")
def _() -> None:
    right = opening._seats_first_by

    def first_in(p: Any, s: tuple[int, ...], by: str) -> tuple[int, ...]:
        left = right(p, s, by)
        return s if by in ("youngest", "oldest") and len(left) > 1 else left

    swap("_seats_first_by", first_in, opening)


@wrong("J2: ages count although one is missing")
def _() -> None:
    right = opening._seats_first_by

    def first_in(p: Any, s: tuple[int, ...], by: str) -> tuple[int, ...]:
        known = tuple(seat for seat in s if p.ages[seat] is not None)
        return right(p, known if by in ("youngest", "oldest") and known else s, by)

    swap("_seats_first_by", first_in, opening)


@wrong("R11: a hand is filled up by one piece less")
def _() -> None:
    right = rng.draw
    swap("draw", lambda v, b, n, r: right(v, b, max(1, n - 1), r), rng)


@wrong("J1: the first turn has a free roll everywhere")
def _() -> None:
    swap("_free_rolls_in_turn", lambda v, n: v.roll_step.times if v.roll_step else 0, transitions)


@wrong("A2: the first turn never has a free roll")
def _() -> None:
    right = transitions._free_rolls_in_turn
    swap("_free_rolls_in_turn", lambda v, n: 0 if n == 1 else right(v, n), transitions)


@wrong("A4: one die may open")
def _() -> None:
    right = options.available_options

    def options_of(where: Any) -> Options:
        found = right(where)
        alone = not where.board.cells and found.must_roll
        return replace(found, can_place=True, must_roll=False) if alone else found

    swap("available_options", options_of, options, position, rules)


@wrong("C3: the free roll may be used again")
def _() -> None:
    right = transitions.apply_event

    def apply(where: Any, event: Any) -> Any:
        after = right(where, event)
        again = isinstance(event, Rolled) and not event.forced
        return replace(after, stage=Stage.ROLL, free_rolls=1) if again else after

    swap("apply", apply, transitions, rules)


@wrong("J6: a free roll follows a forced one")
def _() -> None:
    right = transitions.apply_event

    def apply(where: Any, event: Any) -> Any:
        after = right(where, event)
        again = isinstance(event, Rolled) and event.forced
        return replace(after, stage=Stage.ROLL, free_rolls=1) if again else after

    swap("apply", apply, transitions, rules)


@wrong("J7: a free roll follows a redraw")
def _() -> None:
    right = transitions.apply_event

    def apply(where: Any, event: Any) -> Any:
        after = right(where, event)
        again = isinstance(event, Redrawn)
        return replace(after, stage=Stage.ROLL, free_rolls=1) if again else after

    swap("apply", apply, transitions, rules)


@wrong("C4: a forced roll may take some dice only")
def _() -> None:
    right = validation.validate_move

    def check(view: View, move: Move) -> None:
        if not (isinstance(move, Roll) and move.forced and view.options.must_roll):
            right(view, move)

    swap("check", check, validation, rules)


@wrong("C1: a roll may change the colour")
def _() -> None:
    right = rules.validate_event

    def judge(where: Any, event: Any) -> None:
        try:
            right(where, event)
        except IllegalMove as refusal:
            if refusal.reason is not Reason.WRONG_FACES:
                raise

    swap("judge", judge, rules)


@wrong("J4: more may be traded than the bag holds")
def _() -> None:
    excuse(Reason.TRADE_TOO_MANY, Reason.TRADE_EMPTY_BAG)


@wrong("T3: traded pieces go back before the draw")
def _() -> None:
    right = rules.validate_event

    def judge(where: Any, event: Any) -> None:
        if isinstance(event, Traded):
            bag = add_to_bag(where.variant, where.bag, event.gave)
            rules.validate_move(where.view(event.player), Trade(event.gave))
            rules._validate_draw(where, bag, event.drew, len(event.gave))
        else:
            right(where, event)

    swap("judge", judge, rules)


@wrong("T4: who cannot place may pass instead of trading")
def _() -> None:
    change_options(lambda _, o: replace(o, can_pass=True) if o.max_trade and not o.can_place else o)


@wrong("C5: dice may be traded")
def _() -> None:
    excuse(Reason.NO_TRADE)


@wrong("J7: who holds a dead hand passes")
def _() -> None:
    change_options(lambda _, o: replace(o, can_redraw=False, can_pass=True) if o.can_redraw else o)


@wrong("J11: a dead table may be traded on")
def _() -> None:
    swap("_is_board_blocked", lambda where: False, options)


@wrong("J8: a pass of everybody does not end the game")
def _() -> None:
    right = transitions.apply_event

    def apply(where: Any, event: Any) -> Any:
        fewer = replace(where, passes=0) if isinstance(event, Passed) else where
        return right(fewer, event)

    swap("apply", apply, transitions, rules)


@wrong("J8: the last to pass gets the bonus")
def _() -> None:
    right = rules._game_result

    def result(where: Any) -> Any:
        hands = tuple(() if seat == where.player else hand for seat, hand in enumerate(where.hands))
        return right(replace(where, hands=hands))

    swap("_game_result", result, rules)


@wrong("J9: only the first of equals wins")
def _() -> None:
    right = rules._game_result

    def result(where: Any) -> Any:
        found = right(where)
        return replace(found, winners=found.winners[:1])

    swap("_game_result", result, rules)


@wrong("R12: no bonus for going out")
def _() -> None:
    right = rules._game_result

    def result(where: Any) -> Any:
        return right(replace(where, variant=with_changes(where.variant, scoring__out_bonus=0)))

    swap("_game_result", result, rules)


@wrong("R12: an empty hand ends the game although the bag is not empty")
def _() -> None:
    right = transitions.apply_event

    def apply(where: Any, event: Any) -> Any:
        after = right(where, event)
        out = isinstance(event, Placed) and not after.hands[event.player]
        return replace(after, stage=Stage.FINISH) if out else after

    swap("apply", apply, transitions, rules)


@wrong("T1, C2: all hands are open")
def _() -> None:
    right = position.Position.view
    swap(
        "view",
        lambda where, seat: replace(right(where, seat), hands=where.hands),
        position.Position,
    )


@wrong("A score ends the game at once")
def _() -> None:
    def is_over(variant: Variant, turns: int, scores: Any) -> bool:
        return variant.end.score is not None and max(scores) >= variant.end.score

    swap("ends_game", is_over, transitions)


@wrong("A score does not end the game")
def _() -> None:
    swap("ends_game", lambda variant, turns, scores: False, transitions)


@wrong("Places may be taken twice")
def _() -> None:
    right = validation._check_placement

    def lenient(view: View, pieces: Any) -> None:
        if not any((x, y) in view.board.cells for _, x, y in pieces):
            right(view, pieces)

    swap("_check_placement", lenient, validation)


def main() -> int:
    """Say of each wrong engine whether it is caught; 1 if one is not."""
    missed = []
    for number, rule in enumerate(WRONG):
        arguments = [sys.executable, "-m", "tests.tools.wrong_engines", str(number)]
        ran = subprocess.run(arguments, cwd=ROOT, capture_output=True, check=False)
        caught = ran.returncode == pytest.ExitCode.TESTS_FAILED
        sys.stdout.write(f"{'caught' if caught else 'MISSED'}  {rule}\n")
        sys.stdout.flush()
        if not caught:
            missed.append(rule)
    sys.stdout.write(f"{len(WRONG) - len(missed)} of {len(WRONG)} are caught\n")
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        [*WRONG.values()][int(sys.argv[1])]()
        quiet = ["-q", "-x", "-n", "0", "--no-header", "-p", "no:cacheprovider"]
        sys.exit(pytest.main([*quiet, *TESTS]))
    sys.exit(main())
