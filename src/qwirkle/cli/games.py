"""The `games` command: lists saved games and removes some."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from qwirkle.cli.output import CommandError, is_terminal, print_json, print_raw, sanitize
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.cli.table_output import print_table
from qwirkle.i18n import tr, trn
from qwirkle.paths import games_folder
from qwirkle.records import library
from qwirkle.records.library import SavedGame
from qwirkle.records.locked_file import RecordLocked
from qwirkle.records.writer import RECORD_SUFFIX


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "games",
        tr("Removing asks first."),
        "qwirkle games\nqwirkle games rm 3",
    )
    parser.add_argument(
        "action", nargs="?", choices=("list", "rm"), default="list", help=tr("list (default) or rm")
    )
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=tr("for rm: a number of the list or a file")
    )
    parser.add_argument("--yes", action="store_true", help=tr("for rm: do not ask"))
    parser.add_argument("--json", action="store_true", help=tr("one object a line"))
    return parser


def run(options: Namespace) -> int:
    """List the saved games, or remove the given ones."""
    games = library.saved_games()
    if options.action == "rm":
        return _remove_games(options, games)
    if options.games:
        raise CommandError(tr("“games list” takes no names of games."))
    if options.json:
        for game in games:
            print_json(
                {
                    "file": str(game.path),
                    "changed": game.modified_at.isoformat(timespec="seconds"),
                    "game": game.title,
                    "players": _players_text(game),
                    "state": _state_text(game),
                }
            )
    elif not games:
        print_raw(tr("There are no saved games in {folder}.", folder=sanitize(games_folder())))
    else:
        _print_games(games)
    return 0


def _print_games(games: list[SavedGame]) -> None:
    print_table(
        ["", tr("saved"), tr("game"), tr("players"), tr("state"), tr("file")],
        [
            [
                str(number),
                game.modified_at.strftime("%Y-%m-%d %H:%M"),
                game.title,
                _players_text(game),
                _state_text(game),
                game.path.name,
            ]
            for number, game in enumerate(games, start=1)
        ],
    )
    print_raw(tr("They are in {folder}.", folder=sanitize(games_folder())))


def _players_text(game: SavedGame) -> str:
    return ", ".join(
        tr("{name} {score}", name=player.name, score=score)
        for player, score in zip(game.players, game.scores, strict=True)
    )


def _state_text(game: SavedGame) -> str:
    if game.problem:
        return tr("damaged: {problem}", problem=game.problem)
    if game.finished:
        return tr("finished")
    return trn("{count} turn played", "{count} turns played", game.turns)


def _remove_games(options: Namespace, games: list[SavedGame]) -> int:
    if not options.games:
        raise CommandError(tr("Say which game to remove: a number of “qwirkle games” or a file."))
    paths = [_find_game(text, games) for text in options.games]
    for path in paths:
        if options.yes or _confirm_removal(path):
            _remove_file(path)
            print_raw(tr("{file} is gone.", file=sanitize(path)))
        else:
            print_raw(tr("{file} stays.", file=sanitize(path)))
    return 0


def _remove_file(path: Path) -> None:
    try:
        library.delete_game(path)
    except RecordLocked:
        raise CommandError(
            tr("{file} stays, because another program plays this game.", file=path)
        ) from None
    except OSError as error:
        raise CommandError(
            tr("{file} cannot be removed: {why}.", file=path, why=error.strerror or error)
        ) from None


def _find_game(text: str, games: list[SavedGame]) -> Path:
    if text.isascii() and text.isdigit():
        number = int(text[:9])
        if not 1 <= number <= len(games):
            raise CommandError(
                tr(
                    "There is no game {number}: the list has {count}.",
                    number=number,
                    count=len(games),
                )
            )
        return games[number - 1].path
    for game in games:
        if text == game.path.name:
            return game.path
    path = Path(text)
    if path.suffix != RECORD_SUFFIX or not path.is_file():
        raise CommandError(tr("{file} is no saved game.", file=text))
    return path


def _confirm_removal(path: Path) -> bool:
    if not is_terminal(sys.stdin):
        raise CommandError(tr("Removing asks first, and there is nobody to ask; --yes says so."))
    print(tr("Remove {file} for good? [y/N] ", file=sanitize(path)), end="", flush=True)
    return sys.stdin.readline().strip().lower() in (tr("y"), tr("yes"))
