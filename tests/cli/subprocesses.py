"""Runs commands as processes of their own, in environments made for the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

TIMEOUT = 120
QWIRKLE = (sys.executable, "-m", "qwirkle")

_TRAP = """
import sys

class Trap:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            {code}

sys.meta_path.insert(0, Trap())
"""

_NOBODY = """
import pwd

def getpwuid(number):
    raise KeyError(number)

pwd.getpwuid = getpwuid
"""


def env_with_failing_module(folder: Path, module: str, code: str) -> dict[str, str]:
    """Variables with which Python runs a line of code where it should load a module."""
    return _customised(folder, _TRAP.format(module=module, code=code))


def env_of_unknown_user(folder: Path) -> dict[str, str]:
    """All variables of a user without HOME, whom the system does not know."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    for name in ("HOME", "QWIRKLE_HOME"):
        kept.pop(name, None)
    return kept | _customised(folder, _NOBODY)


def _customised(folder: Path, code: str) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def run_qwirkle(
    *arguments: str | Path, env: Mapping[str, str] | None = None, before: Sequence[str] = ()
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end, after the words of `before`."""
    return subprocess.run(
        [*before, *QWIRKLE, *map(str, arguments)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
        timeout=TIMEOUT,
        check=False,
    )


def error_sentence(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one sentence on standard error."""
    told = done.stderr.decode()
    assert told.startswith("qwirkle: "), told
    assert told.count("\n") == 1, told
    assert "Traceback" not in told
    return told
