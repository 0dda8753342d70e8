"""Bots by name."""

from __future__ import annotations

import pytest

from qwirkle.bots.bots import MasterBot, SimpleBot
from qwirkle.bots.registry import BOTS, BotLoadError, bot_names, is_bundled, make_bot


@pytest.mark.parametrize("name", BOTS)
def test_every_bundled_name_makes_a_bot(name: str) -> None:
    assert callable(make_bot(name).choose)


def test_a_master_name_can_set_the_seconds() -> None:
    """A number after `master-` sets its thinking time in seconds."""
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
def test_invalid_seconds_are_refused(name: str) -> None:
    """Seconds that are out of range or not a number are refused in one sentence."""
    with pytest.raises(BotLoadError, match=r"^[^\n]+\.$"):
        make_bot(name)


def test_a_factory_makes_a_bot() -> None:
    """`module:factory` makes a bot from any module."""
    assert isinstance(make_bot("qwirkle.bots.bots:SimpleBot"), SimpleBot)


class EntryPoint:
    """Entry point of another package."""

    name = "friend"
    value = "qwirkle.bots.bots:SimpleBot"


def test_an_entry_point_makes_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of another package is available under its entry point's name."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [EntryPoint()])
    assert isinstance(make_bot("friend"), SimpleBot)
    assert bot_names() == (*BOTS, "friend")


def test_names_that_records_cannot_store_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point whose name a record can't store isn't listed."""
    point = EntryPoint()
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
def test_missing_bots_are_refused(name: str) -> None:
    """A bot that doesn't exist is refused in one sentence."""
    with pytest.raises(BotLoadError) as caught:
        make_bot(name)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")


def test_an_unknown_name_lists_the_bots() -> None:
    """The error for an unknown name lists the available bots."""
    with pytest.raises(BotLoadError) as caught:
        make_bot("nobody")
    assert all(name in str(caught.value) for name in BOTS)
