"""What a person sees and can do around rolls: marks, forced rolls and what is told of them."""

from __future__ import annotations

from itertools import pairwise

from msgspec import structs
from msgspec.structs import replace

from qwirkle.analysis.hints import Hint, HintReason
from qwirkle.engine.board import Board
from qwirkle.engine.events import Drawn, Opened, Redrawn, Rolled
from qwirkle.engine.moves import Roll
from qwirkle.engine.pieces import colour_of
from qwirkle.engine.view import Stage
from qwirkle.game import Game
from qwirkle.presenter.frame import DiceThrow, build_frame
from qwirkle.records.schema import Header, Player
from qwirkle.session.availability import Status
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.hint_selection import HintSelection, points_without_roll
from qwirkle.session.history import SeatHistory
from qwirkle.session.session import GameSession
from qwirkle.text.events import (
    build_log,
    current_turn_text,
    events_text,
    opening_text,
    replay_stops,
    rolling_text,
)
from qwirkle.text.hints import hint_prompt_text
from qwirkle.text.prompts import forced_move_text, instruction_text
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.watch import WatchScreen
from qwirkle.tui.widgets.dice_animation import ROLL_FRAMES, roll_animation_frames
from qwirkle.tui.widgets.key_bar import KeyBar
from tests.engine.game_builder import (
    AMERICAN,
    CUBES,
    RED_SQUARE,
    TILES,
    apply_events,
    dealt_position,
    table,
)
from tests.presenter.test_frame import play_out
from tests.random_games import random_game
from tests.sample_rulesets import with_changes
from tests.tui.conftest import (
    human_players,
    make_app,
    small_variant,
    wait_for_screen,
    wait_until,
)
from tests.tui.game_setup import BOT, banner_text, faces, is_placing, set_position, wait_for_turn

NAMES = ("Ana", "Ben")
RED_ROW = "Rc 0,0 · Rs 1,0"
ONCE = Rolled(0, (3,), (4,), False)
FORCED = Rolled(0, (3, 4), (5, 6), True)


def story_of(*events: Rolled | Redrawn) -> SeatHistory:
    """What has been seen of a game of which only the last events matter."""
    game = Game(Header(CUBES, human_players(2), 7))
    story = SeatHistory(game.header.players, None).with_events(game.active_history)
    return story.with_events((event, game.position) for event in events)


def test_what_was_rolled_in_a_turn_is_told_and_counted() -> None:
    """C4: forced rolls are told with their number, after the free roll and a redraw."""
    assert current_turn_text(story_of()) == ""
    assert current_turn_text(story_of(ONCE)) == "Ana rolled 1 die."
    told = current_turn_text(story_of(ONCE, FORCED, FORCED, FORCED))
    assert told == "Ana rolled 1 die. Ana had to roll all dice 3 times."
    assert events_text(story_of(FORCED).entries[-1:], NAMES) == "Ana had to roll all dice."
    assert "drew anew" in current_turn_text(story_of(Redrawn(0, (3,), (9,))))


def test_the_log_counts_forced_rolls() -> None:
    """A turn of many forced rolls is one short line."""
    line, _ = build_log(story_of(ONCE, FORCED, FORCED))
    assert line.text == "rolled 1, had to roll 2×"


def test_while_a_bot_thinks_the_banner_says_what_it_rolled() -> None:
    """After a roll one reads what was rolled, and that the turn goes on."""
    players = (Player("Bo", None, "bot:simple"), Player("Ana", None, "human"))
    game = Game(Header(CUBES, players, 7))
    event = Rolled(game.position.player, (3,), (4,), False)
    standing = [*game.active_history, (event, replace(game.position, player=0))]
    shown = build_frame(SeatHistory(players, None).with_events(standing), None)
    assert shown.news in ("Bo rolled 1 die.", "Ana rolled 1 die.")
    assert shown.banner == "Bo is thinking…"


