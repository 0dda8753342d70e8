"""What every screen shares: a notice where the terminal is too small, and keys that then rest."""

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
"""From so many rows on, pages leave blank lines between their parts."""


def typed_path(text: str) -> Path:
    """The path that a person has typed; a home that cannot be found stays as it was written."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path


SEEN = (events.Mount, events.Resize, events.InputEvent)
"""Events about what is seen of a screen."""


def is_gone(screen: Screen[Any]) -> bool:
    """Return True if a screen that was opened is closed, or the app is stopping."""
    return not screen.app.is_running or screen not in screen.app.screen_stack


class ChangingList(OptionList):
    """A list that may lose options while you click them."""

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on an option that is gone: Textual would crash."""
        if event.style.meta.get("option", -1) >= self.option_count:
            event.prevent_default()


class Page(Screen[Result]):
    """A screen that waits, with everything kept, while the terminal is too small.

    Quick hands and quick changes of the size do not confuse it: it closes once, and is laid out for
    the size of the moment only.
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
        # Textual hears of the room with an event, when a first frame has been drawn without it.
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
        """True once the screen is closed or the app stops: its widgets are being removed."""
        return is_gone(self)

    @property
    def table_app(self) -> QwirkleApp:
        """The app, with what it knows of games and settings."""
        return cast("QwirkleApp", self.app)

    @property
    def tiny(self) -> bool:
        """Whether the terminal is too small to show anything but the notice."""
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
        """What the screen is made of."""
        yield from ()

    async def on_event(self, event: events.Event) -> None:
        """Take an event, unless it is about a screen that nobody sees any more."""
        if not (isinstance(event, SEEN) and self.gone):
            await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """Spread out where there is room; two sizes in turn would lay it out for ever."""
        if event.size != self.app.size:
            event.prevent_default()
        self.set_class(self.roomy, "-roomy")

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen; keys at once may ask for it a second time, which does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @property
    def roomy(self) -> bool:
        """Whether there are rows to spare."""
        return self.app.size.height >= ROOMY

    def complain(self, trouble: str) -> None:
        """Show a sentence about what went wrong, or none, in the place that the page has for it."""
        place = self.query_one("#trouble", Static)
        place.update(Content(trouble))
        place.set_class(bool(trouble), "-told")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.tiny or not self.is_mounted:
            return False
        return self.offers(action)

    def offers(self, action: str) -> bool | None:
        """Whether an action of this screen applies now."""
        return True
