"""Helpers to run commands as processes, in environments made for the test."""

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

_UNKNOWN_USER = """
import pwd

def getpwuid(number):
    raise KeyError(number)

pwd.getpwuid = getpwuid
"""


def env_with_failing_module(folder: Path, module: str, code: str) -> dict[str, str]:
    """Environment in which importing a module runs some code instead."""
    return _customised(folder, _TRAP.format(module=module, code=code))


def env_of_unknown_user(folder: Path) -> dict[str, str]:
    """Environment of a user without HOME whom the system doesn't know."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    for name in ("HOME", "QWIRKLE_HOME"):
        variables.pop(name, None)
    return variables | _customised(folder, _UNKNOWN_USER)


def _customised(folder: Path, code: str) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def run_qwirkle(
    *arguments: str | Path, env: Mapping[str, str] | None = None, before: Sequence[str] = ()
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end, with `before` in front of it."""
    return subprocess.run(
        [*before, *QWIRKLE, *map(str, arguments)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
        timeout=TIMEOUT,
        check=False,
    )


def error_line(completed: subprocess.CompletedProcess[bytes]) -> str:
    """Check that standard error has one line, and return it."""
    error = completed.stderr.decode()
    assert error.startswith("qwirkle: "), error
    assert error.count("\n") == 1, error
    assert "Traceback" not in error
    return error
