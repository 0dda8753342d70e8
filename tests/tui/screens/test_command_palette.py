"""The command palette, and lists that change while you use them."""

from __future__ import annotations

from rich.style import Style
from textual import events
from textual.app import ComposeResult

from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.base import BaseScreen, SafeOptionList
from qwirkle.tui.screens.command_palette import CommandPaletteScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.statistics import StatisticsScreen
from tests.tui.conftest import wait_for_screen, wait_until


def titles(app: QwirkleApp) -> list[str]:
    """Return the titles of the commands in the list."""
    option_list = app.screen.query_one(SafeOptionList)
    return [str(option.prompt).partition("\n")[0] for option in option_list.options]


async def test_a_search_narrows_the_commands_and_enter_runs_the_first() -> None:
    """Every word must match, in any order and case."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("ctrl+p")
        await wait_for_screen(pilot, app, CommandPaletteScreen)
        assert {"New game", "Settings", "Quit"} <= set(titles(app))
        await pilot.press(*"TICS", "space", *"stat")
        await wait_until(pilot, lambda: titles(app) == ["Statistics"])
        await pilot.press("enter")
        await wait_for_screen(pilot, app, StatisticsScreen)


async def test_keys_move_in_the_list_and_escape_closes_it() -> None:
    """Arrows and Page Down move the highlight, and Esc closes the palette."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("ctrl+p")
        await wait_for_screen(pilot, app, CommandPaletteScreen)
        option_list = app.screen.query_one(SafeOptionList)
        await pilot.press("down", "down", "up")
        await wait_until(pilot, lambda: option_list.highlighted == 1)
        await pilot.press("pagedown")
        await wait_until(pilot, lambda: (option_list.highlighted or 0) > 2)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_a_click_runs_a_command_or_closes_the_palette() -> None:
    """A click on a command runs it, and a click outside the list closes the palette."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("ctrl+p")
        await wait_for_screen(pilot, app, CommandPaletteScreen)
        await pilot.click(offset=(2, 38))
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("ctrl+p")
        await wait_for_screen(pilot, app, CommandPaletteScreen)
        await pilot.press(*"statistics")
        await wait_until(pilot, lambda: titles(app) == ["Statistics"])
        await pilot.click(SafeOptionList, offset=(3, 0))
        await wait_for_screen(pilot, app, StatisticsScreen)


async def test_a_click_on_a_removed_option_does_nothing() -> None:
    """A search can remove an option between the click and its event."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("ctrl+p")
        await wait_for_screen(pilot, app, CommandPaletteScreen)
        option_list = app.screen.query_one(SafeOptionList)
        removed = Style(meta={"option": option_list.option_count})
        modifiers = (0, 0, 1, False, False, False)
        option_list.post_message(events.Click(option_list, 1, 1, *modifiers, 1, 1, style=removed))
        await pilot.pause()
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


class EmptyListScreen(BaseScreen[None]):
    """A screen whose list has no rows."""

    def compose_screen(self) -> ComposeResult:
        option_list = SafeOptionList("one", "two")
        option_list.styles.height = option_list.styles.min_height = 0
        option_list.styles.border = None
        yield option_list


async def test_paging_in_a_list_without_rows_does_nothing() -> None:
    """Page Up and Page Down keep the highlight in a list of height 0."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        app.push_screen(EmptyListScreen())
        await wait_for_screen(pilot, app, EmptyListScreen)
        option_list = app.screen.query_one(SafeOptionList)
        option_list.highlighted = 1
        option_list.focus()
        await wait_until(pilot, lambda: option_list.has_focus)
        assert not option_list.scrollable_content_region
        await pilot.press("pageup", "pagedown")
        assert option_list.highlighted == 1
