"""The `games` command: lists saved games and removes some."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from qwirkle import saving
from qwirkle.cli.output import CommandError, is_terminal, plain, say, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.cli.tables import print_table
from qwirkle.record import Busy, games_folder
from qwirkle.record.folder import SUFFIX
from qwirkle.saving import SavedGame
from qwirkle.texts import tr, trn


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
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
    games = saving.saved()
    if options.action == "rm":
        return _remove(options, games)
    if options.games:
        raise CommandError(tr("“games list” takes no names of games."))
    if options.json:
        for game in games:
            say_json(
                {
                    "file": str(game.path),
                    "changed": game.when.isoformat(timespec="seconds"),
                    "game": game.title,
                    "players": _players(game),
                    "state": _state(game),
                }
            )
    elif not games:
        say(tr("There are no saved games in {folder}.", folder=plain(games_folder())))
    else:
        _list(games)
    return 0


def _list(games: list[SavedGame]) -> None:
    print_table(
        ["", tr("saved"), tr("game"), tr("players"), tr("state"), tr("file")],
        [
            [
                str(number),
                game.when.strftime("%Y-%m-%d %H:%M"),
                game.title,
                _players(game),
                _state(game),
                game.path.name,
            ]
            for number, game in enumerate(games, start=1)
        ],
    )
    say(tr("They are in {folder}.", folder=plain(games_folder())))


def _players(game: SavedGame) -> str:
    return ", ".join(
        tr("{name} {score}", name=player.name, score=score)
        for player, score in zip(game.players, game.scores, strict=True)
    )


def _state(game: SavedGame) -> str:
    if game.problem:
        return tr("damaged: {problem}", problem=game.problem)
    if game.finished:
        return tr("finished")
    return trn("{count} turn played", "{count} turns played", game.turns)


def _remove(options: Namespace, games: list[SavedGame]) -> int:
    if not options.games:
        raise CommandError(tr("Say which game to remove: a number of “qwirkle games” or a file."))
    paths = [_path_of(text, games) for text in options.games]
    for path in paths:
        if options.yes or _agreed(path):
            _take_away(path)
            say(tr("{file} is gone.", file=plain(path)))
        else:
            say(tr("{file} stays.", file=plain(path)))
    return 0


def _take_away(path: Path) -> None:
    try:
        saving.remove(path)
    except Busy:
        raise CommandError(
            tr("{file} stays, because another program plays this game.", file=path)
        ) from None
    except OSError as error:
        raise CommandError(
            tr("{file} cannot be removed: {why}.", file=path, why=error.strerror or error)
        ) from None


def _path_of(text: str, games: list[SavedGame]) -> Path:
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
    if path.suffix != SUFFIX or not path.is_file():
        raise CommandError(tr("{file} is no saved game.", file=text))
    return path


def _agreed(path: Path) -> bool:
    if not is_terminal(sys.stdin):
        raise CommandError(tr("Removing asks first, and there is nobody to ask; --yes says so."))
    print(tr("Remove {file} for good? [y/N] ", file=plain(path)), end="", flush=True)
    return sys.stdin.readline().strip().lower() in (tr("y"), tr("yes"))
