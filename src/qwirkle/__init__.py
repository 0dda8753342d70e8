"""Qwirkle and Qwirkle Cubes: a rules engine, bots, odds and game reviews.

The public API for scripts, described in docs/api.md. Each name is imported on first use.
"""

from __future__ import annotations

__version__ = "0.1.0"

# Type checkers read __init__.pyi instead.
_EXPORTS = {
    "Board": "qwirkle.engine.board",
    "Game": "qwirkle.game",
    "Header": "qwirkle.notation.header",
    "IllegalEvent": "qwirkle.game",
    "IllegalMove": "qwirkle.engine.refusal",
    "Pass": "qwirkle.engine.moves",
    "Place": "qwirkle.engine.moves",
    "Play": "qwirkle.questions",
    "Player": "qwirkle.notation.header",
    "Record": "qwirkle.record.reading",
    "RecordError": "qwirkle.record.reading",
    "Redraw": "qwirkle.engine.moves",
    "Roll": "qwirkle.engine.moves",
    "Trade": "qwirkle.engine.moves",
    "Variant": "qwirkle.engine.variant",
    "VariantError": "qwirkle.engine.variant",
    "View": "qwirkle.engine.view",
    "face_text": "qwirkle.engine.pieces",
    "hints": "qwirkle.questions",
    "legal_moves": "qwirkle.questions",
    "load_variant": "qwirkle.catalog",
    "make_bot": "qwirkle.bots.roster",
    "odds": "qwirkle.questions",
    "parse_face": "qwirkle.notation.events",
    "plays": "qwirkle.questions",
    "read_record": "qwirkle.questions",
    "review": "qwirkle.questions",
    "write_record": "qwirkle.questions",
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
