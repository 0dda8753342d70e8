"""Another process never runs machine code that somebody else may have put there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle.kernel import loading
from tests.kernel.conftest import answer

pytestmark = [
    pytest.mark.extra,
    pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs users' numbers"),
]

pytest.importorskip("numba", reason="the extra `fast` is not installed")


@pytest.fixture
def copied(home: dict[str, str], code_file: Path, tmp_path: Path) -> tuple[dict[str, str], Path]:
    """An environment with a home of its own, and the file with a copy of the code in it."""
    copy = tmp_path / "home" / "cache" / code_file.parent.name / code_file.name
    copy.parent.mkdir(mode=0o700, parents=True)
    shutil.copy(code_file, copy)
    system = tmp_path / "system"
    return {**home, "QWIRKLE_HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(system)}, copy


def make_pipe(file: Path) -> None:
    """Put a pipe that nobody writes to in the place of the code."""
    file.unlink()
    os.mkfifo(file)


def make_link(file: Path) -> None:
    """Put a link to the code in the place of the code."""
    file.rename(file.with_name("elsewhere"))
    file.symlink_to("elsewhere")


def swap_names(file: Path) -> None:
    """Let each function have the name of another one."""
    told = json.loads(file.read_text(encoding="utf-8"))
    told["functions"].reverse()
    file.write_text(json.dumps(told), encoding="utf-8")


def change_a_letter(file: Path) -> None:
    """Give one function another name."""
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("best_play", "best_plbx", 1), encoding="utf-8")


def open_the_file(file: Path) -> None:
    """Let everybody write to the code."""
    file.chmod(0o666)


def make_it_endless(file: Path) -> None:
    """Make the file larger than any code."""
    os.truncate(file, 1 << 33)


def open_the_home(file: Path) -> None:
    """Let everybody write to the home."""
    file.parents[2].chmod(0o777)


def give_it_away(file: Path) -> None:
    """Let the file belong to somebody else."""
    os.chown(file, 12345, 12345)


@pytest.mark.parametrize(
    "change",
    [
        make_pipe,
        make_link,
        swap_names,
        change_a_letter,
        open_the_file,
        make_it_endless,
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
    """What is not this user's alone, regular, of a bounded size and whole is not loaded."""
    env, file = copied
    assert answer(env) == "True"
    change(file)
    assert answer(env) == "False"


def test_a_shared_home_gets_a_private_folder(copied: tuple[dict[str, str], Path]) -> None:
    """Where others can write to the home, the code goes to the system's folder for this user."""
    env, file = copied
    open_the_home(file)
    asked = "from qwirkle.kernel import loading; print(loading.code_file())"
    told = subprocess.run(
        [sys.executable, "-c", asked], env=env, capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith(env["XDG_CACHE_HOME"])


@pytest.mark.parametrize(("error", "again"), [("OSError(28, 'full')", True), ("KeyError()", False)])
def test_a_full_disk_is_no_failure_for_ever(
    home: dict[str, str], tmp_path: Path, error: str, again: bool
) -> None:
    """What kept the kernel from being compiled may pass; what shows that it cannot be does not."""
    (tmp_path / "numba.py").write_text(f"typeof = None\ndef njit(**named): raise {error}")
    path = os.pathsep.join([str(tmp_path), home.get("PYTHONPATH", "")])
    env = {**home, "QWIRKLE_HOME": str(tmp_path / "home"), "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-m", "qwirkle.kernel"], env=env, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    asked = "from qwirkle.kernel import loading; print(loading.is_to_be_compiled())"
    told = subprocess.run(
        [sys.executable, "-c", asked], env=env, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"{again}\n"
    assert not list((tmp_path / "home").rglob(f"{loading.CODE_FILE}*"))
