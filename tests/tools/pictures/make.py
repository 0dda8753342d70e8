"""Makes docs/pictures anew from the running program: `python -m tests.tools.pictures.make`.

It needs Chromium and the `dev` extra; names of pictures as arguments make only those.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.tools.pictures.steady import STEADY, UNSTEADY

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
SPARE = 200
"""Pixels of the window below the picture, which the browser may keep for itself."""
COLOURS = 96
LARGEST = 60_000


async def draw(name: str) -> str:
    """The SVG of a scene."""
    from tests.tools.pictures.scenes import SCENES, shown
    from tests.tools.pictures.svg import svg_of

    async with shown(SCENES[name]) as (_, app):
        ground = app.screen.background_colors[1].hex
        return svg_of(app.screen._compositor.render_strips(), ground)


def photograph(svg: str, name: str, room: Path) -> Path:
    """The PNG of an SVG, with few colours."""
    from PIL import Image

    browser = next((found for each in BROWSERS if (found := shutil.which(each))), None)
    if browser is None:
        raise SystemExit("There is no Chromium to make pictures with.")
    page, shot = room / f"{name}.svg", room / f"{name}.png"
    page.write_text(svg, encoding="utf-8")
    width, height = (int(part) for part in svg.split('"')[3:7:2])
    subprocess.run(
        [
            browser,
            *FLAGS,
            f"--user-data-dir={room / f'profile-{name}'}",
            f"--window-size={width},{height + SPARE}",
            f"--screenshot={shot}",
            page.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    target = FOLDER / f"{name}.png"
    with Image.open(shot) as image:
        picture = image.convert("RGB").crop((0, 0, width, height))
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)
    return target


def main(names: list[str]) -> None:
    """Make these pictures, or all."""
    from qwirkle.tui.screens import handoff
    from tests.tools.pictures.scenes import SCENES

    handoff.IGNORE_KEYS_SECONDS = 0.001  # nobody presses a key by mistake here
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        os.environ["QWIRKLE_HOME"] = str(room / "home")
        for name in names or SCENES:
            os.chdir(tempfile.mkdtemp(dir=room))
            target = photograph(asyncio.run(draw(name)), name, room)
            size = target.stat().st_size
            sys.stdout.write(f"{target.name}: {size} bytes\n")
            if size > LARGEST:
                raise SystemExit(f"{target.name} is too large.")
        os.chdir(FOLDER)


if __name__ == "__main__":
    for variable in UNSTEADY:
        os.environ.pop(variable, None)
    os.environ.update(STEADY)
    main(sys.argv[1:])