def test_tumbling_dice_are_the_marked_ones_and_keep_their_colour() -> None:
    """C1: of two dice alike the marked one tumbles, and the banner says who rolls."""
    game = Game(Header(CUBES, human_players(2), 7))
    shown = build_frame(
        SeatHistory(game.header.players, None).with_events(game.active_history), None
    )
    slots = tuple(
        structs.replace(slot, face=face, marked=index == 2)
        for index, (slot, face) in enumerate(zip(shown.hand, (3, 8, 3, 9, 10, 11), strict=True))
    )
    throw = DiceThrow(0, ONCE.before, ONCE.after, False, rolling_text(ONCE, "Ana"))
    frames = list(roll_animation_frames(replace(shown, hand=slots), throw))
    assert len(frames) == ROLL_FRAMES
    for each in frames:
        faces_now = [slot.face for slot in each.hand]
        assert faces_now[:2] == [3, 8]
        assert faces_now[3:] == [9, 10, 11]
        assert colour_of(faces_now[2]) == colour_of(3)
        assert [slot.marked for slot in each.hand].index(True) == 2
        assert each.banner == "Ana rolls 1 die."
    assert rolling_text(FORCED, "Ana") == "Ana has to roll all dice."


def test_what_is_due_without_a_choice_is_told() -> None:
    """C4, J5, J7: forced rolls, a redraw and a pass are told before they happen."""
    position = table(CUBES, RED_ROW, "Ob Yk", "Px", stage=Stage.PLACE)
    stuck, dead = position.view(0), table(CUBES, RED_SQUARE, "Ob Yk", "Px").view(0)
    assert forced_move_text(stuck, "", "Bo").endswith("rolled again.")
    assert forced_move_text(stuck, "Bo rolled.", "Bo").endswith("rolled once more.")
    assert "back into the bag" in forced_move_text(dead, "", "Bo")
    assert "nothing fits" in forced_move_text(
        table(TILES, RED_SQUARE, "Ob", "Px", bag="").view(0), "", "Bo"
    )
    assert forced_move_text(table(CUBES, RED_ROW, "Rd Yk", "Px").view(0), "Bo rolled.", "Bo") == ""
    alone = dealt_position(
        with_changes(AMERICAN, turn=CUBES.turn), "Rc Os Yd Gk Bb Px", "Rc Os Yd Gk Bb Px"
    )
    assert "fewer than 2 dice go together" in forced_move_text(
        apply_events(alone, Opened(0, 1)).view(0), "", "Bo"
    )


def test_a_redraw_tumbles_the_new_dice() -> None:
    """J7: new dice are rolled, and one sees their colours from the first moment on."""
    game = Game(Header(CUBES, human_players(2), 7))
    shown = build_frame(
        SeatHistory(game.header.players, None).with_events(game.active_history), None
    )
    drew = (0, 7, 14, 21, 28, 35)
    throw = DiceThrow(0, game.position.hands[0], drew, True, "New dice.")
    frames = list(roll_animation_frames(shown, throw))
    assert len(frames) == ROLL_FRAMES
    for each in frames:
        assert [colour_of(slot.face) for slot in each.hand] == [0, 1, 2, 3, 4, 5]
        assert each.banner == "New dice."


def test_who_starts_is_told_of_everybody_who_could() -> None:
    """R3: a tie names all who hold as large a set."""
    told = {
        opening_text(
            SeatHistory(human_players(3), None).with_events(
                Game(Header(CUBES, human_players(3), seed)).active_history
            )
        )
        for seed in range(40)
    }
    assert any("Ana and Ben each hold a set of" in text for text in told)
    assert any("Ana, Ben and Cleo each hold a set of" in text for text in told)


