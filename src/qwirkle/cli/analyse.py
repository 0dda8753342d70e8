"""The command `analyse`: what one turn of a game could have been, candidate by candidate."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.cli.output import CommandError, say, say_json
from qwirkle.cli.parsing import Parser, command_parser, seconds, whole
from qwirkle.texts import tr, trn

if TYPE_CHECKING:
    from qwirkle.analysis.analysing import Analysis
    from qwirkle.analysis.thinking import Candidate
    from qwirkle.engine.moves import Move

SHOWN = 10
"""How many candidates and choices of dice are printed."""


def parser() -> Parser:
    """What the command takes."""
    parser = command_parser(
        "analyse",
        tr(
            "Thinks about a turn as the bot “master” does, from what its player could see. The\n"
            "value of a candidate is by how many points more than the others its player is\n"
            "thought to gain from this turn on; ± is a standard error."
        ),
        "qwirkle analyse game.qwirkle --turn 12\nqwirkle analyse game.qwirkle --turn 12 --json",
    )
    parser.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    parser.add_argument(
        "--turn", type=whole, required=True, metavar="N", help=tr("which turn, from 1")
    )
    parser.add_argument(
        "--time",
        type=seconds,
        default=1.0,
        metavar="SECONDS",
        help=tr("about how long to think, with the kernel (default: 1)"),
    )
    parser.add_argument("--json", action="store_true", help=tr("everything as one object"))
    return parser


def run(options: Namespace) -> int:
    """Print what there was to choose in a turn."""
    from qwirkle.analysis.analysing import NoChoice, analyse
    from qwirkle.analysis.judging import turns_of
    from qwirkle.cli.files import load_game

    game = load_game(Path(options.file))
    if not (game.over or game.header.variant.hand_open):
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
        analysis = analyse(turns[options.turn - 1], options.time)
    except NoChoice:
        raise CommandError(
            tr("In turn {turn} there was nothing to choose.", turn=options.turn)
        ) from None
    if options.json:
        say_json(analysis.to_json())
    else:
        _print(analysis, game.header.players[analysis.player].name)
    return 0


def _print(analysis: Analysis, name: str) -> None:
    from qwirkle.analysis.thinking import How
    from qwirkle.cli.output import plain
    from qwirkle.cli.tables import print_table
    from qwirkle.notation import face_text

    hand = " ".join(map(face_text, analysis.hand))
    say(
        tr(
            "Turn {turn}, {name}, with {hand}.",
            turn=analysis.number,
            name=plain(name),
            hand=hand,
        )
    )
    for roll in analysis.rolls:
        say()
        say(tr("Before a roll, with {hand}:", hand=" ".join(map(face_text, roll.hand))))
        chosen = [choice for choice in roll.choices[SHOWN:] if choice.chosen]
        print_table(
            [tr("roll"), tr("mean points"), tr("value"), ""],
            [
                [
                    " ".join(map(face_text, choice.faces)) or tr("none"),
                    f"{choice.mean:.2f}",
                    f"{choice.value:+.2f}",
                    tr("chosen") if choice.chosen else "",
                ]
                for choice in (*roll.choices[:SHOWN], *chosen)
            ],
            figures_from=1,
        )
    if analysis.thought is None:
        return
    say()
    played = analysis.played
    rows = [_row(candidate, played) for candidate in _shown(analysis.thought.candidates, played)]
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
    say()
    say(
        {
            How.EXACT: tr("Every line of play was searched to the end."),
            How.BEAM: tr("The best lines of play were searched to the end."),
            How.ROLLOUTS: tr("The best candidates were played on in the same futures."),
            How.ESTIMATE: tr("The values are estimates: nothing was played on."),
        }[analysis.thought.how]
    )


def _shown(candidates: tuple[Candidate, ...], played: Move | None) -> list[Candidate]:
    """The best, and in any case the one that was played."""
    shown = list(candidates[:SHOWN])
    shown += [candidate for candidate in candidates[SHOWN:] if _is(candidate, played)]
    return shown


def _is(candidate: Candidate, played: Move | None) -> bool:
    from qwirkle.analysis.thinking import same_turn

    return played is not None and same_turn(candidate.move, played)


def _row(candidate: Candidate, played: Move | None) -> list[str]:
    worth = candidate.worth
    return [
        move_text(candidate.move),
        f"{candidate.value:+.2f}",
        f"{candidate.error:.2f}" if candidate.futures else "",
        "" if candidate.win is None else f"{candidate.win:.0%}",
        f"{worth.points:g}",
        f"{worth.reply:.1f}",
        f"{worth.keep:.1f}",
        str(candidate.futures or ""),
        tr("played") if _is(candidate, played) else "",
    ]


def move_text(move: Move) -> str:
    """A turn in a few signs, as records have it."""
    from qwirkle.engine.moves import Place, Trade
    from qwirkle.notation import face_text

    match move:
        case Place(pieces):
            return " ".join(f"{face_text(face)} {x},{y}" for face, x, y in pieces)
        case Trade(faces):
            return tr("trade {pieces}", pieces=" ".join(map(face_text, faces)))
    raise ValueError("only placements and trades are analysed")
