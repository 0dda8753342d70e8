"""A table that is shared from the terminal that plays at it: the question, doors, going on."""

from __future__ import annotations

import asyncio
import contextlib
import os
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
from qwirkle.cli.files import load_complete_game
from qwirkle.records.schema import Player
from qwirkle.session.session import Pace
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.appearance import Appearance, ColourDepth, Theme
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.qr import QUIET_ZONE, QrScreen, render_qr
from qwirkle.tui.screens.remote_game import RemoteGameScreen
from qwirkle.tui.screens.remote_lobby import LobbyScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.share import ShareScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.web import room as table_module
from qwirkle.web.client import Link
from qwirkle.web.lobby import newest_resumable_room, read_rooms
from qwirkle.web.run import CannotListen, ListenAddress, open_listener
from tests.tools.pictures.scenes import text_of
from tests.tui.conftest import wait_for_screen, wait_until
from tests.tui.screens.test_remote_game import choices, choose, is_own_turn, lay_something, shown
from tests.web.conftest import Client
from tests.web.test_server import play_to_the_end

SHORT = catalog.load_variant("sprint")
ANA, BEN = Player("Ana", 9), Player("Ben")
SIMPLE = Player("Bo", None, "bot:simple")
SOON = 120.0
CONSOLE = Console()


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "ROOM_PACE", Pace())


def sharing(*players: Player, port: int = 0) -> QwirkleApp:
    """The app that is asked to share a short game."""
    launch = LaunchOptions(variant=SHORT, players=players, share_port=port)
    return QwirkleApp(launch, open_initial_game(launch))


def resuming() -> QwirkleApp:
    """The app that is asked to go on with what was shared."""
    launch = LaunchOptions(share_port=0, resume="newest")
    return QwirkleApp(launch, open_initial_game(launch))


async def answer(pilot: Pilot[None], app: QwirkleApp, who: str) -> None:
    """Say who may come in."""
    await wait_for_screen(pilot, app, ShareScreen)
    found = app.screen.query_one("#who", OptionList)
    found.highlighted = found.get_option_index(who)
    await pilot.press("enter")


async def open_lobby(pilot: Pilot[None], app: QwirkleApp) -> Link:
    """Share with this machine alone; where others come in."""
    await answer(pilot, app, "machine")
    await wait_until(pilot, lambda: bool(choices(app)))
    return address_of(app)


def address_of(app: QwirkleApp) -> Link:
    """Where others come in."""
    shared = next(
        each for each in app.screen_stack if isinstance(each, LobbyScreen | RemoteGameScreen)
    )
    assert shared._remote.shared_game is not None
    return Link.parse(shared._remote.shared_game.url)


def port_of(link: Link) -> int:
    """The port of an address."""
    return int(link.host.rpartition(":")[2])


@contextlib.asynccontextmanager
async def guest(link: Link, **words: object) -> AsyncIterator[Client]:
    """Somebody at the table, or on the way back to it."""
    async with websockets.connect(link.websocket_url, max_size=None, compression=None) as socket:
        client = Client(socket)
        await client.say("hello", version=1, **words)
        await client.wait_for_kind("table")
        yield client


async def sit(client: Client, name: str) -> None:
    """Take a seat."""
    await client.say("sit", name=name)
    await client.wait_until(lambda message: message.get("you") is not None)


def lobby_text(app: QwirkleApp) -> str:
    """Who is there and who is awaited."""
    return str(app.screen.query_one("#gathered", Static).content)


