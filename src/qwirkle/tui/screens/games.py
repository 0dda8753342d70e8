"""The lists of saved games: those to resume, and records to watch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle, Vertical, VerticalGroup
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.decoding import escape_text
from qwirkle.files import expand_path
from qwirkle.i18n import tr, trn
from qwirkle.records import library
from qwirkle.records.library import SavedGame
from qwirkle.records.locked_file import RecordLocked
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar

MAX_RECORDS = 100


def resume_prompt(saved: SavedGame) -> Content:
    """Return a list entry: players with scores, then variant, turns and date."""
    return _prompt(saved, _summary(saved))


def record_prompt(saved: SavedGame) -> Content:
    """Return a list entry that also says whether the game is finished."""
    state = tr("finished") if saved.finished else tr("not finished")
    return _prompt(saved, tr("{summary}, {state}", summary=_summary(saved), state=state))


def _summary(saved: SavedGame) -> str:
    return trn(
        "{title}, {count} turn, {when}",
        "{title}, {count} turns, {when}",
        saved.turns,
        when=_format_date(saved),
        title=saved.title,
    )


def _prompt(saved: SavedGame, details: str) -> Content:
    head = "  ".join(
        tr("{name} {score}", name=player.name, score=score)
        for player, score in zip(saved.players, saved.scores, strict=True)
    )
    if saved.problem:
        head = escape_text(saved.path.name)
        details = tr("{when}: {problem}", when=_format_date(saved), problem=saved.problem)
    return Content(head) + Content("\n") + Content(details).stylize("$foreground 60%")


def _format_date(saved: SavedGame) -> str:
    return saved.modified_at.strftime("%Y-%m-%d %H:%M")


class ConfirmDeleteScreen(BaseScreen[bool]):
    """A confirmation before a record is deleted; returns True to delete."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", tr("Keep it"), id="remove.keep"),
        Binding("y", "answer(True)", tr("Remove it"), id="remove.remove"),
    ]

    def __init__(self, saved: SavedGame) -> None:
        super().__init__()
        self._saved = saved

    def compose_screen(self) -> ComposeResult:
        with Middle(), VerticalGroup(classes="card"):
            yield Static(tr("Remove this game for good?"), classes="title", markup=False)
            yield Static(record_prompt(self._saved))
            yield Button(tr("Keep it"), id="keep", variant="primary")
            yield Button(tr("Remove it"), id="delete", variant="error")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#keep").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "delete")

    def action_answer(self, confirmed: bool) -> None:
        self.dismiss(confirmed)


class SavedGamesScreen(BaseScreen[None]):
    """A list of saved games that lets you delete them; base of the two lists."""

    def __init__(self, games: Sequence[SavedGame]) -> None:
        super().__init__()
        self.games = list(games)

    def is_available(self, action: str) -> bool | None:
        return (
            self._highlighted_index is not None
            if action == "delete"
            else super().is_available(action)
        )

    @property
    def _highlighted_index(self) -> int | None:
        lists = self.query(OptionList)
        return lists.first().highlighted if lists and lists.first().has_focus else None

    def on_option_list_option_highlighted(self) -> None:
        self.refresh_bindings()

    def action_delete(self) -> None:
        index = self._highlighted_index
        if index is None:
            return
        saved = self.games[index]

        def on_answer(confirmed: bool | None) -> None:
            if confirmed and not self.is_closed:
                self.show_error(self._delete(index, saved))

        self.app.push_screen(ConfirmDeleteScreen(saved), on_answer)

    def _delete(self, index: int, saved: SavedGame) -> str:
        """Delete a record and its list entry; return an error message, or an empty string."""
        try:
            library.delete_game(saved.path)
        except FileNotFoundError:
            pass  # already deleted by someone else
        except RecordLocked:
            return tr("This game stays, because another program plays it.")
        except OSError as error:
            return tr("This game cannot be removed: {why}.", why=error.strerror or error)
        del self.games[index]
        options = self.query_one(OptionList)
        options.remove_option_at_index(index)
        options.highlighted = min(index, len(self.games) - 1) if self.games else None
        self.update_list_visibility()
        return ""

    def update_list_visibility(self) -> None:
        """Hide the list if it's empty."""
        self.query_one(OptionList).display = bool(self.games)

    def action_leave(self) -> None:
        self.qwirkle_app.open_start()


class UnfinishedGamesScreen(SavedGamesScreen):
    """Unfinished games to resume, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", tr("Back"), id="games.back"),
        Binding("delete", "delete", tr("Remove"), id="games.remove"),
    ]

    def __init__(self) -> None:
        super().__init__(library.unfinished_games())

    def compose_screen(self) -> ComposeResult:
        with Vertical(classes="content"), Vertical(classes="column"):
            yield Static("", id="error", classes="error", markup=False)
            games = OptionList(
                *(
                    Option(resume_prompt(saved), disabled=bool(saved.problem))
                    for saved in self.games
                ),
                classes="box",
                markup=False,
            )
            games.border_title = Content(tr("Resume a game"))
            yield games
            empty_notice = Static(
                tr("There is no unfinished game. Esc leads back."),
                id="none",
                classes="box",
                markup=False,
            )
            empty_notice.border_title = Content(tr("Resume a game"))
            yield empty_notice
        yield KeyBar()

    def on_mount(self) -> None:
        self.update_list_visibility()

    def update_list_visibility(self) -> None:
        super().update_list_visibility()
        self.query_one("#none").display = not self.games

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        error = self.qwirkle_app.resume_game(self.games[event.option_index].path)
        if error:
            self.show_error(error)


class RecordsScreen(SavedGamesScreen):
    """Records to watch: those in the games folder, or any other file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", tr("Back"), id="records.back"),
        Binding("delete", "delete", tr("Remove"), id="records.remove"),
    ]

    def __init__(self) -> None:
        super().__init__(library.saved_games(max_count=MAX_RECORDS))

    def compose_screen(self) -> ComposeResult:
        with Vertical(classes="content"), Vertical(classes="column"):
            yield Static("", id="error", classes="error", markup=False)
            records = OptionList(
                *(Option(record_prompt(saved)) for saved in self.games), classes="box", markup=False
            )
            records.border_title = Content(tr("Watch a record"))
            yield records
            with VerticalGroup(classes="box", id="other") as other:
                other.border_title = Content(tr("Another file"))
                yield Input(placeholder=tr("the path of another record"), compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.update_list_visibility()
        self.query_one(OptionList if self.games else Input).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._open_replay(self.games[event.option_index].path)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self._open_replay(expand_path(event.value))

    def _open_replay(self, path: Path) -> None:
        error = self.qwirkle_app.open_replay(path)
        if error:
            self.show_error(error)
