"""What the command line asks of the app, free of Textual so that parsing it stays quick."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.notation import Player


@dataclass(frozen=True, slots=True)
class Launch:
    """How the app starts; what is None is taken from the settings or asked on a screen."""

    variant: Variant | None = None
    players: tuple[Player, ...] | None = None
    seed: int | None = None
    theme: str | None = None
    letters: bool | None = None
    ascii: bool | None = None
    zoom: int | None = None
    no_hints: bool = False
    resume: Literal["newest"] | Path | None = None
    watch: Path | None = None
    review: Path | None = None
    start: bool = False
