"""Qwirkle as a library: what `import qwirkle` offers, and the scripts in the documentation."""

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
from qwirkle.engine.errors import IllegalMove
from qwirkle.records import library
from tests.random_games import random_game

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
SLOW = ("textual", "rich", "numpy", "numba", "msgspec")


def script(*arguments: object, folder: Path | None = None) -> str:
    """What a Python script prints."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_name_is_there_and_typed() -> None:
    """What the package offers, what it is typed as, and what the documentation lists agree."""
    offered = set(qwirkle.__all__)
    stub = ast.parse((ROOT / "src" / "qwirkle" / "__init__.pyi").read_text(encoding="utf-8"))
    typed = {
        name.asname or name.name
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert typed == offered - {"__version__"}
    for name in offered:
        assert getattr(qwirkle, name) is not None
    assert offered <= set(dir(qwirkle))
    told = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    missing = [name for name in typed if f"`{name}" not in told and f"{name}`" not in told]
    assert set(missing) <= {"IllegalEvent", "RecordError", "IllegalMove", "VariantError", "Play"}
    with pytest.raises(AttributeError):
        qwirkle.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_importing_loads_nothing_that_is_slow() -> None:
    """The package itself is small, and a game is played without anything that draws or computes."""
    loaded = script("-c", "import sys, qwirkle; print(*sys.modules)").split()
    assert [name for name in loaded if name.startswith("qwirkle")] == ["qwirkle"]
    played = script(
        "-c",
        "import sys, qwirkle\n"
        "game = qwirkle.Game.new(qwirkle.load_variant(sys.argv[1]), ['Ana', 'Ben'], seed=1)\n"
        "game.play(next(qwirkle.legal_moves(game.view())))\n"
        "print(*sys.modules)\n",
        catalog.bundled_names()[0],
    ).split()
    assert set(SLOW) & set(played) <= {"msgspec"}


@settings(max_examples=60)
@given(st.sampled_from(catalog.bundled_variants()), st.integers(0, 500), st.integers(0, 80))
def test_legal_moves_are_the_moves_that_are_not_refused(
    variant: qwirkle.Variant, seed: int, events: int
) -> None:
    """Each is legal, there once, and none is missing that `plays` or the options speak of."""
    game = random_game(variant, 2, seed, most_events=events + 4)
    for seat in range(2):
        view = game.view(seat)
        found = list(qwirkle.legal_moves(view))
        assert len(set(found)) == len(found)
        for move in found:
            rules.validate_move(view, move)
        if game.is_over or seat != game.position.player:
            assert not found
            continue
        options = view.options
        kinds = {type(move) for move in found}
        assert (qwirkle.Place in kinds) is options.can_place
        assert (qwirkle.Trade in kinds) is (options.max_trade > 0)
        assert (qwirkle.Roll in kinds) is (options.can_roll_free or options.must_roll)
        placed = [move.pieces for move in found if isinstance(move, qwirkle.Place)]
        assert placed == [play.pieces for play in qwirkle.plays(view)]


def test_questions_are_answered_for_a_view() -> None:
    """Odds, hints and plays need nothing but what a seat sees."""
    for variant in catalog.bundled_variants():
        game = random_game(variant, 2, seed=3, most_events=30)
        view = game.view()
        best = qwirkle.plays(view)
        assert [play.points for play in best] == sorted((p.points for p in best), reverse=True)
        assert list(qwirkle.hints(view))
        if variant.roll_step is not None:
            assert qwirkle.odds(view) is not None
        elif not variant.hand.open:
            assert qwirkle.plays(game.view(1 - game.position.player)) == []


def test_a_game_has_a_useful_repr() -> None:
    """One reads who plays what, how it stands and who is to move; a board draws itself."""
    variant = catalog.bundled_variants()[0]
    game = qwirkle.Game.new(variant, ["Ana", qwirkle.Player("Ben", 9)], seed=1)
    assert re.fullmatch(rf"<Game of {variant.name}: Ana 0, Ben 0; (Ana|Ben) to move>", repr(game))
    assert f"<View of seat 1 in {variant.name}: " in repr(game.view(1))
    assert str(game.position.board) == ""
    game.play(next(qwirkle.legal_moves(game.view())))
    assert len(str(game.position.board).splitlines()) == 2
    assert "; over>" in repr(random_game(variant, 2, seed=1))
    with pytest.raises(ValueError, match="players"):
        qwirkle.Game.new(variant, ["Ana"])
    assert (
        qwirkle.Game.new(variant, ["A", "B"]).header != qwirkle.Game.new(variant, ["A", "B"]).header
    )


def test_records_go_out_and_come_back(tmp_path: Path) -> None:
    """A written game is read, replayed and reviewed; a file that is there stays as it is."""
    game = random_game(catalog.bundled_variants()[0], 2, seed=2, most_events=40)
    path = tmp_path / "game.qwirkle"
    qwirkle.write_record(path, game)
    record = qwirkle.read_record(str(path))
    assert qwirkle.Game.replay(record.header, record.events).events == game.events
    assert qwirkle.review(record) == qwirkle.review(game)
    with pytest.raises(FileExistsError):
        qwirkle.write_record(path, game)


def test_the_first_script_of_the_documentation_runs(tmp_path: Path) -> None:
    """What docs/api.md shows first works as it stands, and is short."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    first, refused = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(first.splitlines()) <= 15
    printed = script("-c", first, folder=tmp_path)
    assert "Finished(" in printed
    assert (tmp_path / "game.qwirkle").exists()
    game = random_game(catalog.load_variant("tiles"), 2, seed=1, most_events=8)
    attempt = refused.partition("except")[0].replace("try:", "if True:")
    with pytest.raises(IllegalMove):
        exec(attempt, {"game": game, "qwirkle": qwirkle})


def test_a_game_is_played_and_saved(tmp_path: Path) -> None:
    """The example leaves a record that the program can verify."""
    for name in ("tiles", "cubes"):
        file = tmp_path / f"{name}.qwirkle"
        assert "Saved in" in script(EXAMPLES / "play_and_save.py", name, file)
        assert library.load_game(file).is_over


def test_a_bot_of_ones_own_plays_in_the_arena() -> None:
    """The example's bot keeps to the rules, in its own contest and in the arena."""
    own: dict[str, Any] = {"__name__": "own_bot"}
    exec((EXAMPLES / "own_bot.py").read_text(encoding="utf-8"), own)
    for name in ("tiles", "cubes"):
        assert 0 <= own["duel"](catalog.load_variant(name), 1) <= 1
    told = script(
        *("-m", "qwirkle", "arena", "--variant", "tiles", "--bots", "own_bot:Careful,simple"),
        *("--games", 2, "--seed", 1, "--json"),
        folder=EXAMPLES,
    )
    assert '"forfeits"' not in told


def test_statistics_are_made_of_a_folder(tmp_path: Path) -> None:
    """The example counts finished games, and says what it leaves out."""
    for seed in range(3):
        qwirkle.write_record(
            tmp_path / f"{seed}.qwirkle", random_game(catalog.bundled_variants()[0], 2, seed)
        )
    (tmp_path / "broken.qwirkle").write_text("nonsense")
    told = script(EXAMPLES / "folder_statistics.py", tmp_path)
    assert told.startswith("3 finished games")
    assert "won" in told
