"""What the environment must and must not say, for pictures to be the same everywhere."""

from __future__ import annotations

STEADY = {"COLORTERM": "truecolor", "TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"}
"""To be set before Textual is loaded."""

UNSTEADY = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TEXTUAL_COLOR_SYSTEM")
"""To be taken away before Textual is loaded."""
