"""The commands that read records: `verify`, `show`, `games`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from qwirkle import catalog
from qwirkle.engine.variant import TradeRule
from qwirkle.game import Game
from qwirkle.records.reader import read_record, summarise_record
from qwirkle.records.schema import Header, Player
from qwirkle.records.writer import RecordWriter, write_record
from tests.cli.conftest import Run
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def write(path: Path, game: Game) -> None:
    """Write the record of a game."""
    write_record(path, game.header, game.events)


def test_verify_tells_right_records_from_wrong_ones(
    run: Run, finished_game: Path, unfinished_game: Path, tmp_path: Path
) -> None:
    """A record with wrong points is named with its line and rule, and the status is 1."""
    wrong = tmp_path / "wrong.qwirkle"
    lines = unfinished_game.read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(number for number, text in enumerate(lines) if '"points":' in text)
    lines[place] = lines[place].replace('"points":', '"points":9')
    wrong.write_text("".join(lines), encoding="utf-8")
    assert run("verify", finished_game, unfinished_game).status == 0
    answer = run("verify", finished_game, wrong, unfinished_game)
    assert answer.status == 1
    assert f"{wrong}: Line {place + 1}: " in answer.out
    assert "(R9)" in answer.out
    assert len(answer.out.splitlines()) == 3


def test_verify_names_a_torn_line(run: Run, unfinished_game: Path, tmp_path: Path) -> None:
    """A last line that was not written to its end counts as wrong."""
    torn = tmp_path / "torn.qwirkle"
    torn.write_bytes(unfinished_game.read_bytes()[:-9])
    lines = unfinished_game.read_bytes().count(b"\n")
    answer = run("verify", torn)
    assert answer.status == 1
    assert f"Line {lines}: " in answer.out


def test_verify_counts_every_turn(run: Run, finished_game: Path) -> None:
    """The last turn of a finished game counts too."""
    turns = summarise_record(read_record(finished_game)).turns
    assert f"a finished game of {turns} turns" in run("verify", finished_game).out


def test_show_leaves_a_torn_line_out(run: Run, unfinished_game: Path, tmp_path: Path) -> None:
    """A game whose last line was not written to its end is shown without it."""
    torn = tmp_path / "torn.qwirkle"
    torn.write_bytes(unfinished_game.read_bytes()[:-9])
    answer = run("show", torn)
    assert answer.status == 0
    assert "to move" in answer.out


def test_show_says_what_its_signs_stand_for(run: Run, unfinished_game: Path) -> None:
    """Every letter of a colour and of a shape is explained below the table."""
    told = run("show", unfinished_game).out
    assert "R red, O orange, Y yellow, G green, B blue, P purple\n" in told
    assert "c circle, s square, d diamond, k clover, b starburst, x cross\n" in told
    assert told.index("R red") < told.index("points")


def test_wide_and_equal_names_keep_the_columns(run: Run, tmp_path: Path) -> None:
    """Signs of two columns count twice, and players with one name are told apart."""
    path = tmp_path / "wide.qwirkle"
    players = (Player("漢字"), Player("漢字"), Player("[/]Ana"))
    game = Game(Header(catalog.load_variant("cubes"), players, 4))
    write_record(path, game.header, game.events)
    lines = run("show", path).out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("player"))
    rows = [line[: line.index("0") + 1] for line in lines[start + 1 : start + 4]]
    assert rows == ["漢字         0", "漢字 2       0", "[/]Ana       0"]


def test_verify_of_what_cannot_be_read_is_wrong_use(
    run: Run, unfinished_game: Path, tmp_path: Path
) -> None:
    """Missing files and folders give status 2, and the other files are checked all the same."""
    answer = run("verify", tmp_path, tmp_path / "missing", "a\0b", unfinished_game)
    assert answer.status == 2
    assert answer.err.count("\n") == 3
    assert "right" in answer.out


def test_verify_of_something_else_is_wrong(run: Run, tmp_path: Path) -> None:
    """A file that is no record at all is a failed check."""
    other = tmp_path / "other"
    other.write_bytes(b"\x1b[2J\xff")
    answer = run("verify", other)
    assert answer.status == 1
    assert "\x1b" not in answer.out + answer.err


def test_show_prints_table_scores_and_turns(run: Run, finished_game: Path) -> None:
    """A finished game shows its players, its winner and every turn in plain text."""
    answer = run("show", finished_game)
    assert answer.status == 0
    assert "\x1b" not in answer.out
    assert "Ana" in answer.out
    assert "won" in answer.out or "shared the win" in answer.out
    assert "went out" in answer.out
    assert answer.out.count("rolled") > 3


def test_show_says_who_is_to_move(run: Run, unfinished_game: Path) -> None:
    """A game that can go on shows whose turn it is."""
    assert "to move" in run("show", unfinished_game).out


def test_show_refuses_a_wrong_record(run: Run, tmp_path: Path) -> None:
    """A file that is no record is refused in one sentence."""
    other = tmp_path / "other"
    other.write_text("{}\n")
    assert "Line 1" in run("show", other).refusal()


@pytest.fixture
def saved(home: Path, unfinished_game: Path, finished_game: Path) -> Path:
    """A folder of two saved games."""
    folder = home / "games"
    folder.mkdir(parents=True)
    shutil.copy(unfinished_game, folder)
    shutil.copy(finished_game, folder)
    return folder


def test_games_lists_what_is_saved(run: Run, saved: Path) -> None:
    """Finished games, games under way and damaged files are all in the list."""
    (saved / "broken.qwirkle").write_text("\x1b[2J")
    answer = run("games")
    assert answer.status == 0
    assert all(
        word in answer.out
        for word in ("begun.qwirkle", "finished.qwirkle", "turns played", "damaged")
    )
    assert "\x1b" not in answer.out
    assert len(run("games", "list", "--json").objects()) == 3


def test_games_of_nobody_is_an_empty_list(run: Run) -> None:
    """Without saved games the command says so."""
    answer = run("games")
    assert answer.status == 0
    assert "no saved games" in answer.out


def test_removing_asks_first(run: Run, saved: Path) -> None:
    """Where nobody can be asked nothing is removed, unless --yes agrees."""
    run("games", "rm", "begun.qwirkle").refusal()
    assert (saved / "begun.qwirkle").exists()
    assert run("games", "rm", "begun.qwirkle", "--yes").status == 0
    assert not (saved / "begun.qwirkle").exists()


@pytest.mark.parametrize(
    ("typed", "gone"), [("y\n", True), ("n\n", False), ("\n", False), ("", False)]
)
def test_only_a_yes_removes(
    run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch, typed: str, gone: bool
) -> None:
    """The answer must be yes; anything else keeps the game."""
    monkeypatch.setattr("qwirkle.cli.games.is_terminal", lambda stream: True)
    assert run("games", "rm", "begun.qwirkle", given=typed.encode()).status == 0
    assert (saved / "begun.qwirkle").exists() is not gone


def test_only_saved_games_can_be_removed(run: Run, saved: Path, tmp_path: Path) -> None:
    """Other files, numbers outside the list and no number at all are refused."""
    other = tmp_path / "precious.txt"
    other.write_text("x")
    for names in ([other], ["7"], ["0"], []):
        run("games", "rm", *names, "--yes").refusal()
    run("games", "list", "1").refusal()
    assert other.exists()


def test_a_record_that_cannot_be_removed_is_told(
    run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system says is one sentence, and the status is 2."""

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    refusal = run("games", "rm", "begun.qwirkle", "--yes").refusal()
    assert refusal.endswith("begun.qwirkle cannot be removed: Permission denied.\n")
    assert (saved / "begun.qwirkle").exists()


