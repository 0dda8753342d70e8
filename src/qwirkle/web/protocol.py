"""What goes over the network, in both directions; docs/protocol.md is the contract."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from qwirkle.engine.pieces import Laid
from qwirkle.notation import parted
from qwirkle.table.frame import Fit, Frame
from qwirkle.texts import tr

VERSION = 1
"""The version of the messages."""

LARGEST = 4096
"""Bytes of a message that a client may send."""

LONGEST_NAME = 200

Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Word: TypeAlias = Annotated[str, Meta(max_length=60)]
Number: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Whatever a client may say."""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message: who comes, and where to."""

    version: int
    table: Word | None = None
    secret: Word | None = None
    """What was given with the seat, for those who come back."""
    keys: Annotated[dict[Word, Word], Meta(max_length=60)] = {}
    """What sentences are to call the actions, by the ids of their keys."""


class Create(FromClient, frozen=True, tag="create"):
    """Set up a table."""

    variant: Word
    watching: bool = True


class Sit(FromClient, frozen=True, tag="sit"):
    """Take a seat."""

    name: Name
    age: int | None = None

    @classmethod
    def typed(cls, text: str) -> Sit:
        """What somebody means by `NAME` or `NAME:AGE`."""
        name, age = parted(text)
        return cls(name[:LONGEST_NAME], int(age[:4]) if age else None)


class AddBot(FromClient, frozen=True, tag="add-bot"):
    """Give a seat to a bot."""

    bot: Word


class Remove(FromClient, frozen=True, tag="remove"):
    """Take a bot or a person away before the game begins; one may go oneself."""

    seat: Place
    name: Name | None = None
    """Who is meant, in case seats have moved meanwhile."""


class Start(FromClient, frozen=True, tag="start"):
    """Begin the game."""


class Act(FromClient, frozen=True, tag="act"):
    """Do something on one's desk."""

    action: Word
    arguments: Annotated[tuple[Number, ...], Meta(max_length=2)] = ()


class Answer(FromClient, frozen=True, tag="answer"):
    """Ask why the actions of a key rest now."""

    actions: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=12)]


class Where(FromClient, frozen=True, tag="where"):
    """Ask where a piece of the hand goes."""

    slot: Place


class Replay(FromClient, frozen=True, tag="replay"):
    """See once more what has happened since one's turn."""


class Rules(FromClient, frozen=True, tag="rules"):
    """Ask for the rules of the table."""


class StandIn(FromClient, frozen=True, tag="stand-in"):
    """Let a bot play for somebody absent, or not any more."""

    seat: Place
    bot: Word | None = None


class End(FromClient, frozen=True, tag="end"):
    """Close the table; its record stays."""


class Rematch(FromClient, frozen=True, tag="rematch"):
    """Set up the table for another game of the same people."""


class Review(FromClient, frozen=True, tag="review"):
    """Ask for the review of a game that is over."""


Message: TypeAlias = (
    Hello
    | Create
    | Sit
    | AddBot
    | Remove
    | Start
    | Act
    | Answer
    | Where
    | Replay
    | Rules
    | StandIn
    | End
    | Rematch
    | Review
)


class ProtocolError(Exception):
    """A message that cannot be obeyed, said in one sentence."""


_decoder = msgspec.json.Decoder(Message)


def understood(data: str | bytes) -> Message:
    """The message of a client; raises ProtocolError."""
    if len(data) > LARGEST:
        raise ProtocolError(tr("A message may have {most} bytes.", most=LARGEST))
    try:
        message: Message = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ProtocolError(tr("This is no message that is known here.")) from None
    return message


# What the server says


class State(StrEnum):
    """How far a table is."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


class FromServer(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """Whatever the server may say."""


class VariantOffer(Struct, frozen=True):
    """A ruleset that can be played."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]


class TableEntry(Struct, frozen=True):
    """A table in the lobby."""

    id: str
    title: str
    names: tuple[str, ...]
    state: State
    watching: bool


