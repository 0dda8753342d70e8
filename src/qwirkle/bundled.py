"""The variants that come with the program, as files; no more is loaded for it than --help has."""

from __future__ import annotations

import os

SUFFIX = ".toml"


def bundled_folder() -> str:
    """Where they lie: in the package, or in a checkout."""
    package = os.path.dirname(os.path.realpath(__file__))
    packed = os.path.join(package, "_variants")
    if os.path.isdir(packed):
        return packed
    return os.path.join(os.path.dirname(os.path.dirname(package)), "variants")


def bundled_texts() -> dict[str, str]:
    """What is in each file, by the name of its variant, in alphabetical order."""
    folder = bundled_folder()
    texts = {}
    for file in sorted(os.listdir(folder)):
        if file.endswith(SUFFIX):
            with open(os.path.join(folder, file), encoding="utf-8") as opened:
                texts[file.removesuffix(SUFFIX)] = opened.read()
    return texts
