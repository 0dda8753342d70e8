"""The `review` command: reviews the turns of a game, or analyses a single one in depth."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.cli.loading import load_game
from qwirkle.cli.output import CommandError, print_json, print_raw, print_stderr, sanitize
from qwirkle.cli.parser import CommandParser, build_command_parser, parse_int, parse_seconds
from qwirkle.cli.play import open_app
from qwirkle.cli.table_output import print_table
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import face_text, faces_text
from qwirkle.i18n import tr, trn
from qwirkle.text.stats import undone_turns_text
from qwirkle.tui.launch import LaunchOptions

if TYPE_CHECKING:
    from qwirkle.analysis.review import GameReview
    from qwirkle.analysis.search import Candidate
    from qwirkle.analysis.turn_analysis import FreeRollAnalysis, TurnAnalysis

DEFAULT_SECONDS = 1.0
"""Search time for one turn."""

MAX_PRINTED_ROWS = 10
"""Limit for candidates and for choices of dice."""


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
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
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--text", action="store_true", help=tr("print tables"))
    output.add_argument("--json", action="store_true", help=tr("print everything as one object"))
    parser.add_argument(
        "--turn",
        type=parse_int,
        metavar="N",
        help=tr("print the candidates for one turn, counted from 1"),
    )
    parser.add_argument(
        "--time",
        type=parse_seconds,
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
        return open_app(LaunchOptions(review=path))
    from qwirkle.analysis.review import review_game
    from qwirkle.stats.saved_reviews import save_review

    game = load_game(path)
    game_review = review_game(game)
    if options.json:
        print_json(game_review.to_json())
    else:
        _print_review(game_review)
    if error := save_review(game, game_review.players):
        print_stderr(error)
    if game_review.skipped_turns:
        print_stderr(
            trn(
                "The first {judged} turns are judged, and {count} turn after them is left out.",
                "The first {judged} turns are judged, and {count} turns after them are left out.",
                game_review.skipped_turns,
                judged=len(game_review.turns),
            )
        )
    return 0


def _print_review(review: GameReview) -> None:
    """Print a row per turn, then a row per player. Losses and luck are in points."""
    names = [player.name for player in review.players]
    print_table(
        (tr("player"), tr("did"), tr("turn"), tr("points"), tr("lost"), tr("luck")),
        [
            (
                names[turn.player],
                turn.kind,
                str(turn.number),
                str(turn.points),
                f"{turn.loss:.1f}",
                f"{turn.luck.points:+z.1f}" if turn.luck is not None else "",
            )
            for turn in review.turns
        ],
        first_number_column=2,
    )
    print_raw()
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
            for player in review.players
        ],
        first_number_column=1,
    )
    if review.undone_turns:
        print_raw(undone_turns_text(review.undone_turns))


def _review_turn(path: Path, options: Namespace) -> int:
    """Analyse one turn, and print its candidates and choices of dice."""
    from qwirkle.analysis.review import completed_turns
    from qwirkle.analysis.turn_analysis import NoChoice, analyse_turn

    game = load_game(path)
    if not (game.is_over or game.header.variant.hand.open):
        raise CommandError(
            tr("The game is not over yet: what could be done with a hidden hand stays secret.")
        )
    turns = completed_turns(game)
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
        analysis = analyse_turn(turns[options.turn - 1], options.time or DEFAULT_SECONDS)
    except NoChoice:
        raise CommandError(
            tr("In turn {turn} there was nothing to choose.", turn=options.turn)
        ) from None
    if options.json:
        print_json(analysis.to_json())
    else:
        _print_analysis(analysis, game.header.players[analysis.player].name)
    return 0


def _print_analysis(analysis: TurnAnalysis, name: str) -> None:
    print_raw(
        tr(
            "Turn {turn}, {name}, with {hand}.",
            turn=analysis.number,
            name=sanitize(name),
            hand=faces_text(analysis.hand),
        )
    )
    for roll in analysis.rolls:
        _print_roll(roll)
    if analysis.search_result is None:
        return
    from qwirkle.analysis.search import SearchMethod

    print_raw()
    _print_candidates(analysis.search_result.candidates, analysis.played_move)
    print_raw()
    print_raw(
        {
            SearchMethod.EXACT: tr("Every line of play was searched to the end."),
            SearchMethod.BEAM: tr("The best lines of play were searched to the end."),
            SearchMethod.ROLLOUTS: tr("The best candidates were played on in the same futures."),
            SearchMethod.ESTIMATE: tr("The values are estimates: nothing was played on."),
        }[analysis.search_result.method]
    )


def _print_roll(roll: FreeRollAnalysis) -> None:
    """Print the best choices of dice, and always the one that was made."""
    print_raw()
    print_raw(tr("Before a roll, with {hand}:", hand=faces_text(roll.hand)))
    print_table(
        [tr("roll"), tr("mean points"), tr("value"), ""],
        [
            [
                faces_text(choice.faces) or tr("none"),
                f"{choice.mean:.2f}",
                f"{choice.value:+.2f}",
                tr("chosen") if choice.chosen else "",
            ]
            for index, choice in enumerate(roll.choices)
            if index < MAX_PRINTED_ROWS or choice.chosen
        ],
        first_number_column=1,
    )


def _print_candidates(candidates: tuple[Candidate, ...], played: Move | None) -> None:
    """Print the best candidates, and always the one that was played."""
    from qwirkle.analysis.search import is_same_move

    rows = []
    for index, candidate in enumerate(candidates):
        was_played = played is not None and is_same_move(candidate.move, played)
        if index < MAX_PRINTED_ROWS or was_played:
            rows.append([*_candidate_cells(candidate), tr("played") if was_played else ""])
    headers = [
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
    print_table(headers, rows, first_number_column=1)


def _candidate_cells(candidate: Candidate) -> list[str]:
    evaluation = candidate.evaluation
    return [
        _move_text(candidate.move),
        f"{candidate.value:+.2f}",
        f"{candidate.standard_error:.2f}" if candidate.rollout_count else "",
        "" if candidate.win_probability is None else f"{candidate.win_probability:.0%}",
        f"{evaluation.points:g}",
        f"{evaluation.reply:.1f}",
        f"{evaluation.own_next_turn:.1f}",
        str(candidate.rollout_count or ""),
    ]


def _move_text(move: Move) -> str:
    """Format a placement or trade in the notation of records."""
    match move:
        case Place(pieces):
            return " ".join(f"{face_text(face)} {x},{y}" for face, x, y in pieces)
        case Trade(faces):
            return tr("trade {pieces}", pieces=faces_text(faces))
    raise ValueError("only placements and trades are analysed")
