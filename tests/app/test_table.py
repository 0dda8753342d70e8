"""The table on the screen, moment by moment."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from qwirkle.app.app import QwirkleApp
from qwirkle.app.draft import Task
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.hand import HandPane
from qwirkle.app.screens.curtain import CurtainScreen
from qwirkle.app.screens.help import HelpScreen
from qwirkle.app.screens.key_bar import KeyBar
from qwirkle.app.screens.table import TableScreen
from qwirkle.app.screens.unsaved import UnsavedScreen
from qwirkle.app.settings import Settings, save_settings
from qwirkle.engine.board import Board
from qwirkle.engine.events import Event, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import FACE_OF_TEXT, FACE_TEXTS, Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage
from qwirkle.notation import Player
from qwirkle.record import disk
from tests.app.conftest import (
    HIDDEN,
    OPEN,
    Keys,
    app_for,
    click,
    people,
    small,
    table_of,
    until,
    waits_for_person,
)

BOT = Player("Bo", None, "bot:casual")


def faces(text: str) -> Faces:
    """The faces of a text such as `Rc Gs`."""
    return tuple(FACE_OF_TEXT[word] for word in text.split())


def arrange(app: QwirkleApp, hand: str, board: str, bag: int = 1, **changes: object) -> None:
    """Put these pieces on the table, in a row, and this hand before whoever is to move."""
    assert app.opened is not None
    game = getattr(app.opened, "game")  # noqa: B009 - a session, as these tests open the app
    event, position = game.standing[-1]
    hands = list(position.hands)
    hands[position.player] = faces(hand)
    laid = Board.of((face, x, 0) for x, face in enumerate(faces(board)))
    found = replace(
        position,
        hands=tuple(hands),
        board=laid,
        bag=tuple(bag for _ in position.bag),
        stage=Stage.ROLL if position.variant.roll_step else Stage.PLACE,
        turns=1,
        **changes,
    )
    game.standing[-1] = (event, found)


async def ready(pilot: Pilot[None], app: QwirkleApp) -> TableScreen:
    """Wait until somebody can do something at the table, lifting the curtain if there is one."""
    await until(pilot, lambda: waits_for_person(app))
    if isinstance(app.screen, CurtainScreen):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and table_of(app).draft)
    return table_of(app)


def banner(table: TableScreen) -> str:
    """What the banner says."""
    assert table.frame is not None
    return table.frame.banner


async def test_a_picked_piece_shows_where_it_fits_and_enter_commits_what_is_laid() -> None:
    """Cells with points, then the preview, then the play: each is a step of its own."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("1")
        assert table.frame is not None
        assert table.frame.fitting[2, 0] == 3
        await pilot.press("tab", "tab", "tab", "tab")
        assert table.cursor in table.frame.fitting
        table.cursor = (2, 0)
        await pilot.press("space")
        assert table.frame.hand_note == "line of 3 = +3"
        events = len(table.session.game.events)
        assert table.frame.view.scores == (0, 0)
        await pilot.press("enter")
        placed = table.session.game.events[events]
        assert placed == Placed(0, ((FACE_OF_TEXT["Rs"], 2, 0),), 3)


async def test_a_refused_placement_says_which_rule_and_marks_the_cells() -> None:
    """The banner has the sentence and the number of the rule; the cells of the line are marked."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("2")
        table.cursor = (2, 0)
        await pilot.press("space")
        assert "(R7)" in banner(table)
        assert table.frame is not None
        assert set(table.frame.refused) == {(0, 0), (1, 0), (2, 0)}
        assert table.draft is not None
        assert not table.draft.laid
        await pilot.press("left")
        assert table.frame.refused == ()


async def test_laid_pieces_are_taken_back_by_keys_and_by_mouse() -> None:
    """Backspace and the right button take one back, Esc all."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Rb Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        table.lay_at((9, 9))
        assert "Pick a piece first" in banner(table)
        for slot, cell in ((0, (2, 0)), (1, (3, 0))):
            table.action_pick(slot)
            table.lay_at(cell)
        await pilot.press("backspace")
        assert table.draft is not None
        assert table.draft.picked == 1
        table.lay_at((3, 0))
        board = table.query_one(BoardPane)
        region = board.region_of((2, 0))
        await pilot.click(board, offset=(region.x + 1, region.y), button=3)
        assert table.draft.laid == ()
        table.lay_at((2, 0))
        await pilot.press("escape")
        assert table.draft.untouched


