"""Common test setup: a clean environment and a home per test."""

from __future__ import annotations

import gc
import itertools
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from qwirkle.kernel import loader

_REMOVED_VARIABLES = (
    "COLUMNS",
    "LINES",
    "NO_COLOR",
    "FORCE_COLOR",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
)

# The kernel stays off unless the environment turns it on for the whole run.
_KERNEL = "on" if os.environ.get(loader.KERNEL_VARIABLE) == "on" else "off"
if _KERNEL == "on" and not loader.is_ready():
    raise pytest.UsageError(
        "The kernel is not compiled: run `python -m qwirkle.compile_kernel` first."
    )

# Textual and rich read these on import, so remove them before any test is imported.
for _name in list(os.environ):
    if _name in _REMOVED_VARIABLES or _name.startswith(("QWIRKLE_", "TEXTUAL")):
        del os.environ[_name]
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ[loader.KERNEL_VARIABLE] = _KERNEL

# Tests start hundreds of programs; without bytecode, each would compile all its sources.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A background run may ignore these signals, and child programs would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
for _number in ("SIGHUP", "SIGQUIT", "SIGTSTP"):
    if hasattr(signal, _number):
        signal.signal(getattr(signal, _number), signal.SIG_DFL)

# Every run tries the same examples, so that no run fails by chance. To try new ones, run
# `pytest --hypothesis-profile explore`.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("explore"), derandomize=True)
settings.load_profile("same")


# Tests create and drop hundreds of apps. At the default thresholds, garbage collection would
# take a quarter of the suite's time.
gc.set_threshold(100_000, 20, 50)


def pytest_collection_finish() -> None:
    """Exempt modules and tests from garbage collection, because they stay until the end."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than there are cores: many tests wait for a program in a terminal."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths of homes that don't exist yet; most tests never create theirs."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / f"home-{number}" for number in itertools.count())


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Path of the test's own folder for saved games and settings."""
    folder = next(homes)
    monkeypatch.setenv("QWIRKLE_HOME", str(folder))
    return folder


@pytest.fixture
def without_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start programs without coverage, which can deadlock if a signal interrupts it."""
    for name in ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def bad_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let external bot processes import `tests.arena.bad_bots`."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[1]))