def test_hints_to_roll_say_what_keeping_makes() -> None:
    """Where all the best turns roll first, one also reads what the dice make as they lie."""
    hand = (0, 1, 2)
    roll = Hint(Roll((1, 0)), 6.1, 6.1, 0, 0, 0, 0, (HintReason.MORE_ON_AVERAGE,))
    told = "A: roll 1+2, +6.1 on average.  "
    assert (
        hint_prompt_text(HintSelection((roll,), 4), hand, {})
        == told + "Keep all: +4.  Enter takes it."
    )
    assert hint_prompt_text(HintSelection((roll,)), hand, {}) == told + "Enter takes it."
    view = Game(Header(CUBES, human_players(2), 7)).view(0)
    assert points_without_roll(view) == 2
    assert points_without_roll(table(CUBES, RED_ROW, "Ob Yk", "Px").view(0)) is None


def test_the_banner_names_a_key_where_it_was_moved_to() -> None:
    """A person who moved a key reads the new one."""
    game = Game(Header(CUBES, human_players(2), 7))
    play_out(game, 1)
    view = game.view(game.position.player)
    draft = Draft(view, view.hand, TurnMode.ROLL)
    assert "Enter keeps" in instruction_text(draft, "Ana", {})
    assert "f5 keeps" in instruction_text(draft, "Ana", {"table.keep": "f5"})
    marked = draft.toggle_slot(0)
    assert "f6 rolls" in instruction_text(marked, "Ana", {"table.roll-these": "f6"})


def test_a_watcher_stops_at_all_that_players_do_and_at_no_draw() -> None:
    """Every roll and every play is a stop of its own; a draw belongs to the play before it."""
    game = random_game(small_variant(CUBES), 2, seed=3)
    story = SeatHistory(human_players(2), None).with_events(game.active_history)
    stops = replay_stops(story)
    seen = [event for event, _ in game.active_history]
    assert isinstance(seen[stops[0] - 1], Opened)
    assert stops[-1] == len(game.active_history)
    steps = [seen[start:end] for start, end in pairwise(stops)]
    assert sum(steps, seen[: stops[0]]) == seen
    done = [step[0] for step in steps]
    assert not any(isinstance(event, Drawn) for event in done)
    assert all(isinstance(event, Drawn) for step in steps for event in step[1:])
    assert any(isinstance(event, Rolled) for event in done)
    assert replay_stops(story.up_to(stops[0] - 1)) == ()
    torn = story.up_to(stops[1] - 1)
    assert replay_stops(torn) == (stops[0], len(torn.entries))


async def test_every_step_of_a_watched_game_is_told() -> None:
    """Steps are counted without draws, and no hand is called the onlooker's own."""
    game = Game(Header(small_variant(CUBES), human_players(2), 7))
    play_out(game)
    app = QwirkleApp(LaunchOptions(), game)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, WatchScreen)
        page = app.screen
        assert isinstance(page, WatchScreen)
        told = []
        steps = sum(not isinstance(event, Drawn) for event, _ in game.active_history) - 3
        for step in range(1, steps + 1):
            await pilot.press("right")
            assert page.frame is not None
            head, _, news = page.frame.banner.partition(". ")
            assert head == f"Step {step} of {steps}"
            told.append(news)
            assert "your hand" not in page.frame.hand_title
        assert all(told)
        assert told[-1] == "The game is over."
        await pilot.press("right")
        assert page.frame is not None
        assert tuple(seat.score for seat in page.frame.seats) == game.position.scores
        assert page.frame.banner.startswith(f"Step {steps} of {steps}.")
        await pilot.press("home", "left")
        assert page.frame.banner.startswith(f"Step 0 of {steps}. ")
        assert " starts" in page.frame.banner


