"""The review screen and its summary."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random

import pytest
from textual.geometry import Region
from textual.widgets import OptionList, Static

from qwirkle.analysis.review import (
    MISTAKE_THRESHOLD,
    TurnRecord,
    TurnReview,
    completed_turns,
    review_game,
    review_turn,
    summarise_players,
)
from qwirkle.engine.events import Undone
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.presenter.review import ComparedMove, better_placement
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.stats.finished_games import game_key
from qwirkle.stats.saved_reviews import load_reviews
from qwirkle.text.review import review_banner_text
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
from tests.tui.review_setup import app_of, reviewed, screen_of, write
from tests.tui.textual_internals import screen_text

HOSTILE = ("[/]", "[bold red]Bo[/x]")


def board_position(board: BoardPane) -> tuple[int, Region]:
    """Return the zoom and the region of cell (0, 0) on the screen."""
    return board.zoom, board.cell_region((0, 0)).translate(board.region.offset)


def first_mistake(screen: ReviewScreen) -> int:
    """Return the index of the first turn with a better placement."""
    turns = screen.progress.reviews
    return next(index for index in sorted(turns) if better_placement(turns[index]))


@pytest.mark.parametrize(
    ("variant", "size"), [(TILES, (80, 24)), (CUBES, (120, 40))], ids=["hidden", "open"]
)
async def test_a_finished_game_is_reviewed(
    tmp_path: Path, variant: Variant, size: tuple[int, int]
) -> None:
    """The screen shows the same review as `review`, with the best play as a hint."""
    game = random_game(small_variant(variant), 2, seed=6)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=size) as pilot:
        screen = await reviewed(pilot, app)
        assert not screen.progress.errors
        expected = review_game(game)
        assert screen.progress.turn_reviews == expected.turns
        index = first_mistake(screen)
        screen.go_to_turn(index)
        best = better_placement(screen.progress.reviews[index])
        best_faces = tuple(face for face, _, _ in best)
        pane = screen.query_one(TurnPane)
        await wait_until(
            pilot,
            lambda: any(
                sorted(faces) == sorted(best_faces)
                for sentence in pane.sentences
                for faces in sentence.pieces
            ),
        )
        frame = screen.frame
        assert frame is not None
        turns = completed_turns(game)
        name = game.header.players[turns[index].player].name
        turn_review = screen.progress.reviews[index]
        banner = str(screen.query_one("#banner", Static).content)
        assert banner == review_banner_text(turns[index], len(turns), turn_review, name)
        assert {(mark.face, *mark.cell) for mark in frame.hinted} == set(best)
        assert frame.hand
        await wait_until(pilot, load_reviews)
    saved = [(seat.turns, seat.lost) for seat in load_reviews()[game_key(game)]]
    assert saved == [(player.turns, player.lost) for player in expected.players]


async def test_a_review_finished_while_the_app_closes_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a review arrives after the turn list was removed, the worker ends without an error."""
    answered = asyncio.Event()

    async def slow_review(_: AnalysisWorker, turn: TurnRecord) -> TurnReview:
        while screen_of(app).query(TurnList):
            await asyncio.sleep(0)
        answered.set()
        return review_turn(turn)

    monkeypatch.setattr(AnalysisWorker, "review_turn", slow_review)
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
async def test_keys_move_through_the_turns(tmp_path: Path) -> None:
    """Arrows, Home and End select a turn, and stop at both ends."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        last = screen.progress.turn_count - 1
        for key, index in (
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
            assert screen.turn_index == index
            assert f"{index + 1} of {last + 1}" in screen_text(app)


@pytest.mark.usefixtures("cached_reviews")
async def test_keys_jump_to_mistakes(tmp_path: Path) -> None:
    """`n` goes to the next mistake, `b` to the largest one."""
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
async def test_space_shows_the_best_move_on_the_board(tmp_path: Path) -> None:
    """Space switches between the best move and the move that was played."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        screen.go_to_turn(first_mistake(screen))
        await pilot.pause()
        for side in (ComparedMove.BEST, ComparedMove.PLAYED):
            await pilot.press("space")
            assert screen.compared_move is side
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
async def test_the_board_stays_in_place_when_space_switches_moves(
    tmp_path: Path, size: tuple[int, int], zoomed: tuple[str, ...]
) -> None:
    """Switching between both moves scrolls only if one of them isn't visible."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6)))
    async with app.run_test(size=size) as pilot:
        screen = await reviewed(pilot, app)
        board = screen.query_one(BoardPane)
        unmoved = 0
        for index, turn in screen.progress.reviews.items():
            best = better_placement(turn)
            if not best:
                continue
            screen.go_to_turn(index)
            await pilot.press(*zoomed)
            before = board_position(board)
            both_visible = all(
                board.viewport.is_visible((x, y)) for _, x, y in (*best, *turn.placed_pieces)
            )
            for _ in range(2):
                await pilot.press("space")
                pieces = turn.placed_pieces if screen.compared_move is ComparedMove.PLAYED else best
                assert all(board.viewport.is_visible((x, y)) for _, x, y in pieces)
                assert board_position(board) == before or not both_visible
            unmoved += both_visible
        assert unmoved


@pytest.mark.usefixtures("cached_reviews")
@pytest.mark.parametrize(
    ("variant", "size"),
    [(TILES, (80, 24)), (TILES, (120, 40)), (TILES, (200, 60)), (CUBES, (80, 24))],
    ids=str,
)
async def test_values_and_luck_are_shown(
    tmp_path: Path, variant: Variant, size: tuple[int, int]
) -> None:
    """A turn shows both moves' values; luck is in the turn, the list and the summary."""
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
        assert turn.best is not None
        assert turn.played is not None
        points = f"{turn.best.points:>6.1f} {turn.played.points:>6.1f}"
        values = f"{turn.best.value:>z6.1f} {turn.played.value:>z6.1f}"
        luck = f" {turn.luck.points:+z.1f}"
        parts = points, values, luck
        await wait_until(pilot, lambda: all(part in screen_text(app) for part in parts))
        pane = screen.query_one(TurnPane)
        await pilot.press("pagedown", "pagedown")
        await wait_until(pilot, lambda: pane.scroll_y == pane.max_scroll_y)
        last_word = pane.sentences[-1].text.split()[-1]
        await wait_until(pilot, lambda: last_word in screen_text(app))
        if size[0] < 110:
            await pilot.press("v")
        subtitle = str(screen.query_one(TurnList).border_subtitle)
        await wait_until(pilot, lambda: subtitle in screen_text(app))
        assert luck in screen_text(app)
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewSummaryScreen))
        for summary in summarise_players(("Ana", "Ben"), (0, 0), turns):
            total, per_turn = f" {summary.luck:+z.1f}", f" {summary.luck_a_turn:+z.1f}"
            await wait_until(
                pilot,
                lambda parts=(total, per_turn): all(part in screen_text(app) for part in parts),  # type: ignore[misc]
            )