async def test_a_trade_marks_pieces_and_ends_the_turn() -> None:
    """T2: t, the numbers and Enter trade; Esc leaves the trade."""
    app = app_for(HIDDEN, people(2))
    async with app.run_test(size=(80, 24)) as pilot:
        hands = Keys(pilot, app)
        await hands.play_game(2)
        table = await ready(pilot, app)
        await pilot.press("t", "1", "a", "a")
        assert table.draft is not None
        assert table.draft.marks == frozenset()
        await pilot.press("escape")
        assert table.draft.task is Task.LAY
        await pilot.press("t", "1", "3", "enter")
        traded = table.session.game.events[-1]
        assert isinstance(traded, Traded)
        assert len(traded.gave) == 2
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))


async def test_who_is_stuck_must_trade_and_is_told_so() -> None:
    """T4: where nothing fits, the trade is said to be due and is open at once."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Gk Yk", "Rc Rs Rd Rb Rx", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        assert "must trade" in banner(table)
        await pilot.press("escape")
        assert table.draft is not None
        assert table.draft.task is Task.TRADE
        await pilot.press("a", "enter")
        assert any(isinstance(event, Traded) for event in table.session.game.events)


async def test_who_can_do_nothing_passes_with_enter() -> None:
    """J5: with an empty bag and nothing that fits, Enter passes, and the banner says so."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Gk Yk", "Rc Rs Rd Rb Rx", bag=0, player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        assert "Enter passes" in banner(table)
        await pilot.press("1")
        assert table.draft is not None
        assert table.draft.picked is None
        events = len(table.session.game.events)
        await pilot.press("enter")
        assert len(table.session.game.events) > events


