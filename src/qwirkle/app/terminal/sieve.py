"""What a terminal sends, sifted: text, and sequences of a known form; all else is dropped."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["typed", "sequence", "mouse", "escaped", "pasted"]
Left: TypeAlias = Generator["Unit", None, bytes]
"""Gives units, and at the end the bytes that are left over."""

LONGEST_SEQUENCE = 32
MOST_TYPED = 200
"""Nobody types more characters at once: it is a paste in a terminal that does not mark them."""
MOST_PASTED = 4096
MOST_BYTES = 4 * MOST_PASTED
"""What so many characters can take."""
HIGHEST = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)

ESCAPE = b"\x1b"
ENDS = b"\x07\x18\x1a"
PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
_WHOLE = re.compile(
    rb"\x1b(?:\[(?:\[[@-~]|M[ -\xff]{3}|(?![\[M])[0-?]*[ -/]*[@-~])"
    rb"|O[0-9;]*[@-~]|[^\[OPX\]^_\x1b\x80-\xff])",
    re.DOTALL,
)
_BEGUN = re.compile(rb"\x1b(?:\[(?:\[|M[ -\xff]{0,2}|[0-?]*[ -/]*)|O[0-9;]*)?")
_OPENS_STRING = re.compile(rb"\x1b[PX\]^_]")
_ENDS_STRING = re.compile(rb"[\x00-\x1f]")
_ENDS_SEQUENCE = re.compile(rb"[^ -?]")
_MOUSE = re.compile(rb"\x1b\[<\d{1,3};\d{1,4};\d{1,4}[Mm]")
_SIZE = re.compile(rb"\x1b\[(?:.*t|\?2048;.*)")
"""Sizes that are told in the input; the system tells them by a signal, and can be trusted."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of input that stands for itself; what is escaped is an escape and a character."""

    kind: Kind
    text: str


class Sieve:
    """Takes bytes as they come, and gives units.

    >>> [unit.text for unit in Sieve().sift(b"a\\xffb\\x1b[A\\x1b[99999999999u")]
    ['a�b', '\\x1b[A']
    """

    def __init__(self) -> None:
        self._begun = b""
        """A sequence whose end has not come yet."""
        self._end: re.Pattern[bytes] | None = None
        """What ends the sequence that is being dropped."""
        self._opening = b""
        """How that sequence began, as long as nothing has followed."""
        self._pasted: bytearray | None = None
        self._decoder = getincrementaldecoder("utf-8")("replace")

    @property
    def patient(self) -> bool:
        """Whether a longer pause means nothing: a paste of sane size may come in parts."""
        return self._pasted is not None and len(self._pasted) < MOST_BYTES

    @property
    def waits(self) -> bool:
        """Whether something has begun, so that a pause means something."""
        halfway = self._decoder.getstate()[0]
        return bool(self._begun or self._end or halfway) or self._pasted is not None

    def sift(self, data: bytes) -> Iterator[Unit]:
        """The units that are whole now."""
        left, self._begun = self._begun + data, b""
        while left:
            if self._pasted is not None:
                left = yield from self._take_pasted(left)
            elif self._end is not None:
                left = self._drop(left, self._end)
            elif left.startswith(ESCAPE):
                yield from self._decode(b"", final=True)
                left = yield from self._take_sequence(left)
            else:
                run, escape, left = left.partition(ESCAPE)
                yield from self._decode(run)
                left = escape + left

    def pause(self) -> Iterator[Unit]:
        """Nothing has come for a while: what has begun is all there is."""
        begun = self._opening if self._end else self._begun
        self._begun, self._end = b"", None
        if self._pasted is not None:
            yield from self._give_pasted(self._pasted)
        elif 1 <= len(begun) <= 2:
            yield Unit("escaped", begun.decode("ascii"))
        yield from self._decode(b"", final=True)

    def _decode(self, run: bytes, final: bool = False) -> Iterator[Unit]:
        text = self._decoder.decode(run, final)
        if len(text) > MOST_TYPED:
            yield Unit("pasted", text[:MOST_PASTED])
        elif text:
            yield Unit("typed", text)

    def _take_sequence(self, left: bytes) -> Left:
        whole = _WHOLE.match(left)
        if whole is not None:
            yield from self._judge(whole[0])
            return left[whole.end() :]
        if _OPENS_STRING.match(left):
            self._end, self._opening = _ENDS_STRING, left[:2]
            return left[2:]
        if left.startswith(2 * ESCAPE):
            yield Unit("escaped", "\x1b")
            return left[1:]
        begun = _BEGUN.match(left)
        assert begun is not None  # an escape is a beginning already
        if begun.end() < len(left):  # broken off by something that cannot be a part of it
            return left[begun.end() :]
        if len(left) <= LONGEST_SEQUENCE:
            self._begun = left
        else:
            self._end, self._opening = _ENDS_SEQUENCE, b""
        return b""

    def _judge(self, sequence: bytes) -> Iterator[Unit]:
        if sequence == PASTE:
            self._pasted = bytearray()
        elif len(sequence) == 2:
            yield Unit("escaped", sequence.decode("ascii"))
        elif _MOUSE.fullmatch(sequence):
            yield Unit("mouse", sequence.decode("ascii"))
        elif _is_sound(sequence):
            yield Unit("sequence", sequence.decode("ascii"))

    def _drop(self, left: bytes, end: re.Pattern[bytes]) -> bytes:
        """Drop what comes until its end, which nothing is kept for."""
        found = end.search(left)
        if found is None:
            self._opening = b""
            return b""
        at = found.start()
        if left[at : at + 1] == ESCAPE:
            if at + 1 == len(left):  # the end, or another sequence
                self._begun, self._opening = ESCAPE, b""
                return b""
            at += 0 if left[at + 1 : at + 2] != b"\\" else 2
        elif left[at] >= 0x20 or left[at] in ENDS:  # any other control is a key of its own
            at += 1
        self._end = None
        return left[at:]

    def _take_pasted(self, left: bytes) -> Left:
        """Keep what is pasted up to a bound, until its end."""
        assert self._pasted is not None
        text, end, after = left.partition(PASTED)
        if not end:  # the last bytes may be the beginning of its end
            begun = len(text) - next(
                size for size in range(len(PASTED) - 1, -1, -1) if text.endswith(PASTED[:size])
            )
            text, self._begun = text[:begun], text[begun:]
        self._pasted += text[: MOST_BYTES - len(self._pasted)]
        if end:
            yield from self._give_pasted(self._pasted)
        return after

    def _give_pasted(self, pasted: bytearray) -> Iterator[Unit]:
        self._pasted = None
        text = pasted.decode("utf-8", "replace")[:MOST_PASTED]
        yield Unit("pasted", text.replace("\0", ""))


def _is_sound(sequence: bytes) -> bool:
    """Whether a sequence can be a key, or an answer of a sane terminal.

    >>> _is_sound(b"\\x1b[1;2A"), _is_sound(b"\\x1b[55555~"), _is_sound(b"\\x1b[48;9;9;9;9t")
    (True, False, False)
    """
    if len(sequence) > LONGEST_SEQUENCE or not sequence.isascii() or _SIZE.match(sequence):
        return False
    if sequence.startswith((b"\x1b[<", b"\x1b[M")):  # a mouse in no place, or of the oldest kind
        return False
    numbers = [int(digits) for digits in re.findall(rb"\d+", sequence)]
    return all(number <= HIGHEST and number not in SURROGATES for number in numbers)
