"""Environment variables that make the pictures the same on every machine."""

from __future__ import annotations

ENVIRONMENT = {"COLORTERM": "truecolor", "TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"}
"""Variables to set before Textual is imported."""

UNSET_VARIABLES = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TEXTUAL_COLOR_SYSTEM")
"""Variables to remove before Textual is imported."""
