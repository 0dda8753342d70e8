"""Lets `python -m qwirkle` do what `qwirkle` does."""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # Python has put the current folder there
    from qwirkle.cli import main

    sys.exit(main())
