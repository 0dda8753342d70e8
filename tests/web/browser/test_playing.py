"""Whole games by touch, mouse and keyboard, on phones and desktops, beside other doors."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from qwirkle.cli.files import load_complete_game
from qwirkle.game import Game
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.web.client import Link
from tests.plain.test_pipe import Mind
from tests.tui.conftest import wait_until
from tests.tui.screens.test_remote_game import choose, is_own_turn, lay_something, shown
from tests.web.browser.conftest import DESKTOP, Browsers
from tests.web.conftest import RunningServer

pytestmark = pytest.mark.extra

TITLES = {"tiles": "Qwirkle", "cubes": "Qwirkle Cubes"}


def url_of(server: RunningServer) -> str:
    """Where the page is."""
    return f"http://127.0.0.1:{server.address.port}/"


def verified(home: Path) -> Game:
    """The game of the one record there is, which must be sound."""
    (record,) = home.glob("games/*.qwirkle")
    return load_complete_game(record)


async def talk_by_lines(address: str) -> None:
    """Sit down and play to the end in lines, as a program of its own."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "qwirkle", "join", "--plain", address),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "TERM": "dumb", "PYTHONUTF8": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    mind = Mind()
    try:
        while line := (await process.stdout.readline()).decode():
            if "The game is over." in line:
                return
            said = "sit Pip" if "“sit” and your name" in line else mind.answer(line)
            if said is not None:
                process.stdin.write(f"{said}\n".encode())
                await process.stdin.drain()
        raise AssertionError("the conversation ended before the game")
    finally:
        process.kill()
        await process.wait()


async def play_in_terminal(address: str) -> None:
    """Sit down and play to the end in the app that a terminal draws."""
    app = QwirkleApp(LaunchOptions(join=Link.parse(address)))
    async with app.run_test(size=(120, 40)) as pilot:
        await choose(pilot, app, "Take a seat")
        await pilot.press(*"Term", "enter")
        while True:
            await wait_until(pilot, lambda: is_own_turn(app) or _is_over(app))
            if _is_over(app):
                return
            frame = shown(app)
            assert frame is not None
            forced = {"keep", "roll_all", "redraw", "pass"} & set(frame.offers)
            if forced:
                await pilot.press("enter")
                await wait_until(pilot, lambda before=frame: shown(app) is not before)  # type: ignore[misc]
            else:
                await lay_something(pilot, app)


def _is_over(app: QwirkleApp) -> bool:
    frame = shown(app)
    return frame is not None and frame.result is not None


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
async def test_two_phones_a_terminal_and_a_pipe(
    browsers: Browsers, server: RunningServer, home: Path, variant: str
) -> None:
    """Four doors of one table play a whole game, and the record is by the rules."""
    ana = await browsers.person(url_of(server))
    await ana.set_up(TITLES[variant], "Ana")
    table, _ = await ana.secret()
    link = f"{url_of(server)}#t={table}"
    ben = await browsers.person(link)
    await ben.seat("Ben", "9")
    others = [
        asyncio.create_task(talk_by_lines(link)),
        asyncio.create_task(play_in_terminal(link)),
    ]
    try:
        await ana.sees("text=Pip")
        await ana.sees("text=Term")
        await ana.begin()
        await asyncio.gather(ana.play_to_the_end(), ben.play_to_the_end(), *others)
    finally:
        for task in others:
            task.cancel()
    assert verified(home).is_over
    for person in (ana, ben):
        assert await person.page.locator(".ranking tbody tr").count() == 4
        assert await person.page.locator(".chart").count() == 5
    base = url_of(server)
    assert all(url.replace("ws:", "http:").startswith(base) for url in browsers.requests)
    secrets = [(await person.secret())[1] for person in (ana, ben)]
    assert not any(secret in url for secret in secrets for url in browsers.requests)


async def test_a_game_by_keyboard_alone(
    browsers: Browsers, server: RunningServer, home: Path
) -> None:
    """The keys of the terminal play a whole game at a desktop, without a mouse."""
    ana = await browsers.person(url_of(server), DESKTOP)
    ana.tapping = False
    await ana.set_up("Qwirkle Sprint", "Ana", "simple")
    await ana.begin()
    keys = ana.page.keyboard
    await ana.page.focus("#board")
    while await ana.turn_comes():
        await keys.press("i")
        await ana.hints_come()
        await keys.press("Enter")
        await ana.page.wait_for_function(
            """() => /^(Play|Trade \\d)/.test(document.querySelector("#next").innerText)"""
        )
        await keys.press("Enter")
        await ana.page.wait_for_function(
            """() => document.querySelector("main.end") ||
                !/^(Play|Trade \\d)/.test(document.querySelector("#next").innerText)"""
        )
    verified(home)


