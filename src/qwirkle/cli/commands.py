"""All commands with their summaries, and the help of the whole program.

Imports as little as possible, so that --help is fast.
"""

from __future__ import annotations

from qwirkle.i18n import tr

_NAME_WIDTH = 10


def command_summaries() -> dict[str, str]:
    """Map every command to its one-line summary, in help order."""
    return {
        "play": tr("Play a game in the terminal."),
        "serve": tr("Serve tables for people at other screens."),
        "join": tr("Take a seat at a table of a server."),
        "games": tr("List the saved games, or remove some."),
        "show": tr("Print a game: the table, the scores and every turn."),
        "review": tr("See what each turn of a game could have been worth."),
        "stats": tr("Print what all finished games come to, player by player."),
        "rules": tr("Print the rules of a variant."),
        "variants": tr("List the variants that can be played."),
        "compare": tr("Put the rules of variants side by side."),
        "arena": tr("Let bots play each other and count who wins."),
        "plays": tr("Print every legal placement for positions, the best first."),
        "odds": tr("Print what each choice of dice to roll again is worth."),
        "verify": tr("Check records of games event by event."),
        "schema": tr("Print a JSON Schema of variants' files or of records."),
    }


def program_help() -> str:
    """Return the text of `qwirkle --help`."""
    lines = [f"  {name:<{_NAME_WIDTH}}{summary}" for name, summary in command_summaries().items()]
    return tr(
        "usage: qwirkle [COMMAND] [ARGUMENT ...]\n"
        "\n"
        "Qwirkle and its dice game in the terminal. Without a command it opens the start screen.\n"
        "\n"
        "commands:\n"
        "{commands}\n"
        "\n"
        "options:\n"
        "  -h, --help  show this help\n"
        "  --version   show the version\n"
        "\n"
        "“qwirkle COMMAND --help” explains a command and shows an example.",
        commands="\n".join(lines),
    )
