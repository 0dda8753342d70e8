"""Lost connections, other devices, killed servers, and access control in the browser."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.web import server as server_module
from tests.cli.test_serve import server
from tests.web.browser.conftest import (
    CONNECTION_LOST,
    LOBBY,
    NO_HAND,
    OTHER_ROOM,
    OWN_ROOM,
    PLAYER,
    TABLET,
    TOAST,
    BrowserPlayer,
    Browsers,
    DroppingProxy,
    Label,
    url_of,
)
from tests.web.conftest import RunningServer, run_server

pytestmark = pytest.mark.extra


async def started_game(browsers: Browsers, url: str, game: str = "Qwirkle") -> BrowserPlayer:
    """Start a game against a bot and return the player, whose turn it is."""
    ana = await browsers.open(url)
    await ana.create_room(game, "Ana", "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    return ana


async def place_piece(player: BrowserPlayer) -> str:
    """Place a piece without playing the turn. Return its cell."""
    await player.pick_fitting_piece()
    await player.page.locator(".legal-cell").first.dispatch_event("click")
    await player.wait_for(".drafted")
    return str(await player.page.locator(".drafted").get_attribute("data-cell"))


@pytest.fixture
async def lossy(tmp_path: Path) -> AsyncIterator[tuple[str, DroppingProxy]]:
    """A server behind a proxy that can drop every connection."""
    proxy = DroppingProxy()
    host = f"127.0.0.1:{await proxy.start()}"
    async with run_server(tmp_path / "tables.json", host) as server:
        proxy.server_port = server.address.port
        yield f"http://{host}/", proxy
        await proxy.stop()


async def test_a_lost_connection_is_restored(
    browsers: Browsers, lossy: tuple[str, DroppingProxy]
) -> None:
    """The page reports a lost connection and reconnects automatically to the unfinished turn."""
    url, proxy = lossy
    ana = await started_game(browsers, url)
    cell = await place_piece(ana)
    proxy.drop_connections()
    await ana.wait_for(CONNECTION_LOST)
    proxy.accept_connections()
    await ana.wait_until_gone(CONNECTION_LOST)
    await ana.wait_for(f".drafted[data-cell='{cell}']")
    await ana.press(".drafted")
    await ana.wait_until_gone(".drafted")


async def test_a_personal_link_opens_the_seat_on_another_device(
    browsers: Browsers, server: RunningServer
) -> None:
    """A personal link opens the unfinished turn elsewhere; the page hides its seat token."""
    ana = await started_game(browsers, url_of(server))
    cell = await place_piece(ana)
    await ana.press("#more")
    await ana.choose(Label.LINKS)
    link = await ana.page.locator("dialog[open] input.url").last.input_value()
    _, seat_token = await ana.room_and_seat_token()
    assert link.endswith(seat_token)
    await ana.page.context.close()
    tablet = await browsers.open(link, TABLET)
    await tablet.wait_for(f".drafted[data-cell='{cell}']")
    assert seat_token not in tablet.page.url
    assert seat_token not in await tablet.page.title()
    assert not any(seat_token in url for url in browsers.requests)
    await tablet.page.reload()
    await tablet.wait_for(f".drafted[data-cell='{cell}']")


@pytest.mark.usefixtures("without_coverage")
async def test_the_page_reconnects_to_a_restarted_server(browsers: Browsers, home: Path) -> None:
    """After a server is killed and restarted, the page resumes its seat and finishes the game."""
    with server() as (process, port):
        ana = await started_game(browsers, f"http://127.0.0.1:{port}/", "Qwirkle Sprint")
        await ana.take_turn()
        await ana.wait_for_turn()
        process.send_signal(signal.SIGKILL)
        process.wait()
        await ana.wait_for(CONNECTION_LOST)
        with server(port):
            await ana.wait_until_gone(CONNECTION_LOST)
            await ana.play_to_the_end()
    (record,) = home.glob("games/*.qwirkle")
    assert load_untruncated_game(record).is_over


async def test_a_wrong_seat_token_only_lets_you_watch(
    browsers: Browsers, server: RunningServer
) -> None:
    """A wrong seat token shows an error and the game without a hand; a wrong room, the lobby."""
    ana = await started_game(browsers, url_of(server))
    room, _ = await ana.room_and_seat_token()
    eve = await browsers.open(f"{url_of(server)}#t={room}&s=AAAAAAAAAAAAAAAAAAAAAA")
    await eve.wait_for(TOAST)
    await eve.wait_for(NO_HAND)
    assert await eve.page.locator(".slot").count() == 0
    mallory = await browsers.open(f"{url_of(server)}#t=nonsense")
    await mallory.wait_for(TOAST)
    await mallory.wait_for(LOBBY)


async def test_pages_from_other_sites_cannot_connect(
    browsers: Browsers, server: RunningServer
) -> None:
    """A script from another site can't open a connection to the server."""
    ana = await browsers.open(url_of(server))
    await ana.wait_for(LOBBY)
    url = url_of(server).replace("http", "ws") + "door"
    connect = """(url) => new Promise((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = () => resolve("connected");
        socket.onerror = () => resolve("refused");
    })"""
    assert await ana.page.evaluate(connect, url) == "connected"
    await ana.page.route("http://elsewhere.example/", lambda route: route.fulfill(body="<p>Hi"))
    for site in ("http://elsewhere.example/", "about:blank"):
        await ana.page.goto(site)
        assert await ana.page.evaluate(connect, url) == "refused"


