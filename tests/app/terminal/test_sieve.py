"""What a terminal sends is sifted the same way, however it is cut into parts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qwirkle.app.terminal.sieve import LONGEST_SEQUENCE, MOST_PASTED, Sieve, Unit

PARTS = st.sampled_from(
    (
        *(b"\x1b", b"[", b"]", b"O", b"P", b"M", b"<", b"0;", b"1", b"A", b"~", b"m", b"u", b"\\"),
        *(b"\x07", b"\x18", b"\x03", b"\xc3", b"\xa9", b"\xff", b" ", b"a"),
        *(b"\x1b[200~", b"\x1b[201~", b"9" * 40),
    )
)


def sifted(*parts: bytes) -> str:
    """All that comes out of these parts and a pause; how text is cut does not count."""
    sieve = Sieve()
    units: list[Unit] = []
    for part in parts:
        units += sieve.sift(part)
    units += sieve.pause()
    assert not sieve.waits
    return "".join(unit.text if unit.kind == "typed" else f"<{unit}>" for unit in units)


@given(st.lists(PARTS, max_size=12))
def test_the_parts_do_not_matter(parts: list[bytes]) -> None:
    """Bytes that come one by one mean what they mean all at once."""
    whole = b"".join(parts)
    assert sifted(whole) == sifted(*(whole[at : at + 1] for at in range(len(whole))))


@given(st.binary(max_size=200))
def test_what_comes_out_is_text_and_short_sequences(data: bytes) -> None:
    """Nothing that comes out is too long, and all of it can be written as UTF-8."""
    sieve = Sieve()
    for unit in (*sieve.sift(data), *sieve.pause()):
        unit.text.encode()
        bound = LONGEST_SEQUENCE if unit.kind in ("sequence", "mouse") else MOST_PASTED
        assert len(unit.text) <= bound


def test_keys_are_kept_and_odd_sequences_are_not() -> None:
    """Keys, a mouse in its place and answers pass; sizes, absurd numbers and old mice do not."""
    kept = [
        b"\x1b[A",
        b"\x1bOP",
        b"\x1b[1;5C",
        b"\x1b[[A",
        b"\x1b[97u",
        b"\x1b[?2026;2$y",
        b"\x1b[I",
    ]
    dropped = [b"\x1b[48;50;100;1;1t", b"\x1b[?2048;2$y", b"\x1b[<0;99999;1M", b"\x1b[M !!"]
    for sequence in kept:
        assert list(Sieve().sift(sequence)) == [Unit("sequence", sequence.decode())]
    for sequence in (*dropped, b"\x1b[55555u", b"\x1b[99999999999u", b"\x1b]0;name\x07"):
        assert not list(Sieve().sift(sequence))
    assert list(Sieve().sift(b"\x1b[<0;9;9M")) == [Unit("mouse", "\x1b[<0;9;9M")]


def test_an_escape_is_told_from_a_sequence_by_a_pause() -> None:
    """Alone it is a key; a character right behind it belongs to it."""
    sieve = Sieve()
    assert not list(sieve.sift(b"\x1b"))
    assert list(sieve.pause()) == [Unit("escaped", "\x1b")]
    assert list(sieve.sift(b"\x1bx")) == [Unit("escaped", "\x1bx")]


def test_a_control_is_heard_inside_an_endless_string() -> None:
    """Ctrl+Q is no part of an answer that never ends."""
    sieve = Sieve()
    assert not list(sieve.sift(b"\x1b]" + b"a" * 100_000))
    assert list(sieve.sift(b"\x11")) == [Unit("typed", "\x11")]
