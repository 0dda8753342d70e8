"""Make the pictures of the browser page in docs/pictures.

Run `python -m tests.tools.pictures.page`. It plays a few turns of each game in a browser, so every
run looks different. It needs Chromium and the `dev` extra.
"""

from __future__ import annotations

import asyncio
import io
import os
import tempfile
from pathlib import Path

from tests.tools.pictures.make import COLOURS, FOLDER
from tests.web.browser.conftest import (
    DESKTOP,
    TABLET,
    BrowserPlayer,
    Browsers,
    Label,
    launch_browser,
)
from tests.web.conftest import RunningServer, run_server

TURNS = 5
"""Turns played before a picture is taken."""
SCALE = 1.5


async def play_turns(
    browsers: Browsers, served: RunningServer, game: str, scheme: str
) -> BrowserPlayer:
    """Return a player in the middle of a game against two bots."""
    url = f"http://127.0.0.1:{served.address.port}/"
    player = await browsers.open(url, color_scheme=scheme, device_scale_factor=SCALE)
    await player.create_room(game, "Ana", "expert", "greedy")
    await player.start_game()
    for _ in range(TURNS):
        await player.wait_for_turn()
        await player.take_turn()
    await player.wait_for_turn()
    if await player.next_button.inner_text() == Label.KEEP_ALL:
        await player.press("#next")
    return player


async def place_and_pick(player: BrowserPlayer) -> None:
    """Place a piece and pick another, so that legal cells are marked."""
    slots = player.page.locator(".slot:not([aria-disabled])")
    for is_first in (True, False):
        for slot in range(await slots.count()):
            await player.press(slots.nth(slot))
            await asyncio.sleep(0.3)
            fits = player.page.locator(".legal-cell", has_text="+")
            if await fits.count():
                if is_first:
                    await fits.first.dispatch_event("click")
                    await player.wait_for(".drafted")
                break


async def save_picture(
    player: BrowserPlayer, name: str, size: tuple[int, int] | None = None
) -> None:
    """Save a screenshot with few colours."""
    from PIL import Image

    if size is not None:
        await player.page.set_viewport_size({"width": size[0], "height": size[1]})
    await asyncio.sleep(1)
    with Image.open(io.BytesIO(await player.page.screenshot(scale="device"))) as image:
        if size is not None:
            image.thumbnail(size)
        small = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{name}.png", optimize=True)


async def make() -> None:
    """Make all pictures of the page."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QWIRKLE_HOME"] = folder
        async with run_server(Path(folder) / "tables.json") as served, launch_browser() as browsers:
            tiles = await play_turns(browsers, served, "Qwirkle", "dark")
            await place_and_pick(tiles)
            await save_picture(tiles, "phone-tiles")
            await save_picture(tiles, "tablet", TABLET)
            cubes = await play_turns(browsers, served, "Qwirkle Cubes", "light")
            await place_and_pick(cubes)
            await save_picture(cubes, "phone-cubes")
            await save_picture(cubes, "desktop", DESKTOP)
            sprint = await play_turns(browsers, served, "Qwirkle Sprint", "dark")
            await sprint.play_to_the_end()
            await save_picture(sprint, "phone-end")


if __name__ == "__main__":
    asyncio.run(make())
