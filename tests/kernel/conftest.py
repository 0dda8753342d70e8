"""A kernel compiled once for all tests that need it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qwirkle.kernel import loader

if TYPE_CHECKING:
    from qwirkle.kernel.interface import Kernel


def kernel_availability(environment: dict[str, str]) -> str:
    """What another process prints: `True` if it finds the kernel, else `False`."""
    code = "from qwirkle.kernel import loader; print(loader.get_kernel() is not None)"
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment whose home has a compiled kernel, compiled now or taken from COMPILED_HOME."""
    compiled = os.environ.get("COMPILED_HOME")
    folder = tmp_path_factory.mktemp("home") if compiled is None else Path(compiled)
    environment = {
        **os.environ,
        "QWIRKLE_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "system"),
    }
    environment.pop(loader.KERNEL_VARIABLE, None)
    assert kernel_availability(environment) == ("False" if compiled is None else "True")
    if compiled is not None:
        return environment
    without_coverage = {
        name: value for name, value in environment.items() if "COVERAGE" not in name
    }
    subprocess.run(
        [sys.executable, "-m", "qwirkle.compile_kernel"], env=without_coverage, check=True
    )
    return environment


@pytest.fixture(scope="session")
def code_folder(environment: dict[str, str]) -> Path:
    """Folder with the machine code."""
    (ready,) = Path(environment["QWIRKLE_HOME"]).rglob("ready")
    return ready.parent


@pytest.fixture(scope="session")
def tools(environment: dict[str, str]) -> Iterator[Kernel]:
    """Kernel loaded from that home."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QWIRKLE_HOME", environment["QWIRKLE_HOME"])
        loader.machine_code_folder.cache_clear()
        from qwirkle.kernel.interface import Kernel

        yield Kernel()
