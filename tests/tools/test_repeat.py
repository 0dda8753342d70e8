"""What a run of the suite says of a test that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.tools.repeat import ROOT, failures_in


def test_the_name_of_a_failing_test_stands_in_the_last_lines(tmp_path: Path) -> None:
    """Whoever sees only the end of a run's output knows which test has failed."""
    module = tmp_path / "test_sample.py"
    module.write_text("def test_that_fails() -> None:\n    assert not 'a reason'\n")
    options = ["-c", str(ROOT / "pyproject.toml"), "-n", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(module)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    last = "\n".join(done.stdout.splitlines()[-2:])
    assert done.returncode == 1
    (named,) = failures_in(last)
    assert named.endswith("::test_that_fails")
