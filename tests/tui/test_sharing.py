"""Games shared from a terminal: who may join, the lobby, the game, and resuming it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import segno
import websockets
from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from qwirkle import catalog
from qwirkle.cli.loading import load_untruncated_game
from qwirkle.records.players import Player
from qwirkle.session.session import Pace
from qwirkle.settings import ThemeName
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.palette import Appearance, ColourDepth
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.remote_session import RemoteSession
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.qr import QUIET_ZONE, QrScreen, render_qr
from qwirkle.tui.screens.remote_game import RemoteGameScreen
from qwirkle.tui.screens.remote_lobby import LobbyScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.share import ShareScreen, sharing_notes
from qwirkle.tui.screens.start import StartScreen
from qwirkle.web import room as room_module
from qwirkle.web.client import Link
from qwirkle.web.lobby import newest_resumable_room, read_rooms
from qwirkle.web.run import CannotListen, ListenAddress, open_listener
from tests.tools.pictures.scenes import text_of
from tests.tui.conftest import wait_for_screen, wait_until
from tests.tui.remote_setup import choose, is_own_turn, menu_items, play_any_turn, remote_frame
from tests.web.conftest import Client
from tests.web.seats import play_to_the_end

SHORT = catalog.load_variant("sprint")
ANA, BEN = Player("Ana", 9), Player("Ben")
BOT = Player("Bo", None, "bot:simple")
CLOSE_TIMEOUT = 120.0
CONSOLE = Console()


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "ROOM_PACE", Pace())


def sharing_app(*players: Player, port: int = 0) -> QwirkleApp:
    """Return an app that is asked to share a short game."""
    launch = LaunchOptions(variant=SHORT, players=players, share_port=port)
    return QwirkleApp(launch, open_initial_game(launch))


def resuming_app() -> QwirkleApp:
    """Return an app that is asked to resume the last shared game."""
    launch = LaunchOptions(share_port=0, resume="latest")
    return QwirkleApp(launch, open_initial_game(launch))


async def choose_audience(pilot: Pilot[None], app: QwirkleApp, audience: str) -> None:
    """Choose who may join."""
    await wait_for_screen(pilot, app, ShareScreen)
    options = app.screen.query_one("#audience", OptionList)
    options.highlighted = options.get_option_index(audience)
    await pilot.press("enter")


async def open_lobby(pilot: Pilot[None], app: QwirkleApp) -> Link:
    """Share with this machine only; return the address for others."""
    await choose_audience(pilot, app, "machine")
    await wait_until(pilot, lambda: bool(menu_items(app)))
    return address_of(app)


def address_of(app: QwirkleApp) -> Link:
    """Return the address at which others join."""
    shared_game = remote_session(app).shared_game
    assert shared_game is not None
    return Link.parse(shared_game.url)


def remote_session(app: QwirkleApp) -> RemoteSession:
    """Return the app's own connection to the game it shares."""
    return next(
        screen.remote
        for screen in app.screen_stack
        if isinstance(screen, LobbyScreen | RemoteGameScreen)
    )


def port_of(link: Link) -> int:
    """Return the port of an address."""
    return int(link.host.rpartition(":")[2])


@contextlib.asynccontextmanager
async def guest(link: Link, **fields: object) -> AsyncIterator[Client]:
    """Connect to the shared game as a new or a returning player."""
    async with websockets.connect(link.websocket_url, max_size=None, compression=None) as socket:
        client = Client(socket)
        await client.send("hello", version=1, **fields)
        await client.wait_for_kind("table")
        yield client


async def take_seat(client: Client, name: str) -> None:
    """Take a seat."""
    await client.send("sit", name=name)
    await client.wait_until(lambda message: message.get("you") is not None)


def error_text(app: QwirkleApp) -> str:
    """Return the error on the share screen; empty if there is none."""
    return str(app.screen.query_one("#error", Static).content)


def lobby_text(app: QwirkleApp) -> str:
    """Return who has joined and who is still expected, as the lobby shows it."""
    return str(app.screen.query_one("#player-summary", Static).content)


