"""The help page: every key of the screen one came from, those that rest in grey."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from qwirkle.engine.variant import Variant
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.appearance import Appearance
from qwirkle.tui.drawing.palette import get_palette, make_style
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.screens.help import HelpScreen, KeyEntry, KeyGroup, collect_keys, render_keys
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.settings import Settings, save_settings
from tests.tui import textual_internals
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_for_screen
from tests.tui.game_setup import BOT, playable_slots, wait_for_turn

SIZES = [(80, 24), (120, 40), (200, 60)]


def entries_of(app: QwirkleApp, variant: Variant | None = None) -> dict[str, KeyEntry]:
    """The entries of the help for the screen that is up."""
    assert isinstance(app.screen, BaseScreen)
    return {
        each.description: each
        for group in collect_keys(app.screen, variant)
        for each in group.entries
    }


def page_text(app: QwirkleApp) -> str:
    """What is on the screen."""
    return "\n".join(strip.text for strip in textual_internals.rendered_strips(app))


async def read_help(pilot: Pilot[None], app: QwirkleApp) -> str:
    """The first page of help, closed again."""
    await pilot.press("question_mark")
    await wait_for_screen(pilot, app, HelpScreen)
    text = page_text(app)
    await pilot.press("escape")
    return text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_every_key_of_the_table_is_there_and_some_rest(size: tuple[int, int]) -> None:
    """A key stays in its place whether it works now or not."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        before = entries_of(app, TILES)
        assert not before["Pick a piece"].inactive
        assert before["Play what lies there"].inactive
        assert before["Mark a piece"].inactive
        text = await read_help(pilot, app)
        assert all(what in text for what in before if before[what].keys in ("t", "i", "s", "e"))
        assert table.presenter.turn_state.draft is not None
        await pilot.press(str(min(playable_slots(table.presenter.turn_state.draft)) + 1), "space")
        after = entries_of(app, TILES)
        assert list(after) == list(before)
        assert not after["Take all back"].inactive


async def test_keys_that_this_game_has_no_use_for_are_left_out() -> None:
    """Nobody rolls where there are no dice, nor trades where that is not allowed."""
    trades, rolls = "Trade pieces", "Roll dice"
    for variant, shown, hidden in ((TILES, trades, rolls), (CUBES, rolls, trades)):
        app = make_app(variant, (*human_players(1), BOT))
        async with app.run_test(size=(80, 24)) as pilot:
            await wait_for_turn(pilot, app)
            assert shown in entries_of(app, variant)
            assert hidden not in entries_of(app, variant)
            assert {shown, hidden} <= set(entries_of(app))


async def test_a_moved_key_is_in_the_help_and_other_screens_have_their_own() -> None:
    """The start screen lists its doors, with the key that the settings give one of them."""
    save_settings(Settings(keys={"start.watch": "z"}))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        entries = entries_of(app)
        assert entries["Watch"].keys == "z"
        assert not any(entry.inactive for entry in entries.values())
        assert "Pick a piece" not in entries


def test_what_rests_is_grey_in_every_look() -> None:
    """Its key and its words have the muted colour, and others have not."""
    group = KeyGroup("", (KeyEntry("a", "One"), KeyEntry("b", "Two", inactive=True)))
    for look in (Appearance(), Appearance(theme="light"), Appearance(colour_depth="none")):
        text = render_keys(group, look, 10)
        muted = make_style(get_palette(look).muted, get_palette(look).panel)
        greys = [text.plain[each.start : each.end] for each in text.spans if each.style == muted]
        assert [grey.strip() for grey in greys] == ["b", "Two"]