@pytest.mark.usefixtures("cached_reviews")
async def test_a_click_on_the_list_selects_a_turn(tmp_path: Path) -> None:
    """A click selects a turn, and keys move on from there in any pane."""
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
async def test_the_summary_leads_to_the_largest_mistake(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Selecting a player in the summary goes to their largest mistake."""
    game = random_game(small_variant(CUBES), 3, seed=6)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=size) as pilot:
        screen = await reviewed(pilot, app)
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewSummaryScreen))
        players = app.screen.query_one("#players", OptionList)
        for option, player in zip(players.options, game.header.players, strict=True):
            assert player.name in str(option.prompt)
        await pilot.press("enter")
        await wait_until(pilot, lambda: app.screen is screen)
        own = [turn for turn in screen.progress.turn_reviews if turn.player == 0]
        assert screen.progress.reviews[screen.turn_index] == max(own, key=lambda turn: turn.loss)
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewSummaryScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: app.screen is screen)


@pytest.mark.usefixtures("cached_reviews")
async def test_an_unfinished_game_is_reviewed_without_hands(tmp_path: Path) -> None:
    """The turns so far are reviewed, and hidden hands stay hidden."""
    game = random_game(small_variant(TILES), 2, seed=6, max_events=20)
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
async def test_undone_turns_are_left_out(tmp_path: Path) -> None:
    """Undone turns aren't reviewed."""
    game = random_game(small_variant(CUBES), 2, seed=6, undo_chance=0.2, max_events=40)
    assert any(isinstance(event, Undone) for event in game.events)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await reviewed(pilot, app)
        assert screen.progress.turn_reviews == review_game(game).turns


async def test_a_game_without_turns_has_nothing_to_review(tmp_path: Path) -> None:
    """A record without turns can be opened, and its keys do nothing."""
    game = random_game(small_variant(TILES), 2, max_events=1)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        screen = screen_of(app)
        assert screen.progress.turn_count == 0
        await wait_until(pilot, lambda: str(screen.query_one("#banner", Static).visual))
        await pilot.press("right", "left", "home", "end", "n", "b", "space", "s", "v")
        assert isinstance(app.screen, ReviewScreen)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, StartScreen))