async def test_the_cursor_lays_by_keys(browsers: Browsers, server: RunningServer) -> None:
    """A number picks, Tab goes to the next cell that fits, space lays, Escape takes all back."""
    ana = await browsers.person(url_of(server), DESKTOP)
    ana.tapping = False
    await ana.set_up("Qwirkle Cubes", "Ana", "simple")
    await ana.begin()
    await ana.turn_comes()
    while await ana.next.inner_text() == "Keep all dice":
        await ana.page.focus("#board")
        await ana.page.keyboard.press("Enter")
        await ana.page.wait_for_function(
            """() => document.querySelector("#next").innerText !== "Keep all dice" """
        )
    if "Roll all" in await ana.next.inner_text():
        pytest.skip("no die fits at the start of this game")
    keys = ana.page.keyboard
    await ana.page.focus("#board")
    for number in "123456":
        await keys.press(number)
        await ana.sees(f".slot:nth-child({number})[aria-pressed=true]")
        if await ana.page.locator(".fit").count():
            break
    await keys.press("Tab")
    await keys.press("Shift+Tab")
    await keys.press(" ")
    await ana.sees(".drafted")
    told = await ana.page.inner_text("#live")
    assert told
    await keys.press("Escape")
    await ana.gone(".drafted")
    await keys.press("e")
    await ana.sees("#banner:has-text('There is no result yet')")


async def test_a_piece_is_dragged_to_its_cell(browsers: Browsers, server: RunningServer) -> None:
    """A mouse takes a piece from the hand to a marked cell, and a press takes it back."""
    ana = await browsers.person(url_of(server), DESKTOP)
    ana.tapping = False
    await ana.set_up("Qwirkle", "Ana", "simple")
    await ana.begin()
    await ana.turn_comes()
    slots = ana.page.locator(".slot")
    place = await ana.pick_what_fits()
    cell = await ana.page.locator(".fit").first.bounding_box()
    assert cell is not None
    target = await ana.page.locator(".fit").first.get_attribute("data-cell")
    await ana.press(slots.nth(place))
    await ana.gone(".fit")
    slot = await slots.nth(place).bounding_box()
    assert slot is not None
    mouse = ana.page.mouse
    await mouse.move(slot["x"] + 20, slot["y"] + 20)
    await mouse.down()
    await mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=8)
    await ana.sees(".ghost")
    await ana.sees(".fit")
    await mouse.up()
    await ana.sees(f".drafted[data-cell='{target}']")
    await ana.gone(".ghost")
    await ana.press(".drafted")
    await ana.gone(".drafted")


