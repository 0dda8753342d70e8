"""The command `plays`."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.engine.pieces import FACE_TEXTS
from tests.cli.conftest import Run, position_line

TWO_REDS: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0]]


def test_each_position_has_a_line_of_plays(run: Run) -> None:
    """Each position gives one line with its plays, best first."""
    result = run(
        "plays",
        "--variant",
        "tiles",
        stdin=position_line(TWO_REDS, ["Rd", "Gx"]) + position_line(TWO_REDS, []),
    )
    first, second = result.objects()
    assert result.status == 0
    assert [play["points"] for play in first["plays"]] == [3, 3, 2, 2, 2, 2]
    assert first["plays"][0] == {"pieces": [["Rd", -1, 0]], "points": 3}
    assert second == {"plays": []}


def test_an_empty_board_lists_the_opening_sets(run: Run) -> None:
    """R3: on an empty board each largest set is listed once, along x from 0,0."""
    result = run(
        "plays", "--variant", "cubes", stdin=position_line([], ["Rd", "Bs", "Rx", "Rx", "Bc"])
    )
    assert result.objects() == [
        {
            "plays": [
                {"pieces": [["Rd", 0, 0], ["Rx", 1, 0]], "points": 2},
                {"pieces": [["Bc", 0, 0], ["Bs", 1, 0]], "points": 2},
            ]
        }
    ]


def test_a_large_board_is_accepted(run: Run, tmp_path: Path) -> None:
    """A variant with many copies can have a large board."""
    house = tmp_path / "many.toml"
    house.write_text(
        'extends = "tiles"\nname = "many"\ntitle = "Many"\n[pieces]\ncopies = 30\n',
        encoding="utf-8",
    )
    stairs: list[list[object]] = []
    for step in range(300):
        colour, shape = step // 150, (step - step // 150) % 6
        stairs.append([FACE_TEXTS[colour * 6 + shape], (step + 1) // 2, step // 2])
    result = run("plays", "--variant", house, stdin=position_line(stairs, ["Rs"]))
    assert result.status == 0
    assert result.objects()[0]["plays"]


def test_positions_can_come_from_a_file(run: Run, tmp_path: Path) -> None:
    """A file is read like standard input; blank lines are skipped."""
    path = tmp_path / "positions"
    path.write_bytes(b"\n" + position_line(TWO_REDS, ["Rd"]) + b"\n")
    assert len(run("plays", "--variant", "tiles", path).objects()) == 1


@pytest.mark.parametrize(
    ("stdin", "words"),
    [
        (b"nonsense\n", "JSON"),
        (b"[]\n", ""),
        (b'{"board":[]}\n', "hand"),
        (position_line([], ["Rc"] * 7), "hand"),
        (position_line([], ["Zz"]), ""),
        (position_line([["Rc", 0, 0.5]], []), ""),
        (position_line([["Rc", 0, True]], []), ""),
        (position_line([["Rc", 0, 10**9]], []), ""),
        (position_line([["Rc", 0, 0], ["Rs", 0, 0]], []), "0,0"),
        (position_line([["Rc", 0, 0], ["Bs", 1, 0]], []), "Rc Bs"),
        (position_line([["Rc", 0, 0], ["Rc", 0, 1]], []), "Rc Rc"),
        (position_line([["Rc", x, 0] for x in range(0, 300, 2)], []), ""),
        (b"\xff\xfe\n", "UTF-8"),
        (b"[" * 5000 + b"\n", ""),
        (b'{"board":[],"hand":[],"more":"' + b"x" * 200_000 + b'"}\n', "longer"),
    ],
)
def test_an_invalid_position_is_an_error_with_its_line(run: Run, stdin: bytes, words: str) -> None:
    """The error for an invalid position names its line of input."""
    result = run("plays", "--variant", "tiles", stdin=position_line(TWO_REDS, ["Rd"]) + stdin)
    error = result.error_line()
    assert error.startswith("qwirkle: Line 2: ")
    assert words in error
    assert len(result.objects()) == 1


def test_unreadable_files_are_errors(run: Run, tmp_path: Path) -> None:
    """A folder, a missing file and an invalid name are one-line errors."""
    for name in (tmp_path, tmp_path / "missing", "a\0b"):
        run("plays", "--variant", "tiles", name).error_line()


@pytest.mark.parametrize(
    ("variant", "board", "hand", "words"),
    [
        ("tiles", [["Rc", 0, 0], ["Rs", 5, 5]], ["Rd"], "(R6)"),
        ("tiles", [["Rc", 0, 0], ["Rs", 1, 1]], ["Rd"], "1,1"),
        ("tiles", TWO_REDS, ["Rd"] * 4, "4 of Rd"),
        ("tiles", [["Rc", 0, 0]], ["Rc"] * 3, "4 of Rc"),
        ("junior", [["Rc", 0, 0]], ["Bs"], "Bs"),
        ("junior", [["Rb", 0, 0]], ["Rs"], "Rb"),
        ("junior", [], ["Rc"] * 5, "hand"),
    ],
)
def test_an_impossible_position_is_an_error(
    run: Run, variant: str, board: list[list[object]], hand: list[str], words: str
) -> None:
    """Detached pieces (R6), too many copies and unknown pieces are errors."""
    assert (
        words in run("plays", "--variant", variant, stdin=position_line(board, hand)).error_line()
    )


def test_sixteen_dice_of_a_colour_are_too_many(run: Run) -> None:
    """C1: dice are counted by colour, whatever they show."""
    stairs = [[f"R{'cs'[step % 2]}", (step + 1) // 2, step // 2] for step in range(10)]
    assert run("plays", "--variant", "cubes", stdin=position_line(stairs, ["Rd"] * 5)).status == 0
    result = run("plays", "--variant", "cubes", stdin=position_line(stairs, ["Rd"] * 6))
    assert "16 of R" in result.error_line()


def test_four_shapes_make_a_qwirkle_in_junior(run: Run) -> None:
    """R10: with four shapes the fourth red piece completes a Qwirkle for eight points."""
    board = [["Rc", 0, 0], ["Rs", 1, 0], ["Rd", 2, 0]]
    (entry,) = run("plays", "--variant", "junior", stdin=position_line(board, ["Rk"])).objects()
    assert entry["plays"][0] == {"pieces": [["Rk", -1, 0]], "points": 8}
