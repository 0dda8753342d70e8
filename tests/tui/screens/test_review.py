"""Reviewing records on the screen."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from qwirkle.analysis.review import TurnRecord, TurnReview, completed_turns, review, review_turn
from qwirkle.engine.events import Undone
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.presenter.review import ComparedMove, better_placement
from qwirkle.records.schema import Header, Player
from qwirkle.records.writer import RecordWriter
from qwirkle.stats.finished_games import game_key
from qwirkle.stats.saved_reviews import load_reviews
from qwirkle.text.review import MISTAKE_THRESHOLD
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.review import ReviewScreen, ReviewSummaryScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.watch import WatchScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.review import TurnList, TurnPane
from qwirkle.worker.client import AnalysisWorker, WorkerError
from tests.random_games import play_random_moves, random_game
from tests.tui.conftest import (
    CUBES,
    TILES,
    KeyboardPlayer,
    app_near_end,
    human_players,
    small_variant,
    wait_until,
)
from tests.tui.textual_internals import screen_text

HOSTILE = ("[/]", "[bold red]Bo[/x]")


def write(folder: Path, game: Game) -> Path:
    """The record of a game."""
    file = RecordWriter.create(game.header, folder)
    for event in game.events:
        file.append(event)
    file.close()
    return file.path


def app_of(path: Path, **options: object) -> QwirkleApp:
    """The app that reviews this record."""
    launch = LaunchOptions(review=path, **options)  # type: ignore[arg-type]
    return QwirkleApp(launch, open_initial_game(launch))


def screen_of(app: QwirkleApp) -> ReviewScreen:
    """The review, whatever lies on it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, ReviewScreen))


async def reviewed(pilot: Pilot[None], app: QwirkleApp) -> ReviewScreen:
    """The review once all turns are judged."""
    await wait_until(
        pilot, lambda: any(isinstance(each, ReviewScreen) for each in app.screen_stack)
    )
    screen = screen_of(app)
    await wait_until(pilot, lambda: screen.progress.done_count == screen.progress.turn_count)
    return screen


def place_of(board: BoardPane) -> tuple[int, Region]:
    """How large the cells are drawn, and where on the screen the first one is."""
    return board.zoom, board.cell_region((0, 0)).translate(board.region.offset)


def first_mistake(screen: ReviewScreen) -> int:
    """The first turn with a better placement."""
    turns = screen.progress.reviews
    return next(index for index in sorted(turns) if better_placement(turns[index]))


@pytest.mark.parametrize(
    ("variant", "size"), [(TILES, (80, 24)), (CUBES, (120, 40))], ids=["hidden", "open"]
)
async def test_a_finished_game_is_reviewed(
    tmp_path: Path, variant: Variant, size: tuple[int, int]
) -> None:
    """Every turn is judged as by the command for programs, and shown with its best play."""
    game = random_game(small_variant(variant), 2, seed=6)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=size) as pilot:
        screen = await reviewed(pilot, app)
        assert not screen.progress.errors
        found = review(game)
        assert screen.progress.turn_reviews == found.turns
        screen.go_to_turn(first_mistake(screen))
        await wait_until(pilot, lambda: "It was best to" in screen_text(app))
        assert "Reviewing" not in screen_text(app)
        frame = screen.frame
        assert frame is not None
        assert frame.hinted
        assert frame.hand
        await wait_until(pilot, load_reviews)
    told = [(seat.turns, seat.lost) for seat in load_reviews()[game_key(game)]]
    assert told == [(player.turns, player.lost) for player in found.players]


async def test_a_turn_judged_while_the_app_closes_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker ends quietly if its answer arrives after the list of turns is gone."""
    answered = asyncio.Event()

    async def judge(_: AnalysisWorker, turn: TurnRecord) -> TurnReview:
        while screen_of(app).query(TurnList):
            await asyncio.sleep(0)
        answered.set()
        return review_turn(turn)

    monkeypatch.setattr(AnalysisWorker, "review_turn", judge)
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(
            pilot, lambda: any(isinstance(each, ReviewScreen) for each in app.screen_stack)
        )
        screen = screen_of(app)
        await wait_until(pilot, lambda: screen.query(TurnList))
    assert answered.is_set()
    assert not screen.progress.reviews


@pytest.mark.usefixtures("cached_reviews")
async def test_keys_go_through_the_turns(tmp_path: Path) -> None:
    """Arrows, Home and End go from turn to turn, and stop at both ends."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        last = screen.progress.turn_count - 1
        for key, shown in (
            ("left", 0),
            ("right", 1),
            ("down", 2),
            ("up", 1),
            ("end", last),
            ("right", last),
            ("left", last - 1),
            ("home", 0),
        ):
            await pilot.press(key)
            await wait_until(
                pilot, lambda: screen.query_one(TurnList).highlighted == screen.turn_index
            )
            assert screen.turn_index == shown
            assert f"Turn {shown + 1} of {last + 1}." in screen_text(app)


