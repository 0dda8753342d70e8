"""In-depth analysis of one turn: every roll and move, based on what the player could see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.budgets import EVER, budget_for
from qwirkle.analysis.clock import never
from qwirkle.analysis.judging import PlayedTurn
from qwirkle.analysis.odds import odds
from qwirkle.analysis.rolling import exact_roll_worths
from qwirkle.analysis.thinking import Candidate, Thought, same_turn, think
from qwirkle.analysis.value import Valuer
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View
from qwirkle.notation import face_text, laid_to_json


class NoChoice(ValueError):
    """Raised for a turn in which the player had nothing to choose."""


class RollChoice(Struct, frozen=True):
    """A choice of dice to roll, with its mean score and the mean value of the turn that follows."""

    faces: Faces
    mean: float
    value: float
    chosen: bool


class FreeRoll(Struct, frozen=True):
    """A free roll: the dice before it, and the choices, best first."""

    hand: Faces
    choices: tuple[RollChoice, ...]


class Analysis(Struct, frozen=True):
    """The choices a player had in a turn, and the move that was played."""

    number: int
    player: int
    hand: Faces
    """The hand at the last choice of the turn."""
    rolls: tuple[FreeRoll, ...]
    thought: Thought | None
    """None if the turn ended without a placement or trade."""
    played: Move | None

    def to_json(self) -> dict[str, object]:
        """Convert to plain JSON values."""
        return {
            "turn": self.number,
            "player": self.player,
            "hand": [face_text(face) for face in self.hand],
            "rolls": [
                {
                    "hand": [face_text(face) for face in roll.hand],
                    "choices": [
                        {
                            "rolled": [face_text(face) for face in choice.faces],
                            "mean": choice.mean,
                            "value": choice.value,
                            "chosen": choice.chosen,
                        }
                        for choice in roll.choices
                    ],
                }
                for roll in self.rolls
            ],
            "how": None if self.thought is None else self.thought.how.value,
            "candidates": []
            if self.thought is None
            else [candidate_to_json(each, self.played) for each in self.thought.candidates],
        }


def candidate_to_json(candidate: Candidate, played: Move | None) -> dict[str, object]:
    """Convert a candidate to plain JSON values."""
    worth = candidate.worth
    move: dict[str, object] = {}
    match candidate.move:
        case Place(pieces):
            move = {"place": laid_to_json(pieces)}
        case Trade(faces):
            move = {"trade": [face_text(face) for face in faces]}
    return {
        **move,
        "value": candidate.value,
        "error": candidate.error,
        "win": candidate.win,
        "futures": candidate.futures,
        "estimate": worth.value,
        "points": worth.points,
        "reply": worth.reply,
        "keep": worth.keep,
        "played": played is not None and same_turn(candidate.move, played),
    }


def analyse(taken: PlayedTurn, seconds: float) -> Analysis:
    """Analyse a turn for about `seconds`. The same turn and time give the same analysis.

    Raises NoChoice if there was nothing to choose.
    """
    rolls = tuple(_rolls_of(taken, seconds))
    view, played = taken.last.before.view(taken.player), taken.move
    thought = None if played is None else _thought(view, played, seconds)
    if thought is None and not rolls:
        raise NoChoice
    return Analysis(taken.number, taken.player, view.hand, rolls, thought, played)


def _thought(view: View, played: Move, seconds: float) -> Thought:
    """Search with the played move among the candidates, however full the bag is."""
    chance = random.Random(0)
    valuer = Valuer(view, chance)
    budget = replace(budget_for(view.variant, len(view.scores), seconds), fullest=EVER)
    return think(view, valuer, budget, chance, never, also=played, every=True)


def _rolls_of(taken: PlayedTurn, seconds: float) -> Iterator[FreeRoll]:
    """Yield the choices of each free roll, including keeping all dice."""
    for view, before, _ in taken.free_rolls():
        found = odds(view.board, view.hand, view.variant, view.free_rolls)
        if found is None:
            continue
        rolled = tuple(sorted(before))
        budget = budget_for(view.variant, len(view.scores), seconds)
        chance = random.Random(0)
        worths = exact_roll_worths(Valuer(view, chance), budget.sets, budget.tables, chance, never)
        choices: dict[Faces, RollChoice] = {}
        for worth in worths:
            faces = tuple(sorted(view.hand[die] for die in worth.rolled))
            choices.setdefault(faces, RollChoice(faces, worth.mean, worth.value, faces == rolled))
        if choices and rolled not in choices:
            # Only the best choices were evaluated: assume their mean of value minus score.
            beyond = fmean(choice.value - choice.mean for choice in choices.values())
            mean = found.mean_of(rolled)
            choices[rolled] = RollChoice(rolled, mean, mean + beyond, chosen=True)
        if choices:
            yield FreeRoll(view.hand, tuple(choices.values()))
