"""Machine code that another user could have written is never run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kernel.conftest import kernel_availability

pytestmark = [
    pytest.mark.extra,
    pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs user ids"),
]

pytest.importorskip("numba", reason="the extra `fast` is not installed")


@pytest.fixture
def copied(
    environment: dict[str, str], code_folder: Path, tmp_path: Path
) -> tuple[dict[str, str], Path]:
    """Environment with its own home, and the folder with a copy of the machine code in it."""
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


def make_folder_writable(folder: Path) -> None:
    """Let every user write to the code folder."""
    folder.chmod(0o777)


def make_home_writable(folder: Path) -> None:
    """Let every user write to the home."""
    folder.parents[1].chmod(0o777)


def change_owner(folder: Path) -> None:
    """Give the code folder to another user."""
    os.chown(folder, 12345, 12345)


@pytest.mark.parametrize(
    "change",
    [
        make_folder_writable,
        make_home_writable,
        pytest.param(
            change_owner,
            marks=pytest.mark.skipif(
                hasattr(os, "geteuid") and os.geteuid() != 0, reason="needs to be root"
            ),
        ),
    ],
)
def test_code_from_an_unsafe_folder_is_not_run(
    copied: tuple[dict[str, str], Path], change: Callable[[Path], None]
) -> None:
    """Code in a folder that isn't private isn't loaded; a private folder is used instead."""
    env, folder = copied
    assert kernel_availability(env) == "True"
    change(folder)
    assert kernel_availability(env) == "False"
    code = "from qwirkle.kernel import loader; print(loader.machine_code_folder())"
    run = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith(env["XDG_CACHE_HOME"])


@pytest.mark.parametrize(
    ("error", "retried"), [("OSError(28, 'full')", True), ("KeyError()", False)]
)
def test_a_full_disk_is_only_a_temporary_failure(
    environment: dict[str, str], tmp_path: Path, error: str, retried: bool
) -> None:
    """Compiling is tried again after a full disk, but not after an error in numba."""
    numba = f"class config: CACHE_DIR = ''\ndef njit(**named): raise {error}"
    (tmp_path / "numba.py").write_text(numba)
    path = os.pathsep.join([str(tmp_path), environment.get("PYTHONPATH", "")])
    env = {**environment, "QWIRKLE_HOME": str(tmp_path / "home"), "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, "-m", "qwirkle.compile_kernel"], env=env, capture_output=True, text=True
    )
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    code = "from qwirkle.kernel import loader; print(loader.needs_compiling())"
    check = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert check.stdout == f"{retried}\n"
    assert not list((tmp_path / "home").rglob("ready"))
