"""When a bot stops thinking, for those who ask one."""

from __future__ import annotations

from qwirkle.analysis.clock import Stop, after, never

__all__ = ["Stop", "after", "never"]
