"""A bot of one's own, and a small contest against a bundled one.

python docs/examples/own_bot.py

In the arena, which runs many games on all cores and tells how sure the result is:

cd docs/examples && qwirkle arena --variant tiles --bots own_bot:Careful,simple --games 40 --seed 1
"""

import random

import qwirkle


class Careful:
    """Takes the best-scoring play that leaves no line of five behind, if there is one."""

    def choose(self, view, random, stop=None):
        """Every bot has this one method: what it sees, a source of chance, when to stop."""
        if view.forced_move is not None:
            return view.forced_move
        if view.options.can_roll_free:
            best, _ = qwirkle.odds(view).best
            if best:
                return qwirkle.Roll(tuple(view.hand[place] for place in best))
        found = qwirkle.plays(view)
        if not found:
            return next(qwirkle.legal_moves(view))
        careful = (play for play in found if not self.gives_away(view, play))
        return qwirkle.Place(next(careful, found[0]).pieces)

    def gives_away(self, view, play):
        """Whether somebody could complete a line that this play makes."""
        lines = view.board.place(play.pieces).lines_through(play.pieces)
        return any(len(line.cells) == 5 for line in lines)


def duel(variant, games):
    """How many games Careful wins against a bundled bot, changing seats."""
    wins = 0
    for number in range(games):
        bots = [Careful(), qwirkle.make_bot("simple")]
        if number % 2:
            bots.reverse()
        game = qwirkle.Game.new(variant, ["first", "second"], seed=number)
        chance = random.Random(number)
        while not game.is_over:
            view = game.view()
            game.play(bots[view.seat_to_move].choose(view, chance))
        wins += isinstance(bots[game.position.result.winners[0]], Careful)
    return wins


if __name__ == "__main__":
    for name in ("tiles", "cubes"):
        print(f"{name}: Careful won {duel(qwirkle.load_variant(name), 10)} of 10 games.")
