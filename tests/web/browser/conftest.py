"""Debian's Chromium for browser tests, and players who use only what the page shows."""

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
from tests.web.conftest import RunningServer

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Locator, Page, Playwright

CHROMIUM = shutil.which("chromium")
AXE = Path(__file__).with_name("node_modules") / "axe-core" / "axe.min.js"
PHONE, TABLET, DESKTOP = "Pixel 7", (820, 1180), (1440, 900)
TIMEOUT_MS = 30_000
"""Milliseconds to wait for anything on a page."""

LOBBY = "main.page .option"
"""An element that only the lobby has."""
OWN_ROOM = "main.page .choices .choice:has(bdi)"
"""A room in the lobby where this browser has a seat."""
OTHER_ROOM = "main.page .rooms li"
"""A room in the lobby where this browser has no seat."""
PLAYER = "main.page .seats .name"
"""The name of a seated player before the game."""
NO_HAND = ".no-hand"
"""What spectators see instead of a hand."""
CONNECTION_LOST = ".connection-lost"
TOAST = ".toasts p"


class Label:
    """Labels of buttons that have no id or class of their own."""

    # The large button
    KEEP_ALL = "Keep all dice"
    ROLL_ALL = "Roll all"
    NEW_DICE = "Draw new dice"
    PASS = "Pass"
    PLAY = "Play"
    RESULT = "Result"
    STOP_TRADE = "Do not trade"

    # The More sheet
    TRADE = "Trade tiles"
    UNDO = "Take the turn back"
    EXPLAIN = "Why the last turn was made"
    REPLAY = "See the round again"
    SORT = "Sort the hand"
    SCORES = "Scores and log"
    PEOPLE = "People"
    LINKS = "Links"
    APPEARANCE = "How it looks"
    RULES = "The rules"
    HELP = "Help"
    LEAVE = "To the other tables"

    # The People sheet
    CLOSE_ROOM = "Close this table for all…"
    CONFIRM_CLOSE = "Close it for all"

    # The result and the review
    REVIEW = "Review every turn"
    NEXT_MISTAKE = "Next mistake"
    BEST = "The best"
    BACK_TO_RESULT = "Back to the result"

    @staticmethod
    def substitute(name: str) -> str:
        return f"Let a bot play for {name}, who is away"

    @staticmethod
    def end_substitute(name: str) -> str:
        return f"{name} plays again"


class Browsers:
    """A running browser; collects its pages' requests and errors."""

    def __init__(self, playwright: Playwright, browser: Browser) -> None:
        self._playwright = playwright
        self._browser = browser
        self.requests: list[str] = []
        """Every requested URL."""
        self.errors: list[str] = []
        """Page errors, and console errors such as violations of the security policy."""

    async def open(
        self, url: str, size: tuple[int, int] | None = None, **options: Any
    ) -> BrowserPlayer:
        """Open a URL on a new device: one with this screen size, or a phone."""
        if size is None:
            options = {**self._playwright.devices[PHONE], **options}
        else:
            options["viewport"] = {"width": size[0], "height": size[1]}
        context = await self._browser.new_context(**options)
        return await self.open_in(context, url)

    async def open_in(self, context: BrowserContext, url: str) -> BrowserPlayer:
        """Open a URL in a new page on the same device."""
        page = await context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self._log(message.type, message.text))
        await page.goto(url)
        return BrowserPlayer(page)

    def _log(self, kind: str, text: str) -> None:
        server_is_gone = "WebSocket connection" in text or "ERR_CONNECTION_REFUSED" in text
        if kind == "error" and not server_is_gone:
            self.errors.append(text)


