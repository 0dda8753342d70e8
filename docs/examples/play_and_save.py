"""Play a game between two bots, draw the table, and save the record.

python docs/examples/play_and_save.py [VARIANT] [FILE]
"""

import random
import sys

import qwirkle

variant = qwirkle.load_variant(sys.argv[1] if len(sys.argv) > 1 else "cubes")
file = sys.argv[2] if len(sys.argv) > 2 else "my-game.qwirkle"

bots = [qwirkle.make_bot("greedy"), qwirkle.make_bot("casual")]
game = qwirkle.Game.new(variant, ["Greta", "Carl"], seed=7)
chance = random.Random(7)
while not game.is_over:
    view = game.view()
    game.play(view.forced_move or bots[view.seat_to_move].choose(view, chance))

print(game.position.board)
print(game)
qwirkle.write_record(file, game)
print(f"Saved in {file}; look at it with: qwirkle review {file}")