def test_a_game_that_another_program_plays_stays(run: Run, saved: Path) -> None:
    """It is refused while it is held, and can be removed after."""
    file, _ = RecordWriter.open(saved / "begun.qwirkle")
    refusal = run("games", "rm", "begun.qwirkle", "--yes").refusal()
    assert "another program plays this game" in refusal
    assert (saved / "begun.qwirkle").exists()
    file.close()
    assert run("games", "rm", "begun.qwirkle", "--yes").status == 0


def test_a_damaged_file_can_be_removed(run: Run, saved: Path) -> None:
    """Whatever is in it, it is played by nobody."""
    (saved / "empty.qwirkle").touch()
    assert run("games", "rm", "empty.qwirkle", "--yes").status == 0
    assert not (saved / "empty.qwirkle").exists()


def test_verify_tells_which_ruleset_it_was(run: Run, finished_game: Path, tmp_path: Path) -> None:
    """A record is told with the ruleset that it has, however that calls itself."""
    name = json.loads(finished_game.read_text(encoding="utf-8").splitlines()[0])["variant"]["name"]
    out = run("verify", finished_game).out
    assert re.search(rf"; {name} \(rules [0-9a-f]{{8}}\)\.$", out.strip())
    (told,) = run("verify", "--json", finished_game).objects()
    assert (told["right"], told["finished"], told["differs"]) == (True, True, [])
    assert told["fingerprint"] in out


