"""Damages records at random: each must load as a legal game or be rejected with an error.

`python -m tests.tools.mutate 100000` tries that many records.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import cache
from random import Random

from qwirkle.catalog import bundled_variants
from qwirkle.game import Game
from qwirkle.records.codec import encode_event, encode_header
from qwirkle.records.library import replay_record
from qwirkle.records.reader import RecordError, parse_record
from tests.random_games import random_game

Mutator = Callable[[bytes, Random], bytes]

ODD_VALUES = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "1.0",
    "-0",
    "-1",
    "99",
    "201",
    "true",
    "null",
    '""',
    '"Rc"',
    '"\\ud800"',
    "[]",
    "{}",
    "[[]]",
    "9" * 19,
    "9" * 25,
    "9" * 5000,
    "[" * 150 + "]" * 150,
    "[" * 60000,
    '{"a":' * 150 + "1" + "}" * 150,
)

ODD_BYTES = (
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\x00" * 9,
    b"\xef\xbb\xbf",
    b"\r",
    b"\n\n",
    b"\x1b[2J",
)


def flip_bit(data: bytes, random: Random) -> bytes:
    """Flip a bit."""
    index = random.randrange(len(data))
    return data[:index] + bytes([data[index] ^ 1 << random.randrange(8)]) + data[index + 1 :]


def change_byte(data: bytes, random: Random) -> bytes:
    """Replace a byte with a character that is common in records."""
    index = random.randrange(len(data))
    return data[:index] + bytes([random.choice(b'0123456789RcGs",:[]{}-\n ')]) + data[index + 1 :]


def delete_bytes(data: bytes, random: Random) -> bytes:
    """Delete some bytes."""
    index = random.randrange(len(data))
    return data[:index] + data[index + random.randint(1, 40) :]


def truncate(data: bytes, random: Random) -> bytes:
    """Cut off the end."""
    return data[: random.randrange(len(data))]


def repeat_bytes(data: bytes, random: Random) -> bytes:
    """Repeat some bytes."""
    index = random.randrange(len(data))
    end = index + random.randint(1, 80)
    return data[:end] + data[index:end] + data[end:]


def insert_bytes(data: bytes, random: Random) -> bytes:
    """Insert invalid UTF-8 or unusual characters."""
    index = random.randrange(len(data))
    return data[:index] + random.choice(ODD_BYTES) + data[index:]


def swap_lines(data: bytes, random: Random) -> bytes:
    """Swap two lines."""
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def drop_line(data: bytes, random: Random) -> bytes:
    """Delete a line."""
    lines = data.split(b"\n")
    del lines[random.randrange(len(lines))]
    return b"\n".join(lines)


def repeat_line(data: bytes, random: Random) -> bytes:
    """Insert a copy of a line anywhere."""
    lines = data.split(b"\n")
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return b"\n".join(lines)


def replace_value(data: bytes, random: Random) -> bytes:
    """Replace a value with an unusual one."""
    values = list(re.finditer(rb'(?<=[:,\[])(-?\d+|"[^"]*"|true|false|null)(?=[,\]}])', data))
    value = random.choice(values)
    return data[: value.start()] + random.choice(ODD_VALUES).encode() + data[value.end() :]


def change_number(data: bytes, random: Random) -> bytes:
    """Change a number by one or two."""
    number = random.choice(list(re.finditer(rb"(?<=[:,\[])-?\d{1,20}(?=[,\]}])", data)))
    changed = int(number.group()) + random.choice((-2, -1, 1, 2))
    return data[: number.start()] + str(changed).encode() + data[number.end() :]


def change_piece(data: bytes, random: Random) -> bytes:
    """Replace a piece with another."""
    piece = random.choice(list(re.finditer(rb'"[ROYGBP][csdkbx]"', data)))
    other = f'"{random.choice("ROYGBP")}{random.choice("csdkbx")}"'.encode()
    return data[: piece.start()] + other + data[piece.end() :]


def repeat_key(data: bytes, random: Random) -> bytes:
    """Repeat a key of an object."""
    pair = random.choice(list(re.finditer(rb'[{,]("\w+":(\d+|"\w*"))(?=[,}])', data)))
    return data[: pair.end()] + b"," + pair.group(1) + data[pair.end() :]


def change_key(data: bytes, random: Random) -> bytes:
    """Rename a key."""
    key = random.choice(list(re.finditer(rb'(?<=[{,]")\w+(?=":)', data)))
    other = random.choice((b"player", b"pieces", b"type", b"", b"x", b"\\u0000"))
    return data[: key.start()] + other + data[key.end() :]


def insert_undo(data: bytes, random: Random) -> bytes:
    """Insert an undo event."""
    lines = data.split(b"\n")
    event = {"type": "undo", "events": random.choice((0, 1, 2, 3, 5, 50, 10**9))}
    lines.insert(random.randint(1, len(lines)), json.dumps(event).encode())
    return b"\n".join(lines)


MUTATORS: tuple[Mutator, ...] = (
    flip_bit,
    change_byte,
    delete_bytes,
    truncate,
    repeat_bytes,
    insert_bytes,
    swap_lines,
    drop_line,
    repeat_line,
    replace_value,
    change_number,
    change_piece,
    repeat_key,
    change_key,
    insert_undo,
)


@cache
def samples(max_events: int = 24) -> tuple[bytes, ...]:
    """Return a few short records of every bundled variant."""
    return tuple(
        bytes_of(random_game(variant, 2 + number % 3, number, 0.15, max_events))
        for variant in bundled_variants()
        for number in range(4)
    )


def bytes_of(game: Game) -> bytes:
    """Return the record of a game as bytes."""
    lines = [encode_header(game.header), *map(encode_event, game.events)]
    return "".join(f"{line}\n" for line in lines).encode()


def mutated(random: Random) -> bytes:
    """Return a record with one to three kinds of damage."""
    data = random.choice(samples())
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if len(data) > 100:
            try:
                data = random.choice(MUTATORS)(data, random)
            except IndexError:  # the record has nothing for this mutator to damage
                continue
    return data


def sentence_of(error: Exception) -> str:
    """Return the text of an error, after checking that it can be shown to a user."""
    text = str(error)
    assert text.isprintable(), text
    assert text.endswith("."), text
    assert len(text) < 400, text
    return text


def try_record(data: bytes) -> str:
    """Load a record. Return its error, or an empty string if it is a legal game."""
    try:
        record = parse_record(data)
        game = replay_record(record)
    except RecordError as error:
        return sentence_of(error)
    reloaded = replay_record(parse_record(bytes_of(game)))
    assert tuple(game.events) == record.events
    assert reloaded.header == game.header == record.header
    assert reloaded.active_history == game.active_history
    return ""


def main() -> None:
    """Try as many damaged records as requested."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rejected = 0
    for number in range(count):
        data = mutated(Random(number))
        try:
            rejected += bool(try_record(data))
        except BaseException:
            sys.stderr.write(f"Number {number} failed:\n{data!r}\n")
            raise
    sys.stdout.write(f"{count} damaged records: {rejected} rejected, {count - rejected} loaded.\n")


if __name__ == "__main__":
    main()
