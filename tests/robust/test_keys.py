"""Random keys, clicks, sizes and signals in the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

if not Path("/proc/self/stat").exists():
    pytest.skip("reads /proc", allow_module_level=True)

from tests.tools.keys import Presser

pytestmark = pytest.mark.programs


def test_no_input_ends_or_freezes_the_table(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is pressed, the program answers, leaves in order, and its games are sound."""
    for name in ("HOME", "XDG_DOWNLOAD_DIR"):
        monkeypatch.setenv(name, str(home))
    presser = Presser(home, seed=5)
    presser.run(250)
    assert presser.counts["inputs"] >= 250
