"""The commands that read records: `verify`, `show` and `games`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from qwirkle import catalog
from qwirkle.engine.variant import TradeRule
from qwirkle.game import Game
from qwirkle.records.players import Player
from qwirkle.records.reader import read_record, summarise_record
from qwirkle.records.schema import Header
from qwirkle.records.writer import RecordWriter, write_record
from tests.cli.conftest import Run
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def write(path: Path, game: Game) -> None:
    """Write the record of a game."""
    write_record(path, game.header, game.events)


def test_verify_finds_wrong_records(
    run: Run, finished_game: Path, unfinished_game: Path, tmp_path: Path
) -> None:
    """The output for a record with wrong points has its line and rule (R9); the status is 1."""
    wrong = tmp_path / "wrong.qwirkle"
    lines = unfinished_game.read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(number for number, text in enumerate(lines) if '"points":' in text)
    lines[place] = lines[place].replace('"points":', '"points":9')
    wrong.write_text("".join(lines), encoding="utf-8")
    assert run("verify", finished_game, unfinished_game).status == 0
    result = run("verify", finished_game, wrong, unfinished_game)
    assert result.status == 1
    assert f"{wrong}: Line {place + 1}: " in result.out
    assert "(R9)" in result.out
    assert len(result.out.splitlines()) == 3


def test_verify_names_a_torn_line(run: Run, unfinished_game: Path, tmp_path: Path) -> None:
    """An incomplete last line is an error with its number."""
    torn = tmp_path / "torn.qwirkle"
    torn.write_bytes(unfinished_game.read_bytes()[:-9])
    lines = unfinished_game.read_bytes().count(b"\n")
    result = run("verify", torn)
    assert result.status == 1
    assert f"Line {lines}: " in result.out


def test_verify_counts_every_turn(run: Run, finished_game: Path) -> None:
    """`verify` counts the last turn of a finished game."""
    turns = summarise_record(read_record(finished_game)).turns
    (verified,) = run("verify", "--json", finished_game).objects()
    assert (verified["finished"], verified["turns"]) == (True, turns)
    assert f" {turns} " in run("verify", finished_game).out


def test_show_ignores_a_torn_line(run: Run, unfinished_game: Path, tmp_path: Path) -> None:
    """`show` ignores an incomplete last line."""
    torn = tmp_path / "torn.qwirkle"
    torn.write_bytes(unfinished_game.read_bytes()[:-9])
    assert run("show", torn).status == 0
    (shown,) = run("show", "--json", torn).objects()
    (complete,) = run("verify", "--json", unfinished_game).objects()
    assert (shown["winners"], shown["turns"]) == (None, complete["turns"])


def test_show_has_a_legend(run: Run, unfinished_game: Path) -> None:
    """The legend below the board explains every colour and shape."""
    output = run("show", unfinished_game).out
    assert "R red, O orange, Y yellow, G green, B blue, P purple\n" in output
    assert "c circle, s square, d diamond, k clover, b starburst, x cross\n" in output
    assert output.index("R red") < output.index("points")


def test_wide_and_equal_names_keep_the_columns(run: Run, tmp_path: Path) -> None:
    """Wide characters count as two columns, and equal names get a number."""
    path = tmp_path / "wide.qwirkle"
    players = (Player("漢字"), Player("漢字"), Player("[/]Ana"))
    game = Game(Header(catalog.load_variant("cubes"), players, 4))
    write_record(path, game.header, game.events)
    lines = run("show", path).out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("player"))
    rows = [line[: line.index("0") + 1] for line in lines[start + 1 : start + 4]]
    assert rows == ["漢字         0", "漢字 2       0", "[/]Ana       0"]


def test_unreadable_files_do_not_stop_verify(
    run: Run, unfinished_game: Path, tmp_path: Path
) -> None:
    """Unreadable files give status 2, but the other files are still verified."""
    result = run("verify", tmp_path, tmp_path / "missing", "a\0b", unfinished_game)
    assert result.status == 2
    assert result.err.count("\n") == 3
    assert "right" in result.out


def test_verify_fails_for_other_files(run: Run, tmp_path: Path) -> None:
    """A file that isn't a record gives status 1."""
    other = tmp_path / "other"
    other.write_bytes(b"\x1b[2J\xff")
    result = run("verify", other)
    assert result.status == 1
    assert "\x1b" not in result.out + result.err


