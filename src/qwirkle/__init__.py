"""Qwirkle and Qwirkle Cubes: a rules engine, bots, odds and game reviews.

The public API for scripts, described in docs/api.md. Each name is imported on first use.
"""

from __future__ import annotations

__version__ = "0.1.0"

# Type checkers read __init__.pyi instead.
_EXPORTS = {
    "Board": "qwirkle.engine.board",
    "Game": "qwirkle.game",
    "Header": "qwirkle.records.schema",
    "IllegalEvent": "qwirkle.game",
    "IllegalMove": "qwirkle.engine.errors",
    "Pass": "qwirkle.engine.moves",
    "Place": "qwirkle.engine.moves",
    "Play": "qwirkle.api",
    "Player": "qwirkle.records.players",
    "Record": "qwirkle.records.reader",
    "RecordError": "qwirkle.records.reader",
    "Redraw": "qwirkle.engine.moves",
    "Roll": "qwirkle.engine.moves",
    "Trade": "qwirkle.engine.moves",
    "Variant": "qwirkle.engine.variant",
    "VariantError": "qwirkle.engine.variant",
    "View": "qwirkle.engine.view",
    "face_text": "qwirkle.engine.pieces",
    "hints": "qwirkle.api",
    "legal_moves": "qwirkle.api",
    "load_variant": "qwirkle.catalog",
    "make_bot": "qwirkle.bots.registry",
    "odds": "qwirkle.api",
    "parse_face": "qwirkle.records.schema",
    "plays": "qwirkle.api",
    "read_record": "qwirkle.api",
    "review": "qwirkle.api",
    "write_record": "qwirkle.api",
}
"""The module that defines each name."""

__all__ = ["__version__", *_EXPORTS]


def __getattr__(name: str) -> object:
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_EXPORTS[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_EXPORTS})
