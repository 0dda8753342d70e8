"""Random keys, clicks, terminal sizes and signals in the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

if not Path("/proc/self/stat").exists():
    pytest.skip("reads /proc", allow_module_level=True)

from tests.tools.keys import Presser

pytestmark = pytest.mark.programs


def test_random_input_never_crashes_or_freezes_the_app(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever you press, the app responds, exits cleanly and leaves valid records."""
    for name in ("HOME", "XDG_DOWNLOAD_DIR"):
        monkeypatch.setenv(name, str(home))
    presser = Presser(home, seed=5)
    presser.run(250)
    assert presser.counts["inputs"] >= 250
