"""The `show` command: prints a game's board, scores and turns."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from qwirkle.cli.board_output import print_board
from qwirkle.cli.loading import load_game
from qwirkle.cli.output import print_json, print_raw, sanitize
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.cli.table_output import print_table
from qwirkle.engine.events import Finished, GameEvent, Passed, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import face_text, faces_text
from qwirkle.game import Game
from qwirkle.i18n import tr, trn
from qwirkle.records.schema import pieces_to_json
from qwirkle.text.ruleset import identify_ruleset


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
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
        print_json(_as_json(game))
        return 0
    print_raw(sanitize(variant.title))
    print_raw(tr("Ruleset: {ruleset}.", ruleset=sanitize(identify_ruleset(variant))))
    print_raw()
    print_board(board, variant)
    print_raw()
    print_table(
        [tr("player"), tr("points"), ""],
        [
            [player.name, str(score), _result_text(game, seat)]
            for seat, (player, score) in enumerate(
                zip(game.header.players, game.position.scores, strict=True)
            )
        ],
        first_number_column=1,
    )
    print_raw()
    print_table(
        [tr("turn"), tr("player"), tr("what happened"), tr("points")], list(_turn_rows(game))
    )
    return 0


def _as_json(game: Game) -> dict[str, object]:
    position, identity = game.position, identify_ruleset(game.header.variant)
    result = position.result
    return {
        "title": game.header.variant.title,
        **identity.to_json(),
        "players": [
            {"name": player.name, "kind": player.kind, "score": score}
            for player, score in zip(game.header.players, position.scores, strict=True)
        ],
        "turns": game.completed_turn_count,
        "board": pieces_to_json((face, x, y) for (x, y), face in position.board.cells.items()),
        "winners": None if result is None else list(result.winners),
    }


def _result_text(game: Game, seat: int) -> str:
    result = game.position.result
    if result is None:
        return tr("to move") if seat == game.position.seat_to_move else ""
    if seat not in result.winners:
        return ""
    return tr("won") if len(result.winners) == 1 else tr("shared the win")


def _turn_rows(game: Game) -> Iterator[list[str]]:
    turn = 1
    for event, position in game.active_history:
        description = _describe_event(event, game.header.variant.trade.cost)
        if description is not None:
            seat, action, points = description
            yield [str(turn), game.header.players[seat].name, action, points]
        if isinstance(event, Finished):
            penalties = position.view(0).leftover_penalties
            for player, penalty in zip(game.header.players, penalties, strict=True):
                if penalty:
                    yield [str(turn), player.name, tr("pieces left in hand"), str(-penalty)]
        turn = position.turns_played + 1


def _describe_event(event: GameEvent, cost: int) -> tuple[int, str, str] | None:
    """Return the seat, what it did and the points as text, or None if the event isn't listed.

    `cost` is the price of a trade in points.
    """
    match event:
        case Placed(seat, pieces, points):
            placements = (
                tr("{piece} {x},{y}", piece=face_text(face), x=x, y=y) for face, x, y in pieces
            )
            return seat, " · ".join(placements), str(points)
        case Rolled(seat, before, after, forced):
            values = {"before": faces_text(before), "after": faces_text(after)}
            if forced:
                return seat, tr("had to roll {before}: {after}", **values), ""
            return seat, tr("rolled {before}: {after}", **values), ""
        case Traded(seat, gave, _):
            action = trn("traded {count} piece", "traded {count} pieces", len(gave))
            return seat, action, str(-cost) if cost else ""
        case Redrawn(seat, _, drew):
            return seat, tr("drew a new hand: {after}", after=faces_text(drew)), ""
        case Passed(seat):
            return seat, tr("passed"), ""
        case Finished(int(seat), bonus, _, _):
            return seat, tr("went out"), str(bonus)
    return None