async def test_a_full_server_refuses_connections_until_one_closes(
    browsers: Browsers, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that meets a full server retries until it gets in; games aren't interrupted."""
    ana = await started_game(browsers, url_of(server))
    monkeypatch.setattr(server_module, "MAX_CONNECTIONS", 2)
    async with server.client():
        late = await browsers.open(url_of(server))
        await late.wait_for(CONNECTION_LOST)
        await place_piece(ana)
    await late.wait_for(LOBBY)


@pytest.mark.usefixtures("without_coverage")
async def test_a_certificate_enables_encryption(
    browsers: Browsers, home: Path, tmp_path: Path
) -> None:
    """With a certificate, the server uses HTTPS and secure WebSockets."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("needs openssl, to make a certificate")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    arguments = (
        f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout {key} -out {cert}"
    )
    subprocess.run([openssl, *arguments.split()], check=True, capture_output=True)
    with server(0, "--cert", str(cert), "--key", str(key)) as (_, port):
        ana = await browsers.open(f"https://127.0.0.1:{port}/", ignore_https_errors=True)
        await ana.create_room("Qwirkle Sprint", "Ana", "simple")
        await ana.start_game()
        assert await ana.wait_for_turn()
        assert f"wss://127.0.0.1:{port}/door" in browsers.requests


async def test_markup_in_names_is_escaped(browsers: Browsers, server: RunningServer) -> None:
    """The page shows markup in a name as plain text."""
    ana = await browsers.open(url_of(server))
    name = "<img src=x>&amp;"
    await ana.create_room("Qwirkle", name, "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    assert name in await ana.page.inner_text(".chips")
    assert await ana.page.locator("img").count() == 0


async def test_a_bot_plays_for_an_absent_player(browsers: Browsers, server: RunningServer) -> None:
    """The host lets a bot play for an absent player, who gets the seat back on return."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle", "Ana")
    room, _ = await ana.room_and_seat_token()
    ben = await browsers.open(f"{url_of(server)}#t={room}")
    await ben.take_seat("Ben")
    await ana.wait_for(f"{PLAYER}:text-is('Ben')")
    await ana.start_game()
    await ben.wait_for("#board")
    context = ben.page.context
    await ben.page.close()
    await ana.wait_for(f"{TOAST}:has-text('Ben')")
    await ana.press("#more")
    await ana.choose(Label.PEOPLE)
    await ana.choose(Label.substitute("Ben"))
    await ana.wait_for(f"text={Label.end_substitute('Ben')}")
    await ana.page.keyboard.press("Escape")
    for _ in range(2):
        assert await ana.wait_for_turn()
        await ana.take_turn()
    await ana.wait_until_gone(f"{TOAST}:has-text('Ben')")
    await browsers.open_in(context, f"{url_of(server)}#t={room}")
    await ana.wait_for(f"{TOAST}:has-text('Ben')")
    state = server.lobby.rooms[room].build_state()
    assert state.seats[1].is_connected
    assert state.seats[1].substitute is None


