from qwirkle.api import Play as Play
from qwirkle.api import hints as hints
from qwirkle.api import legal_moves as legal_moves
from qwirkle.api import odds as odds
from qwirkle.api import plays as plays
from qwirkle.api import read_record as read_record
from qwirkle.api import review as review
from qwirkle.api import write_record as write_record
from qwirkle.bots.registry import make_bot as make_bot
from qwirkle.catalog import load_variant as load_variant
from qwirkle.engine.board import Board as Board
from qwirkle.engine.errors import IllegalMove as IllegalMove
from qwirkle.engine.moves import Pass as Pass
from qwirkle.engine.moves import Place as Place
from qwirkle.engine.moves import Redraw as Redraw
from qwirkle.engine.moves import Roll as Roll
from qwirkle.engine.moves import Trade as Trade
from qwirkle.engine.pieces import face_text as face_text
from qwirkle.engine.variant import Variant as Variant
from qwirkle.engine.variant import VariantError as VariantError
from qwirkle.engine.view import View as View
from qwirkle.game import Game as Game
from qwirkle.game import IllegalEvent as IllegalEvent
from qwirkle.records.players import Player as Player
from qwirkle.records.reader import Record as Record
from qwirkle.records.reader import RecordError as RecordError
from qwirkle.records.schema import Header as Header
from qwirkle.records.schema import parse_face as parse_face

__all__ = [
    "Board",
    "Game",
    "Header",
    "IllegalEvent",
    "IllegalMove",
    "Pass",
    "Place",
    "Play",
    "Player",
    "Record",
    "RecordError",
    "Redraw",
    "Roll",
    "Trade",
    "Variant",
    "VariantError",
    "View",
    "__version__",
    "face_text",
    "hints",
    "legal_moves",
    "load_variant",
    "make_bot",
    "odds",
    "parse_face",
    "plays",
    "read_record",
    "review",
    "write_record",
]

__version__: str
