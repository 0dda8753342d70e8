"""Which ruleset a record really has: its name is only what it calls itself."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from qwirkle import catalog
from qwirkle.engine.variant import Variant, table_of
from qwirkle.rulebook.comparison import differing_clauses
from qwirkle.texts import tr

LENGTH = 8
"""Signs of a fingerprint; a person can compare so many."""


class Identity(NamedTuple):
    """What a ruleset calls itself, and what it is."""

    name: str
    fingerprint: str
    """The same for all rulesets that play alike, and for no others."""
    bundled: bool
    """Whether a bundled ruleset has that name."""
    differs: tuple[str, ...]
    """What is not as in that one."""

    def to_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "variant": self.name,
            "fingerprint": self.fingerprint,
            "bundled": self.bundled,
            "differs": list(self.differs),
        }

    def __str__(self) -> str:
        told = {"name": self.name, "rules": self.fingerprint}
        if not self.bundled:
            return tr("{name}, which is not bundled (rules {rules})", **told)
        if not self.differs:
            return tr("{name} (rules {rules})", **told)
        return tr(
            "calls itself {name}, but {differs} (rules {rules})",
            differs=", ".join(self.differs),
            **told,
        )


def identity_of(variant: Variant) -> Identity:
    """What a ruleset calls itself, and how it differs from the bundled one of that name."""
    namesake = next((each for each in catalog.bundled() if each.name == variant.name), None)
    differs = () if namesake is None else differing_clauses(namesake, variant)
    return Identity(variant.name, fingerprint(variant), namesake is not None, differs)


def fingerprint(variant: Variant) -> str:
    """A few signs that stand for all rules, but neither for names nor for the look."""
    table = {**table_of(variant), "name": "", "title": ""}
    table.pop("summary", None)
    table["pieces"]["look"] = ""
    text = json.dumps(table, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:LENGTH]
