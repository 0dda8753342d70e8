"""Breaks one rule of the engine at a time: the rule comparison tests must fail each time.

`python -m tests.tools.wrong_engines` runs the tests of `tests/comparison/` with each wrong engine
in its own process.
"""

from __future__ import annotations

import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from qwirkle.engine import board, movegen, options, position, rng, rules, transitions, validation
from qwirkle.engine.board import Board
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import GameEvent, Passed, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.inventory import add_to_bag
from qwirkle.engine.moves import Move, Roll, Trade
from qwirkle.engine.pieces import PieceAt
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, Stage, View
from tests.sample_rulesets import with_changes

TESTS = ("tests/comparison",)
ROOT = Path(__file__).resolve().parents[2]

Pieces = tuple[PieceAt, ...]
Mutate = Callable[[], None]
MUTATIONS: dict[str, Mutate] = {}
"""Functions that break a rule in this process, by description."""


def mutation(description: str) -> Callable[[Mutate], Mutate]:
    """Register a function that breaks a rule."""

    def register(mutate: Mutate) -> Mutate:
        MUTATIONS[description] = mutate
        return mutate

    return register


def patch(name: str, value: Any, *owners: Any) -> None:
    """Replace an attribute of all these modules or classes."""
    for owner in owners:
        assert hasattr(owner, name), f"{owner} has no {name}"
        setattr(owner, name, value)


def ignore_reasons(*reasons: Reason) -> None:
    """Accept moves that would be illegal for one of these reasons."""
    for name in ("_check_placement", "_check_opening", "_check_trade"):
        original = getattr(validation, name)

        def check(view: View, pieces: Any, original: Any = original) -> None:
            try:
                original(view, pieces)
            except IllegalMove as error:
                if error.reason not in reasons:
                    raise

        patch(name, check, validation)


def patch_options(change: Callable[[Position, Options], Options]) -> None:
    """Change the options of the player to move."""
    original = options.available_options

    def available_options(position: Position) -> Options:
        return change(position, original(position))

    patch("available_options", available_options, options, position, rules)


def patch_scoring(score: Callable[[Board, Pieces, Variant], int]) -> None:
    """Replace the function that scores a turn."""
    patch("score_placement", score, board, rules, movegen)


def patch_apply(change: Callable[[GameEvent, Position], Position]) -> None:
    """Change the position after each event."""
    original = transitions.apply_event

    def apply_event(position: Position, event: GameEvent) -> Position:
        return change(event, original(position, event))

    patch("apply_event", apply_event, transitions, rules)


def with_free_roll(position: Position) -> Position:
    """Return the position with a free roll for the player to move."""
    return replace(position, stage=Stage.ROLL, free_rolls=1)


@mutation("R9: only the longest line scores")
def _() -> None:
    patch_scoring(
        lambda board, pieces, variant: max(
            [line.score(variant) for line in board.lines_through(pieces)],
            default=variant.scoring.lone_piece,
        )
    )


@mutation("R9: a piece in two lines counts once")
def _() -> None:
    def score(board: Board, pieces: Pieces, variant: Variant) -> int:
        cells = {cell for line in board.lines_through(pieces) for cell in line.cells}
        return len(cells) or variant.scoring.lone_piece

    patch_scoring(score)


@mutation("R10: no bonus for a full line")
def _() -> None:
    def score(board: Board, pieces: Pieces, variant: Variant) -> int:
        lengths = [len(line.cells) for line in board.lines_through(pieces)]
        return sum(lengths) or variant.scoring.lone_piece

    patch_scoring(score)


@mutation("R10: a Qwirkle needs six pieces in every variant")
def _() -> None:
    def score(board: Board, pieces: Pieces, variant: Variant) -> int:
        lengths = [len(line.cells) for line in board.lines_through(pieces)]
        bonus = variant.scoring.qwirkle_bonus * lengths.count(6)
        return sum(lengths) + bonus or variant.scoring.lone_piece

    patch_scoring(score)


@mutation("J3: a lone piece scores nothing")
def _() -> None:
    patch_scoring(
        lambda board, pieces, variant: sum(
            line.score(variant) for line in board.lines_through(pieces)
        )
    )


@mutation("R4: a line may have two equal pieces")
def _() -> None:
    ignore_reasons(Reason.LINE_REPEATS)


@mutation("R4: a turn may place two equal pieces")
def _() -> None:
    ignore_reasons(Reason.SAME_PIECE_TWICE)


@mutation("R4: a full line may be extended")
def _() -> None:
    ignore_reasons(Reason.LINE_TOO_LONG, Reason.LINE_REPEATS)


@mutation("R5: pieces need nothing in common")
def _() -> None:
    ignore_reasons(Reason.NOTHING_IN_COMMON)