@pytest.mark.usefixtures("cached_reviews")
async def test_mistakes_are_jumped_to(tmp_path: Path) -> None:
    """One key goes to the next mistake, another to the worst one."""
    app = app_of(write(tmp_path, random_game(small_variant(CUBES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        losses = [turn.loss for turn in screen.progress.turn_reviews]
        for worst in sorted(losses, reverse=True)[:2]:
            await pilot.press("b")
            assert losses[screen.turn_index] == worst
        await pilot.press("home")
        expected = screen.progress.next_mistake(0)
        await pilot.press("n")
        assert screen.turn_index == expected


@pytest.mark.usefixtures("cached_reviews")
async def test_the_best_can_be_laid_on_the_table(tmp_path: Path) -> None:
    """Space lays the best in the place of what was played, and takes it off again."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        screen.go_to_turn(first_mistake(screen))
        await pilot.pause()
        for side in (ComparedMove.BEST, ComparedMove.PLAYED):
            await pilot.press("space")
            assert screen.side is side
            assert screen.frame is not None
            assert bool(screen.frame.drafted) is (side is ComparedMove.BEST)


@pytest.mark.usefixtures("cached_reviews")
@pytest.mark.parametrize(
    ("size", "zoomed"),
    [
        ((80, 24), ()),
        ((120, 40), ()),
        ((200, 60), ()),
        ((80, 24), ("minus", "shift+left")),
    ],
)
async def test_the_board_stays_while_a_turn_is_turned_over(
    tmp_path: Path, size: tuple[int, int], zoomed: tuple[str, ...]
) -> None:
    """Between played and best no cell moves on the screen, unless what is shown is out of sight."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=size) as pilot:
        screen = await reviewed(pilot, app)
        board = screen.query_one(BoardPane)
        stayed = 0
        for index, turn in screen.progress.reviews.items():
            best = better_placement(turn)
            if not best:
                continue
            screen.go_to_turn(index)
            await pilot.press(*zoomed)
            before = place_of(board)
            in_sight = all(
                board.viewport.is_visible((x, y)) for _, x, y in (*best, *turn.placed_pieces)
            )
            for _ in range(2):
                await pilot.press("space")
                shown = turn.placed_pieces if screen.side is ComparedMove.PLAYED else best
                assert all(board.viewport.is_visible((x, y)) for _, x, y in shown)
                assert place_of(board) == before or not in_sight
            stayed += in_sight
        assert stayed


@pytest.mark.usefixtures("cached_reviews")
@pytest.mark.parametrize(
    ("variant", "size"),
    [(TILES, (80, 24)), (TILES, (120, 40)), (TILES, (200, 60)), (CUBES, (80, 24))],
    ids=str,
)
async def test_sums_and_luck_are_shown(
    tmp_path: Path, variant: Variant, size: tuple[int, int]
) -> None:
    """The parts of both values add up to what was lost; luck is in turn, list and summary."""
    app = app_of(write(tmp_path, random_game(small_variant(variant), 2, seed=6)))
    async with app.run_test(size=size) as pilot:
        screen = await reviewed(pilot, app)
        turns = screen.progress.turn_reviews
        index = next(
            each
            for each, turn in enumerate(turns)
            if turn.luck and turn.play_loss >= MISTAKE_THRESHOLD
        )
        turn = turns[index]
        assert turn.luck is not None
        await pilot.press(*["right"] * index)
        parts = "points now", "others next", "worth", f"Luck {turn.luck.points:+z.1f}:"
        await wait_until(pilot, lambda: all(part in screen_text(app) for part in parts))
        pane = screen.query_one(TurnPane)
        await pilot.press("pagedown", "pagedown")
        await wait_until(pilot, lambda: pane.scroll_y == pane.max_scroll_y)
        await wait_until(pilot, lambda: "average." in screen_text(app))
        if size[0] < 110:
            await pilot.press("v")
        await wait_until(pilot, lambda: "points, loss, luck" in screen_text(app))
        assert f" {turn.luck.points:+z.1f}" in screen_text(app)
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewSummaryScreen))
        await wait_until(pilot, lambda: screen_text(app).count(" a turn.") == 2)


@pytest.mark.usefixtures("cached_reviews")
async def test_a_turn_is_chosen_from_the_list_by_mouse(tmp_path: Path) -> None:
    """A click on a line of the list shows that turn, and keys go on from there in any pane."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        await pilot.click("#tab-turns")
        turns = screen.query_one(TurnList)
        await wait_until(pilot, lambda: turns.size.height > 0)
        await pilot.click(turns, offset=(5, 4))
        await wait_until(pilot, lambda: screen.turn_index == 3)
        await pilot.press("down")
        await wait_until(pilot, lambda: screen.turn_index == 4)
        await pilot.press("v", "right")
        await wait_until(pilot, lambda: screen.turn_index == 5)


@pytest.mark.usefixtures("cached_reviews")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_the_summary_leads_to_the_biggest_mistake(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The summary names every player; choosing one goes to the turn that cost most."""
    game = random_game(small_variant(CUBES), 3, seed=6)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=size) as pilot:
        screen = await reviewed(pilot, app)
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewSummaryScreen))
        await wait_until(pilot, lambda: "The scores" in screen_text(app))
        await pilot.press("enter")
        await wait_until(pilot, lambda: app.screen is screen)
        own = [turn for turn in screen.progress.turn_reviews if turn.player == 0]
        assert screen.progress.reviews[screen.turn_index] == max(own, key=lambda turn: turn.loss)
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewSummaryScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: app.screen is screen)


