"""The page as a browser gets it: which files there are, how they are sent, and what they say."""

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

MOST_BYTES = 150_000
PAGE = {
    file.name: file.read_text(encoding="utf-8")
    for file in files("qwirkle.web").joinpath("page").iterdir()
    if file.name.rpartition(".")[2] in CONTENT_TYPES and not file.name.endswith(".d.ts")
}

BROWSER_KEYS = {"Enter": "enter", " ": "space", "Escape": "escape", "Tab": "tab"}
"""What Textual calls the keys that a browser calls otherwise."""


async def asked(
    server: RunningServer, path: str, host: str = "", method: str = "GET"
) -> tuple[str, str]:
    """What the server answers: the head and the content."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.address.port)
    host = host or f"127.0.0.1:{server.address.port}"
    request = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    writer.write(request.encode())
    head, _, content = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    return head, content


async def test_each_file_of_the_page_is_sent_as_what_it_is(server: RunningServer) -> None:
    """Every file comes whole, with its type and the headers that keep strangers out."""
    for name, text in PAGE.items():
        head, content = await asked(server, "/" if name == "index.html" else f"/{name}")
        assert head.startswith("HTTP/1.1 200 "), name
        assert content == text
        assert f"content-type: {CONTENT_TYPES[name.rpartition('.')[2]]}" in head
        for header, value in HEADERS.items():
            assert f"{header}: {value}" in head


@pytest.mark.parametrize(
    "path",
    ["/page/", "/index.html", "/types.d.ts", "/..%2fserver.py", "/../server.py", "/door", "//x"],
)
async def test_nothing_else_is_handed_out(server: RunningServer, path: str) -> None:
    """There are no other files to be had, and no list of them, whatever is asked for."""
    head, content = await asked(server, path)
    assert head.startswith("HTTP/1.1 404 ")
    assert len(content) < 40


async def test_another_host_and_another_method_are_refused(server: RunningServer) -> None:
    """Who asks for another host is not answered, and nothing can be posted."""
    head, _ = await asked(server, "/", host="evil.example")
    assert head.startswith("HTTP/1.1 400 ")
    head, _ = await asked(server, "/", method="POST")
    assert head.startswith("HTTP/1.1 404 ")


def test_the_page_is_small() -> None:
    """All files together have at most 150 KB."""
    assert sum(len(text.encode()) for text in PAGE.values()) <= MOST_BYTES


def test_the_page_asks_nobody_else_for_anything() -> None:
    """No file names another host; the namespace of pictures is only a name."""
    for name, text in PAGE.items():
        named = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s\"'`)]*", text)
        assert set(named) <= {"http://www.w3.org/2000/svg", "//www.w3.org/2000/svg"}, name


def test_the_page_has_the_keys_of_the_terminal() -> None:
    """Each key of the table does in a browser what it does in a terminal."""
    found = re.search(r"export const KEYS = (\{.*?\n\})", PAGE["keys.js"], re.DOTALL)
    assert found is not None
    keys = json.loads(found[1])
    wanted = {
        key: [
            action
            for action in actions_for_key(key, {})
            if action in (*TURN_ACTIONS, *GAME_ACTIONS)
        ]
        for binding in GAME_BINDINGS
        for key in binding.key.split(",")
        if not key.isdigit() and key != "shift+tab"
    }
    there = {
        BROWSER_KEYS.get(key, key.removeprefix("Arrow").lower()): actions
        for key, actions in keys.items()
    }
    assert there == {key: actions for key, actions in wanted.items() if actions}
    slots = {binding.key for binding in GAME_BINDINGS if binding.key.isdigit()}
    assert slots == set("12345678")
    assert "/^[1-8]$/" in PAGE["keys.js"]
