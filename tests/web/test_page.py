"""The web page as a browser receives it: its files, their headers and its key bindings."""

from __future__ import annotations

import asyncio
import json
import re
from importlib.resources import files

import pytest

from qwirkle.presenter.presenter import GAME_ACTIONS
from qwirkle.session.turn import TURN_ACTIONS
from qwirkle.tui.screens.game import GAME_BINDINGS, actions_for_key
from qwirkle.web.server import CONTENT_TYPES, HEADERS
from tests.web.conftest import RunningServer

MAX_BYTES = 150_000
PAGE = {
    file.name: file.read_text(encoding="utf-8")
    for file in files("qwirkle.web").joinpath("page").iterdir()
    if file.name.rpartition(".")[2] in CONTENT_TYPES and not file.name.endswith(".d.ts")
}

BROWSER_KEYS = {"Enter": "enter", " ": "space", "Escape": "escape", "Tab": "tab"}
"""Textual's names for keys that browsers name differently."""


async def request(
    server: RunningServer, path: str, host: str = "", method: str = "GET"
) -> tuple[str, str]:
    """Send an HTTP request. Return the head and the body of the response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.address.port)
    host = host or f"127.0.0.1:{server.address.port}"
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return head, body


async def test_page_files_are_served_with_type_and_security_headers(server: RunningServer) -> None:
    """The server sends each file whole, with its content type and the security headers."""
    for name, text in PAGE.items():
        head, body = await request(server, "/" if name == "index.html" else f"/{name}")
        assert head.startswith("HTTP/1.1 200 "), name
        assert body == text
        assert f"content-type: {CONTENT_TYPES[name.rpartition('.')[2]]}" in head
        for header, value in HEADERS.items():
            assert f"{header}: {value}" in head


@pytest.mark.parametrize(
    "path",
    ["/page/", "/index.html", "/types.d.ts", "/..%2fserver.py", "/../server.py", "/door", "//x"],
)
async def test_other_paths_are_not_found(server: RunningServer, path: str) -> None:
    """The server sends no other files and no directory listing."""
    head, body = await request(server, path)
    assert head.startswith("HTTP/1.1 404 ")
    assert len(body) < 40


async def test_unknown_hosts_and_other_methods_are_refused(server: RunningServer) -> None:
    """The server refuses requests for an unknown host, and every POST."""
    head, _ = await request(server, "/", host="evil.example")
    assert head.startswith("HTTP/1.1 400 ")
    head, _ = await request(server, "/", method="POST")
    assert head.startswith("HTTP/1.1 404 ")


def test_the_page_is_small() -> None:
    """All page files together have at most 150 KB."""
    assert sum(len(text.encode()) for text in PAGE.values()) <= MAX_BYTES


def test_the_page_loads_nothing_from_other_hosts() -> None:
    """No page file has a URL with another host; the SVG namespace is just a name."""
    for name, text in PAGE.items():
        urls = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s\"'`)]*", text)
        assert set(urls) <= {"http://www.w3.org/2000/svg", "//www.w3.org/2000/svg"}, name


def test_storage_keys_never_change() -> None:
    """The page reads and writes exactly the keys under which browsers already hold data."""
    scripts = "".join(text for name, text in PAGE.items() if name.endswith(".js"))
    keys = set(re.findall(r"""["'`](qwirkle\.[^"'`]*)["'`]""", scripts))
    assert keys == {"qwirkle.settings", "qwirkle.seat.", "qwirkle.places"}


def test_the_page_has_the_same_keys_as_the_terminal() -> None:
    """Each key of the game does the same in a browser as in a terminal."""
    found = re.search(r"export const KEYS = (\{.*?\n\})", PAGE["keys.js"], re.DOTALL)
    assert found is not None
    keys = json.loads(found[1])
    expected = {
        key: [
            action
            for action in actions_for_key(key, {})
            if action in (*TURN_ACTIONS, *GAME_ACTIONS)
        ]
        for binding in GAME_BINDINGS
        for key in binding.key.split(",")
        if not key.isdigit() and key != "shift+tab"
    }
    actual = {
        BROWSER_KEYS.get(key, key.removeprefix("Arrow").lower()): actions
        for key, actions in keys.items()
    }
    assert actual == {key: actions for key, actions in expected.items() if actions}
    slots = {binding.key for binding in GAME_BINDINGS if binding.key.isdigit()}
    assert slots == set("12345678")
    assert "/^[1-8]$/" in PAGE["keys.js"]
