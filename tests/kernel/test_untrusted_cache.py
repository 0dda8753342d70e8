"""Another process never runs machine code that somebody else may have put there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kernel.conftest import answer

pytestmark = [
    pytest.mark.extra,
    pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs users' numbers"),
]

pytest.importorskip("numba", reason="the extra `fast` is not installed")


@pytest.fixture
def copied(
    environment: dict[str, str], code_folder: Path, tmp_path: Path
) -> tuple[dict[str, str], Path]:
    """An environment with a home of its own, and the folder with a copy of the code in it."""
    copy = tmp_path / "home" / "cache" / code_folder.name
    shutil.copytree(code_folder, copy)
    for folder in (copy, copy.parent, copy.parent.parent):
        folder.chmod(0o700)
    system = tmp_path / "system"
    return {
        **environment,
        "QWIRKLE_HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": str(system),
    }, copy


def open_the_folder(folder: Path) -> None:
    """Let everybody write to the folder of the code."""
    folder.chmod(0o777)


def open_the_home(folder: Path) -> None:
    """Let everybody write to the home."""
    folder.parents[1].chmod(0o777)


def give_it_away(folder: Path) -> None:
    """Let the folder belong to somebody else."""
    os.chown(folder, 12345, 12345)


@pytest.mark.parametrize(
    "change",
    [
        open_the_folder,
        open_the_home,
        pytest.param(
            give_it_away,
            marks=pytest.mark.skipif(
                hasattr(os, "geteuid") and os.geteuid() != 0, reason="needs to be root"
            ),
        ),
    ],
)
def test_code_that_others_may_have_made_is_not_run(
    copied: tuple[dict[str, str], Path], change: Callable[[Path], None]
) -> None:
    """Code in a folder that is not this user's alone is not loaded, and a private one is used."""
    env, folder = copied
    assert answer(env) == "True"
    change(folder)
    assert answer(env) == "False"
    asked = "from qwirkle.kernel import loading; print(loading.machine_code_folder())"
    told = subprocess.run(
        [sys.executable, "-c", asked], env=env, capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith(env["XDG_CACHE_HOME"])


@pytest.mark.parametrize(("error", "again"), [("OSError(28, 'full')", True), ("KeyError()", False)])
def test_a_full_disk_is_no_failure_for_ever(
    environment: dict[str, str], tmp_path: Path, error: str, again: bool
) -> None:
    """What kept the kernel from being compiled may pass; what shows that it cannot be does not."""
    numba = f"class config: CACHE_DIR = ''\ndef njit(**named): raise {error}"
    (tmp_path / "numba.py").write_text(numba)
    path = os.pathsep.join([str(tmp_path), environment.get("PYTHONPATH", "")])
    env = {**environment, "QWIRKLE_HOME": str(tmp_path / "home"), "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-m", "qwirkle.compile_kernel"], env=env, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    asked = "from qwirkle.kernel import loading; print(loading.needs_compiling())"
    told = subprocess.run(
        [sys.executable, "-c", asked], env=env, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"{again}\n"
    assert not list((tmp_path / "home").rglob("ready"))