async def test_a_review_resumes_after_a_lost_connection(
    browsers: Browsers, lossy: tuple[str, DroppingProxy]
) -> None:
    """After a reconnect, the page receives the turns reviewed in the meantime."""
    url, proxy = lossy
    ana = await started_game(browsers, url, "Qwirkle Sprint")
    await ana.play_to_the_end()
    await ana.choose(Label.REVIEW)
    await ana.wait_for(".turn-choice")
    proxy.drop_connections()
    await ana.wait_for(CONNECTION_LOST)
    proxy.accept_connections()
    await ana.wait_until_gone(CONNECTION_LOST)
    await ana.page.wait_for_function(
        """() => [...document.querySelectorAll(".turn-choice .loss")]
            .every((each) => each.innerText !== "…")""",
        timeout=120_000,
    )


async def test_closing_a_room_sends_everyone_to_the_lobby(
    browsers: Browsers, server: RunningServer
) -> None:
    """When the host closes a room, everyone lands in the lobby and can create another room."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle", "Ana")
    room, _ = await ana.room_and_seat_token()
    guests = [await browsers.open(f"{url_of(server)}#t={room}") for _ in range(2)]
    for guest, name in zip(guests, ("Ben", "Cleo"), strict=True):
        await guest.take_seat(name)
    await ana.wait_for(f"{PLAYER}:text-is('Cleo')")
    await guests[0].choose(Label.RULES)
    await guests[0].wait_for("dialog[open] h3")
    await ana.start_game()
    for guest in guests:
        await guest.wait_for("#board")
    assert await guests[0].page.evaluate("document.querySelector('dialog').matches(':modal')")
    await guests[0].page.keyboard.press("Escape")
    await ana.press("#more")
    await ana.choose(Label.PEOPLE)
    await ana.choose(Label.CLOSE_ROOM)
    await ana.choose(Label.CONFIRM_CLOSE)
    for player in (ana, *guests):
        await player.wait_for(LOBBY)
        assert await player.page.locator(TOAST).count() <= 1  # no error that the room is gone
    await guests[0].press(".choice:has(b:text-is('Qwirkle'))")
    await guests[0].wait_for(".seat-form")
    assert "#t=" in guests[0].page.url
    assert room not in guests[0].page.url


async def test_the_lobby_lists_your_own_rooms_separately(
    browsers: Browsers, server: RunningServer
) -> None:
    """A room where you have a seat is listed as yours in your lobby, but not in other lobbies."""
    ana = await started_game(browsers, url_of(server))
    room, _ = await ana.room_and_seat_token()
    spectator = await browsers.open(f"{url_of(server)}#t={room}")
    await spectator.wait_for("#board")
    await ana.press("#more")
    await ana.choose(Label.LEAVE)
    await ana.wait_for(OWN_ROOM)
    assert await ana.page.title() == "Qwirkle"
    assert await ana.page.locator(OTHER_ROOM).count() == 0
    other = await browsers.open(url_of(server))
    await other.wait_for(OTHER_ROOM)
    assert await other.page.locator(OWN_ROOM).count() == 0
    await ana.press(OWN_ROOM)
    await ana.wait_for(".slot")


async def test_a_wrong_link_keeps_the_stored_seat_token(
    browsers: Browsers, server: RunningServer
) -> None:
    """Opening a link with a wrong seat token doesn't replace the browser's own."""
    ana = await started_game(browsers, url_of(server))
    before = await ana.room_and_seat_token()
    link = f"{url_of(server)}#t={before[0]}&s=AAAAAAAAAAAAAAAAAAAAAA"
    await browsers.open_in(ana.page.context, link)
    assert await ana.room_and_seat_token() == before
