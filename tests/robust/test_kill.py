"""A killed program loses nothing that was on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.kill import Killer

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]


def test_everything_on_the_screen_survives_a_kill(home: Path) -> None:
    """After SIGKILL at four random moments, the record has every displayed score and turn."""
    killer = Killer(home, seed=1)
    while killer.kills < 4:
        killer.kill_once()


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing(home: Path) -> None:
    """The record is still complete after a hundred kills."""
    killer = Killer(home, seed=2)
    while killer.kills < 100:
        killer.kill_once()
