"""Games by touch, mouse and keyboard, on phones and desktops, and with other clients."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.game import Game
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.web.client import Link
from tests.plain.prompt_reader import PromptReader
from tests.tui.conftest import wait_until
from tests.tui.remote_setup import choose, is_own_turn, play_any_turn, remote_frame
from tests.web.browser.conftest import DESKTOP, PLAYER, Browsers, Label, url_of
from tests.web.conftest import GAME_OVER, RunningServer

pytestmark = pytest.mark.extra

TITLES = {"tiles": "Qwirkle", "cubes": "Qwirkle Cubes"}


def load_only_game(home: Path) -> Game:
    """Load and validate the only record."""
    (record,) = home.glob("games/*.qwirkle")
    return load_untruncated_game(record)


async def play_in_plain_text_mode(link: str) -> None:
    """Join a room with `qwirkle join --plain`, take a seat and play until the game is over."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "qwirkle", "join", "--plain", link),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "TERM": "dumb", "PYTHONUTF8": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    mind = PromptReader()
    try:
        while line := (await process.stdout.readline()).decode():
            if GAME_OVER in line:
                return
            reply = "sit Pip" if "“sit”" in line else mind.answer(line)
            if reply is not None:
                process.stdin.write(f"{reply}\n".encode())
                await process.stdin.drain()
        raise AssertionError("the program ended before the game")
    finally:
        process.kill()
        await process.wait()


async def play_in_terminal(link: str) -> None:
    """Join a room with the terminal app, take a seat and play until the game is over."""
    app = QwirkleApp(LaunchOptions(join=Link.parse(link)))
    async with app.run_test(size=(120, 40)) as pilot:
        await choose(pilot, app, "Take a seat")
        await pilot.press(*"Term", "enter")
        while True:
            await wait_until(pilot, lambda: is_own_turn(app) or _is_over(app))
            if _is_over(app):
                return
            frame = remote_frame(app)
            assert frame is not None
            forced = {"keep", "roll_all", "redraw", "pass"} & set(frame.offers)
            if forced:
                await pilot.press("enter")
                await wait_until(pilot, lambda before=frame: remote_frame(app) is not before)  # type: ignore[misc]
            else:
                await play_any_turn(pilot, app)


def _is_over(app: QwirkleApp) -> bool:
    frame = remote_frame(app)
    return frame is not None and frame.result is not None


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
async def test_browsers_terminal_and_plain_text_share_a_game(
    browsers: Browsers, server: RunningServer, home: Path, variant: str
) -> None:
    """Two phones, the terminal app and plain-text mode play a whole game together."""
    ana = await browsers.open(url_of(server))
    await ana.create_room(TITLES[variant], "Ana")
    room, _ = await ana.room_and_seat_token()
    link = f"{url_of(server)}#t={room}"
    ben = await browsers.open(link)
    await ben.take_seat("Ben", "9")
    others = [
        asyncio.create_task(play_in_plain_text_mode(link)),
        asyncio.create_task(play_in_terminal(link)),
    ]
    try:
        await ana.wait_for(f"{PLAYER}:text-is('Pip')")
        await ana.wait_for(f"{PLAYER}:text-is('Term')")
        await ana.start_game()
        await asyncio.gather(ana.play_to_the_end(), ben.play_to_the_end(), *others)
    finally:
        for task in others:
            task.cancel()
    assert load_only_game(home).is_over
    for player in (ana, ben):
        assert await player.page.locator(".ranking tbody tr").count() == 4
        assert await player.page.locator(".chart").count() == 5
    base = url_of(server)
    assert all(url.replace("ws:", "http:").startswith(base) for url in browsers.requests)
    seat_tokens = [(await player.room_and_seat_token())[1] for player in (ana, ben)]
    assert not any(token in url for token in seat_tokens for url in browsers.requests)


async def test_a_game_can_be_played_by_keyboard(
    browsers: Browsers, server: RunningServer, home: Path
) -> None:
    """The terminal's keys are enough to play a whole game in a desktop browser."""
    ana = await browsers.open(url_of(server), DESKTOP)
    ana.uses_touch = False
    await ana.create_room("Qwirkle Sprint", "Ana", "simple")
    await ana.start_game()
    keys = ana.page.keyboard
    await ana.page.focus("#board")
    while await ana.wait_for_turn():
        await keys.press("i")
        await ana.wait_for_hint()
        await keys.press("Enter")
        await ana.page.wait_for_function(
            """() => /^(Play|Trade \\d)/.test(document.querySelector("#next").innerText)"""
        )
        await keys.press("Enter")
        await ana.page.wait_for_function(
            """() => document.querySelector("main.end") ||
                !/^(Play|Trade \\d)/.test(document.querySelector("#next").innerText)"""
        )
    load_only_game(home)


