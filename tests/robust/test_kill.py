"""A program that is killed loses nothing that it has shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.kill import Killer

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]


def test_what_the_screen_has_shown_survives_a_kill(home: Path) -> None:
    """After SIGKILL at four random moments every shown score and turn is in the record."""
    killer = Killer(home, seed=1)
    while killer.kills < 4:
        killer.kill_once()


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing(home: Path) -> None:
    """The same a hundred times."""
    killer = Killer(home, seed=2)
    while killer.kills < 100:
        killer.kill_once()
