"""How bots are had by their names."""

from __future__ import annotations

import pytest

from qwirkle.bots.bots import MasterBot, SimpleBot
from qwirkle.bots.registry import BOTS, BotError, bot_names, is_bundled, make_bot


@pytest.mark.parametrize("name", BOTS)
def test_bundled(name: str) -> None:
    """Every bundled name gives a bot."""
    assert callable(make_bot(name).choose)


def test_masters_come_in_budgets() -> None:
    """A number of seconds behind the name says about how long it thinks."""
    quick, slow = make_bot("master-0.5"), make_bot("master-10")
    assert isinstance(quick, MasterBot)
    assert isinstance(slow, MasterBot)
    assert (quick.seconds, slow.seconds) == (0.5, 10.0)
    assert is_bundled("master-0.5")
    assert not is_bundled("expert-0.5")


@pytest.mark.parametrize(
    "name",
    ["master-0", "master-0.01", "master-99", "master-x", "master-", "master-1e3", "master-٣"],
)
def test_budgets_that_are_none(name: str) -> None:
    """What is too short or too long, or no number, is refused in one sentence."""
    with pytest.raises(BotError, match=r"^[^\n]+\.$"):
        make_bot(name)


def test_factory() -> None:
    """A bot can be had from any module by its factory."""
    assert isinstance(make_bot("qwirkle.bots.bots:SimpleBot"), SimpleBot)


class Point:
    """An entry point of another package."""

    name = "friend"
    value = "qwirkle.bots.bots:SimpleBot"


def test_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of another package is had by the name of its entry point."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point()])
    assert isinstance(make_bot("friend"), SimpleBot)
    assert bot_names() == (*BOTS, "friend")


def test_names_that_no_record_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game against a bot with such a name could be saved but never be read, so none is begun."""
    point = Point()
    point.name = "best friend"
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    assert bot_names() == tuple(BOTS)


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "",
        "no.such.module:Bot",
        "qwirkle.bots.bots:Nobody",
        ":",
        "qwirkle.bots.bots:",
        "os:getcwd",
    ],
)
def test_refusals(name: str) -> None:
    """A bot that is not there is refused in one sentence."""
    with pytest.raises(BotError) as caught:
        make_bot(name)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")


def test_unknown_names_the_allowed() -> None:
    """The refusal of an unknown name lists the bots there are."""
    with pytest.raises(BotError) as caught:
        make_bot("nobody")
    assert all(name in str(caught.value) for name in BOTS)
