"""Pictures of the page in a browser, for docs/pictures: `python -m tests.tools.pictures.page`.

A game of each kind is played a few turns by the page itself, so no two runs look the same. It needs
Chromium and the `dev` extra.
"""

from __future__ import annotations

import asyncio
import io
import os
import tempfile
from pathlib import Path

from tests.tools.pictures.make import COLOURS, FOLDER
from tests.web.browser.conftest import DESKTOP, TABLET, BrowserPlayer, Browsers, launch_browser
from tests.web.conftest import RunningServer, run_server

TURNS = 5
"""How many turns are played before a picture is taken."""
SCALE = 1.5


async def begun(browsers: Browsers, served: RunningServer, game: str, scheme: str) -> BrowserPlayer:
    """Somebody in the middle of a game with two bots, with pieces of theirs laid."""
    url = f"http://127.0.0.1:{served.address.port}/"
    ana = await browsers.person(url, color_scheme=scheme, device_scale_factor=SCALE)
    await ana.set_up(game, "Ana", "expert", "greedy")
    await ana.begin()
    for _ in range(TURNS):
        await ana.turn_comes()
        await ana.take_turn()
    await ana.turn_comes()
    if await ana.next.inner_text() == "Keep all dice":
        await ana.press("#next")
    return ana


async def lay_two(ana: BrowserPlayer) -> None:
    """Lay a piece and pick another, so that cells are marked."""
    slots = ana.page.locator(".slot:not([aria-disabled])")
    for wanted in (".drafted", ".fit"):
        for place in range(await slots.count()):
            await ana.press(slots.nth(place))
            await asyncio.sleep(0.3)
            fits = ana.page.locator(".fit", has_text="+")
            if await fits.count():
                if wanted == ".drafted":
                    await fits.first.dispatch_event("click")
                    await ana.sees(".drafted")
                break


async def photograph(ana: BrowserPlayer, name: str, size: tuple[int, int] | None = None) -> None:
    """Save what is shown, with few colours."""
    from PIL import Image

    if size is not None:
        await ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    await asyncio.sleep(1)
    with Image.open(io.BytesIO(await ana.page.screenshot(scale="device"))) as image:
        if size is not None:
            image.thumbnail(size)
        small = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{name}.png", optimize=True)


async def make() -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as room:
        os.environ["QWIRKLE_HOME"] = room
        async with run_server(Path(room) / "tables.json") as served, launch_browser() as browsers:
            tiles = await begun(browsers, served, "Qwirkle", "dark")
            await lay_two(tiles)
            await photograph(tiles, "phone-tiles")
            await photograph(tiles, "tablet", TABLET)
            cubes = await begun(browsers, served, "Qwirkle Cubes", "light")
            await lay_two(cubes)
            await photograph(cubes, "phone-cubes")
            await photograph(cubes, "desktop", DESKTOP)
            sprint = await begun(browsers, served, "Qwirkle Sprint", "dark")
            await sprint.play_to_the_end()
            await photograph(sprint, "phone-end")


if __name__ == "__main__":
    asyncio.run(make())
