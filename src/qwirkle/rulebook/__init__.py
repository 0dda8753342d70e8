"""The rules of a variant in words for players, made from its data."""

from __future__ import annotations

from qwirkle.rulebook.comparing import Row, comparison, differences
from qwirkle.rulebook.telling import Section, rules_text

__all__ = ["Row", "Section", "comparison", "differences", "rules_text"]