@mutation("R5: pieces need not be in one line")
def _() -> None:
    ignore_reasons(Reason.NOT_ONE_LINE)


@mutation("R5: gaps are allowed")
def _() -> None:
    ignore_reasons(Reason.GAP)


@mutation("R6: pieces need not touch anything")
def _() -> None:
    ignore_reasons(Reason.TOUCHES_NOTHING)


@mutation("R7: crossing lines aren't checked")
def _() -> None:
    ignore_reasons(Reason.LINE_MIXED)


@mutation("R3: a smaller set may open")
def _() -> None:
    ignore_reasons(Reason.NOT_THE_LARGEST_SET)


@mutation("R3: the first seat opens, whatever the sets")
def _() -> None:
    original = rules._seats_first_by

    def seats_first_by(
        position: Position, seats: tuple[int, ...], criterion: str
    ) -> tuple[int, ...]:
        return seats[:1] if criterion == "set" else original(position, seats, criterion)

    patch("_seats_first_by", seats_first_by, rules)


@mutation("R3: ages break ties the other way round")
def _() -> None:
    original = rules._seats_first_by
    reversed_criteria = {"youngest": "oldest", "oldest": "youngest"}

    def seats_first_by(
        position: Position, seats: tuple[int, ...], criterion: str
    ) -> tuple[int, ...]:
        return original(position, seats, reversed_criteria.get(criterion, criterion))

    patch("_seats_first_by", seats_first_by, rules)


@mutation("J2: ages don't count if tied players share the deciding age")
def _() -> None:
    original = rules._seats_first_by

    def seats_first_by(
        position: Position, seats: tuple[int, ...], criterion: str
    ) -> tuple[int, ...]:
        first = original(position, seats, criterion)
        return seats if criterion in ("youngest", "oldest") and len(first) > 1 else first

    patch("_seats_first_by", seats_first_by, rules)


@mutation("J2: ages count even if one is missing")
def _() -> None:
    original = rules._seats_first_by

    def seats_first_by(
        position: Position, seats: tuple[int, ...], criterion: str
    ) -> tuple[int, ...]:
        if criterion in ("youngest", "oldest"):
            known = tuple(seat for seat in seats if position.ages[seat] is not None)
            return original(position, known or seats, criterion)
        return original(position, seats, criterion)

    patch("_seats_first_by", seats_first_by, rules)


@mutation("R11: a draw is one piece short")
def _() -> None:
    original = rng.draw
    patch(
        "draw",
        lambda variant, bag, count, random: original(variant, bag, max(1, count - 1), random),
        rng,
    )


@mutation("J1: the first turn has a free roll in every variant")
def _() -> None:
    def free_rolls(variant: Variant, turn_number: int) -> int:
        return variant.roll_step.times if variant.roll_step else 0

    patch("_free_rolls_in_turn", free_rolls, transitions)


@mutation("A2: the first turn never has a free roll")
def _() -> None:
    original = transitions._free_rolls_in_turn

    def free_rolls(variant: Variant, turn_number: int) -> int:
        return 0 if turn_number == 1 else original(variant, turn_number)

    patch("_free_rolls_in_turn", free_rolls, transitions)


@mutation("A4: a single die may open")
def _() -> None:
    def change(position: Position, options: Options) -> Options:
        if position.board.cells or not options.must_roll:
            return options
        return replace(options, can_place=True, must_roll=False)

    patch_options(change)


@mutation("C3: a turn has a second free roll")
def _() -> None:
    patch_apply(
        lambda event, after: (
            with_free_roll(after) if isinstance(event, Rolled) and not event.forced else after
        )
    )


@mutation("J6: a free roll follows a forced roll")
def _() -> None:
    patch_apply(
        lambda event, after: (
            with_free_roll(after) if isinstance(event, Rolled) and event.forced else after
        )
    )


@mutation("J7: a free roll follows a redraw")
def _() -> None:
    patch_apply(lambda event, after: with_free_roll(after) if isinstance(event, Redrawn) else after)


@mutation("C4: a forced roll may leave out some dice")
def _() -> None:
    original = validation.validate_move

    def validate_move(view: View, move: Move) -> None:
        if not (isinstance(move, Roll) and move.forced and view.options.must_roll):
            original(view, move)

    patch("validate_move", validate_move, validation, rules)


@mutation("C1: a roll may change the colour")
def _() -> None:
    original = rules.validate_event

    def validate_event(position: Position, event: GameEvent) -> None:
        try:
            original(position, event)
        except IllegalMove as error:
            if error.reason is not Reason.WRONG_FACES:
                raise

    patch("validate_event", validate_event, rules)


@mutation("J4: a trade may be larger than the bag")
def _() -> None:
    ignore_reasons(Reason.TRADE_TOO_MANY, Reason.TRADE_BAG_TOO_SMALL)