@pytest.mark.usefixtures("cached_reviews")
async def test_a_running_game_is_reviewed_without_hands(tmp_path: Path) -> None:
    """A record that is not finished is reviewed as far as it goes, and hands stay hidden."""
    game = random_game(small_variant(TILES), 2, seed=6, most_events=20)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        await pilot.press("end")
        assert screen.turn_index == screen.progress.turn_count - 1
        assert screen.frame is not None
        assert not screen.frame.hand
        assert (
            tuple(seat.score for seat in screen.frame.seats)
            == screen.progress.turn_reviews[-1].scores
        )


@pytest.mark.usefixtures("cached_reviews")
async def test_taken_back_turns_are_left_out(tmp_path: Path) -> None:
    """Turns that were undone are not reviewed."""
    game = random_game(small_variant(CUBES), 2, seed=6, undo_chance=0.2, most_events=40)
    assert any(isinstance(event, Undone) for event in game.events)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await reviewed(pilot, app)
        assert screen.progress.turn_reviews == review(game).turns


async def test_a_game_without_turns_says_so(tmp_path: Path) -> None:
    """A record in which nothing was played yet opens, and its keys do no harm."""
    game = random_game(small_variant(TILES), 2, most_events=1)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: "No turn of this game" in screen_text(app))
        await pilot.press("right", "left", "home", "end", "n", "b", "space", "s", "v")
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, StartScreen))


@pytest.mark.usefixtures("cached_reviews")
@pytest.mark.parametrize("plain", [False, True], ids=["signs", "ascii"])
async def test_hostile_names_are_shown_as_they_are(tmp_path: Path, plain: bool) -> None:
    """Names with markup in them do not break any part of a review."""
    header = Header(small_variant(CUBES), tuple(Player(name, 9) for name in HOSTILE), 6)
    game = play_random_moves(Game(header), Random(6), most_events=25)
    app = app_of(write(tmp_path, game), ascii=plain)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await reviewed(pilot, app)
        await pilot.press("right", "right")
        name = HOSTILE[screen.progress.turn_reviews[2].player]
        await wait_until(pilot, lambda: f"{name} laid" in screen_text(app))
        assert screen_text(app).isascii() is plain
        await pilot.press("s")
        await wait_until(pilot, lambda: all(name in screen_text(app) for name in HOSTILE))
        assert screen_text(app).isascii() is plain


async def test_a_turn_that_cannot_be_judged_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the other process fails, the turns are shown with the reason, and nothing is kept."""

    async def fail(thinker: AnalysisWorker, taken: object) -> object:
        raise WorkerError("It is tired [/].")

    monkeypatch.setattr(AnalysisWorker, "review_turn", fail)
    app = app_of(write(tmp_path, random_game(small_variant(CUBES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        await wait_until(
            pilot, lambda: screen.query_one(TurnPane).sentences[0].text == "It is tired [/]."
        )
        await pilot.press("right", "n", "s")
        assert isinstance(app.screen, ReviewSummaryScreen)
    assert load_reviews() == {}


async def test_a_review_survives_the_end_of_the_process_that_thinks(tmp_path: Path) -> None:
    """When the other process is ended from outside, a new one judges the rest."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6, most_events=30)))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.analysis_worker.process_id is not None)
        assert app.analysis_worker.process_id is not None
        os.kill(app.analysis_worker.process_id, signal.SIGKILL)
        screen = await reviewed(pilot, app)
        assert not screen.progress.errors


async def test_a_judgement_that_comes_too_late_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever leaves while a turn is judged sees the start screen when the answer comes."""
    game = random_game(small_variant(CUBES), 2, seed=6, most_events=20)
    judged = review_turn(completed_turns(game)[0])
    gate = asyncio.Event()

    async def judge(thinker: AnalysisWorker, taken: object) -> object:
        await gate.wait()
        return judged

    monkeypatch.setattr(AnalysisWorker, "review_turn", judge)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(
            pilot, lambda: isinstance(app.screen, ReviewScreen) and app.screen.is_mounted
        )
        left = screen_of(app)
        app.close_replay()
        while left.query_one_optional("#banner") is not None:
            await asyncio.sleep(0)
        gate.set()
        await wait_until(pilot, lambda: isinstance(app.screen, StartScreen))
        assert not left.progress.reviews


@pytest.mark.usefixtures("cached_reviews")
async def test_the_end_screen_leads_to_the_review() -> None:
    """One click opens it, one key does while the game is watched, and Esc leads back."""
    app = app_near_end(small_variant(CUBES), human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        assert isinstance(app.screen, EndScreen)
        game = app.screen._session.game
        await pilot.click("#review")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        app.replay_game(game)
        await wait_until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("r")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, EndScreen))
        assert len(app.screen_stack) == 3
