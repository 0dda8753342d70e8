"""The command `plays`."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.engine.pieces import FACE_TEXTS
from tests.cli.conftest import Run, position_line

TWO_REDS: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0]]


def test_each_position_gets_a_line(run: Run) -> None:
    """Every position is answered with its plays, the best first."""
    answer = run(
        "plays",
        "--variant",
        "tiles",
        given=position_line(TWO_REDS, ["Rd", "Gx"]) + position_line(TWO_REDS, []),
    )
    first, second = answer.objects()
    assert answer.status == 0
    assert [play["points"] for play in first["plays"]] == [3, 3, 2, 2, 2, 2]
    assert first["plays"][0] == {"pieces": [["Rd", -1, 0]], "points": 3}
    assert second == {"plays": []}


def test_an_empty_board_gets_the_opening_sets(run: Run) -> None:
    """On an empty board each largest set stands once, along x from 0,0 (R3)."""
    answer = run(
        "plays", "--variant", "cubes", given=position_line([], ["Rd", "Bs", "Rx", "Rx", "Bc"])
    )
    assert answer.objects() == [
        {
            "plays": [
                {"pieces": [["Rd", 0, 0], ["Rx", 1, 0]], "points": 2},
                {"pieces": [["Bc", 0, 0], ["Bs", 1, 0]], "points": 2},
            ]
        }
    ]


def test_a_large_table_is_read(run: Run, tmp_path: Path) -> None:
    """A ruleset with many copies has tables of many pieces."""
    house = tmp_path / "many.toml"
    house.write_text(
        'extends = "tiles"\nname = "many"\ntitle = "Many"\n[pieces]\ncopies = 30\n',
        encoding="utf-8",
    )
    stairs: list[list[object]] = []
    for step in range(300):
        colour, shape = step // 150, (step - step // 150) % 6
        stairs.append([FACE_TEXTS[colour * 6 + shape], (step + 1) // 2, step // 2])
    answer = run("plays", "--variant", house, given=position_line(stairs, ["Rs"]))
    assert answer.status == 0
    assert answer.objects()[0]["plays"]


def test_positions_come_from_a_file_too(run: Run, tmp_path: Path) -> None:
    """A file is read like standard input, and blank lines in it are skipped."""
    path = tmp_path / "positions"
    path.write_bytes(b"\n" + position_line(TWO_REDS, ["Rd"]) + b"\n")
    assert len(run("plays", "--variant", "tiles", path).objects()) == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"nonsense\n", "Line 2: This isn't valid JSON"),
        (b"[]\n", "Line 2: "),
        (b'{"board":[]}\n', "Line 2: hand is missing. It must be a list."),
        (position_line([], ["Rc"] * 7), "Line 2: hand must be a list of 0 to 6 entries, not 7."),
        (position_line([], ["Zz"]), "Line 2: "),
        (position_line([["Rc", 0, 0.5]], []), "Line 2: "),
        (position_line([["Rc", 0, True]], []), "Line 2: "),
        (position_line([["Rc", 0, 10**9]], []), "Line 2: "),
        (position_line([["Rc", 0, 0], ["Rs", 0, 0]], []), "Line 2: Two pieces lie at 0,0."),
        (position_line([["Rc", 0, 0], ["Bs", 1, 0]], []), "Line 2: The line Rc Bs from 0,0"),
        (position_line([["Rc", 0, 0], ["Rc", 0, 1]], []), "Line 2: The line Rc Rc from 0,0"),
        (position_line([["Rc", x, 0] for x in range(0, 300, 2)], []), "Line 2: "),
        (b"\xff\xfe\n", "Line 2: This isn't UTF-8 text."),
        (b"[" * 5000 + b"\n", "Line 2: "),
        (b'{"board":[],"hand":[],"more":"' + b"x" * 200_000 + b'"}\n', "Line 2: It is longer"),
    ],
)
def test_a_wrong_position_is_refused_with_its_line(run: Run, given: bytes, said: str) -> None:
    """A position that cannot be is refused in one sentence with the number of its line."""
    answer = run("plays", "--variant", "tiles", given=position_line(TWO_REDS, ["Rd"]) + given)
    assert said in answer.refusal()
    assert len(answer.objects()) == 1


def test_files_that_cannot_be_read_are_refused(run: Run, tmp_path: Path) -> None:
    """A folder, a missing file and an impossible name each get one sentence."""
    for name in (tmp_path, tmp_path / "missing", "a\0b"):
        run("plays", "--variant", "tiles", name).refusal()


@pytest.mark.parametrize(
    ("variant", "board", "hand", "told"),
    [
        ("tiles", [["Rc", 0, 0], ["Rs", 5, 5]], ["Rd"], "lie apart from the others (R6)"),
        ("tiles", [["Rc", 0, 0], ["Rs", 1, 1]], ["Rd"], "The pieces around 1,1 lie apart"),
        ("tiles", TWO_REDS, ["Rd"] * 4, "There are 4 of Rd, but tiles has only 3."),
        ("tiles", [["Rc", 0, 0]], ["Rc"] * 3, "There are 4 of Rc, but tiles has only 3."),
        ("junior", [["Rc", 0, 0]], ["Bs"], "Bs is no piece of junior."),
        ("junior", [["Rb", 0, 0]], ["Rs"], "Rb is no piece of junior."),
        ("junior", [], ["Rc"] * 5, "hand must be a list of 0 to 4 entries, not 5."),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    run: Run, variant: str, board: list[list[object]], hand: list[str], told: str
) -> None:
    """Pieces apart from each other, more of one than there are, and strange ones are named."""
    assert told in run("plays", "--variant", variant, given=position_line(board, hand)).refusal()


def test_sixteen_dice_of_a_colour_are_too_many(run: Run) -> None:
    """C1: dice are counted by their colour, whatever they show."""
    stairs = [[f"R{'cs'[step % 2]}", (step + 1) // 2, step // 2] for step in range(10)]
    assert run("plays", "--variant", "cubes", given=position_line(stairs, ["Rd"] * 5)).status == 0
    answer = run("plays", "--variant", "cubes", given=position_line(stairs, ["Rd"] * 6))
    assert "There are 16 of R, but cubes has only 15." in answer.refusal()


def test_fewer_shapes_have_other_plays(run: Run) -> None:
    """R10: with four shapes the fourth red completes a line, for eight points."""
    board = [["Rc", 0, 0], ["Rs", 1, 0], ["Rd", 2, 0]]
    (found,) = run("plays", "--variant", "junior", given=position_line(board, ["Rk"])).objects()
    assert found["plays"][0] == {"pieces": [["Rk", -1, 0]], "points": 8}
