"""Lets `python -m qwirkle` do what `qwirkle` does."""

from __future__ import annotations

import sys

from qwirkle.cli import main

if __name__ == "__main__":
    sys.exit(main())
