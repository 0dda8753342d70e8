"""Lists of saved games: those to go on with, and records to watch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalGroup
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from qwirkle import saving
from qwirkle.app.pages.page import Page, typed_path
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.engine.variant_table import shown_word
from qwirkle.saving import SavedGame
from qwirkle.texts import tr, trn

MOST_RECORDS = 100


def game_prompt(saved: SavedGame) -> Content:
    """One entry of a list: who and how it stands; below that what, how far and when."""
    told = trn(
        "{title}, {count} turn, {when}",
        "{title}, {count} turns, {when}",
        saved.turns,
        when=_when(saved),
        title=saved.title,
    )
    return _entry(saved, told)


def record_prompt(saved: SavedGame) -> Content:
    """The same where some games are over and others are not."""
    if not saved.finished:
        told = trn(
            "{title}, {count} turn, {when}, not finished",
            "{title}, {count} turns, {when}, not finished",
            saved.turns,
            when=_when(saved),
            title=saved.title,
        )
    else:
        told = trn(
            "{title}, {count} turn, {when}, finished",
            "{title}, {count} turns, {when}, finished",
            saved.turns,
            when=_when(saved),
            title=saved.title,
        )
    return _entry(saved, told)


def _entry(saved: SavedGame, told: str) -> Content:
    head = "  ".join(
        tr("{name} {score}", name=player.name, score=score)
        for player, score in zip(saved.players, saved.scores, strict=True)
    )
    if saved.problem:
        head = shown_word(saved.path.name)
        told = tr("{when}: {problem}", when=_when(saved), problem=saved.problem)
    return Content(head) + Content("\n") + Content(told).stylize("$foreground 60%")


def _when(saved: SavedGame) -> str:
    return saved.when.strftime("%Y-%m-%d %H:%M")


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
        with Vertical(classes="sheet"), Vertical(classes="column"):
            yield Static("", id="trouble", classes="trouble", markup=False)
            if self._games:
                games = OptionList(
                    *(
                        Option(game_prompt(each), disabled=bool(each.problem))
                        for each in self._games
                    ),
                    classes="box",
                    markup=False,
                )
                games.border_title = Content(tr("Resume a game"))
                yield games
            else:
                none = Static(
                    tr("There is no unfinished game. Esc leads back."),
                    classes="box",
                    markup=False,
                )
                none.border_title = Content(tr("Resume a game"))
                yield none
        yield KeyBar()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with this game, or say why not."""
        trouble = self.table_app.resume(self._games[event.option_index].path)
        if trouble:
            self.complain(trouble)

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
        self._games: Sequence[SavedGame] = saving.saved(most=MOST_RECORDS)

    def compose_page(self) -> ComposeResult:
        """The list, and a line for another file."""
        with Vertical(classes="sheet"), Vertical(classes="column"):
            yield Static("", id="trouble", classes="trouble", markup=False)
            records = OptionList(
                *(Option(record_prompt(each)) for each in self._games), classes="box", markup=False
            )
            records.border_title = Content(tr("Watch a record"))
            records.display = bool(self._games)
            yield records
            with VerticalGroup(classes="box") as other:
                other.border_title = Content(tr("Another file"))
                yield Input(placeholder=tr("the path of another record"), compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        """The list takes the keys, if there is anything in it."""
        self.query_one(OptionList if self._games else Input).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch this one."""
        self._watch(self._games[event.option_index].path)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Watch the file at the path."""
        if event.value.strip():
            self._watch(typed_path(event.value))

    def _watch(self, path: Path) -> None:
        trouble = self.table_app.watch_record(path)
        if trouble:
            self.complain(trouble)

    def action_leave(self) -> None:
        """Go back to the start screen."""
        self.table_app.open_start()
