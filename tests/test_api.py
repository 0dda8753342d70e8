"""Qwirkle as a library: the names in `import qwirkle`, and the scripts in the documentation."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qwirkle
from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.records import library
from tests.random_games import random_game

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
SLOW_MODULES = ("textual", "rich", "numpy", "numba", "msgspec")


def run_python(*arguments: object, folder: Path | None = None) -> str:
    """Run Python in a new process and return its output."""
    finished = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_every_public_name_is_typed_and_documented() -> None:
    """The package, its type stub and docs/api.md list the same names."""
    public = set(qwirkle.__all__)
    stub = ast.parse((ROOT / "src" / "qwirkle" / "__init__.pyi").read_text(encoding="utf-8"))
    typed = {
        name.asname or name.name
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert typed == public - {"__version__"}
    for name in public:
        assert getattr(qwirkle, name) is not None
    assert public <= set(dir(qwirkle))
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    missing = [name for name in typed if f"`{name}" not in text and f"{name}`" not in text]
    assert set(missing) <= {"IllegalEvent", "RecordError", "IllegalMove", "VariantError", "Play"}
    with pytest.raises(AttributeError):
        qwirkle.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_importing_loads_no_slow_module() -> None:
    """Importing loads only the package; of the slow modules, a game needs only msgspec."""
    loaded = run_python("-c", "import sys, qwirkle; print(*sys.modules)").split()
    assert [name for name in loaded if name.startswith("qwirkle")] == ["qwirkle"]
    loaded_in_game = run_python(
        "-c",
        "import sys, qwirkle\n"
        "game = qwirkle.Game.new(qwirkle.load_variant(sys.argv[1]), ['Ana', 'Ben'], seed=1)\n"
        "game.play(next(qwirkle.legal_moves(game.view())))\n"
        "print(*sys.modules)\n",
        catalog.bundled_variant_names()[0],
    ).split()
    assert set(SLOW_MODULES) & set(loaded_in_game) <= {"msgspec"}


@settings(max_examples=60)
@given(st.sampled_from(catalog.bundled_variants()), st.integers(0, 500), st.integers(0, 80))
def test_legal_moves_are_legal_and_complete(
    variant: qwirkle.Variant, seed: int, events: int
) -> None:
    """`legal_moves` yields each legal move once, including every placement of `plays`."""
    game = random_game(variant, 2, seed, max_events=events + 4)
    for seat in range(2):
        view = game.view(seat)
        moves = list(qwirkle.legal_moves(view))
        assert len(set(moves)) == len(moves)
        for move in moves:
            rules.validate_move(view, move)
        if game.is_over or seat != game.position.seat_to_move:
            assert not moves
            continue
        options = view.options
        move_types = {type(move) for move in moves}
        assert (qwirkle.Place in move_types) is options.can_place
        assert (qwirkle.Trade in move_types) is (options.max_trade > 0)
        assert (qwirkle.Roll in move_types) is (options.can_roll_free or options.must_roll)
        placements = [move.pieces for move in moves if isinstance(move, qwirkle.Place)]
        assert placements == [play.pieces for play in qwirkle.plays(view)]


def test_plays_hints_and_odds_need_only_a_view() -> None:
    """Plays, hints and odds are computed from what a seat sees."""
    for variant in catalog.bundled_variants():
        game = random_game(variant, 2, seed=3, max_events=30)
        view = game.view()
        points = [play.points for play in qwirkle.plays(view)]
        assert points == sorted(points, reverse=True)
        assert list(qwirkle.hints(view))
        if variant.roll_step is not None:
            assert qwirkle.odds(view) is not None
        elif not variant.hand.open:
            assert qwirkle.plays(game.view(1 - game.position.seat_to_move)) == []


def test_games_views_and_boards_have_a_useful_repr() -> None:
    """A game shows its players, their scores and the player to move; a board draws itself."""
    variant = catalog.bundled_variants()[0]
    game = qwirkle.Game.new(variant, ["Ana", qwirkle.Player("Ben", 9)], seed=1)
    assert re.fullmatch(rf"<Game of {variant.name}: Ana 0, Ben 0; (Ana|Ben) to move>", repr(game))
    assert f"<View of seat 1 in {variant.name}: " in repr(game.view(1))
    assert str(game.position.board) == ""
    game.play(next(qwirkle.legal_moves(game.view())))
    assert len(str(game.position.board).splitlines()) == 2
    assert "; over>" in repr(random_game(variant, 2, seed=1))


def test_a_game_needs_enough_players() -> None:
    """A game for too few players raises VariantError."""
    with pytest.raises(qwirkle.VariantError):
        qwirkle.Game.new(catalog.bundled_variants()[0], ["Ana"])


def test_games_without_a_seed_differ() -> None:
    """Without a seed, every new game gets a random one."""
    variant = catalog.bundled_variants()[0]
    headers = [qwirkle.Game.new(variant, ["Ana", "Ben"]).header for _ in range(2)]
    assert headers[0] != headers[1]


def test_a_written_record_can_be_read_and_reviewed(tmp_path: Path) -> None:
    """A record can be written, read, replayed and reviewed; existing files aren't overwritten."""
    game = random_game(catalog.bundled_variants()[0], 2, seed=2, max_events=40)
    path = tmp_path / "game.qwirkle"
    qwirkle.write_record(path, game)
    record = qwirkle.read_record(str(path))
    assert qwirkle.Game.replay(record.header, record.events).events == game.events
    assert qwirkle.review(record) == qwirkle.review(game)
    with pytest.raises(FileExistsError):
        qwirkle.write_record(path, game)


