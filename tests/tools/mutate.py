"""Damaged records: each loads as a game that the rules allow, or is refused with one sentence.

`python -m tests.tools.mutate 100000` tries that many.
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
    """One bit is another."""
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1 :]


def change_byte(data: bytes, random: Random) -> bytes:
    """One sign is another that is usual in records."""
    place = random.randrange(len(data))
    return data[:place] + bytes([random.choice(b'0123456789RcGs",:[]{}-\n ')]) + data[place + 1 :]


def cut_out(data: bytes, random: Random) -> bytes:
    """Some bytes are missing."""
    place = random.randrange(len(data))
    return data[:place] + data[place + random.randint(1, 40) :]


def cut_off(data: bytes, random: Random) -> bytes:
    """The rest is missing."""
    return data[: random.randrange(len(data))]


def say_twice(data: bytes, random: Random) -> bytes:
    """Some bytes stand there twice."""
    place = random.randrange(len(data))
    end = place + random.randint(1, 80)
    return data[:end] + data[place:end] + data[end:]


def put_in(data: bytes, random: Random) -> bytes:
    """Bytes that are no text, or a strange one, stand somewhere."""
    place = random.randrange(len(data))
    return data[:place] + random.choice(ODD_BYTES) + data[place:]


def swap_lines(data: bytes, random: Random) -> bytes:
    """Two lines have changed places."""
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def drop_line(data: bytes, random: Random) -> bytes:
    """A line is missing."""
    lines = data.split(b"\n")
    del lines[random.randrange(len(lines))]
    return b"\n".join(lines)


def repeat_line(data: bytes, random: Random) -> bytes:
    """A line stands there twice, maybe elsewhere."""
    lines = data.split(b"\n")
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return b"\n".join(lines)


def put_value(data: bytes, random: Random) -> bytes:
    """A value is an odd one."""
    values = list(re.finditer(rb'(?<=[:,\[])(-?\d+|"[^"]*"|true|false|null)(?=[,\]}])', data))
    value = random.choice(values)
    return data[: value.start()] + random.choice(ODD_VALUES).encode() + data[value.end() :]


def change_number(data: bytes, random: Random) -> bytes:
    """A number is a little larger or smaller."""
    number = random.choice(list(re.finditer(rb"(?<=[:,\[])-?\d{1,20}(?=[,\]}])", data)))
    changed = int(number.group()) + random.choice((-2, -1, 1, 2))
    return data[: number.start()] + str(changed).encode() + data[number.end() :]


def change_piece(data: bytes, random: Random) -> bytes:
    """A piece is another one."""
    piece = random.choice(list(re.finditer(rb'"[ROYGBP][csdkbx]"', data)))
    other = f'"{random.choice("ROYGBP")}{random.choice("csdkbx")}"'.encode()
    return data[: piece.start()] + other + data[piece.end() :]


def repeat_key(data: bytes, random: Random) -> bytes:
    """An object has a key twice."""
    pair = random.choice(list(re.finditer(rb'[{,]("\w+":(\d+|"\w*"))(?=[,}])', data)))
    return data[: pair.end()] + b"," + pair.group(1) + data[pair.end() :]


def change_key(data: bytes, random: Random) -> bytes:
    """A key has another name."""
    key = random.choice(list(re.finditer(rb'(?<=[{,]")\w+(?=":)', data)))
    other = random.choice((b"player", b"pieces", b"type", b"", b"x", b"\\u0000"))
    return data[: key.start()] + other + data[key.end() :]


def take_back(data: bytes, random: Random) -> bytes:
    """An undo stands somewhere."""
    lines = data.split(b"\n")
    event = {"type": "undo", "events": random.choice((0, 1, 2, 3, 5, 50, 10**9))}
    lines.insert(random.randint(1, len(lines)), json.dumps(event).encode())
    return b"\n".join(lines)


MUTATORS: tuple[Mutator, ...] = (
    flip_bit,
    change_byte,
    cut_out,
    cut_off,
    say_twice,
    put_in,
    swap_lines,
    drop_line,
    repeat_line,
    put_value,
    change_number,
    change_piece,
    repeat_key,
    change_key,
    take_back,
)


@cache
def samples(most_events: int = 24) -> tuple[bytes, ...]:
    """A few short records of every bundled variant."""
    return tuple(
        bytes_of(random_game(variant, 2 + number % 3, number, 0.15, most_events))
        for variant in bundled_variants()
        for number in range(4)
    )


def bytes_of(game: Game) -> bytes:
    """The record of a game."""
    lines = [encode_header(game.header), *map(encode_event, game.events)]
    return "".join(f"{line}\n" for line in lines).encode()


def mutated(random: Random) -> bytes:
    """A record with one to three kinds of damage."""
    data = random.choice(samples())
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if len(data) > 100:
            try:
                data = random.choice(MUTATORS)(data, random)
            except IndexError:  # nothing of that sort is left to damage
                continue
    return data


def sentence_of(error: Exception) -> str:
    """What the error tells, which must be something to show to a person."""
    text = str(error)
    assert text.isprintable(), text
    assert text.endswith("."), text
    assert len(text) < 400, text
    return text


def try_record(data: bytes) -> str:
    """Load a record: how it was refused, or an empty text; fails if it came out otherwise."""
    try:
        record = parse_record(data)
        game = replay_record(record)
    except RecordError as error:
        return sentence_of(error)
    again = replay_record(parse_record(bytes_of(game)))
    assert tuple(game.events) == record.events
    assert again.header == game.header == record.header
    assert again.active_history == game.active_history
    return ""


def main() -> None:
    """Try as many damaged records as the command line says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    refused = 0
    for number in range(count):
        data = mutated(Random(number))
        try:
            refused += bool(try_record(data))
        except BaseException:
            sys.stderr.write(f"Number {number} failed:\n{data!r}\n")
            raise
    sys.stdout.write(f"{count} damaged records: {refused} refused, {count - refused} loaded.\n")


if __name__ == "__main__":
    main()