class BrowserPlayer:
    """A player at a page, who uses only what the page shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.uses_touch = True
        """False for a mouse."""

    async def press(self, target: str | Locator) -> None:
        """Tap or click an element."""
        locator = self.page.locator(target) if isinstance(target, str) else target
        await (locator.first.tap() if self.uses_touch else locator.first.click())

    async def choose(self, label: str) -> None:
        """Press the button with this label, on the open sheet or else on the page."""
        sheet = self.page.locator("dialog[open]")
        area = sheet if await sheet.count() else self.page.locator("#app")
        await self.press(area.get_by_role("button", name=label, exact=True))

    async def wait_for(self, selector: str) -> None:
        """Wait until an element is visible."""
        await self.page.wait_for_selector(selector)

    async def wait_for_attached(self, selector: str) -> None:
        """Wait until an element exists, visible or not."""
        await self.page.wait_for_selector(selector, state="attached")

    async def wait_until_gone(self, selector: str) -> None:
        """Wait until no element matches."""
        await self.page.wait_for_selector(selector, state="detached")

    async def take_seat(self, name: str, age: str = "") -> None:
        """Take a seat in the current room."""
        await self.page.fill("input[name=name]", name)
        await self.page.fill("input[name=age]", age)
        await self.press(".seat-form button[type=submit]")
        await self.wait_until_gone(".seat-form")

    async def create_room(self, game: str, name: str, *bots: str) -> None:
        """Create a room, take a seat and add bots."""
        await self.press(f".choice:has(b:text-is('{game}'))")
        await self.take_seat(name)
        for bot in bots:
            await self.choose(bot)
            await self.wait_for(f".seats .kind:has-text('{bot}')")

    async def start_game(self) -> None:
        """Start the game."""
        await self.press("#next:not([aria-disabled])")
        await self.wait_for("#board")

    @property
    def next_button(self) -> Locator:
        """The large button, which does what comes next."""
        return self.page.locator("#next")

    async def is_over(self) -> bool:
        """Return True if the page shows the result."""
        return await self.page.locator("main.end").count() > 0

    async def wait_for_turn(self) -> bool:
        """Wait until there is something to decide. Return False if the game is over first."""
        await self.page.wait_for_function(
            """(result) => {
                if (document.querySelector("main.end")) return true;
                const next = document.querySelector("main.game #next:not([aria-disabled])");
                return next && next.innerText !== result;
            }""",
            arg=Label.RESULT,
            timeout=10 * TIMEOUT_MS,
        )
        return not await self.is_over()

    async def take_turn(self) -> None:
        """Make one decision: roll, keep, play, trade or pass."""
        label = await self.next_button.inner_text()
        if label in (Label.KEEP_ALL, Label.ROLL_ALL, Label.NEW_DICE, Label.PASS):
            await self._press_next(label)
        elif not await self.play_any_piece():
            label = await self.next_button.inner_text()
            if re.match(r"(Trade|Roll) \d", label):  # nothing fits, so each press marked a piece
                await self._press_next(label)
            else:
                await self.play_hint()

    async def request_hints(self) -> None:
        """Press the hint button and wait for a hint."""
        await self.press(".actions button:has(.hint-icon)")
        await self.wait_for_hint()

    async def wait_for_hint(self) -> None:
        """Wait until a hint can be taken."""
        await self.wait_for("#next:has-text('hint')")

    async def pick_fitting_piece(self) -> int:
        """Pick the first piece that fits anywhere. Return its slot."""
        slots = self.page.locator(".slot")
        for slot in range(await slots.count()):
            await self.press(slots.nth(slot))
            await self.wait_for(f".slot:nth-child({slot + 1})[aria-pressed=true]")
            if await self.page.locator(".legal-cell").count():
                return slot
        raise AssertionError("nothing fits")

    async def play_any_piece(self) -> bool:
        """Place and play the first piece that scores. Return False if none does."""
        slots = self.page.locator(".slot")
        for slot in range(await slots.count()):
            await self.press(slots.nth(slot))
            await self.wait_for(f".slot:nth-child({slot + 1})[aria-pressed=true]")
            fits = self.page.locator(".legal-cell", has_text="+")
            if await fits.count():
                await fits.first.dispatch_event("click")
                await self.wait_for(".drafted")
                label = await self.next_button.inner_text()
                if label.startswith(Label.PLAY):
                    await self._press_next(label)
                    return True
                await self.press(".actions .icon-button")  # undo
                await self.wait_until_gone(".drafted")
            elif await self.page.locator(".slot.picked").count():
                await self.press(slots.nth(slot))
                await self.wait_until_gone(".slot[aria-pressed=true]")
        return False

    async def play_hint(self) -> None:
        """Request a hint, take it and play it."""
        await self.request_hints()
        await self._press_next(await self.next_button.inner_text())
        await self.page.wait_for_selector("#next:not([aria-disabled])")
        label = await self.next_button.inner_text()
        if label.startswith(("Play", "Trade ", "Roll ")) and label != Label.STOP_TRADE:
            await self._press_next(label)

    async def _press_next(self, label: str) -> None:
        await self.press("#next")
        await self.page.wait_for_function(
            """(label) => document.querySelector("main.end") ||
                document.querySelector("#next")?.innerText !== label""",
            arg=label,
        )

    async def play_to_the_end(self) -> None:
        """Play until the page shows the result."""
        while await self.wait_for_turn():
            await self.take_turn()

    async def room_and_seat_token(self) -> tuple[str, str]:
        """Return the room id and the seat token that the browser has stored."""
        storage = await self.page.evaluate("({...localStorage})")
        [(room, seat_token)] = [
            (key.rpartition(".")[2], value) for key, value in storage.items() if ".seat." in key
        ]
        return room, seat_token


@asynccontextmanager
async def launch_browser() -> AsyncIterator[Browsers]:
    """Run a browser."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield Browsers(playwright, browser)
        finally:
            await browser.close()


@pytest.fixture
async def browsers() -> AsyncIterator[Browsers]:
    """A browser for one test; fails the test if a page reports an error."""
    pytest.importorskip("playwright", reason="needs Playwright, which qwirkle[dev] brings")
    if CHROMIUM is None:
        pytest.skip("needs Chromium: apt install chromium")
    async with launch_browser() as running:
        yield running
        assert running.errors == []


class DroppingProxy:
    """A TCP proxy between browsers and a server that can drop every connection."""

    def __init__(self) -> None:
        self.server_port = 0
        self._accepts = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        """Start listening. Return the port."""
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    def drop_connections(self) -> None:
        """Drop every connection and refuse new ones."""
        self._accepts = False
        for writer in self._writers:
            writer.close()

    def accept_connections(self) -> None:
        """Accept connections again."""
        self._accepts = True

    async def stop(self) -> None:
        """Drop every connection and stop listening."""
        self.drop_connections()
        assert self._server is not None
        self._server.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._accepts:
            writer.close()
            return
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.server_port)
        self._writers |= {writer, server_writer}
        try:
            await asyncio.gather(_forward(reader, server_writer), _forward(server_reader, writer))
        finally:
            self._writers -= {writer, server_writer}


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


def url_of(server: RunningServer) -> str:
    """Return the URL of the page."""
    return f"http://127.0.0.1:{server.address.port}/"
