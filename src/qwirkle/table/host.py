"""One game at the table: the one door for moves of people and bots, and its record."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from qwirkle import saving
from qwirkle.engine import rules
from qwirkle.engine.events import Happening, Passed, Placed
from qwirkle.engine.moves import Move
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.notation import MOST_SEED, Header, Player
from qwirkle.record import Full, RecordFile
from qwirkle.texts import trn

HUMAN = "human"


def last_rules() -> Variant | None:
    """The rules of the newest saved game; None where there is none."""
    return next((each.variant for each in saving.glimpses() if each.variant is not None), None)


@dataclass(slots=True)
class Session:
    """A game, who plays it, and the file that each event goes to before anybody sees it."""

    game: Game
    record: RecordFile
    news: str = ""
    """One sentence for whoever opened the game, if there is anything to say."""

    @classmethod
    def begin(cls, variant: Variant, players: Sequence[Player], seed: int | None) -> Session:
        """A new game with a record of its own."""
        chosen = int.from_bytes(os.urandom(8), "big") & MOST_SEED if seed is None else seed
        return cls(*saving.begin(Header(variant, tuple(players), chosen)))

    @classmethod
    def resume(cls, path: Path) -> Session:
        """The game of a record, to go on with; raises Busy or RecordError."""
        return cls(*saving.resume(path))

    @classmethod
    def resume_newest(cls) -> Session:
        """The newest sound game, to go on with; raises Busy or RecordError."""
        game, record, damaged = saving.resume_newest()
        if not damaged:
            return cls(game, record)
        news = trn(
            "{file} is damaged, so the game before it goes on: {problem}",
            "{count} newer files are damaged, so this game goes on; the newest is {file}: "
            "{problem}",
            len(damaged),
            file=damaged[0].path,
            problem=damaged[0].problem,
        )
        return cls(game, record, news)

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, by seat."""
        return self.game.header.players

    @property
    def variant(self) -> Variant:
        """The rules of this game."""
        return self.game.header.variant

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, each in enumerate(self.players) if each.kind == HUMAN)

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.game.position.player

    @property
    def name(self) -> str:
        """The name of the player whose turn it is."""
        return self.players[self.player].name

    @property
    def human_turn(self) -> bool:
        """Whether the game waits for a person."""
        return not self.game.over and self.player in self.humans

    @property
    def curtained(self) -> bool:
        """Whether people must not see each other's hands: hidden, and more than one person."""
        return not self.variant.hand_open and len(self.humans) > 1

    def submit(self, move: Move) -> tuple[Happening, ...]:
        """Make a move; every event is saved before it is given back. Raises Refusal or Full."""
        if self.record.full:
            raise Full
        return self.game.play(move)

    @property
    def trouble(self) -> str | None:
        """One sentence on why turns are not kept at the moment."""
        if self.record.full and not self.game.over:
            return str(Full())
        return self.record.trouble

    @property
    def revocable(self) -> int:
        """How many events can be taken back without anything revealed; 0 where none can.

        Back to the last decision of a person, and only over plays and passes: a draw or a
        roll has shown what chance holds.
        """
        standing = self.game.standing
        if self.game.over:
            return 0
        for count in range(1, self.game.undoable + 1):
            event, _ = standing[-count]
            if not isinstance(event, Placed | Passed):
                return 0
            before = standing[-count - 1][1]
            if rules.needs_player(before) and before.player in self.humans:
                return count
        return 0

    def take_back(self) -> bool:
        """Take the last turn of a person back; whether there was one to take back."""
        count = self.revocable
        if count:
            self.game.undo(count)
        return bool(count)