def test_show_prints_the_whole_game(run: Run, finished_game: Path) -> None:
    """`show` prints the players, the winner and every turn in plain text."""
    result = run("show", finished_game)
    assert result.status == 0
    assert "\x1b" not in result.out
    assert "Ana" in result.out
    assert "won" in result.out or "shared the win" in result.out
    assert "went out" in result.out
    assert result.out.count("rolled") > 3


def test_show_names_the_player_to_move(run: Run, unfinished_game: Path) -> None:
    """For an unfinished game, `show` says whose turn it is."""
    (shown,) = run("show", "--json", unfinished_game).objects()
    assert shown["winners"] is None
    assert "to move" in run("show", unfinished_game).out


def test_show_fails_for_other_files(run: Run, tmp_path: Path) -> None:
    """A file that isn't a record is a one-line error."""
    other = tmp_path / "other"
    other.write_text("{}\n")
    assert "Line 1" in run("show", other).error_line()


@pytest.fixture
def saved(home: Path, unfinished_game: Path, finished_game: Path) -> Path:
    """Folder with two saved games."""
    folder = home / "games"
    folder.mkdir(parents=True)
    shutil.copy(unfinished_game, folder)
    shutil.copy(finished_game, folder)
    return folder


def test_games_lists_all_saved_games(run: Run, saved: Path) -> None:
    """The list has finished, unfinished and damaged games."""
    (saved / "broken.qwirkle").write_text("\x1b[2J")
    result = run("games")
    assert result.status == 0
    assert all(
        word in result.out for word in ("begun.qwirkle", "finished.qwirkle", "turns", "damaged")
    )
    assert "\x1b" not in result.out
    assert len(run("games", "list", "--json").objects()) == 3


def test_games_without_saved_games_is_no_error(run: Run) -> None:
    """Without saved games the list is empty, with status 0."""
    result = run("games")
    assert result.status == 0
    assert result.out.count("\n") == 1
    assert run("games", "list", "--json").objects() == []


def test_removing_needs_confirmation(run: Run, saved: Path) -> None:
    """Without a terminal to ask, nothing is removed unless `--yes` is given."""
    run("games", "rm", "begun.qwirkle").error_line()
    assert (saved / "begun.qwirkle").exists()
    assert run("games", "rm", "begun.qwirkle", "--yes").status == 0
    assert not (saved / "begun.qwirkle").exists()


