"""The `show` command: prints a game's board, scores and turns."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from qwirkle.cli.drawing import show_board
from qwirkle.cli.files import load_game
from qwirkle.cli.output import plain, say, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.cli.tables import print_table
from qwirkle.engine.events import Finished, Happening, Passed, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import Faces
from qwirkle.game import Game
from qwirkle.notation import face_text, laid_to_json
from qwirkle.rulebook.identity import identity_of
from qwirkle.texts import tr, trn


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
        "show",
        tr("The record is checked on the way. In a terminal the pieces have their colours."),
        "qwirkle show game.qwirkle",
    )
    parser.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    parser.add_argument(
        "--json", action="store_true", help=tr("the ruleset, the table and the scores as an object")
    )
    return parser


def run(options: Namespace) -> int:
    """Print a game as text, or its final state as JSON."""
    game = load_game(Path(options.file))
    variant, board = game.header.variant, game.position.board
    if options.json:
        say_json(_facts_of(game))
        return 0
    say(plain(variant.title))
    say(tr("Ruleset: {ruleset}.", ruleset=plain(identity_of(variant))))
    say()
    show_board(board, variant)
    say()
    print_table(
        [tr("player"), tr("points"), ""],
        [
            [player.name, str(score), _place(game, seat)]
            for seat, (player, score) in enumerate(
                zip(game.header.players, game.position.scores, strict=True)
            )
        ],
        figures_from=1,
    )
    say()
    print_table([tr("turn"), tr("player"), tr("what happened"), tr("points")], list(_turns(game)))
    return 0


def _facts_of(game: Game) -> dict[str, object]:
    position, identity = game.position, identity_of(game.header.variant)
    result = position.result
    return {
        "title": game.header.variant.title,
        **identity.to_json(),
        "players": [
            {"name": player.name, "kind": player.kind, "score": score}
            for player, score in zip(game.header.players, position.scores, strict=True)
        ],
        "turns": game.turns,
        "board": laid_to_json((face, x, y) for (x, y), face in position.board.cells.items()),
        "winners": None if result is None else list(result.winners),
    }


def _place(game: Game, seat: int) -> str:
    result = game.position.result
    if result is None:
        return tr("to move") if seat == game.position.player else ""
    if seat not in result.winners:
        return ""
    return tr("won") if len(result.winners) == 1 else tr("shared the win")


def _turns(game: Game) -> Iterator[list[str]]:
    turn = 1
    for event, position in game.standing:
        account = _account_of(event, game.header.variant.trade.cost)
        if account is not None:
            seat, what, points = account
            yield [str(turn), game.header.players[seat].name, what, points]
        if isinstance(event, Finished):
            for player, hand in zip(game.header.players, position.hands, strict=True):
                lost = position.variant.end.left_piece * len(hand)
                if lost:
                    yield [str(turn), player.name, tr("pieces left in hand"), str(-lost)]
        turn = position.turns + 1


def _account_of(event: Happening, cost: int) -> tuple[int, str, str] | None:
    """Return the seat, what it did and the points as text, or None if the event isn't listed.

    `cost` is the price of a trade in points.
    """
    match event:
        case Placed(seat, pieces, points):
            laid = (tr("{piece} {x},{y}", piece=face_text(face), x=x, y=y) for face, x, y in pieces)
            return seat, " · ".join(laid), str(points)
        case Rolled(seat, before, after, forced):
            words = {"before": _listed(before), "after": _listed(after)}
            if forced:
                return seat, tr("had to roll {before}: {after}", **words), ""
            return seat, tr("rolled {before}: {after}", **words), ""
        case Traded(seat, gave, _):
            what = trn("traded {count} piece", "traded {count} pieces", len(gave))
            return seat, what, str(-cost) if cost else ""
        case Redrawn(seat, _, drew):
            return seat, tr("drew a new hand: {after}", after=_listed(drew)), ""
        case Passed(seat):
            return seat, tr("passed"), ""
        case Finished(int(seat), bonus, _, _):
            return seat, tr("went out"), str(bonus)
    return None


def _listed(faces: Faces) -> str:
    return " ".join(map(face_text, faces))
