"""The `review` command: reviews the turns of a game, or analyses a single one in depth."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.app.launch import Launch
from qwirkle.cli.files import load_game
from qwirkle.cli.output import CommandError, complain, plain, say, say_json
from qwirkle.cli.parsing import Parser, command_parser, seconds, whole
from qwirkle.cli.play import open_app
from qwirkle.cli.tables import print_table
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.notation import face_text
from qwirkle.statistics.words import taken_back_text
from qwirkle.texts import tr, trn

if TYPE_CHECKING:
    from qwirkle.analysis.analysing import Analysis, FreeRoll
    from qwirkle.analysis.review import Review
    from qwirkle.analysis.thinking import Candidate

DEFAULT_TIME = 1.0
"""Search time for one turn."""

SHOWN = 10
"""Limit for candidates and for choices of dice."""


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
        "review",
        tr(
            "Opens the app; with --text or --json it prints the judgements instead.\n"
            "With --turn it thinks about one turn as the bot “master” does, from what its player\n"
            "could see, and prints the candidates, all of them with --json. The value of a turn\n"
            "is how many points more than the others its player should gain from there on; ± is\n"
            "a standard error."
        ),
        "qwirkle review game.qwirkle --json\nqwirkle review game.qwirkle --turn 12",
    )
    parser.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--text", action="store_true", help=tr("print tables"))
    printed.add_argument("--json", action="store_true", help=tr("print everything as one object"))
    parser.add_argument(
        "--turn",
        type=whole,
        metavar="N",
        help=tr("print the candidates for one turn, counted from 1"),
    )
    parser.add_argument(
        "--time",
        type=seconds,
        metavar="SECONDS",
        help=tr("with --turn: about how long to think, with the kernel (default: 1)"),
    )
    return parser


def run(options: Namespace) -> int:
    """Open the game's review in the app, or print it."""
    path = Path(options.file)
    if options.turn is not None:
        return _review_turn(path, options)
    if options.time is not None:
        raise CommandError(tr("--time needs --turn."))
    if not (options.json or options.text):
        return open_app(Launch(review=path))
    from qwirkle.analysis.review import review
    from qwirkle.statistics.reviews import keep_review

    game = load_game(path)
    told = review(game)
    if options.json:
        say_json(told.to_json())
    else:
        _print_tables(told)
    if trouble := keep_review(game, told.players):
        complain(trouble)
    if told.left_out:
        complain(
            trn(
                "The first {judged} turns are judged, and {count} turn after them is left out.",
                "The first {judged} turns are judged, and {count} turns after them are left out.",
                told.left_out,
                judged=len(told.turns),
            )
        )
    return 0


def _print_tables(told: Review) -> None:
    """Print a row per turn, then a row per player. Losses and luck are in points."""
    names = [player.name for player in told.players]
    print_table(
        (tr("player"), tr("did"), tr("turn"), tr("points"), tr("lost"), tr("luck")),
        [
            (
                names[turn.player],
                turn.did,
                str(turn.number),
                str(turn.points),
                f"{turn.lost:.1f}",
                f"{turn.luck.points:+z.1f}" if turn.luck is not None else "",
            )
            for turn in told.turns
        ],
        figures_from=2,
    )
    say()
    print_table(
        (
            tr("player"),
            tr("score"),
            tr("turns"),
            tr("lost"),
            tr("a turn"),
            tr("luck"),
            tr("a turn"),
        ),
        [
            (
                player.name,
                str(player.score),
                str(player.turns),
                f"{player.lost:.1f}",
                f"{player.lost_a_turn:.1f}",
                f"{player.luck:+z.1f}",
                f"{player.luck_a_turn:+z.1f}",
            )
            for player in told.players
        ],
        figures_from=1,
    )
    if told.taken_back:
        say(taken_back_text(told.taken_back))