async def test_keys_place_and_return_a_piece(browsers: Browsers, server: RunningServer) -> None:
    """A number picks a piece, Tab moves to a legal cell, Space places and Escape returns it."""
    ana = await browsers.open(url_of(server), DESKTOP)
    ana.uses_touch = False
    await ana.create_room("Qwirkle Cubes", "Ana", "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    while await ana.next_button.inner_text() == Label.KEEP_ALL:
        await ana.page.focus("#board")
        await ana.page.keyboard.press("Enter")
        await ana.page.wait_for_function(
            """(keep) => document.querySelector("#next").innerText !== keep""", arg=Label.KEEP_ALL
        )
    if Label.ROLL_ALL in await ana.next_button.inner_text():
        pytest.skip("no die fits at the start of this game")
    keys = ana.page.keyboard
    await ana.page.focus("#board")
    for number in "123456":
        await keys.press(number)
        await ana.wait_for(f".slot:nth-child({number})[aria-pressed=true]")
        if await ana.page.locator(".legal-cell").count():
            break
    await keys.press("Tab")
    await keys.press("Shift+Tab")
    await keys.press(" ")
    await ana.wait_for(".drafted")
    assert await ana.page.inner_text("#live")
    await keys.press("Escape")
    await ana.wait_until_gone(".drafted")
    banner = await ana.page.inner_text("#banner")
    await keys.press("e")  # there is no result yet, and the banner says so
    await ana.page.wait_for_function(
        "(banner) => document.querySelector('#banner').innerText !== banner", arg=banner
    )


async def test_dragging_a_piece_places_it(browsers: Browsers, server: RunningServer) -> None:
    """Dragging a piece from the hand to a legal cell places it; a click returns it."""
    ana = await browsers.open(url_of(server), DESKTOP)
    ana.uses_touch = False
    await ana.create_room("Qwirkle", "Ana", "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    slots = ana.page.locator(".slot")
    number = await ana.pick_fitting_piece()
    cell = await ana.page.locator(".legal-cell").first.bounding_box()
    assert cell is not None
    target = await ana.page.locator(".legal-cell").first.get_attribute("data-cell")
    await ana.press(slots.nth(number))
    await ana.wait_until_gone(".legal-cell")
    slot = await slots.nth(number).bounding_box()
    assert slot is not None
    mouse = ana.page.mouse
    await mouse.move(slot["x"] + 20, slot["y"] + 20)
    await mouse.down()
    await mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=8)
    await ana.wait_for(".ghost")
    await ana.wait_for(".legal-cell")
    await mouse.up()
    await ana.wait_for(f".drafted[data-cell='{target}']")
    await ana.wait_until_gone(".ghost")
    await ana.press(".drafted")
    await ana.wait_until_gone(".drafted")


async def test_the_board_can_be_dragged_and_pinched(
    browsers: Browsers, server: RunningServer
) -> None:
    """Two fingers zoom the board, one finger moves it, and a button fits it to the screen."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle", "Ana", "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    board = ana.page.locator("#board")

    async def cell_size_and_left() -> tuple[float, str]:
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
                "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)],
            },
        )

    session = await ana.page.context.new_cdp_session(ana.page)
    before = await cell_size_and_left()
    await touch("touchStart", (180, 350), (220, 350))
    for spread in (20, 40, 60):
        await touch("touchMove", (180 - spread, 350), (220 + spread, 350))
    await touch("touchEnd")
    zoomed = await cell_size_and_left()
    assert zoomed[0] > before[0]
    await touch("touchStart", (200, 250))
    for step in (20, 40, 60):
        await touch("touchMove", (200 + step, 250))
        await asyncio.sleep(0.1)  # after a flick, browsers ignore the next tap
    await touch("touchEnd")
    moved = await cell_size_and_left()
    assert moved[0] == zoomed[0]
    assert moved[1] != zoomed[1]
    await ana.press(".zoom-to-fit")
    await ana.wait_for(f"#board[style*='--cell: {before[0]:g}px']")


async def test_everything_fits_on_a_narrow_phone(browsers: Browsers, server: RunningServer) -> None:
    """No button and no piece extends beyond the screen as the board grows."""
    size = {"width": 340, "height": 620}
    ana = await browsers.open(url_of(server), viewport=size, reduced_motion="reduce")
    await ana.create_room("Qwirkle", "Ana", "greedy", "simple")
    await ana.start_game()
    for _ in range(8):
        assert await ana.wait_for_turn()
        assert await ana.page.evaluate("document.documentElement.scrollWidth") == 340
        clipped = await ana.page.evaluate(
            """() => [...document.querySelectorAll(".actions button, .slot")]
                .filter((each) => each.getBoundingClientRect().right > innerWidth).length"""
        )
        assert clipped == 0
        await ana.play_hint()
    assert await ana.wait_for_turn()
    await ana.press(".zoom-to-fit")
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


async def test_reduced_motion_disables_animations(
    browsers: Browsers, server: RunningServer
) -> None:
    """With `prefers-reduced-motion`, the page animates nothing."""
    ana = await browsers.open(url_of(server), reduced_motion="reduce")
    await ana.create_room("Qwirkle Cubes", "Ana", "simple", "greedy")
    await ana.start_game()
    await ana.page.evaluate(
        """() => {
            window.animations = 0;
            setInterval(() => { window.animations += document.getAnimations().length; }, 10);
        }"""
    )
    for _ in range(2):
        await ana.wait_for_turn()
        await ana.take_turn()
    assert await ana.page.evaluate("window.animations") == 0


async def test_tiles_can_be_traded_by_touch(browsers: Browsers, server: RunningServer) -> None:
    """A trade starts from the More sheet; taps mark tiles, and the large button trades them."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle", "Ana", "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    await ana.take_turn()  # the opening turn can't be a trade
    assert await ana.wait_for_turn()
    await ana.press("#more")
    if await ana.page.get_by_role("button", name=Label.TRADE, exact=True).count():
        await ana.choose(Label.TRADE)
    else:  # nothing fits, so the trade has already started
        await ana.page.keyboard.press("Escape")
    await ana.wait_until_gone("dialog[open]")
    await ana.press(".slot >> nth=0")
    await ana.press(".slot >> nth=3")
    await ana.wait_for("#next:has-text('2')")
    assert await ana.page.locator(".slot.marked").count() == 2
    await ana.press("#next")
    await ana.wait_for_attached(".lines li:has-text('traded 2')")


async def test_dice_can_be_rolled_by_touch(browsers: Browsers, server: RunningServer) -> None:
    """Taps mark dice; the large button rolls only those, and they keep their colours."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle Cubes", "Ana", "simple")
    await ana.start_game()
    while await ana.wait_for_turn() and await ana.next_button.inner_text() != Label.KEEP_ALL:
        await ana.take_turn()
    labels = "(all) => all.map((each) => each.getAttribute('aria-label').split(',')[1])"
    before = await ana.page.locator(".slot").evaluate_all(labels)
    await ana.press(".slot >> nth=1")
    await ana.press(".slot >> nth=4")
    await ana.wait_for("#next:has-text('2')")
    await ana.press("#next")
    await ana.wait_for(".rolling")
    await ana.wait_until_gone(".rolling")
    await ana.wait_for_turn()
    after = await ana.page.locator(".slot").evaluate_all(labels)
    assert [after[slot] for slot in (0, 2, 3, 5)] == [before[slot] for slot in (0, 2, 3, 5)]
    for slot in (1, 4):
        assert after[slot].split()[0] == before[slot].split()[0]


async def test_the_more_sheet_works_by_touch(browsers: Browsers, server: RunningServer) -> None:
    """The More sheet explains a turn, replays the round, sorts the hand and undoes a turn."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle", "Ana", "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    await ana.take_turn()
    assert await ana.wait_for_turn()
    turns = ana.page.locator(".lines li")
    count = await turns.count()
    for label, result in (
        (Label.EXPLAIN, "#banner:has-text('Simple')"),
        (Label.REPLAY, "#banner:has-text('Simple')"),
        (Label.SORT, ".slot"),
    ):
        await ana.press("#more")
        await ana.choose(label)
        await ana.wait_until_gone("dialog[open]")
        await ana.wait_for(result)
    await ana.wait_for("#next:not([aria-disabled])")
    await ana.press("#more")
    await ana.choose(Label.UNDO)
    await ana.page.wait_for_function(
        "(count) => document.querySelectorAll('.lines li').length < count", arg=count
    )
    assert await ana.wait_for_turn()