async def test_the_free_roll_is_offered_first() -> None:
    """C3: dice are marked and rolled once, or kept; after the roll there is no other."""
    app = app_for(OPEN, (*people(1), BOT))
    arrange(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        assert table.draft is not None
        assert table.draft.task is Task.ROLL
        await pilot.press("enter")
        assert table.draft.task is Task.ROLL
        await pilot.press("escape")
        assert table.offers("start_roll")
        await pilot.press("r", "2", "3", "enter")
        rolled = next(event for event in table.session.game.events if isinstance(event, Rolled))
        assert rolled.before == faces("Gk Yb")
        assert not rolled.forced
        await until(pilot, lambda: table.draft and table.draft.task is Task.LAY)
        assert not table.offers("start_roll")


async def test_forced_rolls_follow_one_another_until_a_die_fits() -> None:
    """C4, J6: who keeps dice none of which fits rolls all of them, event by event."""
    app = app_for(OPEN, (*people(1), BOT))
    arrange(app, "Gk Yk", "Rc Rs Rd Rb Rx", bag=3, player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        assert "until one fits" in banner(table)
        await pilot.press("escape")
        await until(pilot, lambda: table.draft and table.view.options.place)
        rolls = [event for event in table.session.game.events if isinstance(event, Rolled)]
        assert rolls
        assert all(roll.forced and len(roll.before) == 2 for roll in rolls)


async def test_a_dead_hand_is_explained_and_drawn_anew() -> None:
    """J7: the banner says that no roll can help, and Enter draws other dice."""
    app = app_for(OPEN, (*people(1), BOT))
    arrange(app, "Gk Yk", "Rc", bag=3, player=0)
    game = getattr(app.opened, "game")  # noqa: B009
    event, position = game.standing[-1]
    square = Board.of(
        (FACE_OF_TEXT[text], x, y)
        for text, x, y in (("Rc", 0, 0), ("Rs", 1, 0), ("Rd", 0, 1), ("Rb", 1, 1))
    )
    game.standing[-1] = (event, replace(position, board=square))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await ready(pilot, app)
        assert "no roll can help" in banner(table)
        await pilot.press("enter")
        await until(
            pilot, lambda: any(isinstance(each, Redrawn) for each in table.session.game.events)
        )


async def test_undo_is_offered_only_where_it_reveals_nothing() -> None:
    """A turn that drew pieces stays; one without a draw can be taken back."""
    app = app_for(HIDDEN, people(2))
    arrange(app, "Rs Gk", "Rc Rd", bag=0, player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        assert not table.offers("undo")
        await pilot.press("1", "tab", "space", "enter")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        table = await ready(pilot, app)
        assert table.offers("undo")
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
        await ready(pilot, app)
        assert table.session.player == 0
        assert table.view.hand == faces("Rs Gk")
    app = app_for(HIDDEN, people(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await Keys(pilot, app).play_game(2)
        table = await ready(pilot, app)
        assert not table.offers("undo")


def everything(app: QwirkleApp) -> str:
    """All that the widgets of all screens hold and show."""
    parts = [app.export_screenshot()]
    for screen in app.screen_stack:
        for node in screen.walk_children(with_self=True):
            parts += [repr(getattr(node, name, None)) for name in ("frame", "calm", "draft")]
            parts.append(repr(vars(node).get("_Static__content")))
    return "\n".join(parts)


async def test_the_curtain_holds_nothing_of_any_hand() -> None:
    """Neither the widgets, a screenshot, the palette nor help know a hand behind the curtain."""
    app = app_for(HIDDEN, people(3))
    async with app.run_test(size=(120, 40)) as pilot:
        hands = Keys(pilot, app)
        for _ in range(4):
            await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
            secret = {repr(hand) for hand in table_of(app).session.game.position.hands}
            for key in ("question_mark", "ctrl+p"):
                held = everything(app)
                assert not [hand for hand in secret if hand in held]
                frame = table_of(app).frame
                assert frame is not None
                assert frame.hand == ()
                assert frame.view.hands == (None,) * 3
                await pilot.press(key)
                await until(pilot, lambda: not isinstance(app.screen, CurtainScreen))
                held = everything(app)
                assert not [hand for hand in secret if hand in held]
                await pilot.press("escape")
                await until(pilot, lambda: isinstance(app.screen, CurtainScreen))
            commands = {each.title for each in app.get_system_commands(app.screen)}
            assert "Hint" not in commands
            assert "Sort" not in commands
            await pilot.press("1", "t", "s", "i", "u", "v")
            assert isinstance(app.screen, CurtainScreen)
            await hands.play_game(2)


async def test_one_person_needs_no_curtain() -> None:
    """With one person the hand stays in sight while bots play."""
    app = app_for(HIDDEN, (*people(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await Keys(pilot, app).play_game(2)
        await until(pilot, lambda: waits_for_person(app))
        assert isinstance(app.screen, TableScreen)


async def test_every_event_is_saved_before_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """When an event is kept, no pane has shown it yet."""
    app = app_for(HIDDEN, (*people(1), BOT))
    seen: list[bool] = []
    game = getattr(app.opened, "game")  # noqa: B009
    keep = game.keep

    def watch(event: Event) -> None:
        if isinstance(event, Placed):
            frame = table_of(app).frame
            assert frame is not None
            seen.append(any((x, y) in frame.view.board.cells for _, x, y in event.pieces))
        keep(event)

    monkeypatch.setattr(game, "keep", watch)
    async with app.run_test(size=(80, 24)) as pilot:
        await Keys(pilot, app).play_game(3)
    assert seen
    assert not any(seen)


async def test_trouble_with_saving_stays_on_the_screen_while_it_lasts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A full disk is told of until it is over; leaving then offers another place."""
    app = app_for(small(HIDDEN), (*people(1), BOT))
    write = disk.write_at

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with app.run_test(size=(80, 24)) as pilot:
        hands = Keys(pilot, app)
        table = await ready(pilot, app)
        bar = table.query_one("#save-trouble")
        assert not bar.display
        monkeypatch.setattr(disk, "write_at", fail)
        await hands.play_game(1)
        await until(pilot, lambda: bar.display)
        assert table.session.record.unsaved
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, UnsavedScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        monkeypatch.setattr(disk, "write_at", write)
        await until(pilot, lambda: waits_for_person(app))
        await hands.play_game(1)
        await until(pilot, lambda: not bar.display)
        assert table.session.record.unsaved == 0


async def test_an_unsaved_game_can_be_saved_elsewhere_when_leaving(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The place that the person names gets the whole game, and the app ends."""
    app = app_for(small(HIDDEN), (*people(1), BOT))
    write = disk.write_at

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with app.run_test(size=(80, 24)) as pilot:
        await ready(pilot, app)
        monkeypatch.setattr(disk, "write_at", fail)
        await Keys(pilot, app).play_game(1)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, UnsavedScreen))
        place = app.screen.query_one("#place")
        setattr(place, "value", str(tmp_path / "kept.qwirkle"))  # noqa: B010
        await click(pilot, "#save")
        assert isinstance(app.screen, UnsavedScreen)
        monkeypatch.setattr(disk, "write_at", write)
        await click(pilot, "#save")
        await until(pilot, lambda: (tmp_path / "kept.qwirkle").exists())
    from qwirkle import saving

    assert saving.verify(tmp_path / "kept.qwirkle").ok


def parts_at(columns: int, rows: int) -> set[str]:
    """What a terminal of this size has room for."""
    if columns < 40 or rows < 12:
        return {"too-small"}
    if columns < 80 or rows < 24:
        return {"table", "score-row"} | ({"tabs"} if 80 <= columns < 110 else set())
    return {"table", "side"} | ({"tabs"} if columns < 110 else set())


def shown_parts(table: TableScreen) -> set[str]:
    """What of that is there, once the layout follows the size."""
    names = ("too-small", "table", "score-row", "side", "tabs")
    shown = {name for name in names if table.query_one(f"#{name}").display}
    return shown - {"tabs", "side"} if "too-small" in shown else shown


@pytest.mark.parametrize("variant", [HIDDEN, OPEN], ids=["hidden", "open"])
async def test_every_size_shows_a_table_or_says_that_it_is_too_small(variant: Variant) -> None:
    """From 30x8 to 300x100 nothing breaks and nothing is lost while the size changes in play."""
    app = app_for(variant, (*people(1), BOT))
    async with app.run_test(size=(120, 40)) as pilot:
        hands = Keys(pilot, app)
        await hands.play_game(1)
        table = await ready(pilot, app)
        if table.draft is not None and table.draft.task is Task.ROLL:
            await pilot.press("escape")
        slot = min(table.draft.playable(table.view)) if table.draft else 0
        await pilot.press(str(slot + 1))
        begun = table.draft
        sizes = [(30, 8), (39, 40), (40, 12), (79, 24), (80, 23), (80, 24), (109, 30), (110, 24)]
        for size in [*sizes, (300, 100), (20, 3), (300, 5), (120, 40)]:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: shown_parts(table) == parts_at(*size))  # type: ignore[misc]
            if "too-small" in parts_at(*size):
                await pilot.press("1", "2", "escape", "enter")
                continue
            board = table.query_one(BoardPane)
            assert board.size.height >= 2
            if size[0] < 80 or size[1] < 24:
                assert board.zoom <= 2
            assert table.query_one(HandPane).size.width > 0
            assert app.export_screenshot()
        assert table.draft == begun


@pytest.mark.parametrize(
    "name",
    [
        "[/]",
        "[bold]x",
        "\x1b[31mred",
        "\u202eevil",
        "a\u200bb",
        "x" * 500,
        "[@click=app.quit]q[/]",
        "日本語の名前です",
        "{name}",
        "%s",
        "'\"\\",
    ],
)
async def test_hostile_names_do_no_harm(name: str) -> None:
    """Whatever somebody calls themselves, every screen shows it as plain text."""
    from qwirkle.notation import clean_name

    players = (Player(clean_name(name), 9), Player(clean_name(name + "2"), 10))
    app = app_for(small(HIDDEN), players)
    async with app.run_test(size=(80, 24)) as pilot:
        hands = Keys(pilot, app)
        await hands.play_game(3)
        await until(pilot, lambda: waits_for_person(app))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape")
        shot = app.export_screenshot()
        assert "\x1b" not in shot
        table_of(app).action_show_end()
        await pilot.pause()
        app.open_games()
        await pilot.pause()
        assert "\x1b" not in app.export_screenshot()


async def test_keys_can_be_moved_by_the_settings() -> None:
    """A binding with another key in the settings answers to that key alone."""
    save_settings(Settings(keys={"table.sort": "z"}))
    app = app_for(HIDDEN, (*people(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        order = table.order
        await pilot.press("s")
        assert table.order is order
        await pilot.press("z")
        assert table.order is not order


async def test_every_action_has_a_command_and_an_id() -> None:
    """The palette offers all that the keys do, and no key is without an id."""
    app = app_for(HIDDEN, (*people(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        titles = {command.title for command in app.get_system_commands(table)}
        for active in table.active_bindings.values():
            if active.enabled and not active.binding.system:
                assert active.binding.id or active.binding.action == "command_palette"
                if active.binding.action != "command_palette":
                    assert active.binding.description in titles


async def test_the_key_bar_shows_what_applies_now() -> None:
    """Enter is shown only when there is something to commit."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Gk", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        bar = table.query_one(KeyBar)
        await until(pilot, lambda: bar.column_of("t") is not None)
        assert bar.column_of("enter") is None
        await pilot.press("1", "tab", "space")
        await until(pilot, lambda: bar.column_of("enter") is not None)


async def test_a_hint_marks_the_best_turns() -> None:
    """i asks the analysis, and its best cells are marked with numbers."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Gk", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: table.frame and table.frame.hinted)
        assert "1: lay" in banner(table)
        await pilot.press("1")
        assert table.draft is not None
        assert table.draft.picked == 0


def test_the_texts_of_faces_are_known_to_these_tests() -> None:
    """The helpers here name faces as records do."""
    assert faces("Rc Px") == (0, len(FACE_TEXTS) - 1)