def _review_turn(path: Path, options: Namespace) -> int:
    """Analyse one turn, and print its candidates and choices of dice."""
    from qwirkle.analysis.analysing import NoChoice, analyse
    from qwirkle.analysis.judging import turns_of

    game = load_game(path)
    if not (game.over or game.header.variant.hand.open):
        raise CommandError(
            tr("The game is not over yet: what could be done with a hidden hand stays secret.")
        )
    turns = turns_of(game)
    if not 1 <= options.turn <= len(turns):
        raise CommandError(
            trn(
                "There is no turn {turn}: the game has {count} turn.",
                "There is no turn {turn}: the game has {count} turns.",
                len(turns),
                turn=options.turn,
            )
        )
    try:
        analysis = analyse(turns[options.turn - 1], options.time or DEFAULT_TIME)
    except NoChoice:
        raise CommandError(
            tr("In turn {turn} there was nothing to choose.", turn=options.turn)
        ) from None
    if options.json:
        say_json(analysis.to_json())
    else:
        _print_turn(analysis, game.header.players[analysis.player].name)
    return 0


def _print_turn(analysis: Analysis, name: str) -> None:
    say(
        tr(
            "Turn {turn}, {name}, with {hand}.",
            turn=analysis.number,
            name=plain(name),
            hand=_faces_text(analysis.hand),
        )
    )
    for roll in analysis.rolls:
        _print_roll(roll)
    if analysis.thought is None:
        return
    from qwirkle.analysis.thinking import How

    say()
    _print_candidates(analysis.thought.candidates, analysis.played)
    say()
    say(
        {
            How.EXACT: tr("Every line of play was searched to the end."),
            How.BEAM: tr("The best lines of play were searched to the end."),
            How.ROLLOUTS: tr("The best candidates were played on in the same futures."),
            How.ESTIMATE: tr("The values are estimates: nothing was played on."),
        }[analysis.thought.how]
    )


def _print_roll(roll: FreeRoll) -> None:
    """Print the best choices of dice, and always the one that was made."""
    say()
    say(tr("Before a roll, with {hand}:", hand=_faces_text(roll.hand)))
    print_table(
        [tr("roll"), tr("mean points"), tr("value"), ""],
        [
            [
                _faces_text(choice.faces) or tr("none"),
                f"{choice.mean:.2f}",
                f"{choice.value:+.2f}",
                tr("chosen") if choice.chosen else "",
            ]
            for place, choice in enumerate(roll.choices)
            if place < SHOWN or choice.chosen
        ],
        figures_from=1,
    )


def _print_candidates(candidates: tuple[Candidate, ...], played: Move | None) -> None:
    """Print the best candidates, and always the one that was played."""
    from qwirkle.analysis.thinking import same_turn

    rows = []
    for place, candidate in enumerate(candidates):
        was_played = played is not None and same_turn(candidate.move, played)
        if place < SHOWN or was_played:
            rows.append([*_candidate_cells(candidate), tr("played") if was_played else ""])
    heads = [
        tr("turn"),
        tr("value"),
        "±",
        tr("win"),
        tr("points"),
        tr("others get"),
        tr("keeps"),
        tr("futures"),
        "",
    ]
    print_table(heads, rows, figures_from=1)


def _candidate_cells(candidate: Candidate) -> list[str]:
    worth = candidate.worth
    return [
        _move_text(candidate.move),
        f"{candidate.value:+.2f}",
        f"{candidate.error:.2f}" if candidate.futures else "",
        "" if candidate.win is None else f"{candidate.win:.0%}",
        f"{worth.points:g}",
        f"{worth.reply:.1f}",
        f"{worth.keep:.1f}",
        str(candidate.futures or ""),
    ]


def _move_text(move: Move) -> str:
    """Format a placement or trade in the notation of records."""
    match move:
        case Place(pieces):
            return " ".join(f"{face_text(face)} {x},{y}" for face, x, y in pieces)
        case Trade(faces):
            return tr("trade {pieces}", pieces=_faces_text(faces))
    raise ValueError("only placements and trades are analysed")


def _faces_text(faces: Faces) -> str:
    return " ".join(map(face_text, faces))
