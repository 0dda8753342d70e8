"""docs/rules.md: complete, and every example and table matches the engine."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from qwirkle.cli.positions import read_positions
from qwirkle.engine import rules
from qwirkle.engine.board import score_placement
from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import FACE_TEXTS
from qwirkle.engine.variant import Variant
from qwirkle.text.comparison import compare_variants
from tests.cli.conftest import position_line
from tests.engine.game_builder import BUNDLED, CUBES, MINDWARE, TILES, parse_board, table
from tests.oracle import Scoring, is_legal, score
from tests.sample_positions import parse_placement

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def table_below(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading, including its header row."""
    _, _, rest = PAGE.partition(f"# {heading}\n")
    rows = re.search(r"(?:^\|.*\|\n)+", rest, re.MULTILINE)
    assert rows is not None
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows[0].splitlines()]
    return [cells[0], *cells[2:]]


def check_turn(board: str, places: str, points: str, variant: Variant) -> None:
    """Check a placement and its points with the engine and the oracle."""
    pieces = parse_placement(places)
    position = table(variant, board, " ".join(re.findall(r"[A-Z][a-z]", places)), "Px")
    rules.validate_move(position.view(0), Place(pieces))
    assert score_placement(position.board.place(pieces), pieces, variant) == int(points)
    assert is_legal(position.board.cells, pieces)
    assert score(position.board.cells, pieces, Scoring()) == int(points)


def check_could_be(board: str, tmp_path: Path) -> None:
    """Check that a board is possible."""
    pieces: list[list[object]] = [[FACE_TEXTS[face], x, y] for face, x, y in parse_placement(board)]
    file = tmp_path / "position.jsonl"
    file.write_bytes(position_line(pieces, []))
    assert list(read_positions(str(file), TILES, 0))


def test_the_page_has_every_rule_in_order() -> None:
    """The page has each numbered rule once, in order."""
    numbers = re.findall(r"^- \*\*([RTCJA]\d+)\*\* [A-Z]", PAGE, re.MULTILINE)
    counts = {"R": 12, "T": 4, "C": 5, "J": 11, "A": 5}
    assert numbers == [f"{kind}{n}" for kind in counts for n in range(1, counts[kind] + 1)]


def test_the_twelve_turns_score_as_printed() -> None:
    """R9, R10: the twelve turns from the American rule book score as printed."""
    heading, first, *turns = table_below("Twelve turns")
    assert heading == ["turn", "player", "places", "points"]
    board, scores = first[2], Counter({first[1]: int(first[3])})
    for _, player, places, points in turns:
        check_turn(board, places, points, MINDWARE)
        board += f" · {places}"
        scores[player] += int(points)
    assert scores == {"Sue": 20, "Chris": 22, "Sally": 25, "Bob": 18}
    assert "Sue now has 20 points, Chris 22, Sally 25 and Bob 18." in PAGE


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=lambda variant: variant.name)
def test_the_three_turns_score_as_printed(variant: Variant, tmp_path: Path) -> None:
    """R9, R10: the three turns from the other rule books score 7, 6 and 17."""
    heading, *turns = table_below("Three turns")
    assert heading == ["turn", "places", "points", "lines"]
    assert [points for _, _, points, _ in turns] == ["7", "6", "17"]
    start = re.search(r"five pieces are on the board: (.*?)\. ", PAGE)
    assert start is not None
    board = start[1]
    check_could_be(board, tmp_path)
    for _, places, points, lines in turns:
        check_turn(board, places, points, variant)
        assert sum(map(int, re.findall(r"\((\d+)\)", lines))) == int(points)
        board += f" · {places}"


LIMITS = table_below("Points and limits")


def test_the_limits_table_has_every_example() -> None:
    """The table has every example from the rule books."""
    assert LIMITS[0] == ["on the board", "you place", "points", "why"]
    points = Counter(points for _, _, points, _ in LIMITS[1:])
    assert points == {"4": 2, "14": 1, "5": 1, "2": 1, "refused": 6}


@pytest.mark.parametrize("variant", [TILES, MINDWARE, CUBES], ids=lambda variant: variant.name)
@pytest.mark.parametrize(("board", "places", "points", "why"), LIMITS[1:])
def test_examples_score_or_fail_as_printed(
    variant: Variant, board: str, places: str, points: str, why: str, tmp_path: Path
) -> None:
    """R4 to R9: each example scores as printed or breaks the rule it names."""
    check_could_be(board, tmp_path)
    if points != "refused":
        check_turn(board, places, points, variant)
        return
    position = table(variant, board, " ".join(re.findall(r"[A-Z][a-z]", places)), "Px")
    with pytest.raises(IllegalMove) as error:
        rules.validate_move(position.view(0), Place(parse_placement(places)))
    assert why.endswith(f"({error.value.rule})")
    assert not is_legal(position.board.cells, parse_placement(places))


def test_nothing_fits_the_gap_in_the_example() -> None:
    """R7: no piece fits the gap in the example."""
    board, places, _, _ = next(row for row in LIMITS if "nothing fits" in row[3])
    ((_, x, y),) = parse_placement(places)
    assert parse_board(board).allowed_faces[x, y] == 0


def test_the_side_by_side_table_matches_compare() -> None:
    """The table has every row in which the editions differ, as `qwirkle compare` prints it."""
    heading, *rows = table_below("Side by side")
    assert heading == ["", "tiles", "tiles-mindware", "cubes", "cubes-mindware"]
    variants = [BUNDLED[name] for name in heading[1:]]
    assert rows == [
        [row.topic, *row.values] for row in compare_variants(variants) if not row.all_equal
    ]