def test_a_ruleset_that_only_calls_itself_so_is_told(run: Run, tmp_path: Path) -> None:
    """Whoever changes a number and keeps the name is found out, by a sentence and by programs."""
    variant = with_changes(
        catalog.load_variant("tiles"), scoring__qwirkle_bonus=100, hand__open=True
    )
    path = tmp_path / "forged.qwirkle"
    write(path, random_game(variant, 2, 3, most_events=12))
    out = run("verify", path).out
    assert "calls itself tiles, but hands are open, the Qwirkle bonus is 100 points (rules " in out
    (told,) = run("verify", "--json", path).objects()
    assert told["differs"] == ["hands are open", "the Qwirkle bonus is 100 points"]
    assert "calls itself tiles, but" in run("show", path).out
    (shown,) = run("show", "--json", path).objects()
    assert shown["fingerprint"] == told["fingerprint"]
    assert shown["differs"] == told["differs"]


def test_a_ruleset_of_ones_own_is_told(run: Run, tmp_path: Path) -> None:
    """A ruleset with a name of its own is named as such; the same rules have one fingerprint."""
    plain = catalog.load_variant("tiles")
    paths = []
    for number, variant in enumerate(
        (plain, with_changes(plain, name="ours", title="Ours", pieces__look="die"))
    ):
        paths.append(tmp_path / f"{number}.qwirkle")
        write(paths[-1], random_game(variant, 2, 3, most_events=12))
    first, second = run("verify", "--json", *paths).objects()
    assert first["fingerprint"] == second["fingerprint"]
    assert (first["bundled"], second["bundled"]) == (True, False)
    assert "; ours, which is not bundled (rules " in run("verify", paths[1]).out


def test_a_wrong_record_is_told_to_programs(run: Run, finished_game: Path, tmp_path: Path) -> None:
    """With --json a wrong record is an object with its problem, and the status is 1."""
    wrong = tmp_path / "wrong.qwirkle"
    wrong.write_text(
        finished_game.read_text(encoding="utf-8").replace('"points":', '"points":1', 1)
    )
    answer = run("verify", "--json", wrong)
    (told,) = answer.objects()
    assert answer.status == 1
    assert told["right"] is False
    assert told["problem"].startswith("Line ")


def test_show_tells_what_a_trade_costs(run: Run, tmp_path: Path) -> None:
    """Where trades have a price, it stands beside them."""
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


def test_the_legend_has_only_what_is_in_play(run: Run, tmp_path: Path) -> None:
    """A game with four colours and shapes says nothing of the others."""
    path = tmp_path / "junior.qwirkle"
    write(path, random_game(catalog.load_variant("junior"), 2, 3, most_events=9))
    shown = run("show", path).out
    assert "R red, O orange, Y yellow, G green\n" in shown
    assert "c circle, s square, d diamond, k clover\n" in shown


def test_verify_has_an_object_for_every_file(run: Run, finished_game: Path, tmp_path: Path) -> None:
    """A file that cannot be read has one too, and its sentence; the status is 2."""
    answer = run("verify", "--json", tmp_path / "nowhere.qwirkle", finished_game)
    missing, right = answer.objects()
    assert (missing["right"], right["right"]) == (None, True)
    assert answer.status == 2