async def test_a_shared_game_can_be_played_to_the_end(home: Path) -> None:
    """A person joins over the network, and both play to the end without a hand-off screen."""
    app = sharing_app(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        link = await open_lobby(pilot, app)
        before = lobby_text(app)
        assert "Ben" in before
        async with guest(link) as ben:
            await take_seat(ben, "Ben")
            await wait_until(pilot, lambda: lobby_text(app) != before)
            await choose(pilot, app, "Begin the game")
            playing = asyncio.create_task(play_to_the_end([ben]))
            while not isinstance(app.screen, EndScreen):
                assert isinstance(app.screen, LobbyScreen | RemoteGameScreen)
                if is_own_turn(app):
                    await play_any_turn(pilot, app)
                await wait_until(
                    pilot, lambda: is_own_turn(app) or isinstance(app.screen, EndScreen)
                )
            await playing
    assert app.exit_messages == []
    (record,) = home.glob("games/*.qwirkle")
    assert load_untruncated_game(record).is_over
    assert newest_resumable_room(home / "shared.json") is None


@pytest.mark.parametrize("size", [(120, 40), (200, 60)], ids=str)
async def test_each_player_of_a_shared_game_sees_their_own_hand(size: tuple[int, int]) -> None:
    """Each player sees only their own hand; the address is one key away."""
    app = sharing_app(ANA, BOT, BEN)
    async with app.run_test(size=size) as pilot:
        link = await open_lobby(pilot, app)
        async with guest(link) as ben:
            await take_seat(ben, "Ben")
            await choose(pilot, app, "Begin the game")
            await wait_until(pilot, lambda: remote_frame(app) and remote_frame(app).hand)  # type: ignore[union-attr]
            frame = remote_frame(app)
            guest_frame = await ben.wait_for_frame(lambda frame: bool(frame.hand))
            assert frame is not None
            assert [seat.name for seat in frame.seats] == ["Ana", "Bo", "Ben"]
            assert not any(seat.hand for seat in (*guest_frame.seats, *frame.seats))
            assert frame.hand_title in text_of(app)
            await pilot.press("f4")
            await wait_for_screen(pilot, app, QrScreen)
            assert str(link) in text_of(app)
            await pilot.press("escape")
            await wait_for_screen(pilot, app, RemoteGameScreen)


async def test_a_shared_game_can_be_resumed(home: Path) -> None:
    """Others keep their seat tokens; the host's old token becomes invalid."""
    app = sharing_app(ANA, BEN)
    async with contextlib.AsyncExitStack() as stack:
        async with app.run_test(size=(80, 24)) as pilot:
            link = await open_lobby(pilot, app)
            host_link = remote_session(app).client.link
            ben = await stack.enter_async_context(guest(link))
            await take_seat(ben, "Ben")
            await choose(pilot, app, "Begin the game")
            frame = await ben.wait_for_frame(lambda frame: bool(frame.hand))
            await pilot.press("ctrl+q")
        await asyncio.wait_for(ben.socket.wait_closed(), CLOSE_TIMEOUT)
    (message,) = app.exit_messages
    assert message.endswith(f"qwirkle play --share --resume --port {port_of(link)}")
    resumed = resuming_app()
    async with resumed.run_test(size=(80, 24)) as pilot:
        await choose_audience(pilot, resumed, "machine")
        await wait_until(pilot, lambda: remote_frame(resumed) and remote_frame(resumed).hand)  # type: ignore[union-attr]
        link = address_of(resumed)
        async with guest(link, secret=ben.seat_token) as returned:
            same = await returned.wait_for_frame(lambda frame: bool(frame.hand))
            assert [slot.face for slot in same.hand] == [slot.face for slot in frame.hand]
        async with websockets.connect(link.websocket_url) as socket:
            stranger = Client(socket)
            await stranger.send(
                "hello", version=1, table=host_link.room, secret=host_link.seat_token
            )
            assert "not known" in (await stranger.wait_for_kind("error"))["text"]


async def test_a_game_that_nobody_joined_is_not_offered_for_resuming(home: Path) -> None:
    """If you leave before anyone has joined, there is no message on exit."""
    app = sharing_app(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await open_lobby(pilot, app)
    assert app.exit_messages == []
    assert read_rooms(home / "shared.json")
    assert newest_resumable_room(home / "shared.json") is None


async def test_a_port_in_use_is_reported() -> None:
    """The error appears on the same screen, and you can choose again."""
    with open_listener(ListenAddress(0)) as listener:
        port = listener.getsockname()[1]
        app = sharing_app(ANA, BEN, port=port)
        async with app.run_test(size=(80, 24)) as pilot:
            await choose_audience(pilot, app, "machine")
            await wait_until(pilot, lambda: str(port) in error_text(app))
            await choose_audience(pilot, app, "nobody")
            await wait_until(pilot, lambda: app.session is not None)


async def test_a_machine_without_a_network_cannot_share_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The error is shown, and you can still share with this machine only."""
    monkeypatch.setattr("qwirkle.tui.sharing.lan_address", lambda: "127.0.0.1")
    app = sharing_app(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose_audience(pilot, app, "lan")
        await wait_until(pilot, lambda: error_text(app))
        await open_lobby(pilot, app)
        assert "Ana" in lobby_text(app)


async def test_only_one_program_can_share_at_a_time() -> None:
    """A second program gets an error, and the first continues."""
    app = sharing_app(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        link = await open_lobby(pilot, app)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            "import sys\n"
            "from pathlib import Path\n"
            "from qwirkle.tui.sharing import SharingError, _exclusive_lock\n"
            "try:\n"
            "    with _exclusive_lock(Path(sys.argv[1])): print('both')\n"
            "except SharingError: print('refused')\n",
            str(Path(os.environ["QWIRKLE_HOME"]) / "shared.json"),
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await child.communicate()
        assert out.strip() == b"refused"
        async with guest(link) as ben:
            await take_seat(ben, "Ben")


async def test_sharing_with_nobody_starts_a_local_game() -> None:
    """The same players play at one keyboard, and no port is opened."""
    app = sharing_app(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose_audience(pilot, app, "nobody")
        await wait_until(
            pilot, lambda: any(isinstance(s, LocalGameScreen) for s in app.screen_stack)
        )
        assert app.session is not None
        assert [player.name for player in app.session.players] == ["Ana", "Ben"]
        assert app.sharing is None


async def test_the_setup_screen_leads_to_the_share_screen_and_back() -> None:
    """Without players the setup screen comes first; Back keeps what you chose there."""
    app = QwirkleApp(LaunchOptions(variant=SHORT, share_port=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        setup = app.screen
        await pilot.press("ctrl+s")
        await wait_for_screen(pilot, app, ShareScreen)
        texts = {str(static.content) for static in app.screen.query(Static)}
        assert texts.issuperset(sharing_notes())
        await pilot.press("escape")
        await wait_until(pilot, lambda: app.screen is setup)
        await pilot.press("ctrl+s")
        await open_lobby(pilot, app)
        assert "Greta" in lobby_text(app)


async def test_sharing_can_be_stopped_in_the_lobby() -> None:
    """Stopping leads to the start screen and closes the port."""
    app = sharing_app(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        link = await open_lobby(pilot, app)
        await choose(pilot, app, "Share no more")
        await wait_for_screen(pilot, app, StartScreen)

        def is_closed() -> bool:
            with contextlib.suppress(CannotListen), open_listener(ListenAddress(port_of(link))):
                return True
            return False

        await wait_until(pilot, is_closed)


async def test_the_share_screen_works_by_mouse() -> None:
    """A click chooses who may join; names are shown as plain text."""
    app = sharing_app(Player("[b]Ana[/]"), Player("[/]"))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, ShareScreen)
        await pilot.click("#audience", offset=(5, 2))
        await wait_until(pilot, lambda: bool(menu_items(app)))
        assert "[b]Ana[/]" in lobby_text(app)
        assert "[/]" in lobby_text(app).replace("[b]Ana[/]", "")
        assert "[b]Ana[/]" in text_of(app)


# The QR code


def drawn_modules(address: str, appearance: Appearance) -> list[list[bool]]:
    """Return the modules of a QR code as a camera sees them; True is dark."""
    background_is_dark = appearance.theme == "dark"
    rows: list[list[bool]] = []
    for line in render_qr(address, appearance).split("\n"):
        halves: tuple[list[bool], list[bool]] = ([], [])
        for column, character in enumerate(line.plain):
            style = line.get_style_at_offset(CONSOLE, column)
            if appearance.colour_depth == "none":
                ink_is_dark = not background_is_dark
                paper_is_dark = background_is_dark
                if style.reverse:
                    ink_is_dark, paper_is_dark = paper_is_dark, ink_is_dark
            else:
                ink_is_dark = style.color is not None and style.color.name == "#000000"
                assert style.bgcolor is not None
                paper_is_dark = style.bgcolor.name == "#000000"
            for half, ink in zip(halves, ("▀█", "▄█"), strict=True):
                half.append(ink_is_dark if character in ink else paper_is_dark)
        rows += [halves[0][::2]] if appearance.ascii else halves
    return rows


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("colours", ["true", "none"])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_qr_code_encodes_the_address(
    theme: ThemeName, colours: ColourDepth, ascii_only: bool
) -> None:
    """The modules are those of the address, dark on light, with a quiet zone around them."""
    url = "http://192.168.100.7:8642/"
    appearance = Appearance(theme=theme, colour_depth=colours, ascii=ascii_only)
    rows = drawn_modules(url, appearance)
    modules = [[bool(module) for module in row] for row in segno.make(url).matrix]
    size = len(modules)
    assert [
        row[QUIET_ZONE : QUIET_ZONE + size] for row in rows[QUIET_ZONE : QUIET_ZONE + size]
    ] == modules
    dark_in_quiet_zone = sum(map(sum, rows)) - sum(map(sum, modules))
    assert dark_in_quiet_zone == 0
    assert len(rows) >= size + 2 * QUIET_ZONE
    assert {len(row) for row in rows} == {size + 2 * QUIET_ZONE}
    if ascii_only:
        assert render_qr(url, appearance).plain.isascii()


@pytest.mark.parametrize(
    ("size", "plain", "beside"),
    [
        ((80, 24), False, True),
        ((200, 60), True, True),
        ((60, 24), False, False),
        ((80, 24), True, False),
    ],
    ids=str,
)
async def test_the_qr_code_is_beside_the_menu_or_one_of_its_items(
    size: tuple[int, int], plain: bool, beside: bool
) -> None:
    """If there is no room, a menu item opens the code or says how much room it needs."""
    app = QwirkleApp(LaunchOptions(variant=SHORT, players=(ANA, BEN), share_port=0, ascii=plain))
    async with app.run_test(size=size) as pilot:
        link = await open_lobby(pilot, app)
        code = app.screen.query_one("#qr-code")
        assert code.display is beside
        if beside:
            lines = render_qr(str(link), app.appearance).split("\n")
            await wait_until(pilot, lambda: code.region.height == len(lines))
            assert code.region.width == lines[0].cell_len
            assert app.screen.region.contains_region(code.region)
            assert not any("code" in line for line in menu_items(app))
            return
        await choose(pilot, app, "Show the code to photograph")
        await wait_for_screen(pilot, app, QrScreen)
        text = text_of(app)
        assert ({"66", "35"} <= set(re.findall(r"\d+", text))) is plain
        assert ("▀▀▀▀▀▀▀" in text) is not plain
        await pilot.press("escape")
        await wait_for_screen(pilot, app, LobbyScreen)


# Killed programs


@pytest.mark.usefixtures("without_coverage")
@pytest.mark.programs
async def test_a_shared_game_survives_a_kill(home: Path) -> None:
    """After SIGKILL during a game, players find their seats and hands again."""
    from tests.robust.terminal import Terminal

    with open_listener(ListenAddress(0)) as listener:
        link = Link(f"127.0.0.1:{listener.getsockname()[1]}")
    port = ["--port", str(port_of(link))]
    players = ["--variant", "sprint", "--player", "Ana", "--player", "Ben"]

    async def wait_for_text(terminal: Terminal, part: str) -> None:
        await asyncio.to_thread(terminal.wait_for, lambda text: part in text)

    terminal = Terminal(["play", "--share", *port, *players], home, (80, 24))
    await wait_for_text(terminal, "Only this machine")
    terminal.press("enter")
    await wait_for_text(terminal, "One more is awaited: Ben.")
    async with guest(link) as ben:
        await take_seat(ben, "Ben")
        await wait_for_text(terminal, "Ana, Ben.")
        terminal.press("enter")
        frame = await ben.wait_for_frame(lambda frame: bool(frame.hand))
        await wait_for_text(terminal, "your hand")
        await asyncio.to_thread(terminal.kill)
    resumed = Terminal(["play", "--share", "--resume", *port], home, (80, 24))
    await wait_for_text(resumed, "Only this machine")
    resumed.press("enter")
    await wait_for_text(resumed, "your hand")
    async with guest(link, secret=ben.seat_token) as returned:
        same = await returned.wait_for_frame(lambda frame: bool(frame.hand))
        assert [slot.face for slot in same.hand] == [slot.face for slot in frame.hand]
    resumed.press("ctrl+q")
    assert await asyncio.to_thread(resumed.end) == 0
    assert b"qwirkle play --share --resume" in resumed.raw
