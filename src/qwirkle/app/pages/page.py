"""The base of every screen: breakpoints, a notice if the terminal is too small, and errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.app.app import QwirkleApp

Result = TypeVar("Result")

FEWEST_COLUMNS = 40
FEWEST_ROWS = 12
FEWEST_FOR_SIDE = 80
FEWEST_FOR_ALL = 110
ROOMY = 30
"""From this many rows on, screens leave blank lines between their parts."""


def typed_path(text: str) -> Path:
    """Return a typed path with `~` expanded, or as typed if that user has no home folder."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path


SEEN = (events.Mount, events.Resize, events.InputEvent)
"""Events that a closed screen no longer handles."""


def is_gone(screen: Screen[Any]) -> bool:
    """Check whether a screen that was open is closed, or the app is stopping."""
    return not screen.app.is_running or screen not in screen.app.screen_stack


class ChangingList(OptionList):
    """An option list that may lose options while you click them."""

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on a removed option: Textual would crash."""
        if event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()


class Page(Screen[Result]):
    """A screen that hides its content, without losing state, while the terminal is too small.

    Asking it to close twice closes it once, and only the latest of several sizes is laid out.
    """

    CSS_PATH: ClassVar[Path | None] = Path(__file__).with_name("pages.tcss")
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares no class variable
        (0, "-slim"),
        (FEWEST_COLUMNS, "-narrow"),
        (FEWEST_FOR_SIDE, "-tabs"),
        (FEWEST_FOR_ALL, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares no class variable
        (0, "-flat"),
        (FEWEST_ROWS, "-low"),
        (24, "-tall"),
        (40, "-high"),
    ]

    def __init__(self) -> None:
        super().__init__()
        # Textual sets these classes on the first resize event, after a first frame without them.
        room = self.app.size
        for breakpoints, size in (
            (self.HORIZONTAL_BREAKPOINTS, room.width),
            (self.VERTICAL_BREAKPOINTS, room.height),
        ):
            self.add_class(
                [name for fewest, name in breakpoints if fewest <= size][-1], update=False
            )
        self.set_class(self.roomy, "-roomy", update=False)

    @property
    def gone(self) -> bool:
        """True once the screen is closed or the app stops; its widgets are being removed."""
        return is_gone(self)

    @property
    def table_app(self) -> QwirkleApp:
        return cast("QwirkleApp", self.app)

    @property
    def tiny(self) -> bool:
        """True if the terminal is too small for anything but the notice."""
        width, height = self.app.size
        return width < FEWEST_COLUMNS or height < FEWEST_ROWS

    def compose(self) -> ComposeResult:
        yield Static(
            tr(
                "This terminal is too small: make it at least {columns} by {rows}. "
                "The game waits and nothing is lost.",
                columns=FEWEST_COLUMNS,
                rows=FEWEST_ROWS,
            ),
            id="too-small",
            markup=False,
        )
        yield from self.compose_page()

    def compose_page(self) -> ComposeResult:
        """Yield the screen's widgets; overridden instead of `compose`."""
        yield from ()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, except input and layout events on a closed screen."""
        if not (isinstance(event, SEEN) and self.gone):
            await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """Ignore outdated sizes: two alternating sizes would trigger layouts for ever."""
        if event.size != self.app.size:
            event.prevent_default()
        self.set_class(self.roomy, "-roomy")

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen; a second call, from a quick second key press, does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @property
    def roomy(self) -> bool:
        """True if there are rows to spare for blank lines."""
        return self.app.size.height >= ROOMY

    def complain(self, trouble: str) -> None:
        """Show an error in the screen's error line, or hide the line if it's empty."""
        place = self.query_one("#trouble", Static)
        place.update(Content(trouble))
        place.set_class(bool(trouble), "-told")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.tiny or not self.is_mounted:
            return False
        return self.offers(action)

    def offers(self, action: str) -> bool | None:
        """Check whether an action is available now; None shows its key as disabled."""
        return True
