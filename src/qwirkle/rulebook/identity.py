"""Identifies a record's ruleset by a fingerprint, because its name alone proves nothing."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from qwirkle import catalog
from qwirkle.engine.variant import Variant, to_dict
from qwirkle.rulebook.comparison import difference_clauses
from qwirkle.texts import tr

FINGERPRINT_LENGTH = 8
"""In hex digits: short enough to compare by eye."""


class RulesetIdentity(NamedTuple):
    """A ruleset's claimed name, its fingerprint, and how it differs from its namesake."""

    name: str
    fingerprint: str
    """Equal for two rulesets if and only if they play alike."""
    has_bundled_name: bool
    """True if there is a bundled variant of that name, even with other rules."""
    differences: tuple[str, ...]
    """Clauses that say what isn't as in the bundled variant of that name."""

    def to_json(self) -> dict[str, object]:
        return {
            "variant": self.name,
            "fingerprint": self.fingerprint,
            "bundled": self.has_bundled_name,
            "differs": list(self.differences),
        }

    def __str__(self) -> str:
        told = {"name": self.name, "rules": self.fingerprint}
        if not self.has_bundled_name:
            return tr("{name}, which is not bundled (rules {rules})", **told)
        if not self.differences:
            return tr("{name} (rules {rules})", **told)
        return tr(
            "calls itself {name}, but {differs} (rules {rules})",
            differs=", ".join(self.differences),
            **told,
        )


def identify_ruleset(variant: Variant) -> RulesetIdentity:
    """Fingerprint a ruleset and compare it with the bundled variant of the same name, if any."""
    namesake = next(
        (each for each in catalog.bundled_variants() if each.name == variant.name), None
    )
    differs = () if namesake is None else difference_clauses(namesake, variant)
    return RulesetIdentity(variant.name, fingerprint(variant), namesake is not None, differs)


def fingerprint(variant: Variant) -> str:
    """Return a short hash of all rules. Name, title, summary and look don't count."""
    table = {**to_dict(variant), "name": "", "title": ""}
    table.pop("summary", None)
    table["pieces"]["look"] = ""
    text = json.dumps(table, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT_LENGTH]
