"""The score chart."""

from __future__ import annotations

import pytest

from qwirkle.analysis.review import completed_turns
from qwirkle.presenter.review import GameUnderReview
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.widgets.score_chart import render_chart
from tests.random_games import random_game
from tests.tui.conftest import CUBES, small_variant


@pytest.mark.parametrize(
    "look",
    [Appearance(), Appearance(ascii=True), Appearance(colour_depth="none"), Appearance("light")],
)
@pytest.mark.parametrize("size", [(20, 4), (74, 12), (112, 16)])
def test_the_chart_fits_its_size(look: Appearance, size: tuple[int, int]) -> None:
    """The chart has the given height, at most the given width, and every player's line."""
    width, height = size
    game = random_game(small_variant(CUBES), 4, seed=3)
    names = ("Ana", "[/]", "[bold]Cy", "Dörte")
    text = render_chart(
        GameUnderReview.from_game(game, completed_turns(game)).running_scores,
        names,
        look,
        width,
        height,
    ).plain
    *rows, legend = text.splitlines()
    assert len(rows) == height
    assert max(map(len, rows)) <= width
    ends = [row[-1] for row in rows if row[-2:-1] == " " and row[-1] in "1234"]
    assert sorted(ends) == list("1234")
    scores = game.position.scores
    best = max(range(4), key=lambda seat: (scores[seat], -seat))
    assert ends[0] == str(best + 1)
    for name, score in zip(names, scores, strict=True):
        assert f"{name} {score}" in legend
    if look.ascii:
        assert "".join(rows).isascii()


def test_a_chart_without_turns_can_be_drawn() -> None:
    """Before the first turn all lines are at the bottom."""
    text = render_chart(((0, 0),), ("Ana", "Ben"), Appearance(), 40, 6).plain
    assert "Ana 0" in text


@pytest.mark.parametrize("look", [Appearance(), Appearance(ascii=True)])
def test_the_chart_shows_negative_scores(look: Appearance) -> None:
    """The lowest negative score is the bottom of the chart."""
    scores = ((0, 0, 0, 0, 0, 0), (5, -7, 9, 0, 3, -2), (12, -20, 4, 30, 3, -5))
    names = ("Ana", "Ben", "Cy", "Di", "Ed", "Fay")
    *rows, legend = render_chart(scores, names, look, 60, 12).plain.splitlines()
    assert len(rows) == 12
    assert (rows[0].split()[0], rows[-1].split()[0]) == ("30", "-20")
    ends = [row[-1] for row in rows if row[-2:-1] == " " and row[-1] in "123456"]
    assert ends == list("413562")
    assert "Ben -20" in legend
