"""Debian's Chromium for each test that wants a browser, and people who play by its page."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.tools.pictures.make import FLAGS

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Locator, Page, Playwright

CHROMIUM = shutil.which("chromium")
AXE = Path(__file__).with_name("node_modules") / "axe-core" / "axe.min.js"
PHONE, TABLET, DESKTOP = "Pixel 7", (820, 1180), (1440, 900)
TIMEOUT_MS = 30_000
"""Milliseconds that anything gets to happen."""


class Browsers:
    """A browser that runs, and what its pages have asked for."""

    def __init__(self, playwright: Playwright, browser: Browser) -> None:
        self._playwright = playwright
        self._browser = browser
        self.requests: list[str] = []
        """Every address that was asked for."""
        self.troubles: list[str] = []
        """What pages complained about: failures, and what the policy forbade."""

    async def person(
        self, url: str, size: tuple[int, int] | None = None, **options: Any
    ) -> BrowserPlayer:
        """Somebody with a device of their own, at an address; a phone, unless a size is given."""
        if size is None:
            options = {**self._playwright.devices[PHONE], **options}
        else:
            options["viewport"] = {"width": size[0], "height": size[1]}
        context = await self._browser.new_context(**options)
        return await self.again(context, url)

    async def again(self, context: BrowserContext, url: str) -> BrowserPlayer:
        """The same device with a page opened anew."""
        page = await context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self._hear(said.type, said.text))
        await page.goto(url)
        return BrowserPlayer(page)

    def _hear(self, kind: str, text: str) -> None:
        server_is_gone = "WebSocket connection" in text or "ERR_CONNECTION_REFUSED" in text
        if kind == "error" and not server_is_gone:
            self.troubles.append(text)


class BrowserPlayer:
    """Somebody before a page, who does only what can be seen there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tapping = True
        """Whether there is a finger; else there is a mouse."""

    async def press(self, what: str | Locator) -> None:
        """Tap or click something."""
        found = self.page.locator(what) if isinstance(what, str) else what
        await (found.first.tap() if self.tapping else found.first.click())

    async def choose(self, text: str) -> None:
        """Press the button with this text, on the sheet that is open or else on the page."""
        sheet = self.page.locator("dialog[open]")
        place = sheet if await sheet.count() else self.page.locator("#app")
        await self.press(place.get_by_role("button", name=text, exact=True))

    async def sees(self, selector: str) -> None:
        """Wait until something is there to be seen."""
        await self.page.wait_for_selector(selector)

    async def has(self, selector: str) -> None:
        """Wait until something is there, be it in sight or not."""
        await self.page.wait_for_selector(selector, state="attached")

    async def seat(self, name: str, age: str = "") -> None:
        """Take a seat."""
        await self.page.fill("input[name=name]", name)
        await self.page.fill("input[name=age]", age)
        await self.choose("Sit down")
        await self.sees("text=you")

    async def set_up(self, game: str, name: str, *bots: str) -> None:
        """Set up a table and take a seat there."""
        await self.press(f".choice:has(b:text-is('{game}'))")
        await self.seat(name)
        for bot in bots:
            await self.choose(bot)
            await self.sees(f"text=bot, {bot}")

    async def begin(self) -> None:
        """Begin the game."""
        await self.choose("Begin the game")
        await self.sees("#board")

    @property
    def next(self) -> Locator:
        """The large button."""
        return self.page.locator("#next")

    async def is_over(self) -> bool:
        """Whether the result is shown."""
        return await self.page.locator("main.end").count() > 0

    async def turn_comes(self) -> bool:
        """Wait until there is something to decide; false where the game is over before that."""
        await self.page.wait_for_function(
            """() => {
                if (document.querySelector("main.end")) return true;
                const next = document.querySelector("main.table #next:not([aria-disabled])");
                return next && next.innerText !== "Result";
            }""",
            timeout=10 * TIMEOUT_MS,
        )
        return not await self.is_over()

    async def take_turn(self) -> None:
        """Make one decision: roll, keep, lay, trade or pass."""
        label = await self.next.inner_text()
        if label == "Keep all dice" or label in ("Roll all", "Draw new dice", "Pass"):
            await self._press_next(label)
        elif not await self.lay_something():
            label = await self.next.inner_text()
            if re.match(r"(Trade|Roll) \d", label):  # nothing fits, so each press marked a piece
                await self._press_next(label)
            else:
                await self.take_hint()

    async def ask_for_hints(self) -> None:
        """Press the lamp, and wait until a hint can be taken."""
        await self.press(".actions [aria-label=Hint]")
        await self.hints_come()

    async def hints_come(self) -> None:
        """Wait until a hint can be taken."""
        await self.sees("#next:has-text('hint')")

    async def pick_what_fits(self) -> int:
        """Pick the first piece that goes anywhere; its place in the hand."""
        slots = self.page.locator(".slot")
        for place in range(await slots.count()):
            await self.press(slots.nth(place))
            await self.sees(f".slot:nth-child({place + 1})[aria-pressed=true]")
            if await self.page.locator(".fit").count():
                return place
        raise AssertionError("nothing fits")

    async def lay_something(self) -> bool:
        """Lay the first piece that scores anywhere, and play it; false where none does."""
        slots = self.page.locator(".slot")
        for place in range(await slots.count()):
            await self.press(slots.nth(place))
            await self.sees(f".slot:nth-child({place + 1})[aria-pressed=true]")
            fits = self.page.locator(".fit", has_text="+")
            if await fits.count():
                await fits.first.dispatch_event("click")
                await self.sees(".drafted")
                if "Play for" in await self.next.inner_text():
                    await self._press_next(await self.next.inner_text())
                    return True
                await self.choose("Take back")
                await self.gone(".drafted")
            elif "best turns" in await self.next.inner_text():
                await self.press(slots.nth(place))
                await self.gone(".slot[aria-pressed=true]")
        return False

    async def take_hint(self) -> None:
        """Have the best turn shown, take it and play it."""
        await self.ask_for_hints()
        await self._press_next(await self.next.inner_text())
        await self.page.wait_for_selector("#next:not([aria-disabled])")
        label = await self.next.inner_text()
        if label.startswith(("Play", "Trade ", "Roll ")) and label != "Do not trade":
            await self._press_next(label)

    async def gone(self, selector: str) -> None:
        """Wait until something is no more."""
        await self.page.wait_for_selector(selector, state="detached")

    async def _press_next(self, label: str) -> None:
        await self.press("#next")
        await self.page.wait_for_function(
            """(label) => document.querySelector("main.end") ||
                document.querySelector("#next")?.innerText !== label""",
            arg=label,
        )

    async def play_to_the_end(self) -> None:
        """Play until the result is shown."""
        while await self.turn_comes():
            await self.take_turn()

    async def secret(self) -> tuple[str, str]:
        """The table, and the secret of one's place there."""
        kept = await self.page.evaluate("({...localStorage})")
        [(table, secret)] = [
            (key.rpartition(".")[2], value) for key, value in kept.items() if ".seat." in key
        ]
        return table, secret


@asynccontextmanager
async def launch_browser() -> AsyncIterator[Browsers]:
    """A browser, closed when it is left."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield Browsers(playwright, browser)
        finally:
            await browser.close()


@pytest.fixture
async def browsers() -> AsyncIterator[Browsers]:
    """A browser of this test's own, whose pages may complain of nothing."""
    pytest.importorskip("playwright", reason="needs Playwright, which qwirkle[dev] brings")
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt install chromium")
    async with launch_browser() as found:
        yield found
        assert found.troubles == []


class DroppingProxy:
    """Something between browsers and a server that can lose every connection."""

    def __init__(self) -> None:
        self.leads_to = 0
        """The port of the server."""
        self._open = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Begin to listen; returns the port."""
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def lose(self) -> None:
        """Drop every connection, and let none through."""
        self._open = False
        for writer in self._writers:
            writer.close()

    def mend(self) -> None:
        """Let connections through again."""
        self._open = True

    async def stop(self) -> None:
        """Listen no more."""
        self.lose()
        assert self._server is not None
        self._server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._open:
            writer.close()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self.leads_to)
        self._writers |= {writer, back}
        try:
            await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))
        finally:
            self._writers -= {writer, back}


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
