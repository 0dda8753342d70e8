"""Lists of saved games: those to go on with, and records to watch."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from qwirkle import saving
from qwirkle.app.screens.key_bar import KeyBar
from qwirkle.app.screens.page import Page
from qwirkle.record import games_folder
from qwirkle.saving import SavedGame
from qwirkle.texts import tr, trn

MOST_RECORDS = 200


def game_text(saved: SavedGame) -> str:
    """One entry of the list: when, what, who and how it stands."""
    when = datetime.datetime.fromtimestamp(saved.changed).strftime("%Y-%m-%d %H:%M")
    if saved.problem:
        return tr(
            "{when}  {file}: {problem}", when=when, file=saved.path.name, problem=saved.problem
        )
    stand = ", ".join(
        tr("{name} {score}", name=player.name, score=score)
        for player, score in zip(saved.players, saved.scores, strict=True)
    )
    return trn(
        "{when}  {title}, {count} turn: {stand}",
        "{when}  {title}, {count} turns: {stand}",
        saved.turns,
        when=when,
        title=saved.title,
        stand=stand,
    )


class GamesScreen(Page[None]):
    """The games that can be gone on with, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", tr("Back"), id="games.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: Sequence[SavedGame] = saving.unfinished()

    def compose_page(self) -> ComposeResult:
        """The list, or a sentence where it is empty."""
        with Vertical(classes="sheet"):
            yield Static(tr("Resume a game"), classes="title", markup=False)
            yield Static("", id="trouble", classes="trouble", markup=False)
            if self._games:
                yield OptionList(
                    *(
                        Option(Content(game_text(each)), disabled=bool(each.problem))
                        for each in self._games
                    ),
                    markup=False,
                )
            else:
                yield Static(tr("There is no unfinished game."), markup=False)
        yield KeyBar()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with this game, or say why not."""
        trouble = self.table_app.resume(self._games[event.option_index].path)
        if trouble:
            self.query_one("#trouble", Static).update(Content(trouble))

    def action_leave(self) -> None:
        """Go back to the start screen."""
        self.table_app.open_start()


class RecordsScreen(Page[None]):
    """Records to watch: those in the folder of games, or any other file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", tr("Back"), id="records.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._paths = sorted(
            games_folder().glob("*.qwirkle"), key=lambda path: path.name, reverse=True
        )[:MOST_RECORDS]

    def compose_page(self) -> ComposeResult:
        """The list, and a line for another file."""
        with Vertical(classes="sheet"):
            yield Static(tr("Watch a record"), classes="title", markup=False)
            yield Static("", id="trouble", classes="trouble", markup=False)
            yield OptionList(*(Option(Content(path.name)) for path in self._paths), markup=False)
            yield Input(placeholder=tr("the path of another record"), compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        """The list takes the keys, if there is anything in it."""
        self.query_one(OptionList if self._paths else Input).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch this one."""
        self._watch(self._paths[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Watch the file at the path."""
        if event.value.strip():
            self._watch(Path(event.value.strip()).expanduser())

    def _watch(self, path: Path) -> None:
        trouble = self.table_app.watch_record(path)
        if trouble:
            self.query_one("#trouble", Static).update(Content(trouble))

    def action_leave(self) -> None:
        """Go back to the start screen."""
        self.table_app.open_start()