@pytest.mark.usefixtures("cached_reviews")
@pytest.mark.parametrize("plain", [False, True], ids=["unicode", "ascii"])
async def test_markup_in_names_is_shown_literally(tmp_path: Path, plain: bool) -> None:
    """Names that look like markup break no part of a review."""
    header = Header(small_variant(CUBES), tuple(Player(name, 9) for name in HOSTILE), 6)
    game = play_random_moves(Game(header), Random(6), max_events=25)
    app = app_of(write(tmp_path, game), ascii=plain)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await reviewed(pilot, app)
        await pilot.press("right", "right")
        name = HOSTILE[screen.progress.turn_reviews[2].player]
        sentences = screen.query_one(TurnPane).sentences
        opening = next(each.text for each in sentences if each.text.startswith(name))
        first_words = " ".join(opening.split()[: len(name.split()) + 1])
        await wait_until(pilot, lambda: first_words in screen_text(app))
        assert screen_text(app).isascii() is plain
        await pilot.press("s")
        await wait_until(pilot, lambda: all(name in screen_text(app) for name in HOSTILE))
        assert screen_text(app).isascii() is plain


async def test_a_failed_review_shows_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the worker fails, each turn shows the error, and no review is saved."""

    async def fail(_: AnalysisWorker, turn: TurnRecord) -> TurnReview:
        raise WorkerError("out of memory [/]")

    monkeypatch.setattr(AnalysisWorker, "review_turn", fail)
    app = app_of(write(tmp_path, random_game(small_variant(CUBES), 2, seed=6)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await reviewed(pilot, app)
        await wait_until(
            pilot, lambda: screen.query_one(TurnPane).sentences[0].text == "out of memory [/]"
        )
        await pilot.press("right", "n", "s")
        assert isinstance(app.screen, ReviewSummaryScreen)
    assert load_reviews() == {}


async def test_a_review_survives_a_killed_worker_process(tmp_path: Path) -> None:
    """If the worker process is killed, a new one reviews the remaining turns."""
    app = app_of(write(tmp_path, random_game(small_variant(TILES), 2, seed=6, max_events=30)))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.analysis_worker.process_id is not None)
        assert app.analysis_worker.process_id is not None
        os.kill(app.analysis_worker.process_id, signal.SIGKILL)
        screen = await reviewed(pilot, app)
        assert not screen.progress.errors


async def test_a_review_that_arrives_too_late_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If you leave during a review, its result is ignored."""
    game = random_game(small_variant(CUBES), 2, seed=6, max_events=20)
    first_review = review_turn(completed_turns(game)[0])
    closed = asyncio.Event()

    async def slow_review(_: AnalysisWorker, turn: TurnRecord) -> TurnReview:
        await closed.wait()
        return first_review

    monkeypatch.setattr(AnalysisWorker, "review_turn", slow_review)
    app = app_of(write(tmp_path, game))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(
            pilot, lambda: isinstance(app.screen, ReviewScreen) and app.screen.is_mounted
        )
        screen = screen_of(app)
        app.close_replay()
        while screen.query_one_optional("#banner") is not None:
            await asyncio.sleep(0)
        closed.set()
        await wait_until(pilot, lambda: isinstance(app.screen, StartScreen))
        assert not screen.progress.reviews


@pytest.mark.usefixtures("cached_reviews")
async def test_the_end_screen_leads_to_the_review() -> None:
    """A click opens the review, `r` opens it from the replay, and Esc returns."""
    app = app_near_end(small_variant(CUBES), human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        assert isinstance(app.screen, EndScreen)
        assert app.session is not None
        game = app.session.game
        await pilot.click("#review")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        app.replay_game(game)
        await wait_until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("r")
        await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, EndScreen))
        assert len(app.screen_stack) == 3
