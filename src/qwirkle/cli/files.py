"""Loads what the arguments name, and says in one sentence where that fails."""

from __future__ import annotations

from qwirkle import catalog
from qwirkle.cli.output import CommandError
from qwirkle.engine.variant import Variant, VariantError


def load_variant(name_or_path: str) -> Variant:
    """The variant of this name or in this file."""
    try:
        return catalog.load(name_or_path)
    except VariantError as error:
        raise CommandError(str(error)) from None
