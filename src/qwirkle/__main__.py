"""Runs the command line for `python -m qwirkle`."""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the current folder, which Python has added
    from qwirkle.cli import main

    sys.exit(main())
