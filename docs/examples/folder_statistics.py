"""Statistics over a folder of records.

python docs/examples/folder_statistics.py FOLDER
"""

import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean

import qwirkle

scores = defaultdict(list)
wins = defaultdict(int)
turns = []
for path in sorted(Path(sys.argv[1]).glob("*.qwirkle")):
    try:
        record = qwirkle.read_record(path)
        game = qwirkle.Game.replay(record.header, record.events)
    except (qwirkle.RecordError, qwirkle.IllegalEvent) as error:
        print(f"{path.name} is left out: {error}", file=sys.stderr)
        continue
    if not game.is_over:
        continue
    turns.append(game.position.turns_played)
    for seat, player in enumerate(game.header.players):
        scores[player.name].append(game.position.scores[seat])
        wins[player.name] += seat in game.position.result.winners

print(
    f"{len(turns)} finished games, {mean(turns):.1f} turns each" if turns else "No finished game."
)
for name, own in sorted(scores.items(), key=lambda item: -mean(item[1])):
    print(f"{name:<16} {mean(own):6.1f} points, best {max(own)}, won {wins[name]} of {len(own)}")
