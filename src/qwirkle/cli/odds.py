"""The command `odds`: what each choice of dice to roll again is worth."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.files import load_variant
from qwirkle.cli.output import CommandError, say_json
from qwirkle.cli.positions import read_positions
from qwirkle.texts import tr


def run(options: Namespace) -> int:
    """Answer each position with the mean of every choice, the best first."""
    variant = load_variant(options.variant)
    if variant.roll_step is None:
        raise CommandError(tr("In the variant {variant} nothing is rolled.", variant=variant.name))
    from qwirkle.analysis.odds import odds

    for board, hand in read_positions(options.file, variant, 1):
        found = odds(board, hand, variant)
        if found is None:
            say_json({"dead": True})
            continue
        say_json(
            {
                "keep_all": found.keep_all,
                "choices": [
                    {"reroll": list(rolled), "mean": mean} for rolled, mean in found.choices
                ],
            }
        )
    return 0
