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
    listed = app.screen.query_one(SafeOptionList)
    return [str(option.prompt).partition("\n")[0] for option in listed.options]


async def test_a_search_narrows_the_commands_and_enter_runs_the_first() -> None:
    """Every word counts, in any case and order."""
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
    """The search keeps the focus meanwhile."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("ctrl+p")
        await wait_for_screen(pilot, app, CommandPaletteScreen)
        listed = app.screen.query_one(SafeOptionList)
        await pilot.press("down", "down", "up")
        await wait_until(pilot, lambda: listed.highlighted == 1)
        await pilot.press("pagedown")
        await wait_until(pilot, lambda: (listed.highlighted or 0) > 2)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_a_click_chooses_a_command_and_one_beside_the_list_closes_it() -> None:
    """The mouse does what the keys do."""
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


async def test_a_click_on_an_option_that_is_gone_does_nothing() -> None:
    """A search may have removed it since the click."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("ctrl+p")
        await wait_for_screen(pilot, app, CommandPaletteScreen)
        listed = app.screen.query_one(SafeOptionList)
        gone = Style(meta={"option": listed.option_count})
        nothing = (0, 0, 1, False, False, False)
        listed.post_message(events.Click(listed, 1, 1, *nothing, 1, 1, style=gone))
        await pilot.pause()
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


class Flat(BaseScreen[None]):
    """A page whose list has no room."""

    def compose_screen(self) -> ComposeResult:
        """Yield a list of height 0."""
        listed = SafeOptionList("one", "two")
        listed.styles.height = listed.styles.min_height = 0
        listed.styles.border = None
        yield listed


async def test_paging_in_a_list_without_room_does_nothing() -> None:
    """A list that isn't laid out yet has none."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        app.push_screen(Flat())
        await wait_for_screen(pilot, app, Flat)
        listed = app.screen.query_one(SafeOptionList)
        listed.highlighted = 1
        listed.focus()
        await wait_until(pilot, lambda: listed.has_focus)
        assert not listed.scrollable_content_region
        await pilot.press("pageup", "pagedown")
        assert listed.highlighted == 1
