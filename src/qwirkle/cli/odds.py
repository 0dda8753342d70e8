"""The `odds` command: prints the mean points of every choice of dice to reroll."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.parser import CommandParser, build_positions_parser
from qwirkle.i18n import tr


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    return build_positions_parser(
        "odds",
        tr(
            "Positions come in as for “plays”, with the dice as they lie in “hand”. Each choice\n"
            "is a list of places in the hand, from 0. Forced rolls are part of the mean."
        ),
        "{dice_variant}",
    )


def run(options: Namespace) -> int:
    """Print a JSON line per position, with the mean of every choice, best first."""
    from qwirkle.cli.loading import load_variant
    from qwirkle.cli.output import CommandError, print_json
    from qwirkle.cli.positions import read_positions

    variant = load_variant(options.variant)
    if variant.roll_step is None:
        problem = (
            tr("The variant {variant} has no dice to roll.", variant=variant.name)
            if not variant.has_dice
            else tr(
                "The variant {variant} has no free roll, so there are no odds to compute.",
                variant=variant.name,
            )
        )
        raise CommandError(problem)
    from qwirkle.analysis.odds import compute_odds

    for line_number, board, hand, rolls_left in read_positions(options.file, variant, 1):
        if not len(board) and variant.roll_step.from_turn > 1:
            raise CommandError(
                tr(
                    "Line {line}: The table is empty, and {variant} has no free roll before "
                    "turn {turn}.",
                    line=line_number,
                    variant=variant.name,
                    turn=variant.roll_step.from_turn,
                )
            )
        odds_result = compute_odds(board, hand, variant, rolls_left)
        if odds_result is None and not len(board):
            raise CommandError(
                tr(
                    "Line {line}: No roll of these dice has {least} that go together, so they "
                    "cannot open the game.",
                    line=line_number,
                    least=variant.opening.min_pieces,
                )
            )
        if odds_result is None:
            print_json({"dead": True})
            continue
        print_json(
            {
                "keep_all": odds_result.keep_all_mean,
                "choices": [
                    {"reroll": list(rolled), "mean": mean} for rolled, mean in odds_result.choices
                ],
            }
        )
    return 0
