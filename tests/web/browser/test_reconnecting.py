"""Connections that are lost, devices that change, servers that are killed, and who is kept out."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from qwirkle.cli.files import load_complete_game
from qwirkle.web import server as server_module
from tests.web.browser.conftest import BrowserPlayer, Browsers, DroppingProxy
from tests.web.browser.test_playing import url_of
from tests.web.conftest import RunningServer, run_server
from tests.web.test_commands import server

pytestmark = pytest.mark.extra


async def begun(browsers: Browsers, url: str, game: str = "Qwirkle") -> BrowserPlayer:
    """Somebody whose turn it is, against a bot."""
    ana = await browsers.person(url)
    await ana.set_up(game, "Ana", "simple")
    await ana.begin()
    await ana.turn_comes()
    return ana


async def lay_one(person: BrowserPlayer) -> str:
    """Lay a piece without playing it; the cell where it lies."""
    await person.pick_what_fits()
    await person.page.locator(".fit").first.dispatch_event("click")
    await person.sees(".drafted")
    return str(await person.page.locator(".drafted").get_attribute("data-cell"))


@pytest.fixture
async def lossy(tmp_path: Path) -> AsyncIterator[tuple[str, DroppingProxy]]:
    """A server behind something that can lose every connection."""
    gateway = DroppingProxy()
    host = f"127.0.0.1:{await gateway.start()}"
    async with run_server(tmp_path / "tables.json", host) as server:
        gateway.leads_to = server.address.port
        yield f"http://{host}/", gateway
        await gateway.stop()


async def test_a_lost_connection_mends_by_itself(
    browsers: Browsers, lossy: tuple[str, DroppingProxy]
) -> None:
    """It is said, tried again and mended without a tap; the half-built turn is still there."""
    url, gateway = lossy
    ana = await begun(browsers, url)
    cell = await lay_one(ana)
    gateway.lose()
    await ana.sees("text=The connection is lost")
    gateway.mend()
    await ana.gone(".lost")
    await ana.sees(f".drafted[data-cell='{cell}']")
    await ana.press(".drafted")
    await ana.gone(".drafted")


async def test_another_device_takes_the_seat_along(
    browsers: Browsers, server: RunningServer
) -> None:
    """One's own link opens the same half-built turn elsewhere, and hides its secret at once."""
    ana = await begun(browsers, url_of(server))
    cell = await lay_one(ana)
    await ana.press("#more")
    await ana.choose("Links")
    link = await ana.page.get_by_label("The link for yourself").input_value()
    _, secret = await ana.secret()
    assert link.endswith(secret)
    await ana.page.context.close()
    elsewhere = await browsers.person(link, (820, 1180))
    await elsewhere.sees(f".drafted[data-cell='{cell}']")
    assert secret not in elsewhere.page.url
    assert secret not in await elsewhere.page.title()
    assert not any(secret in url for url in browsers.requests)
    await elsewhere.page.reload()
    await elsewhere.sees(f".drafted[data-cell='{cell}']")


@pytest.mark.usefixtures("without_coverage")
async def test_a_server_is_killed_and_started_again(browsers: Browsers, home: Path) -> None:
    """The page finds the same seat again by itself, and the game is played to its end."""
    with server() as (first, port):
        ana = await begun(browsers, f"http://127.0.0.1:{port}/", "Qwirkle Sprint")
        await ana.take_turn()
        await ana.turn_comes()
        first.send_signal(signal.SIGKILL)
        first.wait()
        await ana.sees("text=The connection is lost")
        with server(port):
            await ana.gone(".lost")
            await ana.play_to_the_end()
    (record,) = home.glob("games/*.qwirkle")
    assert load_complete_game(record).is_over


async def test_a_wrong_secret_opens_nothing(browsers: Browsers, server: RunningServer) -> None:
    """It is said, and whoever has it may look on like everybody else, without a hand to see."""
    ana = await begun(browsers, url_of(server))
    table, _ = await ana.secret()
    eve = await browsers.person(f"{url_of(server)}#t={table}&s=AAAAAAAAAAAAAAAAAAAAAA")
    await eve.sees("text=That place is not known at this table.")
    await eve.sees("text=No hand is shown")
    assert await eve.page.locator(".slot").count() == 0
    mallory = await browsers.person(f"{url_of(server)}#t=nonsense")
    await mallory.sees("text=There is no such table.")
    await mallory.sees("text=A new table")


async def test_a_page_from_elsewhere_gets_no_connection(
    browsers: Browsers, server: RunningServer
) -> None:
    """A script of another site cannot talk to the server, though its browser reaches it."""
    ana = await browsers.person(url_of(server))
    await ana.sees("text=A new table")
    door = url_of(server).replace("http", "ws") + "door"
    knock = """(door) => new Promise((told) => {
        const socket = new WebSocket(door);
        socket.onopen = () => told("let in");
        socket.onerror = () => told("kept out");
    })"""
    assert await ana.page.evaluate(knock, door) == "let in"
    await ana.page.route("http://elsewhere.example/", lambda route: route.fulfill(body="<p>Hi"))
    for elsewhere in ("http://elsewhere.example/", "about:blank"):
        await ana.page.goto(elsewhere)
        assert await ana.page.evaluate(knock, door) == "kept out"


