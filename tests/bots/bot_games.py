"""Bot games for tests, with search limits so small that they take moments."""

from __future__ import annotations

from random import Random

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.endgame import EndgameLimits
from qwirkle.analysis.evaluation import EvaluationLimits
from qwirkle.analysis.search import SearchBudget
from qwirkle.bots.bots import CasualBot, ExpertBot, GreedyBot, MasterBot, SimpleBot
from qwirkle.bots.bots import RandomBot as RandomBot
from qwirkle.bots.registry import Bot
from qwirkle.engine.variant import Variant, variant_from_dict
from qwirkle.engine.view import View
from qwirkle.game import Game
from tests.random_games import new_header
from tests.sample_rulesets import PLACE, REFILL, ROLL, place_step, ruleset_table

QUICK = EvaluationLimits(
    max_placements=2,
    determinizations=2,
    dice_determinizations=1,
    max_roll_choices=2,
    sampled_rolls=1,
    placements_per_roll=1,
)

TINY = SearchBudget(
    candidates=2,
    determinizations=2,
    rounds=1,
    batch_size=1,
    endgame_limits=(EndgameLimits(20), EndgameLimits(20, beam_width=1)),
    max_reply_sets=3,
    max_dice_positions=500,
    max_rollout_bag=200,
)

BOTS: dict[str, Bot] = {
    "random": RandomBot(),
    "casual": CasualBot(),
    "simple": SimpleBot(),
    "greedy": GreedyBot(),
    "expert": ExpertBot(QUICK),
    "master": MasterBot(budget=TINY, limits=QUICK),
}

UNUSUAL_RULESETS = {
    "open-tiles": ruleset_table("tiles", name="open-tiles", hand__open=True, hand__size=8),
    "hidden-dice": ruleset_table("cubes", name="hidden-dice", hand__open=False, hand__size=3),
    "dice-without-roll": ruleset_table(
        "cubes", name="dice-without-roll", turn=[place_step("roll", "redraw", "pass"), REFILL]
    ),
    "dice-to-trade": ruleset_table(
        "cubes",
        name="dice-to-trade",
        hand__size=4,
        turn=[ROLL, place_step("trade", "pass", instead=("trade",)), REFILL],
    ),
    "few-looks": ruleset_table(
        "cubes",
        name="few-looks",
        pieces={"look": "die", "rolls": "shape", "copies": 20, "colours": 3, "shapes": 4},
        opening={"who": "oldest", "tie": ["chance"], "least": 3},
        turn=[{"step": "roll", "from_turn": 1, "times": 3}, PLACE, REFILL],
    ),
    "points-by-length": ruleset_table(
        "tiles",
        name="points-by-length",
        pieces__colours=5,
        pieces__shapes=4,
        scoring={"line": [9, 1, 5, 2], "qwirkle_bonus": 3},
        trade={"least": 2, "most": 3, "cost": 4, "bag": 5},
    ),
    "short": ruleset_table("tiles", name="short", end={"turns": 4, "score": 40, "left_piece": 2}),
    "no-trade": ruleset_table(
        "tiles", name="no-trade", turn=[place_step("pass"), REFILL], hand__size=1
    ),
}


def rulesets() -> dict[str, Variant]:
    """Bundled variants and some unusual rulesets, by name."""
    unusual = {name: variant_from_dict(unusual) for name, unusual in UNUSUAL_RULESETS.items()}
    return {variant.name: variant for variant in catalog.bundled_variants()} | unusual


def play_bots(variant: Variant, bots: list[Bot], seed: int, most_turns: int = 1000) -> Game:
    """Play a game between bots; the rules check every move."""
    game = Game(new_header(variant, len(bots), seed))
    while not game.is_over and game.position.turns_played < most_turns:
        player = game.position.seat_to_move
        view = game.view(player)
        move = view.forced_move
        if move is None:
            random = Random(f"{seed}:{len(game.events)}")
            move = bots[player].choose(view, random, never_stop)
        game.play(move)
    return game


def decision_views(variant: Variant, seed: int, bot: str = "simple") -> list[View]:
    """Views in which a player had a choice, in a game of a bot against itself."""
    game = play_bots(variant, [BOTS[bot]] * 2, seed)
    views = [position.view(position.seat_to_move) for _, position in game.active_history]
    return [view for view in views if view.stage in DECISION_STAGES and view.forced_move is None]


DECISION_STAGES = frozenset({"opening", "roll", "place"})
