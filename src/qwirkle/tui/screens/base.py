"""The base of every screen: breakpoints, a notice if the terminal is too small, and errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from qwirkle.i18n import tr
from qwirkle.tui.breakpoints import HEIGHT_CLASSES, MIN_COLUMNS, MIN_ROWS, ROOMY_ROWS, WIDTH_CLASSES

if TYPE_CHECKING:
    from qwirkle.tui.app import QwirkleApp

ScreenResult = TypeVar("ScreenResult")

UI_EVENTS = (events.Mount, events.Resize, events.InputEvent)
"""Events that a closed screen no longer handles."""


class SafeOptionList(OptionList):
    """An option list that may lose options while you click them."""

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on a removed option: Textual would crash."""
        if event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()


class BaseScreen(Screen[ScreenResult]):
    """A screen that hides its content, without losing state, while the terminal is too small.

    Closing it twice closes it only once, and outdated resize events are ignored.
    """

    CSS_PATH: ClassVar[Path | None] = Path(__file__).with_name("screens.tcss")
    HORIZONTAL_BREAKPOINTS = WIDTH_CLASSES
    VERTICAL_BREAKPOINTS = HEIGHT_CLASSES

    def __init__(self) -> None:
        super().__init__()
        # Textual sets these classes on the first resize event, after a first frame without them.
        terminal = self.app.size
        for breakpoints, available in (
            (self.HORIZONTAL_BREAKPOINTS, terminal.width),
            (self.VERTICAL_BREAKPOINTS, terminal.height),
        ):
            self.add_class(
                [name for min_size, name in breakpoints if min_size <= available][-1], update=False
            )
        self.set_class(self.is_roomy, "-roomy", update=False)

    @property
    def is_closed(self) -> bool:
        """True once the screen is closed or the app stops; its widgets are being removed."""
        app = self.app
        return not app.is_running or app.return_code is not None or self not in app.screen_stack

    @property
    def qwirkle_app(self) -> QwirkleApp:
        return cast("QwirkleApp", self.app)

    @property
    def too_small(self) -> bool:
        """True if the terminal is too small for anything but the notice."""
        width, height = self.app.size
        return width < MIN_COLUMNS or height < MIN_ROWS

    def compose(self) -> ComposeResult:
        yield Static(
            tr(
                "This terminal is too small: make it at least {columns} by {rows}. "
                "The game waits and nothing is lost.",
                columns=MIN_COLUMNS,
                rows=MIN_ROWS,
            ),
            id="too-small",
            markup=False,
        )
        yield from self.compose_screen()

    def compose_screen(self) -> ComposeResult:
        """Yield the screen's widgets; overridden instead of `compose`."""
        yield from ()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, except input and layout events on a closed screen."""
        if not (isinstance(event, UI_EVENTS) and self.is_closed):
            await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """Ignore outdated sizes: two alternating sizes would trigger layouts forever."""
        if event.size != self.app.size:
            event.prevent_default()
        self.set_class(self.is_roomy, "-roomy")

    def dismiss(self, result: ScreenResult | None = None) -> AwaitComplete:
        """Close the screen; a second call, from a quick second key press, does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @property
    def is_roomy(self) -> bool:
        """True if there are rows to spare for blank lines."""
        return self.app.size.height >= ROOMY_ROWS

    def show_error(self, error: str) -> None:
        """Show an error in the screen's error line, or hide the line if it's empty."""
        error_line = self.query_one("#error", Static)
        error_line.update(Content(error))
        error_line.set_class(bool(error), "-visible")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.too_small or not self.is_mounted:
            return False
        return self.is_available(action)

    def is_available(self, action: str) -> bool | None:
        """Check whether an action is available now; None shows its key as disabled."""
        return True