async def test_a_die_lands_where_it_was_marked() -> None:
    """J10: of two dice alike the one that was marked shows the new face."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rc Gs Rc Bd", "Rs Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("3", "enter")
        await wait_until(pilot, lambda: is_placing(table))
        assert table.presenter.turn_state.draft is not None
        rolled = next(e for e in table.session.game.events if isinstance(e, Rolled))
        assert table.presenter.turn_state.draft.hand == (
            *faces("Rc Gs"),
            *rolled.after,
            *faces("Bd"),
        )
        assert table.frame is not None
        assert table.frame.news == "Ana rolled 1 die."


async def test_enter_keeps_dice_that_fit_and_rolls_those_that_do_not() -> None:
    """J6: without marks Enter keeps, or rolls all where none fits; Esc never does either."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rs Gs", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert table.is_available("keep")
        assert not table.is_available("roll_all")
        await pilot.press("1", "escape")
        assert table.presenter.turn_state.draft == Draft(
            table.presenter.turn_state.view, faces("Rs Gs"), TurnMode.ROLL
        )
        await pilot.press("escape")
        assert banner_text(table) == "There is nothing to take back."
        await pilot.press("r")
        assert banner_text(table).startswith("Mark a piece first")
        assert table.presenter.turn_state.draft.mode is TurnMode.ROLL
        await pilot.press("enter")
        assert table.presenter.turn_state.draft == Draft(
            table.presenter.turn_state.view, faces("Rs Gs"), TurnMode.PLACE
        )
    app = make_app(CUBES, human_players(2))
    set_position(app, "Gs Yb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert table.is_available("roll_all")
        assert not table.is_available("keep")
        assert "Enter rolls all until one fits" in banner_text(table)
        await pilot.press("escape")
        assert not any(isinstance(e, Rolled) for e in table.session.game.events)
        await pilot.press("enter")
        await wait_until(
            pilot,
            lambda: (
                table.presenter.turn_state.draft
                and table.presenter.turn_state.view.options.can_place
            ),
        )
        assert any(isinstance(e, Rolled) and e.forced for e in table.session.game.events)


async def test_a_moved_key_leaves_the_others_of_its_key_alone() -> None:
    """Many actions share Enter and Esc; moving one moves no other, and the line keeps its order."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rs Gs", "Rc Rd", player=0)
    app.settings = structs.replace(app.settings, keys={"table.keep": "x", "table.roll-these": "f5"})
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("1", "enter")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.marked_slots == {0}
        bar = app.screen.query_one(KeyBar)
        columns = [bar.key_column(key) for key in ("f5", "1", "a", "escape", "i")]
        assert None not in columns
        assert columns == sorted(columns, key=lambda each: each or 0)
        await pilot.press("escape", "enter")
        assert table.presenter.turn_state.draft.mode is TurnMode.ROLL
        await pilot.press("x")
        assert table.is_available("start_roll")
        await pilot.press("1", "escape")
        assert table.presenter.turn_state.draft.is_untouched
        await pilot.press("1", "tab", "space", "enter")
        await wait_until(pilot, lambda: table.session.seat_to_move == 1)


async def test_a_hint_to_roll_stays_while_dice_are_marked_for_it() -> None:
    """One need not remember which dice the hint named."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rs Gs Yb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        table.presenter.turn_state = table.presenter.turn_state.with_status(Status.FINDING_HINTS)
        await pilot.press("2")
        assert banner_text(table) == "Looking for the best turns…"
        await pilot.press("escape", "enter")
        assert banner_text(table) != "Looking for the best turns…"


async def test_no_hint_is_offered_where_no_choice_is_left() -> None:
    """J7: a dead hand is drawn anew, whatever a hint would say."""
    app = make_app(CUBES, (human_players(1)[0], BOT))
    set_position(app, "Gs Gd", "Rc", player=0)
    assert isinstance(app.initial_game, GameSession)
    event, position = app.initial_game.game.active_history[-1]
    square = zip(faces("Rc Rd Rs Rb"), (0, 1, 0, 1), (0, 0, 1, 1), strict=True)
    app.initial_game.game.active_history[-1] = (event, replace(position, board=Board.of(square)))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert table.is_available("redraw")
        assert not table.is_available("hint")
