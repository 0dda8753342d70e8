"""The messages of the wire protocol and their JSON encoding; docs/protocol.md specifies them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from qwirkle.engine.pieces import PieceAt
from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame, LegalCell
from qwirkle.records.players import split_name_and_age

VERSION = 1
"""Protocol version; `hello` must name the same one."""

MAX_CLIENT_MESSAGE_LENGTH = 4096
"""Maximum characters of a client message."""

MAX_NAME_INPUT = 200

Name: TypeAlias = Annotated[str, Meta(max_length=MAX_NAME_INPUT)]
ShortText: TypeAlias = Annotated[str, Meta(max_length=60)]
ActionArgument: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
SeatOrSlot: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base class of all client messages."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """Identify the client and enter a room, or the lobby. Must be the first message."""

    version: int
    room_id: ShortText | None = field(default=None, name="table")
    seat_token: ShortText | None = field(default=None, name="secret")
    """Token from an earlier `seated` message, to return to that seat."""
    control_labels: Annotated[dict[ShortText, ShortText], Meta(max_length=60)] = field(
        default_factory=dict, name="keys"
    )
    """What the server's sentences call the actions, by key-binding id."""


class CreateRoom(ClientMessage, frozen=True, tag="create"):
    """Create a room, with the sender as its host."""

    variant: ShortText
    allow_spectators: bool = field(default=True, name="watching")


class TakeSeat(ClientMessage, frozen=True, tag="sit"):
    """Take a seat."""

    name: Name
    age: int | None = None

    @classmethod
    def parse(cls, text: str) -> TakeSeat:
        """Parse `NAME` or `NAME:AGE`."""
        name, age = split_name_and_age(text)
        return cls(name[:MAX_NAME_INPUT], int(age[:4]) if age else None)


class AddBot(ClientMessage, frozen=True, tag="add-bot"):
    """Seat a bot (host only)."""

    bot: ShortText


class RemovePlayer(ClientMessage, frozen=True, tag="remove"):
    """Remove a player before the game starts: any (host only), or yourself."""

    seat: SeatOrSlot
    name: Name | None = None
    """If given, must match the seat's player, in case the seats have just changed."""


class StartGame(ClientMessage, frozen=True, tag="start"):
    """Start the game (host only)."""


class PerformAction(ClientMessage, frozen=True, tag="act"):
    """Perform a game action."""

    action: ShortText
    arguments: Annotated[tuple[ActionArgument, ...], Meta(max_length=2)] = ()


class ExplainUnavailable(ClientMessage, frozen=True, tag="answer"):
    """Ask why a key's actions are unavailable; the next frame says so."""

    actions: Annotated[tuple[ShortText, ...], Meta(min_length=1, max_length=12)]


class RequestLegalCells(ClientMessage, frozen=True, tag="where"):
    """Ask for the cells where a piece of the hand fits."""

    slot: SeatOrSlot


class RequestReplay(ClientMessage, frozen=True, tag="replay"):
    """Ask for a replay of the events since your last turn."""


class RequestRules(ClientMessage, frozen=True, tag="rules"):
    """Ask for the rules of the room's variant."""


class SetSubstitute(ClientMessage, frozen=True, tag="stand-in"):
    """Let a bot play for an absent player (host only); None ends this."""

    seat: SeatOrSlot
    bot: ShortText | None = None


class CloseRoom(ClientMessage, frozen=True, tag="end"):
    """Close the room for good (host only); the game record stays."""


class OpenRematch(ClientMessage, frozen=True, tag="rematch"):
    """Create a room for another game with the same players (host only)."""


class RequestReview(ClientMessage, frozen=True, tag="review"):
    """Ask for the review of a finished game."""


AnyClientMessage: TypeAlias = (
    Hello
    | CreateRoom
    | TakeSeat
    | AddBot
    | RemovePlayer
    | StartGame
    | PerformAction
    | ExplainUnavailable
    | RequestLegalCells
    | RequestReplay
    | RequestRules
    | SetSubstitute
    | CloseRoom
    | OpenRematch
    | RequestReview
)


class ProtocolError(Exception):
    """A message the server rejects; the text is shown to the user."""


_decoder = msgspec.json.Decoder(AnyClientMessage)


def decode_message(data: str | bytes) -> AnyClientMessage:
    """Parse and validate a client message. Raises ProtocolError."""
    if len(data) > MAX_CLIENT_MESSAGE_LENGTH:
        raise ProtocolError(
            tr("A message may have {most} characters.", most=MAX_CLIENT_MESSAGE_LENGTH)
        )
    try:
        message: AnyClientMessage = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ProtocolError(tr("This is no message that is known here.")) from None
    return message


# Server messages


class RoomPhase(StrEnum):
    """Phase of a room: waiting for players, playing, or game over."""

    WAITING = "gathering"
    PLAYING = "playing"
    OVER = "over"


