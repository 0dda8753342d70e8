"""Events as text: log, news, rounds, the opening and the end."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from qwirkle.engine import rules
from qwirkle.engine.events import Finished, Placed, Redrawn, Rolled
from qwirkle.engine.variant import AGE_CRITERIA, EndRule, OpeningRule, Variant
from qwirkle.game import Game
from qwirkle.presenter.frame import build_frame
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.session.history import SeatHistory, index_after_last_turn, placements_since
from qwirkle.text.events import (
    build_log,
    current_turn_text,
    ending_text,
    events_text,
    events_text_since,
    headline_text,
    opening_text,
)
from tests.engine.game_builder import CUBES, TILES, dealt_position
from tests.random_games import random_game
from tests.sample_rulesets import with_changes
from tests.session.hidden_state import HIDDEN_DICE
from tests.text.sample_events import FORCED_ROLL, FREE_ROLL, numbers
from tests.tui.conftest import human_players

EVERYONE = {"Ana", "Ben", "Cleo"}


def test_the_log_hides_the_faces_of_hidden_dice() -> None:
    """With hidden hands, the log says how many dice were rolled but not which faces."""
    for variant, public_faces in ((CUBES, (4,)), (HIDDEN_DICE, ())):
        game = Game(Header(variant, human_players(2), 7))
        events = [*game.active_history, (Rolled(0, (3,), (4,), False), game.position)]
        line, _ = build_log(SeatHistory(human_players(2), None).with_events(events))
        assert "1" in line.text
        assert line.faces == public_faces


@pytest.mark.parametrize(
    ("opening", "ages", "decided_by", "contenders", "named"),
    [
        (OpeningRule("oldest"), (9, 40, 8), "oldest", {"Ben"}, {"Ben"}),
        (OpeningRule("youngest"), (9, 40, 8), "youngest", {"Cleo"}, {"Cleo"}),
        (OpeningRule("seat"), (9, 40, 8), "seat", {"Ana"}, {"Ana"}),
        (OpeningRule("oldest"), (40, 40, 8), "seat", {"Ana", "Ben"}, {"Ana", "Ben"}),
        (
            OpeningRule("oldest", ("chance",)),
            (8, 40, 40),
            "chance",
            {"Ben", "Cleo"},
            {"Ben", "Cleo"},
        ),
        (OpeningRule(tie=("chance",)), (8, 40, 40), "chance", EVERYONE, EVERYONE),
        (OpeningRule(tie="oldest"), (8, 40, 9), "oldest", EVERYONE, EVERYONE),
        (OpeningRule(tie="youngest"), (40, 9, 9), "seat", {"Ben", "Cleo"}, EVERYONE),
    ],
)
def test_the_opening_text_says_who_starts_and_why(
    opening: OpeningRule,
    ages: tuple[int, ...],
    decided_by: str,
    contenders: set[str],
    named: set[str],
) -> None:
    """R3, J2, A1: the text names the player who starts and everyone who was tied."""
    variant = with_changes(TILES, opening=opening)
    position = dealt_position(variant, *["Rc Rs Yd Gk Bb Px"] * 3, ages=ages)
    event = rules.resolve(position, None, Random(1))
    players = tuple(
        replace(player, age=age) for player, age in zip(human_players(3), ages, strict=True)
    )
    history = SeatHistory(players, None).with_events([(event, rules.apply_event(position, event))])
    result = history.entries[-1].opening
    assert result is not None
    assert result.decided_by == decided_by
    assert {history.names[seat] for seat in result.contenders} == contenders
    text = opening_text(history)
    assert {name for name in history.names if name in text} == named
    assert history.names[result.candidates[0]] in text
    if decided_by in AGE_CRITERIA:
        assert decided_by in text


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
def test_the_round_is_everything_since_your_last_turn(variant: Variant) -> None:
    """At every point of a game, the round starts after the refill that ended your turn."""
    game = random_game(variant, 3, seed=5)
    for seat in (0, 1, 2, None):
        history = SeatHistory(game.header.players, seat)
        for entry in game.active_history:
            history = history.with_events([entry])
            if len(history.entries) <= 4:
                continue
            since = history.entries[index_after_last_turn(history, seat) :]
            placed_since = [e.event for e in since if isinstance(e.event, Placed)]
            if seat is not None:
                assert all(event.player != seat for event in placed_since)
                assert len(events_text_since(history, seat)) <= 3 + 1
            all_placed = [e.event for e in history.entries if isinstance(e.event, Placed)]
            expected = [event.pieces for event in placed_since or all_placed[-1:]]
            if seat is not None:
                assert list(placements_since(history, seat)) == expected


def test_before_your_first_turn_the_round_says_who_starts() -> None:
    """R3: the opening is all there is to report then."""
    game = Game(Header(TILES, human_players(2), 7))
    history = SeatHistory(human_players(2), 1).with_events(game.active_history)
    assert placements_since(history, 1) == ()
    assert events_text_since(history, 1) == (opening_text(history),)


NAMES = ("Ana", "Ben")


def history_with(*events: Rolled | Redrawn) -> SeatHistory:
    """Return the history of a game in which only the last events matter."""
    game = Game(Header(CUBES, human_players(2), 7))
    history = SeatHistory(game.header.players, None).with_events(game.active_history)
    return history.with_events((event, game.position) for event in events)


def test_the_turn_text_counts_forced_rolls() -> None:
    """C4: forced rolls are counted, apart from the free roll and a redraw."""
    assert current_turn_text(history_with()) == ""
    free = current_turn_text(history_with(FREE_ROLL))
    assert "Ana" in free
    assert "1" in free
    repeated = current_turn_text(history_with(FREE_ROLL, *[FORCED_ROLL] * 3))
    assert repeated.startswith(f"{free} Ana")
    assert numbers(repeated.removeprefix(free)) == [3]
    forced = events_text(history_with(FORCED_ROLL).entries[-1:], NAMES)
    assert "Ana" in forced
    assert numbers(forced) == []
    assert "Ana" in current_turn_text(history_with(Redrawn(0, (3,), (9,))))


def test_the_log_counts_forced_rolls() -> None:
    """A turn with several forced rolls is one short line."""
    free, _ = build_log(history_with(FREE_ROLL))
    line, _ = build_log(history_with(FREE_ROLL, FORCED_ROLL, FORCED_ROLL))
    assert line.text.startswith(f"{free.text}, ")
    assert numbers(line.text.removeprefix(free.text)) == [2]


def test_the_news_has_a_bots_roll_while_it_thinks() -> None:
    """After a bot's roll the news describes it, and the banner says that the bot is thinking."""
    players = (Player("Bo", None, "bot:simple"), Player("Ana", None, "human"))
    game = Game(Header(CUBES, players, 7))
    event = Rolled(game.position.seat_to_move, (3,), (4,), False)
    events = [*game.active_history, (event, replace(game.position, seat_to_move=0))]
    history = SeatHistory(players, None).with_events(events)
    frame = build_frame(history, None)
    assert frame.news == current_turn_text(history)
    assert players[event.player].name in frame.news
    assert frame.seats[0].to_move
    assert "Bo" in frame.banner


