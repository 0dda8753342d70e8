"""The messages of the wire protocol and their JSON encoding; docs/protocol.md specifies them."""

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
"""Protocol version; `hello` must name the same one."""

LARGEST = 4096
"""Maximum size of a client message in bytes."""

LONGEST_NAME = 200

Name: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME)]
Word: TypeAlias = Annotated[str, Meta(max_length=60)]
Number: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


class FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base class of all client messages."""


class Hello(FromClient, frozen=True, tag="hello"):
    """Identify the client and enter a room, or the lobby. Must be the first message."""

    version: int
    table: Word | None = None
    secret: Word | None = None
    """Seat token from an earlier `seated` message, to return to that seat."""
    keys: Annotated[dict[Word, Word], Meta(max_length=60)] = {}
    """What the server's sentences call the actions, by key-binding id."""


class Create(FromClient, frozen=True, tag="create"):
    """Create a room, with the sender as its host."""

    variant: Word
    watching: bool = True


class Sit(FromClient, frozen=True, tag="sit"):
    """Take a seat."""

    name: Name
    age: int | None = None

    @classmethod
    def typed(cls, text: str) -> Sit:
        """Parse `NAME` or `NAME:AGE`."""
        name, age = parted(text)
        return cls(name[:LONGEST_NAME], int(age[:4]) if age else None)


class AddBot(FromClient, frozen=True, tag="add-bot"):
    """Seat a bot (host only)."""

    bot: Word


class Remove(FromClient, frozen=True, tag="remove"):
    """Remove a player before the game starts: any (host only), or yourself."""

    seat: Place
    name: Name | None = None
    """If given, must match the seat's player, in case the seats have just changed."""


class Start(FromClient, frozen=True, tag="start"):
    """Start the game (host only)."""


class Act(FromClient, frozen=True, tag="act"):
    """Perform a game action."""

    action: Word
    arguments: Annotated[tuple[Number, ...], Meta(max_length=2)] = ()


class Answer(FromClient, frozen=True, tag="answer"):
    """Ask why a key's actions are unavailable; the next frame says so."""

    actions: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=12)]


class Where(FromClient, frozen=True, tag="where"):
    """Ask for the cells where a piece of the hand fits."""

    slot: Place


class Replay(FromClient, frozen=True, tag="replay"):
    """Ask for a replay of the events since your last turn."""


class Rules(FromClient, frozen=True, tag="rules"):
    """Ask for the rules of the room's variant."""


class StandIn(FromClient, frozen=True, tag="stand-in"):
    """Let a bot play for an absent player (host only); None ends this."""

    seat: Place
    bot: Word | None = None


class End(FromClient, frozen=True, tag="end"):
    """Close the room for good (host only); the game record stays."""


class Rematch(FromClient, frozen=True, tag="rematch"):
    """Create a room for another game with the same players (host only)."""


class Review(FromClient, frozen=True, tag="review"):
    """Ask for the review of a finished game."""


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
    """A message the server rejects; the text is shown to the user."""


_decoder = msgspec.json.Decoder(Message)


def understood(data: str | bytes) -> Message:
    """Parse and validate a client message. Raises ProtocolError."""
    if len(data) > LARGEST:
        raise ProtocolError(tr("A message may have {most} bytes.", most=LARGEST))
    try:
        message: Message = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ProtocolError(tr("This is no message that is known here.")) from None
    return message


# Server messages


class State(StrEnum):
    """Phase of a room: waiting for players, playing, or game over."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


class FromServer(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """Base class of all server messages."""


class VariantOffer(Struct, frozen=True):
    """A variant that a room can be created for."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]


class TableEntry(Struct, frozen=True):
    """A room as listed in the lobby."""

    id: str
    title: str
    names: tuple[str, ...]
    state: State
    watching: bool


class Lobby(FromServer, frozen=True, tag="lobby"):
    """The rooms to join and the variants to play; answers `hello` without a room."""

    tables: tuple[TableEntry, ...]
    variants: tuple[VariantOffer, ...]
    bots: tuple[str, ...]
    version: int = VERSION


class SeatEntry(Struct, frozen=True, omit_defaults=True):
    """A seat, before and during a game."""

    name: str
    kind: str
    here: bool = False
    """True if the player is connected."""
    stand_in: str | None = None
    """Bot playing for an absent player."""


class TableState(FromServer, frozen=True, tag="table"):
    """The players of a room and its settings, as seen by the recipient."""

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
    """Room of the next game, once it exists."""
    alone: bool = False
    """True if this is the server's only room."""


class Seated(FromServer, frozen=True, tag="seated"):
    """The seat token of a new participant; it leads back to the same seat."""

    table: str
    secret: str


class Shown(FromServer, frozen=True, tag="frame"):
    """The current frame, or one to animate."""

    frame: dict[str, Any]


class Again(FromServer, frozen=True, tag="again"):
    """The events since your last turn, one frame each; answers `replay`."""

    frames: tuple[dict[str, Any], ...]


class Fits(FromServer, frozen=True, tag="fits"):
    """The cells where a piece of the hand fits, or None if that isn't shown; answers `where`."""

    slot: int
    fits: tuple[Fit, ...] | None


class TurnEntry(Struct, frozen=True):
    """A turn in the turn list of a review."""

    number: int
    player: int
    name: str
    doing: str
    """What the player did, in a word or two."""


class ReviewBegun(FromServer, frozen=True, tag="review"):
    """The turns under review; answers `review`."""

    turns: tuple[TurnEntry, ...]
    scores: tuple[tuple[int, ...], ...]
    """Scores by seat, before the first turn and after each."""


class Sentence(Struct, frozen=True):
    """A sentence of a turn's review."""

    text: str
    """U+FFFC stands for each group of `pieces`."""
    pieces: tuple[tuple[int, ...], ...]
    tone: str
    """plain, good, bad or aside."""


class TurnJudged(FromServer, frozen=True, tag="judged"):
    """The review of one turn."""

    index: int
    """Index into the review's turns."""
    banner: str
    told: tuple[Sentence, ...]
    loss: str
    """Points lost, as a short text."""
    lost: float | None
    """Points lost, or None if the review of this turn failed."""
    tone: str
    frame: dict[str, Any]
    """The turn as played."""
    best: dict[str, Any] | None = None
    """The best placement instead, or None if there was no better one."""


class SummedUp(FromServer, frozen=True, tag="summary"):
    """A summary per player, by seat; sent when all turns are reviewed."""

    texts: tuple[str, ...]


class Chapter(Struct, frozen=True, omit_defaults=True):
    """A part of the rules."""

    title: str
    sentences: tuple[str, ...]
    picture: tuple[Laid, ...] = ()
    """Pieces to draw below the sentences."""


class RulesTold(FromServer, frozen=True, tag="rules"):
    """The rules of the room's variant; answers `rules`."""

    body: str
    """How pieces look: tile or die."""
    chapters: tuple[Chapter, ...]


class Said(FromServer, frozen=True, tag="said"):
    """A sentence to show to the user."""

    text: str


class Failed(FromServer, frozen=True, tag="error"):
    """An error to show to the user; if `fatal`, the server closes the connection."""

    text: str
    fatal: bool = False


class Closed(FromServer, frozen=True, tag="closed"):
    """The room is closed for good, or closed to spectators."""

    text: str


_encoder = msgspec.json.Encoder()


def encoded(message: FromServer) -> bytes:
    """Encode a server message as JSON."""
    return _encoder.encode(message)


def shown(frame: Frame) -> bytes:
    """Encode a frame as the JSON of a `frame` message."""
    return _encoder.encode({"is": "frame", "frame": frame})