class ServerMessage(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """Base class of all server messages."""


class VariantOffer(Struct, frozen=True):
    """A variant that a room can be created for."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]


class RoomEntry(Struct, frozen=True):
    """A room as listed in the lobby."""

    id: str
    title: str
    names: tuple[str, ...]
    state: RoomPhase
    allow_spectators: bool = field(name="watching")


class LobbyState(ServerMessage, frozen=True, tag="lobby"):
    """The rooms to join and the variants to play; answers `hello` without a room."""

    rooms: tuple[RoomEntry, ...] = field(name="tables")
    variants: tuple[VariantOffer, ...]
    bots: tuple[str, ...]
    version: int = VERSION


class SeatEntry(Struct, frozen=True, omit_defaults=True):
    """A seat, before and during a game."""

    name: str
    kind: str
    is_connected: bool = field(default=False, name="here")
    substitute: str | None = field(default=None, name="stand_in")
    """Bot playing for an absent player."""


class RoomState(ServerMessage, frozen=True, tag="table"):
    """The players of a room and its settings, as seen by the recipient."""

    id: str
    title: str
    state: RoomPhase
    seats: tuple[SeatEntry, ...]
    players: tuple[int, int]
    bots: tuple[str, ...]
    you: int | None = None
    """The recipient's seat, or None."""
    is_host: bool = field(default=False, name="host")
    """True if the recipient has the rights of the host."""
    allow_spectators: bool = field(default=False, name="watching")
    rematch: str | None = None
    """Id of the room for the next game, once it exists."""
    is_only_room: bool = field(default=False, name="alone")
    """True if the server has no other room."""


class SeatAssigned(ServerMessage, frozen=True, tag="seated"):
    """The seat token of a new participant; it leads back to the same seat."""

    room_id: str = field(name="table")
    seat_token: str = field(name="secret")


class FrameUpdate(ServerMessage, frozen=True, tag="frame"):
    """The current frame, or one to animate."""

    frame: dict[str, Any]


class ReplayFrames(ServerMessage, frozen=True, tag="again"):
    """The events since your last turn, one frame each; answers `replay`."""

    frames: tuple[dict[str, Any], ...]


class LegalCells(ServerMessage, frozen=True, tag="fits"):
    """The cells where a piece of the hand fits, or None if that isn't shown; answers `where`."""

    slot: int
    fits: tuple[LegalCell, ...] | None


class TurnEntry(Struct, frozen=True):
    """A turn in the turn list of a review."""

    number: int
    player: int
    name: str
    outcome: str = field(name="doing")
    """What the player did, in a word or two."""


class ReviewStarted(ServerMessage, frozen=True, tag="review"):
    """The turns under review; answers `review`."""

    turns: tuple[TurnEntry, ...]
    scores: tuple[tuple[int, ...], ...]
    """Scores by seat, before the first turn and after each."""


class ReviewCommentEntry(Struct, frozen=True):
    """A sentence of a turn's review."""

    text: str
    """U+FFFC stands for each group of `pieces`."""
    pieces: tuple[tuple[int, ...], ...]
    tone: str
    """plain, good, bad or aside."""


class TurnReviewed(ServerMessage, frozen=True, tag="judged"):
    """The review of one turn."""

    index: int
    """Index into the review's turns."""
    banner: str
    sentences: tuple[ReviewCommentEntry, ...] = field(name="told")
    loss_text: str = field(name="loss")
    """Points lost, as a short text."""
    points_lost: float | None = field(name="lost")
    """Points lost, or None if the review of this turn failed."""
    tone: str
    frame: dict[str, Any]
    """The turn as played."""
    best_frame: dict[str, Any] | None = field(default=None, name="best")
    """The best placement instead, or None if there was no better one."""


class ReviewFinished(ServerMessage, frozen=True, tag="summary"):
    """A summary per player, by seat; sent when all turns are reviewed."""

    texts: tuple[str, ...]


class RulesSectionEntry(Struct, frozen=True, omit_defaults=True):
    """A section of the rules."""

    title: str
    sentences: tuple[str, ...]
    picture: tuple[PieceAt, ...] = ()
    """Pieces to draw below the sentences."""


class RulesText(ServerMessage, frozen=True, tag="rules"):
    """The rules of the room's variant; answers `rules`."""

    piece_look: str = field(name="body")
    """How pieces look: tile or die."""
    sections: tuple[RulesSectionEntry, ...] = field(name="chapters")


class Announcement(ServerMessage, frozen=True, tag="said"):
    """A sentence to show to the user."""

    text: str


class ErrorMessage(ServerMessage, frozen=True, tag="error"):
    """An error to show to the user; if `fatal`, the server closes the connection."""

    text: str
    fatal: bool = False


class RoomClosed(ServerMessage, frozen=True, tag="closed"):
    """The room is closed for good, or closed to spectators."""

    text: str


AnyServerMessage: TypeAlias = (
    LobbyState
    | RoomState
    | SeatAssigned
    | FrameUpdate
    | ReplayFrames
    | LegalCells
    | ReviewStarted
    | TurnReviewed
    | ReviewFinished
    | RulesText
    | Announcement
    | ErrorMessage
    | RoomClosed
)

_encoder = msgspec.json.Encoder()


def encode_message(message: ServerMessage) -> bytes:
    """Encode a server message as JSON."""
    return _encoder.encode(message)


def encode_frame(frame: Frame) -> bytes:
    """Encode a frame as the JSON of a `frame` message."""
    return _encoder.encode({"is": "frame", "frame": frame})