async def test_a_board_is_dragged_and_pinched(browsers: Browsers, server: RunningServer) -> None:
    """Two fingers make the board larger, one moves it, and a button shows all of it again."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle", "Ana", "simple")
    await ana.begin()
    await ana.turn_comes()
    board = ana.page.locator("#board")

    async def placed() -> tuple[float, str]:
        style = await board.get_attribute("style") or ""
        cell, left = (re.search(rf"--{name}: (-?[\d.]+)px", style) for name in ("cell", "left"))
        assert cell is not None
        assert left is not None
        return float(cell[1]), left[1]

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        await session.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in points_of(points)],
            },
        )

    def points_of(points: tuple[tuple[float, float], ...]) -> Any:
        return enumerate(points)

    session = await ana.page.context.new_cdp_session(ana.page)
    before = await placed()
    await touch("touchStart", (180, 350), (220, 350))
    for spread in (20, 40, 60):
        await touch("touchMove", (180 - spread, 350), (220 + spread, 350))
    await touch("touchEnd")
    larger = await placed()
    assert larger[0] > before[0]
    await touch("touchStart", (200, 250))
    for step in (20, 40, 60):
        await touch("touchMove", (200 + step, 250))
        await asyncio.sleep(0.1)  # a finger that flicks makes browsers swallow the next tap
    await touch("touchEnd")
    moved = await placed()
    assert moved[0] == larger[0]
    assert moved[1] != larger[1]
    await ana.choose("Show the whole board")
    await ana.sees(f"#board[style*='--cell: {before[0]:g}px']")


async def test_all_is_in_sight_on_a_narrow_phone(browsers: Browsers, server: RunningServer) -> None:
    """No button and no piece is beyond an edge, however large the table grows."""
    size = {"width": 340, "height": 620}
    ana = await browsers.person(url_of(server), viewport=size, reduced_motion="reduce")
    await ana.set_up("Qwirkle", "Ana", "greedy", "simple")
    await ana.begin()
    for _ in range(8):
        assert await ana.turn_comes()
        assert await ana.page.evaluate("document.documentElement.scrollWidth") == 340
        beyond = await ana.page.evaluate(
            """() => [...document.querySelectorAll(".actions button, .slot")]
                .filter((each) => each.getBoundingClientRect().right > innerWidth).length"""
        )
        assert beyond == 0
        await ana.take_hint()
    assert await ana.turn_comes()
    await ana.choose("Show the whole board")
    outside = await ana.page.evaluate(
        """() => {
            const board = document.querySelector("#board").getBoundingClientRect();
            return [...document.querySelectorAll("#board .piece")].filter((each) => {
                const box = each.getBoundingClientRect();
                return box.left < board.left || box.right > board.right
                    || box.top < board.top || box.bottom > board.bottom;
            }).length;
        }"""
    )
    assert outside == 0


async def test_less_moves_where_that_is_wished(browsers: Browsers, server: RunningServer) -> None:
    """With prefers-reduced-motion nothing is animated."""
    ana = await browsers.person(url_of(server), reduced_motion="reduce")
    await ana.set_up("Qwirkle Cubes", "Ana", "simple", "greedy")
    await ana.begin()
    await ana.page.evaluate(
        """() => {
            window.moved = 0;
            setInterval(() => { window.moved += document.getAnimations().length; }, 10);
        }"""
    )
    for _ in range(2):
        await ana.turn_comes()
        await ana.take_turn()
    assert await ana.page.evaluate("window.moved") == 0


async def test_a_trade_by_touch(browsers: Browsers, server: RunningServer) -> None:
    """Under the dots a trade begins, taps mark what goes, and the large button does it."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle", "Ana", "simple")
    await ana.begin()
    await ana.turn_comes()
    await ana.take_turn()  # nothing is traded before the game is opened
    assert await ana.turn_comes()
    if not await ana.page.locator("text=must trade").count():
        await ana.press("#more")
        await ana.choose("Trade tiles")
    await ana.press(".slot >> nth=0")
    await ana.press(".slot >> nth=3")
    await ana.sees("#next:has-text('Trade 2 tiles')")
    assert await ana.page.locator(".slot.marked").count() == 2
    await ana.press("#next")
    await ana.has(".lines li:has-text('traded 2')")


async def test_dice_are_rolled_by_touch(browsers: Browsers, server: RunningServer) -> None:
    """Taps mark dice, the large button rolls them, they tumble, and only these have changed."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle Cubes", "Ana", "simple")
    await ana.begin()
    while await ana.turn_comes() and await ana.next.inner_text() != "Keep all dice":
        await ana.take_turn()
    labels = "(all) => all.map((each) => each.getAttribute('aria-label').split(',')[1])"
    before = await ana.page.locator(".slot").evaluate_all(labels)
    await ana.press(".slot >> nth=1")
    await ana.press(".slot >> nth=4")
    await ana.sees("#next:has-text('Roll 2 dice')")
    await ana.press("#next")
    await ana.sees(".tumbling")
    await ana.gone(".tumbling")
    await ana.turn_comes()
    after = await ana.page.locator(".slot").evaluate_all(labels)
    assert [after[slot] for slot in (0, 2, 3, 5)] == [before[slot] for slot in (0, 2, 3, 5)]
    for slot in (1, 4):
        assert after[slot].split()[0] == before[slot].split()[0]  # a die keeps its colour


async def test_everything_under_the_dots(browsers: Browsers, server: RunningServer) -> None:
    """Sorting, why, the round again and taking a turn back work by touch."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle", "Ana", "simple")
    await ana.begin()
    await ana.turn_comes()
    await ana.take_turn()
    assert await ana.turn_comes()
    turns = ana.page.locator(".lines li")
    count = await turns.count()
    for text, sign in (
        ("Why the last turn was made", "#banner:has-text('Simple')"),
        ("See the round again", "#banner:has-text('Simple')"),
        ("Sort the hand", ".slot"),
    ):
        await ana.press("#more")
        await ana.choose(text)
        await ana.gone("dialog[open]")
        await ana.sees(sign)
    await ana.sees("#next:not([aria-disabled])")
    await ana.press("#more")
    await ana.choose("Take the turn back")
    await ana.page.wait_for_function(
        "(count) => document.querySelectorAll('.lines li').length < count", arg=count
    )
    assert await ana.turn_comes()
