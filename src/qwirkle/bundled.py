"""The files of the bundled variants. Imports only what `--help` has loaded anyway."""

from __future__ import annotations

import os

VARIANT_SUFFIX = ".toml"


def bundled_folder() -> str:
    """Return the folder of the bundled variants, in the package or in a checkout."""
    package = os.path.dirname(os.path.realpath(__file__))
    wheel_folder = os.path.join(package, "_variants")
    if os.path.isdir(wheel_folder):
        return wheel_folder
    return os.path.join(os.path.dirname(os.path.dirname(package)), "variants")


def bundled_texts() -> dict[str, str]:
    """Return the content of each file by variant name, in alphabetical order."""
    folder = bundled_folder()
    texts = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(VARIANT_SUFFIX):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                texts[name.removesuffix(VARIANT_SUFFIX)] = file.read()
    return texts
