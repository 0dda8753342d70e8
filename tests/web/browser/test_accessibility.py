"""Every screen of the page for people who cannot see it, and a review in a browser."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import AXE, DESKTOP, TABLET, BrowserPlayer, Browsers
from tests.web.browser.test_playing import url_of
from tests.web.conftest import RunningServer

pytestmark = pytest.mark.extra

SHEETS = ("Scores and log", "People", "Links", "How it looks", "The rules", "Help")


async def check(person: BrowserPlayer, screen: str) -> None:
    """Assert that axe finds nothing wrong with the screen, dark or light."""
    if not await person.page.evaluate("'axe' in window"):
        # The page's policy lets no script in, so it comes as a debugger's would.
        await person.page.evaluate(AXE.read_text())
    for theme in ("light", "dark"):
        await person.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        await person.sees(f":root[data-theme={theme}]")
        await person.page.wait_for_function(
            "() => document.getAnimations().every((each) => each.playState === 'finished')"
        )
        found = await person.page.evaluate("axe.run()")
        problems = [
            (problem["id"], [node["html"][:200] for node in problem["nodes"]])
            for problem in found["violations"]
        ]
        assert problems == [], (screen, theme)
        assert found["passes"], (screen, theme)


@pytest.mark.parametrize("size", [None, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
@pytest.mark.parametrize("game", ["Qwirkle Cubes", "Qwirkle Sprint"])
async def test_axe_finds_nothing(
    browsers: Browsers, server: RunningServer, size: tuple[int, int] | None, game: str
) -> None:
    """Lobby, gathering, table, every sheet, the end and the review hold nothing that hinders."""
    if not AXE.exists():
        pytest.skip("needs axe-core: npm install in tests/web/browser")
    ana = await browsers.person(url_of(server), size)
    ana.tapping = size is None
    await ana.sees("text=A new table")
    await check(ana, "lobby")
    await ana.set_up(game, "Ana", "simple")
    await check(ana, "gathering")
    await ana.begin()
    await ana.turn_comes()
    await check(ana, "turn")
    for sheet in SHEETS:
        await ana.press("#more")
        await ana.choose(sheet)
        await check(ana, sheet)
        await ana.page.keyboard.press("Escape")
        await ana.gone("dialog[open]")
    await ana.press("#more")
    await check(ana, "more")
    await ana.page.keyboard.press("Escape")
    await ana.ask_for_hints()
    await check(ana, "hints")
    if game == "Qwirkle Cubes":
        return
    await ana.take_hint()
    await ana.play_to_the_end()
    await check(ana, "end")
    await ana.choose("Review every turn")
    await ana.sees(".told .aside")
    await check(ana, "review")


async def test_a_review_in_a_browser(browsers: Browsers, server: RunningServer) -> None:
    """Every turn comes with what is to be said of it, and the best where it was not played."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle Sprint", "Ana", "casual")
    await ana.begin()
    await ana.play_to_the_end()
    await ana.choose("Review every turn")
    turns = ana.page.locator(".turn-choice")
    await ana.sees(".turn-choice .loss")
    await ana.page.wait_for_function(
        """() => [...document.querySelectorAll(".turn-choice .loss")]
            .every((each) => each.innerText !== "…")""",
        timeout=120_000,
    )
    assert await turns.count() > 4
    assert await ana.page.locator(".summary").count() == 2
    mistakes = ana.page.locator(".turn-choice.bad")
    if await mistakes.count():
        await ana.choose("Next mistake")
        await ana.sees(".turn-choice.bad[aria-current]")
    await ana.press(turns.last)
    await ana.sees("li:last-child > .turn-choice[aria-current]")
    assert "Turn" in await ana.page.inner_text(".banner")
    assert await ana.page.locator("#board .piece").count() > 0
    sums = ana.page.locator("pre.sums")
    tall, needed = await sums.first.evaluate("sums => [sums.clientHeight, sums.scrollHeight]")
    assert tall >= needed > 0
    best = ana.page.get_by_role("button", name="The best", exact=True)
    for place in range(await turns.count()):
        await ana.press(turns.nth(place))
        if not await best.get_attribute("aria-disabled"):
            await ana.press(best)
            await ana.sees("#board .drafted")
            break
    await ana.choose("Back to the result")
    await ana.sees("main.end")


COLLECT_ANNOUNCEMENTS = """() => {
    const live = document.querySelector("#live");
    window.announced = [];
    new MutationObserver(() => announced.push(live.textContent)).observe(live, {childList: true});
}"""
"""A bot without pauses can have its turn announced and replaced by yours at once."""


async def test_what_happens_is_said(browsers: Browsers, server: RunningServer) -> None:
    """A live region tells of each turn, and every piece and cell has a name."""
    ana = await browsers.person(url_of(server))
    await ana.set_up("Qwirkle", "Ana", "simple")
    await ana.begin()
    await ana.turn_comes()
    assert "Ana" in await ana.page.inner_text("#live")
    await ana.page.evaluate(COLLECT_ANNOUNCEMENTS)
    await ana.take_turn()
    await ana.page.wait_for_function("announced.some((text) => text.includes('Simple'))")
    await ana.turn_comes()
    await ana.press(".slot >> nth=0")
    await ana.sees(".slot[aria-pressed=true]")
    for label in await ana.page.locator("#board [data-cell]:not(.cursor)").evaluate_all(
        "(all) => all.map((each) => each.getAttribute('aria-label'))"
    ):
        assert "column" in label
