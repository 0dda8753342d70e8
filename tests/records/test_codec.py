"""Encoding and parsing of faces, events and headers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.catalog import bundled_variants
from qwirkle.decoding import SchemaError, describe_value, load_json
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    Opened,
    Passed,
    Placed,
    RecordEvent,
    Redrawn,
    Rolled,
    Traded,
    Undone,
)
from qwirkle.engine.pieces import face_text
from qwirkle.engine.variant import EndRule, OpeningRule, RollStep, TradeRule, Variant
from qwirkle.records.codec import encode_event, encode_header, parse_event, parse_header
from qwirkle.records.players import MAX_NAME_LENGTH, Player
from qwirkle.records.schema import Header, parse_face
from tests.random_games import new_header, random_game
from tests.sample_rulesets import with_changes
from tests.tools.mutate import sentence_of

LINES: list[tuple[RecordEvent, str]] = [
    (Dealt(0, (0, 19, 20)), '{"type":"deal","player":0,"pieces":["Rc","Gs","Gd"]}'),
    (Opened(1, 3), '{"type":"open","player":1,"matches":3}'),
    (
        Placed(1, ((19, 0, 0), (20, 1, -1)), 3),
        '{"type":"place","player":1,"pieces":[["Gs",0,0],["Gd",1,-1]],"points":3}',
    ),
    (Drawn(1, (6, 9, 31)), '{"type":"draw","player":1,"pieces":["Oc","Ok","Ps"]}'),
    (
        Rolled(0, (0, 16), (5, 14), False),
        '{"type":"reroll","player":0,"from":["Rc","Yb"],"to":["Rx","Yd"],"forced":false}',
    ),
    (Traded(1, (0,), (1,)), '{"type":"trade","player":1,"gave":["Rc"],"drew":["Rs"]}'),
    (Redrawn(1, (0,), (35,)), '{"type":"redraw","player":1,"gave":["Rc"],"drew":["Px"]}'),
    (Passed(1), '{"type":"pass","player":1}'),
    (
        Finished(0, 6, (143, 128), (0,)),
        '{"type":"finish","player":0,"bonus":6,"scores":[143,128],"winners":[0]}',
    ),
    (
        Finished(None, 0, (9, 9), (0, 1)),
        '{"type":"finish","player":null,"bonus":0,"scores":[9,9],"winners":[0,1]}',
    ),
    (Undone(2), '{"type":"undo","events":2}'),
]

INVALID_LINES = [
    "",
    "[]",
    "null",
    "{}",
    '{"type":"pass"}',
    '{"type":"dance","player":1}',
    '{"type":["pass"],"player":1}',
    '{"type":"pass","player":1}}',
    '{"type":"pass","player":1,"player":1}',
    '{"type":"pass","player":1,"note":""}',
    '{"type":"pass","player":true}',
    '{"type":"pass","player":1.0}',
    '{"type":"pass","player":NaN}',
    '{"type":"pass","player":-Infinity}',
    '{"type":"pass","player":"1"}',
    '{"type":"pass","player":null}',
    '{"type":"pass","player":6}',
    '{"type":"pass","player":-1}',
    '{"type":"pass","player":' + "9" * 30 + "}",
    '{"type":"pass","player":' + "9" * 9999 + "}",
    '{"type":"pass","player":' + "[" * 30000 + "}",
    '{"type":"pass","player":' + "[" * 99 + "]" * 99 + "}",
    '{"type":"pass","player":' + '{"a":' * 99 + "1" + "}" * 99 + "}",
    '{"type":"deal","player":0,"pieces":[]}',
    '{"type":"deal","player":0,"pieces":"Rc"}',
    '{"type":"deal","player":0,"pieces":["RC"]}',
    '{"type":"deal","player":0,"pieces":["Rc "]}',
    '{"type":"deal","player":0,"pieces":[0]}',
    '{"type":"deal","player":0,"pieces":[["Rc"]]}',
    '{"type":"deal","player":0,"pieces":["\\ud800"]}',
    '{"type":"deal","player":0,"pieces":[' + '"Rc",' * 8 + '"Rc"]}',
    '{"type":"open","player":0,"matches":0}',
    '{"type":"place","player":0,"pieces":[["Rc",0]],"points":1}',
    '{"type":"place","player":0,"pieces":[["Rc",0,0,0]],"points":1}',
    '{"type":"place","player":0,"pieces":[["Rc",0,201]],"points":1}',
    '{"type":"place","player":0,"pieces":[["Rc",false,0]],"points":1}',
    '{"type":"place","player":0,"pieces":["Rc"],"points":1}',
    '{"type":"place","player":0,"pieces":[["Rc",0,0]],"points":-1}',
    '{"type":"reroll","player":0,"from":["Rc"],"to":["Rs","Rd"],"forced":false}',
    '{"type":"reroll","player":0,"from":["Rc"],"to":["Rs"],"forced":0}',
    '{"type":"trade","player":0,"gave":["Rc"],"drew":[]}',
    '{"type":"finish","player":0,"bonus":6,"scores":[1],"winners":[0]}',
    '{"type":"finish","player":0,"bonus":6,"scores":[1,2],"winners":[]}',
    '{"type":"finish","player":0,"bonus":6,"scores":[1,2],"winners":[2]}',
    '{"type":"undo","events":0}',
]


def header_table(header: Header) -> dict[str, Any]:
    """Return a header as parsed JSON."""
    table: dict[str, Any] = json.loads(encode_header(header))
    return table


def header_from(table: dict[str, Any]) -> Header:
    """Parse a header from a JSON table."""
    return parse_header(json.dumps(table))


def numbers_in(error: SchemaError) -> set[int]:
    """Return the numbers that an error message names."""
    return set(map(int, re.findall(r"\d+", sentence_of(error))))


def changed_header(**changes: object) -> dict[str, Any]:
    """Return a header as parsed JSON with some fields changed; None removes a field."""
    table = {**header_table(new_header(bundled_variants()[0])), **changes}
    return {key: value for key, value in table.items() if value is not None}


@pytest.mark.parametrize(("event", "line"), LINES)
def test_an_event_has_one_encoding_and_survives_a_round_trip(event: RecordEvent, line: str) -> None:
    """Fields are written in the order of the format."""
    assert encode_event(event) == line
    assert parse_event(line) == event


def test_whitespace_and_key_order_do_not_matter() -> None:
    """Events that another program formatted differently are read."""
    assert parse_event(' {"player": 1,\t"type": "pass"} \r') == Passed(1)


@pytest.mark.parametrize("line", INVALID_LINES)
def test_an_invalid_event_is_rejected(line: str) -> None:
    """Unknown, missing, duplicate and ill-typed fields raise SchemaError with one sentence."""
    with pytest.raises(SchemaError) as caught:
        parse_event(line)
    assert sentence_of(caught.value)


def test_face_texts_survive_a_round_trip() -> None:
    """Each of the 36 faces has its own text."""
    texts = [face_text(face) for face in range(36)]
    assert (texts[0], texts[35]) == ("Rc", "Px")
    assert [parse_face(text) for text in texts] == list(range(36))


def test_coordinates_have_a_limit() -> None:
    """A piece may be at most 200 cells from the centre."""
    line = '{"type":"place","player":0,"pieces":[["Rc",200,-200]],"points":1}'
    assert parse_event(line) == Placed(0, ((0, 200, -200),), 1)


def test_a_header_has_one_encoding_and_survives_a_round_trip() -> None:
    """A header contains the whole ruleset, the players and the seed, in the order of the format."""
    for variant in bundled_variants():
        header = Header(variant, (Player("Ana", 9), Player("Ben", None, "bot:greedy")), 7)
        line = encode_header(header)
        assert parse_header(line) == header
        assert list(json.loads(line)) == ["format", "version", "variant", "players", "seed"]
        version = 1 if variant.name in ("tiles", "tiles-mindware", "cubes") else 2
        assert line.startswith(
            f'{{"format":"qwirkle-record","version":{version},"variant":{{"name":"{variant.name}"'
        )
        assert line.endswith(
            '"players":[{"name":"Ana","age":9,"kind":"human"},'
            '{"name":"Ben","kind":"bot:greedy"}],"seed":7}'
        )
        assert header.ages == (9, None)
        assert [player.bot for player in header.players] == [None, "greedy"]


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "chess"},
        {"format": None},
        {"version": None},
        {"version": 0},
        {"version": True},
        {"version": "1"},
        {"version": 3},
        {"variant": None},
        {"variant": []},
        {"variant": {}},
        {"players": None},
        {"players": {}},
        {"players": [{"name": "Ana", "kind": "human"}]},
        {"players": [{"name": "Ana", "kind": "human"}] * 5},
        {"players": ["Ana", "Ben"]},
        {"players": [{"name": "Ana", "kind": "human"}, {"name": 7, "kind": "human"}]},
        {"players": [{"name": "Ana", "kind": "human"}, {"name": "\u200b", "kind": "human"}]},
        {"players": [{"name": "Ana", "kind": "human"}, {"name": "Ben", "kind": "cat"}]},
        {"players": [{"name": "Ana", "kind": "human"}, {"name": "Ben", "kind": "bot:"}]},
        {"players": [{"name": "Ana", "kind": "human"}, {"name": "Ben", "kind": "bot:a\n"}]},
        {"players": [{"name": "Ana", "kind": "human", "age": 151}, {"name": "B", "kind": "human"}]},
        {"players": [{"name": "Ana", "kind": "human", "age": None}, {"name": "", "kind": "human"}]},
        {"players": [{"name": "Ana", "kind": "human", "hat": 1}, {"name": "B", "kind": "human"}]},
        {"seed": None},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": "7"},
        {"extra": 1},
    ],
)
def test_an_invalid_header_is_rejected(changes: dict[str, object]) -> None:
    """Unknown, missing and ill-typed fields raise SchemaError with one sentence."""
    with pytest.raises(SchemaError) as caught:
        header_from(changed_header(**changes))
    assert sentence_of(caught.value)


def test_a_newer_version_is_rejected() -> None:
    """The error names both versions, whatever else the header contains."""
    with pytest.raises(SchemaError) as caught:
        header_from({"format": "qwirkle-record", "version": 3, "news": []})
    assert numbers_in(caught.value) == {3, 2}


def ruleset(name: str) -> Variant:
    """Return a bundled ruleset."""
    return next(variant for variant in bundled_variants() if variant.name == name)


@pytest.mark.parametrize(
    "changes",
    [
        {"pieces__colours": 5},
        {"pieces__shapes": 5},
        {"players__max": 5},
        {"opening": OpeningRule("youngest", ("chance",))},
        {"opening": OpeningRule(tie=())},
        {"opening": OpeningRule(tie=("youngest", "chance"))},
        {"opening": OpeningRule(tie="youngest", min_pieces=2)},
        {"turn": (RollStep(1), *ruleset("cubes").turn[1:])},
        {"turn": (RollStep(2, 2), *ruleset("cubes").turn[1:])},
        {"scoring__line": (2, 3, 4, 5, 9)},
        {"trade": TradeRule(cost=1)},
        {"end": EndRule(max_rounds=9)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_ruleset_beyond_version_1_needs_version_2(changes: dict[str, Any]) -> None:
    """Such a ruleset is written as version 2, and rejected in a record of version 1."""
    base = ruleset("tiles" if "trade" in changes else "cubes")
    assert new_header(base).version == 1
    header = new_header(with_changes(base, **changes))
    assert header.version == 2
    written = header_table(header)
    assert header_from(written) == header
    with pytest.raises(SchemaError) as caught:
        header_from({**written, "version": 1})
    assert numbers_in(caught.value) == {1, 2}


def test_a_version_1_ruleset_also_loads_as_version_2() -> None:
    """A header is written in the lowest version that can express it."""
    written = header_table(new_header(ruleset("tiles")))
    assert written["version"] == 1
    header = header_from({**written, "version": 2})
    assert header_table(header) == written


def test_a_header_has_as_many_players_as_its_ruleset_allows() -> None:
    """Six players load if the ruleset allows six; fewer or more than allowed are rejected."""
    party = new_header(with_changes(ruleset("tiles"), players__max=6), 6)
    six = header_table(party)
    assert header_from(six) == party
    for count in (1, 7):
        players = [{"name": f"P{n}", "kind": "human"} for n in range(count)]
        with pytest.raises(SchemaError) as caught:
            header_from({**six, "players": players})
        assert numbers_in(caught.value) >= {2, 6}
    four = header_table(new_header(ruleset("tiles"), 2))
    players = [{"name": f"P{n}", "kind": "human"} for n in range(5)]
    with pytest.raises(SchemaError) as caught:
        header_from({**four, "players": players})
    assert numbers_in(caught.value) == {2, 4, 5}
    pair = header_table(new_header(with_changes(ruleset("tiles"), players__max=2), 2))
    with pytest.raises(SchemaError) as caught:
        header_from({**pair, "players": players})
    assert numbers_in(caught.value) == {2, 5}


def test_scores_may_be_negative() -> None:
    """A negative score survives a round trip."""
    line = '{"type":"finish","player":null,"bonus":0,"scores":[-3,9],"winners":[1]}'
    assert parse_event(line) == Finished(None, 0, (-3, 9), (1,))
    assert encode_event(parse_event(line)) == line


def test_a_title_with_control_characters_is_rejected() -> None:
    """A ruleset's title can't send control characters to the screen."""
    table = changed_header()
    table["variant"] = {**table["variant"], "title": "Evil\x1b[2J"}
    with pytest.raises(SchemaError) as caught:
        header_from(table)
    assert sentence_of(caught.value)


def test_names_in_a_header_are_cleaned() -> None:
    """A name in a record can't send control characters to the screen."""
    players = [
        {"name": "  A\u202en\x1ba\n", "kind": "human"},
        {"name": "x" * 99, "kind": "human"},
    ]
    header = header_from(changed_header(players=players))
    assert [player.name for player in header.players] == ["Ana", "x" * MAX_NAME_LENGTH]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["Rc", "Gs"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["player", "pieces", "points", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(
    st.sampled_from(LINES),
    st.dictionaries(
        st.sampled_from(["type", "player", "pieces", "points", "from", "to", "gave", "scores"]),
        JSON,
        max_size=2,
    ),
)
def test_an_event_with_any_values_is_parsed_or_rejected(
    sample: tuple[RecordEvent, str], changes: dict[str, object]
) -> None:
    """Whatever a field contains, the event survives a round trip or raises SchemaError."""
    value = {**json.loads(sample[1]), **changes}
    try:
        event = parse_event(json.dumps(value))
    except SchemaError as error:
        sentence_of(error)
    else:
        assert json.loads(encode_event(event)) == value


@given(st.text(max_size=80))
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    """`load_json` raises nothing but SchemaError."""
    try:
        load_json(text.encode(errors="surrogatepass"))
    except SchemaError as error:
        sentence_of(error)


@given(JSON)
def test_described_values_are_short_and_printable(value: object) -> None:
    """A value from a file is described in at most 40 printable characters."""
    assert len(describe_value(value)) <= 40
    assert describe_value(value).isprintable()


def test_every_event_of_a_whole_game_survives_a_round_trip() -> None:
    """Encoding and parsing return the same event."""
    for variant in bundled_variants():
        for event in random_game(variant, 3, 1, 0.1).events:
            assert parse_event(encode_event(event)) == event