@pytest.mark.parametrize(
    ("reply", "removed"), [("y\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_only_a_yes_removes(
    run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch, reply: str, removed: bool
) -> None:
    monkeypatch.setattr("qwirkle.cli.games.is_terminal", lambda stream: True)
    assert run("games", "rm", "begun.qwirkle", stdin=reply.encode()).status == 0
    assert (saved / "begun.qwirkle").exists() is not removed


def test_only_saved_games_can_be_removed(run: Run, saved: Path, tmp_path: Path) -> None:
    """Other files, numbers outside the list and a missing number are errors."""
    other = tmp_path / "precious.txt"
    other.write_text("x")
    for names in ([other], ["7"], ["0"], []):
        run("games", "rm", *names, "--yes").error_line()
    run("games", "list", "1").error_line()
    assert other.exists()


def test_a_failed_removal_is_an_error(
    run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the system can't remove a file, the error says why."""

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    error = run("games", "rm", "begun.qwirkle", "--yes").error_line()
    assert "begun.qwirkle" in error
    assert "Permission denied" in error
    assert (saved / "begun.qwirkle").exists()


def test_a_game_in_use_cannot_be_removed(run: Run, saved: Path) -> None:
    """A locked game can't be removed until it's closed."""
    writer, _ = RecordWriter.open(saved / "begun.qwirkle")
    error = run("games", "rm", "begun.qwirkle", "--yes").error_line()
    assert "begun.qwirkle" in error
    assert (saved / "begun.qwirkle").exists()
    writer.close()
    assert run("games", "rm", "begun.qwirkle", "--yes").status == 0


def test_a_damaged_file_can_be_removed(run: Run, saved: Path) -> None:
    (saved / "empty.qwirkle").touch()
    assert run("games", "rm", "empty.qwirkle", "--yes").status == 0
    assert not (saved / "empty.qwirkle").exists()


def test_verify_names_the_ruleset(run: Run, finished_game: Path, tmp_path: Path) -> None:
    """`verify` prints the variant and the fingerprint of its rules."""
    name = json.loads(finished_game.read_text(encoding="utf-8").splitlines()[0])["variant"]["name"]
    out = run("verify", finished_game).out
    assert re.search(rf"; {name} \(rules [0-9a-f]{{8}}\)\.$", out.strip())
    (verified,) = run("verify", "--json", finished_game).objects()
    assert (verified["right"], verified["finished"], verified["differs"]) == (True, True, [])
    assert verified["fingerprint"] in out


def test_changed_rules_under_a_bundled_name_are_reported(run: Run, tmp_path: Path) -> None:
    """If a record changes the rules of a bundled variant, the differences are listed."""
    variant = with_changes(
        catalog.load_variant("tiles"), scoring__qwirkle_bonus=100, hand__open=True
    )
    path = tmp_path / "forged.qwirkle"
    write(path, random_game(variant, 2, 3, max_events=12))
    out = run("verify", path).out
    assert "tiles" in out
    assert "hands are open, the Qwirkle bonus is 100 points" in out
    (verified,) = run("verify", "--json", path).objects()
    assert verified["differs"] == ["hands are open", "the Qwirkle bonus is 100 points"]
    assert "hands are open, the Qwirkle bonus is 100 points" in run("show", path).out
    (shown,) = run("show", "--json", path).objects()
    assert shown["fingerprint"] == verified["fingerprint"]
    assert shown["differs"] == verified["differs"]


def test_a_custom_ruleset_is_reported(run: Run, tmp_path: Path) -> None:
    """A custom variant is marked as such; the same rules have the same fingerprint."""
    plain = catalog.load_variant("tiles")
    paths = []
    for number, variant in enumerate(
        (plain, with_changes(plain, name="ours", title="Ours", pieces__look="die"))
    ):
        paths.append(tmp_path / f"{number}.qwirkle")
        write(paths[-1], random_game(variant, 2, 3, max_events=12))
    first, second = run("verify", "--json", *paths).objects()
    assert first["fingerprint"] == second["fingerprint"]
    assert (first["bundled"], second["bundled"]) == (True, False)
    assert "; ours, " in run("verify", paths[1]).out


def test_verify_json_has_the_problem(run: Run, finished_game: Path, tmp_path: Path) -> None:
    """With `--json`, a wrong record is an object with its problem, and the status is 1."""
    wrong = tmp_path / "wrong.qwirkle"
    wrong.write_text(
        finished_game.read_text(encoding="utf-8").replace('"points":', '"points":1', 1)
    )
    result = run("verify", "--json", wrong)
    (verified,) = result.objects()
    assert result.status == 1
    assert verified["right"] is False
    assert verified["problem"].startswith("Line ")


def test_show_prints_the_cost_of_a_trade(run: Run, tmp_path: Path) -> None:
    """If trades cost points, each trade shows its cost."""
    variant = with_changes(catalog.load_variant("tiles"), trade=TradeRule(cost=3))
    game = random_game(variant, 2, 3)
    path = tmp_path / "dear.qwirkle"
    write(path, game)
    trades = [line for line in run("show", path).out.splitlines() if "traded" in line]
    assert trades
    assert all(line.endswith("-3") for line in trades)
    (shown,) = run("show", "--json", path).objects()
    assert [player["score"] for player in shown["players"]] == list(game.position.scores)
    assert shown["winners"] == list(game.position.result.winners)  # type: ignore[union-attr]


def test_the_legend_has_only_the_pieces_in_play(run: Run, tmp_path: Path) -> None:
    """With four colours and shapes, the legend has no others."""
    path = tmp_path / "junior.qwirkle"
    write(path, random_game(catalog.load_variant("junior"), 2, 3, max_events=9))
    shown = run("show", path).out
    assert "R red, O orange, Y yellow, G green\n" in shown
    assert "c circle, s square, d diamond, k clover\n" in shown


def test_verify_json_has_an_object_per_file(run: Run, finished_game: Path, tmp_path: Path) -> None:
    """An unreadable file has an object and an error line; the status is 2."""
    result = run("verify", "--json", tmp_path / "nowhere.qwirkle", finished_game)
    missing, valid = result.objects()
    assert (missing["right"], valid["right"]) == (None, True)
    assert result.status == 2
