"""The end screen: who won, how it went, and what next."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle.app.screens.key_bar import KeyBar
from qwirkle.app.screens.page import Page
from qwirkle.app.session import Session
from qwirkle.app.summary import account_text, accounts_of, chart_text, verdict
from qwirkle.texts import tr


class EndScreen(Page[None]):
    """The ranking, the points of each turn, and the doors out."""

    CSS = """
    EndScreen .buttons Button { min-width: 12; margin-right: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rematch", tr("Rematch"), id="end.rematch"),
        Binding("n", "new", tr("New game"), id="end.new"),
        Binding("w", "watch", tr("Watch again"), id="end.watch"),
        Binding("v", "review", tr("Review"), id="end.review"),
        Binding("escape", "table", tr("The table"), id="end.table"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose_page(self) -> ComposeResult:
        """The verdict, a line and a chart for each player, and buttons."""
        game, players = self._session.game, self._session.players
        accounts = accounts_of(game.standing, players)
        result = game.position.result
        most = max((account.best for account in accounts), default=1)
        plain = self.table_app.look.ascii
        with VerticalScroll(classes="sheet"):
            if result is not None:
                text = verdict(result, players)
                yield Static(Content(text), classes="title", id="verdict")
            for account in accounts:
                yield Static(Content(account_text(account)), classes="rank")
            yield Static(tr("Points per turn"), classes="label", markup=False)
            for account in accounts:
                with HorizontalGroup(classes="chart"):
                    yield Static(Content(account.name), classes="name")
                    yield Static(Content(chart_text(account, most, plain)), classes="bars")
            yield Static(
                Content(tr("The game is in {path}", path=self._session.record.path)),
                classes="muted",
            )
            with HorizontalGroup(classes="buttons"):
                yield Button(tr("Rematch"), id="rematch", variant="primary")
                yield Button(tr("New game"), id="new")
                yield Button(tr("Watch again"), id="watch")
                yield Button(tr("Review"), id="review")
                yield Button(tr("The table"), id="table")
        yield KeyBar()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Each button does what its key does."""
        await self.run_action(str(event.button.id))

    def action_rematch(self) -> None:
        """The same players again, the seats moved on by one."""
        players = self._session.players
        self.table_app.begin(self._session.variant, (*players[1:], players[0]), None)

    def action_new(self) -> None:
        """Set up another game."""
        self.table_app.open_setup()

    def action_watch(self) -> None:
        """See the game again, step by step."""
        self.table_app.show_game(self._session.game)

    def action_review(self) -> None:
        """See what each turn could have been."""
        self.table_app.review_game(self._session.game)

    def action_table(self) -> None:
        """Look at the table once more."""
        self.dismiss()