def test_the_opening_text_names_everyone_who_was_tied() -> None:
    """R3: a tie names all players with a set of the same size."""
    tie_sizes = set()
    for seed in range(40):
        game = Game(Header(CUBES, human_players(3), seed))
        history = SeatHistory(human_players(3), None).with_events(game.active_history)
        opening = next(entry.opening for entry in history.entries if entry.opening is not None)
        text = opening_text(history)
        assert [name for name in history.names if name not in text] == [
            name for seat, name in enumerate(history.names) if seat not in opening.tied
        ]
        tie_sizes.add(len(opening.tied))
    assert tie_sizes == {1, 2, 3}


def test_the_headline_names_the_winners() -> None:
    """The headline names one or more winners; the ending names who went out, if a player did."""
    alone, shared = Finished(1, 6, (3, 9), (1,)), Finished(None, 0, (5, 5), (0, 1))
    headline = headline_text(alone, human_players(2))
    assert "Ben" in headline
    assert "Ana" not in headline
    view = Game(Header(TILES, human_players(2), 7)).view(0)
    assert ending_text(view, human_players(2)) == ""
    ending = ending_text(replace(view, result=alone), human_players(2))
    assert "Ben" in ending
    assert "6" in ending
    headline = headline_text(shared, human_players(2))
    assert "Ana" in headline
    assert "Ben" in headline
    stuck = replace(view, result=shared, consecutive_passes=2)
    ending = ending_text(stuck, human_players(2))
    assert ending
    assert "Ana" not in ending
    assert "Ben" not in ending


@pytest.mark.parametrize(
    ("rules", "turns", "reason"),
    [
        (EndRule(target_score=60), 9, "60 points"),
        (EndRule(max_rounds=5), 9, "5 rounds"),
        (EndRule(target_score=60, max_rounds=9), 9, "60 points"),
        (EndRule(max_rounds=1), 1, "round"),
        (EndRule(max_rounds=5, leftover_penalty=2), 9, "Ana -12, Ben -12"),
    ],
)
def test_the_ending_names_the_rule_that_ended_the_game(
    rules: EndRule, turns: int, reason: str
) -> None:
    """The ending names the target score or the round limit, and the penalties."""
    view = Game(Header(TILES, human_players(2), 7)).view(0)
    over = replace(view, variant=with_changes(TILES, end=rules), turns_played=turns)
    over = replace(over, result=Finished(None, 0, (61, 40), (0,)))
    assert reason in ending_text(over, human_players(2)).replace("\u2212", "-")
