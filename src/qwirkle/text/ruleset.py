"""Which ruleset a game uses: its name, its fingerprint, and how it differs from its namesake."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from qwirkle import catalog
from qwirkle.engine.variant import Variant, variant_to_dict
from qwirkle.i18n import tr
from qwirkle.text.comparison import difference_clauses

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
    """How the rules differ from the bundled variant of that name, as clauses."""

    def to_json(self) -> dict[str, object]:
        return {
            "variant": self.name,
            "fingerprint": self.fingerprint,
            "bundled": self.has_bundled_name,
            "differs": list(self.differences),
        }

    def __str__(self) -> str:
        values = {"name": self.name, "rules": self.fingerprint}
        if not self.has_bundled_name:
            return tr("{name}, which is not bundled (rules {rules})", **values)
        if not self.differences:
            return tr("{name} (rules {rules})", **values)
        return tr(
            "calls itself {name}, but {differs} (rules {rules})",
            differs=", ".join(self.differences),
            **values,
        )


def identify_ruleset(variant: Variant) -> RulesetIdentity:
    """Fingerprint a ruleset and compare it with the bundled variant of the same name, if any."""
    namesake = next(
        (bundled for bundled in catalog.bundled_variants() if bundled.name == variant.name), None
    )
    differences = () if namesake is None else difference_clauses(namesake, variant)
    return RulesetIdentity(variant.name, fingerprint(variant), namesake is not None, differences)


def fingerprint(variant: Variant) -> str:
    """Return a short hash of all rules. Name, title, summary and look don't count."""
    data = {**variant_to_dict(variant), "name": "", "title": ""}
    data.pop("summary", None)
    data["pieces"]["look"] = ""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT_LENGTH]