def test_the_samples_in_the_documentation_run(tmp_path: Path) -> None:
    """Both samples in docs/api.md run, and the first has at most 15 lines."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    first_script, illegal_move = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(first_script.splitlines()) <= 15
    assert "Finished(" in run_python("-c", first_script, folder=tmp_path)
    assert (tmp_path / "game.qwirkle").exists()
    (printed,) = re.findall(r"# (.*)", illegal_move)
    assert run_python("-c", f"import qwirkle\n{illegal_move}").strip() == printed


def test_the_example_plays_and_saves_a_game(tmp_path: Path) -> None:
    """play_and_save.py writes the record of a finished game and prints its path."""
    for name in ("tiles", "cubes"):
        file = tmp_path / f"{name}.qwirkle"
        assert str(file) in run_python(EXAMPLES / "play_and_save.py", name, file)
        assert library.load_game(file).is_over


def test_the_example_bot_plays_in_the_arena() -> None:
    """The bot in own_bot.py plays only legal moves, in its own match and in the arena."""
    own_bot: dict[str, Any] = {"__name__": "own_bot"}
    exec((EXAMPLES / "own_bot.py").read_text(encoding="utf-8"), own_bot)
    for name in ("tiles", "cubes"):
        assert 0 <= own_bot["duel"](catalog.load_variant(name), 1) <= 1
    output = run_python(
        *("-m", "qwirkle", "arena", "--variant", "tiles", "--bots", "own_bot:Careful,simple"),
        *("--games", 2, "--seed", 1, "--json"),
        folder=EXAMPLES,
    )
    assert '"forfeits"' not in output


def test_the_example_summarises_a_folder(tmp_path: Path) -> None:
    """folder_statistics.py counts finished games, lists players and skips invalid files."""
    for seed in range(3):
        qwirkle.write_record(
            tmp_path / f"{seed}.qwirkle", random_game(catalog.bundled_variants()[0], 2, seed)
        )
    (tmp_path / "broken.qwirkle").write_text("nonsense")
    output = run_python(EXAMPLES / "folder_statistics.py", tmp_path)
    assert output.startswith("3 ")
    assert {"Ana", "Ben"} <= set(output.split())