@mutation("T3: traded pieces go back before the draw")
def _() -> None:
    original = rules.validate_event

    def validate_event(position: Position, event: GameEvent) -> None:
        if isinstance(event, Traded):
            bag = add_to_bag(position.variant, position.bag, event.gave)
            rules.validate_move(position.view(event.player), Trade(event.gave))
            rules._validate_draw(position, bag, event.drew, len(event.gave))
        else:
            original(position, event)

    patch("validate_event", validate_event, rules)


@mutation("T4: a player who can't place may pass instead of trading")
def _() -> None:
    patch_options(
        lambda _, options: (
            replace(options, can_pass=True)
            if options.max_trade and not options.can_place
            else options
        )
    )


@mutation("C5: dice may be traded")
def _() -> None:
    ignore_reasons(Reason.NO_TRADE)


@mutation("J7: a player with an unplayable hand passes")
def _() -> None:
    patch_options(
        lambda _, options: (
            replace(options, can_redraw=False, can_pass=True) if options.can_redraw else options
        )
    )


@mutation("J11: trading is legal on a blocked board")
def _() -> None:
    patch("_is_board_blocked", lambda position: False, options)


@mutation("J8: the game doesn't end when all players pass")
def _() -> None:
    original = transitions.apply_event

    def apply_event(position: Position, event: GameEvent) -> Position:
        if isinstance(event, Passed):
            position = replace(position, consecutive_passes=0)
        return original(position, event)

    patch("apply_event", apply_event, transitions, rules)


@mutation("J8: the last player to pass gets the bonus")
def _() -> None:
    original = rules._game_result

    def game_result(position: Position) -> Any:
        hands = list(position.hands)
        hands[position.seat_to_move] = ()
        return original(replace(position, hands=tuple(hands)))

    patch("_game_result", game_result, rules)


@mutation("J9: only the earliest seat with the top score wins")
def _() -> None:
    original = rules._game_result

    def game_result(position: Position) -> Any:
        result = original(position)
        return replace(result, winners=result.winners[:1])

    patch("_game_result", game_result, rules)


@mutation("R12: no bonus for going out")
def _() -> None:
    original = rules._game_result

    def game_result(position: Position) -> Any:
        variant = with_changes(position.variant, scoring__out_bonus=0)
        return original(replace(position, variant=variant))

    patch("_game_result", game_result, rules)


@mutation("R12: an empty hand ends the game even if the bag isn't empty")
def _() -> None:
    def change(event: GameEvent, after: Position) -> Position:
        is_out = isinstance(event, Placed) and not after.hands[event.player]
        return replace(after, stage=Stage.FINISH) if is_out else after

    patch_apply(change)


@mutation("T1, C2: all hands are open")
def _() -> None:
    original = Position.view
    patch(
        "view",
        lambda position, seat: replace(original(position, seat), hands=position.hands),
        Position,
    )


@mutation("The game ends as soon as a player reaches the target score")
def _() -> None:
    def meets_end_rule(variant: Variant, turns: int, scores: tuple[int, ...]) -> bool:
        return variant.end.target_score is not None and max(scores) >= variant.end.target_score

    patch("meets_end_rule", meets_end_rule, transitions)


@mutation("The target score doesn't end the game")
def _() -> None:
    patch("meets_end_rule", lambda variant, turns, scores: False, transitions)


@mutation("Pieces may be placed on taken cells")
def _() -> None:
    original = validation._check_placement

    def check_placement(view: View, pieces: Pieces) -> None:
        if not any((x, y) in view.board.cells for _, x, y in pieces):
            original(view, pieces)

    patch("_check_placement", check_placement, validation)


def run_tests(number: int) -> int:
    """Run the tests with this wrong engine. Return pytest's exit status."""
    try:
        [*MUTATIONS.values()][number]()
    except Exception:
        traceback.print_exc()
        return pytest.ExitCode.INTERNAL_ERROR
    return pytest.main(["-q", "-x", "-n", "0", "--no-header", "-p", "no:cacheprovider", *TESTS])


def main() -> int:
    """Test each wrong engine and print if it was caught. Return 1 if one was missed."""
    missed = []
    for number, description in enumerate(MUTATIONS):
        command = [sys.executable, "-m", "tests.tools.wrong_engines", str(number)]
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if result.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise SystemExit(f"Couldn't test {description}:\n{result.stdout}{result.stderr}")
        caught = result.returncode == pytest.ExitCode.TESTS_FAILED
        sys.stdout.write(f"{'caught' if caught else 'MISSED'}  {description}\n")
        sys.stdout.flush()
        if not caught:
            missed.append(description)
    sys.stdout.write(f"{len(MUTATIONS) - len(missed)} of {len(MUTATIONS)} caught\n")
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(run_tests(int(sys.argv[1])))
    sys.exit(main())
