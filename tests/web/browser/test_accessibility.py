"""Accessibility of every screen of the page, and the review in a browser."""

from __future__ import annotations

import re

import pytest

from tests.web.browser.conftest import (
    AXE,
    DESKTOP,
    LOBBY,
    TABLET,
    BrowserPlayer,
    Browsers,
    Label,
    url_of,
)
from tests.web.conftest import RunningServer

pytestmark = pytest.mark.extra

SHEETS = (
    Label.SCORES,
    Label.PEOPLE,
    Label.LINKS,
    Label.APPEARANCE,
    Label.RULES,
    Label.HELP,
)


async def check(player: BrowserPlayer, screen: str) -> None:
    """Assert that axe finds no violations on a screen, in either theme."""
    if not await player.page.evaluate("'axe' in window"):
        # The page's content security policy blocks added scripts, so evaluate the source.
        await player.page.evaluate(AXE.read_text())
    for theme in ("light", "dark"):
        await player.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        await player.wait_for(f":root[data-theme={theme}]")
        await player.page.wait_for_function(
            "() => document.getAnimations().every((each) => each.playState === 'finished')"
        )
        result = await player.page.evaluate("axe.run()")
        problems = [
            (problem["id"], [node["html"][:200] for node in problem["nodes"]])
            for problem in result["violations"]
        ]
        assert problems == [], (screen, theme)
        assert result["passes"], (screen, theme)


@pytest.mark.parametrize("size", [None, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
@pytest.mark.parametrize("game", ["Qwirkle Cubes", "Qwirkle Sprint"])
async def test_axe_finds_no_violations(
    browsers: Browsers, server: RunningServer, size: tuple[int, int] | None, game: str
) -> None:
    """Axe finds no violations in the lobby, rooms, games, sheets, results or reviews."""
    if not AXE.exists():
        pytest.skip("needs axe-core: npm install in tests/web/browser")
    ana = await browsers.open(url_of(server), size)
    ana.uses_touch = size is None
    await ana.wait_for(LOBBY)
    await check(ana, "lobby")
    await ana.create_room(game, "Ana", "simple")
    await check(ana, "waiting for players")
    await ana.start_game()
    await ana.wait_for_turn()
    await check(ana, "turn")
    for sheet in SHEETS:
        await ana.press("#more")
        await ana.choose(sheet)
        await check(ana, sheet)
        await ana.page.keyboard.press("Escape")
        await ana.wait_until_gone("dialog[open]")
    await ana.press("#more")
    await check(ana, "more")
    await ana.page.keyboard.press("Escape")
    await ana.request_hints()
    await check(ana, "hints")
    if game == "Qwirkle Cubes":
        return
    await ana.play_hint()
    await ana.play_to_the_end()
    await check(ana, "end")
    await ana.choose(Label.REVIEW)
    await ana.wait_for(".comments .aside")
    await check(ana, "review")


async def test_a_review_shows_every_turn(browsers: Browsers, server: RunningServer) -> None:
    """A review explains every turn, and shows the best turn if another was played."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle Sprint", "Ana", "casual")
    await ana.start_game()
    await ana.play_to_the_end()
    await ana.choose(Label.REVIEW)
    turns = ana.page.locator(".turn-choice")
    await ana.wait_for(".turn-choice .loss")
    await ana.page.wait_for_function(
        """() => [...document.querySelectorAll(".turn-choice .loss")]
            .every((each) => each.innerText !== "…")""",
        timeout=120_000,
    )
    assert await turns.count() > 4
    assert await ana.page.locator(".summary").count() == 2
    mistakes = ana.page.locator(".turn-choice.bad")
    if await mistakes.count():
        await ana.choose(Label.NEXT_MISTAKE)
        await ana.wait_for(".turn-choice.bad[aria-current]")
    await ana.press(turns.last)
    await ana.wait_for("li:last-child > .turn-choice[aria-current]")
    assert str(await turns.count()) in await ana.page.inner_text(".banner")
    assert await ana.page.locator("#board .piece").count() > 0
    table = ana.page.locator("pre.number-table").first
    height, content_height = await table.evaluate("pre => [pre.clientHeight, pre.scrollHeight]")
    assert height >= content_height > 0
    best = ana.page.get_by_role("button", name=Label.BEST, exact=True)
    for index in range(await turns.count()):
        await ana.press(turns.nth(index))
        if not await best.get_attribute("aria-disabled"):
            await ana.press(best)
            await ana.wait_for("#board .drafted")
            break
    await ana.choose(Label.BACK_TO_RESULT)
    await ana.wait_for("main.end")


COLLECT_ANNOUNCEMENTS = """() => {
    const live = document.querySelector("#live");
    window.announced = [];
    new MutationObserver(() => announced.push(live.textContent)).observe(live, {childList: true});
}"""
"""Collects announcements: a bot without delays moves too fast to read them one by one."""


async def test_turns_are_announced_to_screen_readers(
    browsers: Browsers, server: RunningServer
) -> None:
    """A live region announces each turn, and every cell's label has its coordinates."""
    ana = await browsers.open(url_of(server))
    await ana.create_room("Qwirkle", "Ana", "simple")
    await ana.start_game()
    await ana.wait_for_turn()
    assert "Ana" in await ana.page.inner_text("#live")
    await ana.page.evaluate(COLLECT_ANNOUNCEMENTS)
    await ana.take_turn()
    await ana.page.wait_for_function("announced.some((text) => text.includes('Simple'))")
    await ana.wait_for_turn()
    await ana.press(".slot >> nth=0")
    await ana.wait_for(".slot[aria-pressed=true]")
    for label in await ana.page.locator("#board [data-cell]:not(.cursor)").evaluate_all(
        "(all) => all.map((each) => each.getAttribute('aria-label'))"
    ):
        assert re.search(r"-?\d+\D+-?\d+", label)
