"""What holds in every game, at every moment: checked from outside with its own arithmetic."""

from __future__ import annotations

from collections import Counter
from random import Random

from qwirkle.engine.events import Finished, Happening, Placed
from qwirkle.engine.pieces import Cell, Laid
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.record import parse
from qwirkle.saving import game_of
from tests.play import random_move
from tests.robust.mutate import bytes_of


def check_pieces(position: Position) -> None:
    """Every piece is on the table, in a hand or in the bag."""
    kind_of = position.variant.kind_of
    seen = Counter(kind_of[face] for face in position.board.cells.values())
    for hand in position.hands:
        seen.update(kind_of[face] for face in hand)
        assert len(hand) <= position.variant.hand_size
    for index, kind in enumerate(position.variant.kinds):
        assert position.bag[index] >= 0
        assert seen[index] + position.bag[index] == kind.copies, kind.name


def line_through(cells: dict[Cell, int], cell: Cell, dx: int, dy: int) -> list[int]:
    """The faces of the row or column that the cell is in."""
    x, y = cell
    while (x - dx, y - dy) in cells:
        x, y = x - dx, y - dy
    faces = []
    while (x, y) in cells:
        faces.append(cells[x, y])
        x, y = x + dx, y + dy
    return faces


def check_lines(position: Position) -> None:
    """Every line on the table is one colour or one shape, with nothing twice (R4)."""
    cells = dict(position.board.cells)
    for cell in cells:
        for dx, dy in ((1, 0), (0, 1)):
            faces = line_through(cells, cell, dx, dy)
            assert len(set(faces)) == len(faces) <= 6
            assert len({f // 6 for f in faces}) == 1 or len({f % 6 for f in faces}) == 1


def points_by_hand(variant: Variant, cells: dict[Cell, int], pieces: tuple[Laid, ...]) -> int:
    """The points of pieces that lie there now, counted line by line (R9, R10, J3)."""
    if len(cells) == 1:
        return variant.lone_piece
    lines: set[tuple[int, int, Cell]] = set()
    for _, x, y in pieces:
        for dx, dy in ((1, 0), (0, 1)):
            a, b = x, y
            while (a - dx, b - dy) in cells:
                a, b = a - dx, b - dy
            if (a + dx, b + dy) in cells:
                lines.add((dx, dy, (a, b)))
    lengths = [len(line_through(cells, cell, dx, dy)) for dx, dy, cell in lines]
    return sum(length + (variant.qwirkle_bonus if length == 6 else 0) for length in lengths)


def check_scores(game: Game) -> None:
    """The points of every play are right, and the scores are their sums."""
    scores = [0] * len(game.header.players)
    for event, position in game.standing:
        if isinstance(event, Placed):
            cells = dict(position.board.cells)
            assert event.points == points_by_hand(game.header.variant, cells, event.pieces)
            scores[event.player] += event.points
        if isinstance(event, Finished):
            check_result(event, position, scores)
        assert position.scores == tuple(scores)


def check_result(event: Finished, position: Position, scores: list[int]) -> None:
    """The result names who went out and everybody with the most points (R12, J8, J9)."""
    empty = [seat for seat, hand in enumerate(position.hands) if not hand]
    assert empty == ([] if event.player is None else [event.player])
    assert event.bonus == (position.variant.out_bonus if empty else 0)
    for seat in empty:
        assert not any(position.bag)
        scores[seat] += event.bonus
    assert event.scores == tuple(scores)
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert event.winners == tuple(best)


def check_replay(game: Game) -> None:
    """The record of the game tells the same game."""
    again = game_of(parse(bytes_of(game)))
    assert again.events == game.events
    assert again.standing == game.standing


def check_undo(game: Game, random: Random) -> None:
    """Taking back restores an earlier moment exactly, and the game can go on from there."""
    past: list[tuple[Happening, Position]] = list(game.standing)
    for undo in (game.undo_step, game.undo_turn):
        undone = undo()
        if undone is not None:
            past = past[: len(past) - undone.events]
        assert game.standing == past
    if not game.over:
        game.play(random_move(game.position, random))
        check_pieces(game.position)


def check_game(game: Game, random: Random) -> None:
    """Everything above."""
    for _, position in game.standing:
        if position.stage != "deal":
            check_pieces(position)
    check_lines(game.position)
    check_scores(game)
    check_replay(game)
    check_undo(game, random)
    check_replay(game)