async def test_too_many_are_told_to_wait(
    browsers: Browsers, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes when all places are taken gets in once somebody leaves; the game goes on."""
    ana = await begun(browsers, url_of(server))
    monkeypatch.setattr(server_module, "MAX_CONNECTIONS", 2)
    async with server.client():
        late = await browsers.person(url_of(server))
        await late.sees("text=The connection is lost")
        await lay_one(ana)
    await late.sees("text=A new table")


@pytest.mark.usefixtures("without_coverage")
async def test_encrypted_tables(browsers: Browsers, home: Path, tmp_path: Path) -> None:
    """With a certificate the page and its connection are encrypted, and nothing else is served."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("needs openssl, to make a certificate")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    asked = (
        f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout {key} -out {cert}"
    )
    subprocess.run([openssl, *asked.split()], check=True, capture_output=True)
    with server(0, "--cert", str(cert), "--key", str(key)) as (_, port):
        ana = await browsers.person(f"https://127.0.0.1:{port}/", ignore_https_errors=True)
        await ana.set_up("Qwirkle Sprint", "Ana", "simple")
        await ana.begin()
        assert await ana.turn_comes()
        assert f"wss://127.0.0.1:{port}/door" in browsers.requests


async def test_names_are_only_names(browsers: Browsers, server: RunningServer) -> None:
    """A name full of markup is shown letter by letter, and does nothing."""
    ana = await browsers.person(url_of(server))
    hostile = "<img src=x>&amp;"
    await ana.set_up("Qwirkle", hostile, "simple")
    await ana.begin()
    await ana.turn_comes()
    assert hostile in await ana.page.inner_text(".chips")
    assert await ana.page.locator("img").count() == 0


async def test_a_bot_stands_in_for_whoever_is_away(
    browsers: Browsers, server: RunningServer
) -> None:
    """A bot plays for somebody absent, who has their seat again when they come back."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle", "Ana")
    table, _ = await ana.secret()
    ben = await browsers.person(f"{url_of(server)}#t={table}")
    await ben.seat("Ben")
    await ana.sees("text=Ben")
    await ana.begin()
    await ben.sees("#board")
    context = ben.page.context
    await ben.page.close()
    await ana.sees("text=Ben is away.")
    await ana.press("#more")
    await ana.choose("People")
    await ana.choose("Let a bot play for Ben, who is away")
    await ana.sees("text=Ben plays again")
    await ana.page.keyboard.press("Escape")
    for _ in range(2):
        assert await ana.turn_comes()
        await ana.take_turn()
    await browsers.again(context, f"{url_of(server)}#t={table}")
    await ana.sees("text=Ben is back.")


async def test_a_review_goes_on_after_a_lost_connection(
    browsers: Browsers, lossy: tuple[str, DroppingProxy]
) -> None:
    """What is judged meanwhile is told when the connection is there again."""
    url, gateway = lossy
    ana = await begun(browsers, url, "Qwirkle Sprint")
    await ana.play_to_the_end()
    await ana.choose("Review every turn")
    await ana.sees(".turn-choice")
    gateway.lose()
    await ana.sees("text=The connection is lost")
    gateway.mend()
    await ana.gone(".lost")
    await ana.page.wait_for_function(
        """() => [...document.querySelectorAll(".turn-choice .loss")]
            .every((each) => each.innerText !== "…")""",
        timeout=120_000,
    )


async def test_a_closed_table_leaves_everybody_in_the_lobby(
    browsers: Browsers, server: RunningServer
) -> None:
    """Whoever was there can go on to other tables, each with an address of its own."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle", "Ana")
    table, _ = await ana.secret()
    people = [await browsers.person(f"{url_of(server)}#t={table}") for _ in range(2)]
    for person, name in zip(people, ("Ben", "Cleo"), strict=True):
        await person.seat(name)
    await ana.sees("text=Cleo")
    await people[0].choose("The rules")
    await people[0].sees("dialog[open] h3")
    await ana.begin()
    for person in people:
        await person.sees("#board")
    assert await people[0].page.evaluate("document.querySelector('dialog').matches(':modal')")
    await people[0].page.keyboard.press("Escape")
    await ana.press("#more")
    await ana.choose("People")
    await ana.choose("Close this table for all…")
    await ana.choose("Close it for all")
    for person in (ana, *people):
        await person.sees("text=A new table")
        assert await person.page.locator("text=There is no such table").count() == 0
    await people[0].press(".choice:has(b:text-is('Qwirkle'))")
    await people[0].sees("text=Take a seat")
    assert "#t=" in people[0].page.url
    assert table not in people[0].page.url


async def test_ones_own_game_is_found_again(browsers: Browsers, server: RunningServer) -> None:
    """Who goes to the lobby in the middle of a game finds it there, and nobody else does."""
    ana = await begun(browsers, url_of(server))
    table, _ = await ana.secret()
    watcher = await browsers.person(f"{url_of(server)}#t={table}")
    await watcher.sees("#board")
    await ana.press("#more")
    await ana.choose("To the other tables")
    await ana.sees("h2:has-text('Your tables')")
    assert await ana.page.title() == "Qwirkle"
    assert await ana.page.locator(".tables li").count() == 0
    other = await browsers.person(url_of(server))
    await other.sees(".tables li")
    assert await other.page.locator("text=Your tables").count() == 0
    await ana.press("section:has(h2:has-text('Your tables')) .choice")
    await ana.sees(".slot")


async def test_a_link_takes_no_seat_away(browsers: Browsers, server: RunningServer) -> None:
    """Somebody else's link shows their seat in that page only; the own one is still known."""
    ana = await begun(browsers, url_of(server))
    table, secret = await ana.secret()
    wrong = "AAAAAAAAAAAAAAAAAAAAAA"
    await browsers.again(ana.page.context, f"{url_of(server)}#t={table}&s={wrong}")
    assert await ana.secret() == (table, secret)
