"""Renders docs/pictures from the running program: `python -m tests.tools.pictures.make [NAME …]`.

It renders all pictures, or only the named ones. It needs Chromium and the `dev` extra.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.tools.pictures.environment import ENVIRONMENT, UNSET_VARIABLES

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
EXTRA_HEIGHT = 200
"""Height in pixels added to the window, because the browser may reserve part of it."""
COLOURS = 96
MAX_BYTES = 60_000


async def render_scene(name: str) -> str:
    """Return a scene as SVG."""
    from tests.tools.pictures.scenes import SCENES, open_scene
    from tests.tools.pictures.svg import render_svg

    async with open_scene(SCENES[name]) as (_, app):
        background = app.screen.background_colors[1].hex
        return render_svg(app.screen._compositor.render_strips(), background)


def save_png(svg: str, name: str, temporary: Path) -> Path:
    """Convert an SVG to a PNG with few colours in docs/pictures. Return its path."""
    from PIL import Image

    browser = next((path for command in BROWSERS if (path := shutil.which(command))), None)
    if browser is None:
        raise SystemExit("Couldn't find Chromium, which renders the pictures. Install it first.")
    source, screenshot = temporary / f"{name}.svg", temporary / f"{name}.png"
    source.write_text(svg, encoding="utf-8")
    width, height = (int(part) for part in svg.split('"')[3:7:2])
    subprocess.run(
        [
            browser,
            *FLAGS,
            f"--user-data-dir={temporary / f'profile-{name}'}",
            f"--window-size={width},{height + EXTRA_HEIGHT}",
            f"--screenshot={screenshot}",
            source.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    target = FOLDER / f"{name}.png"
    with Image.open(screenshot) as image:
        picture = image.convert("RGB").crop((0, 0, width, height))
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)
    return target


def main(names: list[str]) -> None:
    """Render these pictures, or all by default."""
    from qwirkle.tui.screens import handoff
    from tests.tools.pictures.scenes import SCENES

    handoff.IGNORE_KEYS_SECONDS = 0.001  # no accidental key presses here
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder)
        os.environ["QWIRKLE_HOME"] = str(temporary / "home")
        for name in names or SCENES:
            os.chdir(tempfile.mkdtemp(dir=temporary))
            target = save_png(asyncio.run(render_scene(name)), name, temporary)
            size = target.stat().st_size
            sys.stdout.write(f"{target.name}: {size} bytes\n")
            if size > MAX_BYTES:
                raise SystemExit(f"{target.name} is too large: at most {MAX_BYTES} bytes.")
        os.chdir(FOLDER)


if __name__ == "__main__":
    for variable in UNSET_VARIABLES:
        os.environ.pop(variable, None)
    os.environ.update(ENVIRONMENT)
    main(sys.argv[1:])