class Lobby(FromServer, frozen=True, tag="lobby"):
    """What there is to join, and what can be set up."""

    tables: tuple[TableEntry, ...]
    variants: tuple[VariantOffer, ...]
    bots: tuple[str, ...]
    version: int = VERSION


class SeatEntry(Struct, frozen=True, omit_defaults=True):
    """A seat, before and during a game."""

    name: str
    kind: str
    here: bool = False
    """Whether its player is connected now."""
    stand_in: str | None = None
    """The bot that plays for them at the moment."""


class TableState(FromServer, frozen=True, tag="table"):
    """Who is at a table, and what one is there."""

    id: str
    title: str
    state: State
    seats: tuple[SeatEntry, ...]
    players: tuple[int, int]
    bots: tuple[str, ...]
    you: int | None = None
    host: bool = False
    watching: bool = False
    rematch: str | None = None
    """The table of the next game, once it is offered."""
    alone: bool = False
    """Whether the server has this table only."""


class Seated(FromServer, frozen=True, tag="seated"):
    """The secret of one's place: whoever has it comes back to it."""

    table: str
    secret: str


class Shown(FromServer, frozen=True, tag="frame"):
    """What is shown now."""

    frame: dict[str, Any]


class Again(FromServer, frozen=True, tag="again"):
    """What has happened since one's last turn, step by step."""

    frames: tuple[dict[str, Any], ...]


class Fits(FromServer, frozen=True, tag="fits"):
    """Where a piece of the hand goes."""

    slot: int
    fits: tuple[Fit, ...] | None


class TurnEntry(Struct, frozen=True):
    """A turn of a review."""

    number: int
    player: int
    name: str
    doing: str
    """What it came to, in a word or two."""


class ReviewBegun(FromServer, frozen=True, tag="review"):
    """The turns that are being judged."""

    turns: tuple[TurnEntry, ...]
    scores: tuple[tuple[int, ...], ...]
    """Everybody's points before the first turn and after each."""


class Sentence(Struct, frozen=True):
    """Something that is said of a turn."""

    text: str
    """With U+FFFC wherever pieces are drawn."""
    pieces: tuple[tuple[int, ...], ...]
    tone: str
    """How it is meant: plain, good, bad or aside."""


class TurnJudged(FromServer, frozen=True, tag="judged"):
    """What was found of one turn."""

    index: int
    """Which of the turns of the review it is, from 0."""
    banner: str
    told: tuple[Sentence, ...]
    loss: str
    """What the turn lost, in a word."""
    lost: float | None
    """The same in points; None where the turn could not be judged."""
    tone: str
    frame: dict[str, Any]
    """The turn as it was played."""
    best: dict[str, Any] | None = None
    """The better placement in its place, where there was one."""


class SummedUp(FromServer, frozen=True, tag="summary"):
    """What each player did, by seat, once all turns are judged."""

    texts: tuple[str, ...]


class Chapter(Struct, frozen=True, omit_defaults=True):
    """A part of the rules."""

    title: str
    sentences: tuple[str, ...]
    picture: tuple[Laid, ...] = ()
    """Pieces to draw below."""


class RulesTold(FromServer, frozen=True, tag="rules"):
    """The rules of the table."""

    body: str
    """What pieces look like."""
    chapters: tuple[Chapter, ...]


class Said(FromServer, frozen=True, tag="said"):
    """One sentence for people."""

    text: str


class Failed(FromServer, frozen=True, tag="error"):
    """One sentence on what was wrong; a closed connection follows where `fatal`."""

    text: str
    fatal: bool = False


class Closed(FromServer, frozen=True, tag="closed"):
    """The table is no more."""

    text: str


_encoder = msgspec.json.Encoder()


def encoded(message: FromServer) -> bytes:
    """The message as it is sent."""
    return _encoder.encode(message)


def shown(frame: Frame) -> bytes:
    """A frame as it is sent."""
    return _encoder.encode({"is": "frame", "frame": frame})