async def test_a_whole_shared_game(home: Path) -> None:
    """From the question to the result, with one person by the network and no curtain."""
    app = sharing(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        link = await open_lobby(pilot, app)
        assert "One more is awaited: Ben." in lobby_text(app)
        async with guest(link) as ben:
            await sit(ben, "Ben")
            await wait_until(pilot, lambda: "awaited" not in lobby_text(app))
            await choose(pilot, app, "Begin the game")
            playing = asyncio.create_task(play_to_the_end([ben]))
            while not isinstance(app.screen, EndScreen):
                assert isinstance(app.screen, LobbyScreen | RemoteGameScreen)
                if is_own_turn(app):
                    await lay_something(pilot, app)
                await wait_until(
                    pilot, lambda: is_own_turn(app) or isinstance(app.screen, EndScreen)
                )
            await playing
    assert app.exit_messages == []
    (record,) = home.glob("games/*.qwirkle")
    assert load_complete_game(record).is_over
    assert newest_resumable_room(home / "shared.json") is None


@pytest.mark.parametrize("size", [(120, 40), (200, 60)], ids=str)
async def test_a_shared_table_at_any_size(size: tuple[int, int]) -> None:
    """Each sees their own hand only, the bot has its name, and the address is a key away."""
    app = sharing(ANA, SIMPLE, BEN)
    async with app.run_test(size=size) as pilot:
        link = await open_lobby(pilot, app)
        async with guest(link) as ben:
            await sit(ben, "Ben")
            await choose(pilot, app, "Begin the game")
            await wait_until(pilot, lambda: shown(app) and shown(app).hand)  # type: ignore[union-attr]
            frame, seen = shown(app), await ben.wait_for_frame(lambda each: bool(each.hand))
            assert frame is not None
            assert [seat.name for seat in frame.seats] == ["Ana", "Bo", "Ben"]
            assert not any(seat.hand for seat in (*seen.seats, *frame.seats))
            assert f"{frame.seats[0].name} –" in text_of(app)
            await pilot.press("f4")
            await wait_for_screen(pilot, app, QrScreen)
            assert str(link) in text_of(app)
            await pilot.press("escape")
            await wait_for_screen(pilot, app, RemoteGameScreen)


async def test_a_shared_table_goes_on(home: Path) -> None:
    """Leaving says how; others keep their secrets, and the host's old one leads nowhere."""
    app = sharing(ANA, BEN)
    async with contextlib.AsyncExitStack() as stack:
        async with app.run_test(size=(80, 24)) as pilot:
            link = await open_lobby(pilot, app)
            screen = app.screen
            assert isinstance(screen, LobbyScreen)
            old = screen._remote.client.link
            ben = await stack.enter_async_context(guest(link))
            await sit(ben, "Ben")
            await choose(pilot, app, "Begin the game")
            frame = await ben.wait_for_frame(lambda each: bool(each.hand))
            await pilot.press("ctrl+q")
        await asyncio.wait_for(ben.socket.wait_closed(), SOON)
    way = f"qwirkle play --share --resume --port {port_of(link)}"
    assert app.exit_messages == [f"Saved. Go on with: {way}"]
    again = resuming()
    async with again.run_test(size=(80, 24)) as pilot:
        await answer(pilot, again, "machine")
        await wait_until(pilot, lambda: shown(again) and shown(again).hand)  # type: ignore[union-attr]
        link = address_of(again)
        async with guest(link, secret=ben.secret) as back:
            same = await back.wait_for_frame(lambda each: bool(each.hand))
            assert [slot.face for slot in same.hand] == [slot.face for slot in frame.hand]
        async with websockets.connect(link.websocket_url) as socket:
            stranger = Client(socket)
            await stranger.say("hello", version=1, table=old.room, secret=old.seat_token)
            assert "not known" in (await stranger.wait_for_kind("error"))["text"]


async def test_a_table_without_company_is_not_gone_on_with(home: Path) -> None:
    """Who leaves before anybody has come is told nothing."""
    app = sharing(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await open_lobby(pilot, app)
    assert app.exit_messages == []
    assert read_rooms(home / "shared.json")
    assert newest_resumable_room(home / "shared.json") is None


async def test_a_port_that_is_taken_is_told() -> None:
    """One sentence on the same screen, and another answer can be given."""
    with open_listener(ListenAddress(0)) as door:
        port = door.getsockname()[1]
        app = sharing(ANA, BEN, port=port)
        async with app.run_test(size=(80, 24)) as pilot:
            await answer(pilot, app, "machine")
            await wait_until(pilot, lambda: f"Port {port} cannot be used" in text_of(app))
            await answer(pilot, app, "nobody")
            await wait_until(pilot, lambda: app.session is not None)


async def test_a_machine_without_a_network_cannot_let_others_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing listens for a network that is not there, and that is said."""
    monkeypatch.setattr("qwirkle.tui.sharing.lan_address", lambda: "127.0.0.1")
    app = sharing(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await answer(pilot, app, "lan")
        await wait_until(pilot, lambda: "This machine is in no network" in text_of(app))
        await open_lobby(pilot, app)
        assert "Ana" in lobby_text(app)


async def test_two_programs_do_not_share_at_once() -> None:
    """The second is told that there is one already, and the first goes on."""
    app = sharing(ANA, BEN)
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
            "except SharingError as error: print(error)\n",
            str(Path(os.environ["QWIRKLE_HOME"]) / "shared.json"),
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await child.communicate()
        assert b"Another program shares a table already" in out
        async with guest(link) as ben:
            await sit(ben, "Ben")


async def test_nobody_means_the_usual_game() -> None:
    """The same players at one keyboard, and nothing listens."""
    app = sharing(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        await answer(pilot, app, "nobody")
        await wait_until(
            pilot, lambda: any(isinstance(s, LocalGameScreen) for s in app.screen_stack)
        )
        assert app.session is not None
        assert [player.name for player in app.session.players] == ["Ana", "Ben"]
        assert app.sharing is None


async def test_the_set_up_leads_to_the_question_and_back() -> None:
    """Without players the usual screen asks for them; Back keeps what was chosen there."""
    app = QwirkleApp(LaunchOptions(variant=SHORT, share_port=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        setup = app.screen
        await pilot.press("ctrl+s")
        await wait_for_screen(pilot, app, ShareScreen)
        for part in ("not encrypted", "own hand only", "take a free seat", "its key"):
            assert part in text_of(app)
        await pilot.press("escape")
        await wait_until(pilot, lambda: app.screen is setup)
        await pilot.press("ctrl+s")
        await open_lobby(pilot, app)
        assert "Greta (bot)" in lobby_text(app)


async def test_sharing_ends_from_the_lobby() -> None:
    """“Share no more” leads to the start screen, and nobody gets in any more."""
    app = sharing(ANA, BEN)
    async with app.run_test(size=(80, 24)) as pilot:
        link = await open_lobby(pilot, app)
        await choose(pilot, app, "Share no more")
        await wait_for_screen(pilot, app, StartScreen)

        def is_closed() -> bool:
            with contextlib.suppress(CannotListen), open_listener(ListenAddress(port_of(link))):
                return True
            return False

        await wait_until(pilot, is_closed)


async def test_the_mouse_answers_too() -> None:
    """A click on an answer gives it; names are drawn as they are."""
    app = sharing(Player("[b]Ana[/]"), Player("[/]"))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, ShareScreen)
        await pilot.click("#who", offset=(5, 2))
        await wait_until(pilot, lambda: bool(choices(app)))
        told = text_of(app)
        assert "[b]Ana[/]" in told
        assert "awaited: [/]." in told


# The code


def drawn(text: str, look: Appearance) -> list[list[bool]]:
    """The modules of a code as a camera sees them, each by whether it is dark."""
    ground_is_dark = look.theme == "dark"
    rows: list[list[bool]] = []
    for line in render_qr(text, look).split("\n"):
        halves: tuple[list[bool], list[bool]] = ([], [])
        for column, sign in enumerate(line.plain):
            style = line.get_style_at_offset(CONSOLE, column)
            if look.colour_depth == "none":
                text_is_dark = not ground_is_dark
                paper_is_dark = ground_is_dark
                if style.reverse:
                    text_is_dark, paper_is_dark = paper_is_dark, text_is_dark
            else:
                text_is_dark = style.color is not None and style.color.name == "#000000"
                assert style.bgcolor is not None
                paper_is_dark = style.bgcolor.name == "#000000"
            for half, signs in zip(halves, ("▀█", "▄█"), strict=True):
                half.append(text_is_dark if sign in signs else paper_is_dark)
        rows += [halves[0][::2]] if look.ascii else halves
    return rows


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("colours", ["true", "none"])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_code_is_the_address(theme: Theme, colours: ColourDepth, ascii_only: bool) -> None:
    """The drawn modules are those of the address, dark on light, with a quiet ground around."""
    url = "http://192.168.100.7:8642/"
    look = Appearance(theme=theme, colour_depth=colours, ascii=ascii_only)
    rows = drawn(url, look)
    wanted = [[bool(module) for module in row] for row in segno.make(url).matrix]
    size = len(wanted)
    assert [
        row[QUIET_ZONE : QUIET_ZONE + size] for row in rows[QUIET_ZONE : QUIET_ZONE + size]
    ] == wanted
    around = sum(map(sum, rows)) - sum(map(sum, wanted))
    assert around == 0
    assert len(rows) >= size + 2 * QUIET_ZONE
    assert {len(row) for row in rows} == {size + 2 * QUIET_ZONE}
    if ascii_only:
        assert render_qr(url, look).plain.isascii()


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
async def test_the_code_is_beside_the_choices_or_one_of_them(
    size: tuple[int, int], plain: bool, beside: bool
) -> None:
    """Where there is no room a choice shows it, or says how much room it needs."""
    app = QwirkleApp(LaunchOptions(variant=SHORT, players=(ANA, BEN), share_port=0, ascii=plain))
    async with app.run_test(size=size) as pilot:
        link = await open_lobby(pilot, app)
        code = app.screen.query_one("#code")
        assert code.display is beside
        if beside:
            lines = render_qr(str(link), app.appearance).split("\n")
            await wait_until(pilot, lambda: code.region.height == len(lines))
            assert code.region.width == lines[0].cell_len
            assert app.screen.region.contains_region(code.region)
            assert not any("code" in line for line in choices(app))
            return
        await choose(pilot, app, "Show the code to photograph")
        await wait_for_screen(pilot, app, QrScreen)
        told = "The code needs a terminal of 66 by 35."
        assert (told in text_of(app)) is plain
        assert ("▀▀▀▀▀▀▀" in text_of(app)) is not plain
        await pilot.press("escape")
        await wait_for_screen(pilot, app, LobbyScreen)


# Killed


@pytest.mark.usefixtures("without_coverage")
@pytest.mark.programs
async def test_a_killed_program_goes_on(home: Path) -> None:
    """After SIGKILL in the middle of a game the others find their seats and their hands again."""
    from tests.robust.terminal import Terminal

    with open_listener(ListenAddress(0)) as door:
        link = Link(f"127.0.0.1:{door.getsockname()[1]}")
    port = ["--port", str(port_of(link))]
    players = ["--variant", "sprint", "--player", "Ana", "--player", "Ben"]

    async def seen(terminal: Terminal, part: str) -> None:
        await asyncio.to_thread(terminal.wait_for, lambda text: part in text)

    terminal = Terminal(["play", "--share", *port, *players], home, (80, 24))
    await seen(terminal, "Only this machine")
    terminal.press("enter")
    await seen(terminal, "One more is awaited: Ben.")
    async with guest(link) as ben:
        await sit(ben, "Ben")
        await seen(terminal, "Ana, Ben.")
        terminal.press("enter")
        frame = await ben.wait_for_frame(lambda each: bool(each.hand))
        await seen(terminal, "your hand")
        await asyncio.to_thread(terminal.kill)
    again = Terminal(["play", "--share", "--resume", *port], home, (80, 24))
    await seen(again, "Only this machine")
    again.press("enter")
    await seen(again, "your hand")
    async with guest(link, secret=ben.secret) as back:
        same = await back.wait_for_frame(lambda each: bool(each.hand))
        assert [slot.face for slot in same.hand] == [slot.face for slot in frame.hand]
    again.press("ctrl+q")
    assert await asyncio.to_thread(again.end) == 0
    assert b"qwirkle play --share --resume" in again.raw
