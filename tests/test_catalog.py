"""The files of variants: where they are found, and that a bad one is refused in one sentence."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import inspect

from qwirkle import catalog
from qwirkle.engine.variant import (
    Variant,
    VariantError,
)
from qwirkle.settings import settings_path

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's variants."""
    monkeypatch.setenv("QWIRKLE_HOME", str(tmp_path))
    variants = tmp_path / "variants"
    variants.mkdir()
    return variants


def write(folder: Path, name: str, text: str | bytes) -> Path:
    """Write a variant's file."""
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def house(base: str, name: str = "house", more: str = "") -> str:
    """The text of a file that extends another."""
    return f'extends = "{base}"\nname = "{name}"\ntitle = "House"\n{more}'


def refused(name_or_path: str | Path) -> str:
    """The sentence that refuses a name or a file."""
    with pytest.raises(VariantError) as caught:
        catalog.load_variant(str(name_or_path))
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert len(sentence) <= 300
    return sentence


def test_the_bundled_ones_are_the_files_of_the_folder() -> None:
    """Every bundled file is a variant of its own name."""
    files = sorted(path.stem for path in (ROOT / "variants").glob("*.toml"))
    assert catalog.bundled_names() == tuple(files)
    assert [variant.name for variant in catalog.bundled_variants()] == files
    assert set(files) >= {"tiles", "tiles-mindware", "cubes"}


def test_load_by_name_and_by_path() -> None:
    """A bundled variant is the same by its name and by its path."""
    for name in catalog.bundled_names():
        assert catalog.load_variant(name) == catalog.load_variant(
            str(ROOT / "variants" / f"{name}.toml")
        )


def test_a_path_may_be_relative(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the working folder is found by its name with the ending."""
    write(folder, "house", house("tiles"))
    monkeypatch.chdir(folder)
    assert catalog.load_variant("house.toml").title == "House"


def test_a_users_variant_is_found_by_name(folder: Path) -> None:
    """A file in the user's folder is found by its name and listed."""
    write(folder, "house", house("tiles", more="hand.size = 5"))
    assert catalog.load_variant("house").hand.size == 5
    assert catalog.user_names() == ("house",)
    assert "house" not in catalog.bundled_names()


def test_the_users_folder_goes_before_the_bundled_one(folder: Path) -> None:
    """A user's file hides the bundled one of its name, may extend it, and leaves it bundled."""
    write(folder, "tiles", house("tiles", "tiles", "hand.size = 5"))
    assert catalog.load_variant("tiles").hand.size == 5
    assert "House" not in [variant.title for variant in catalog.bundled_variants()]


def test_the_bundled_ones_never_read_the_users_files(folder: Path) -> None:
    """A bundled file extends bundled files even where the user has one of that name."""
    write(folder, "tiles", house("tiles", "tiles", "hand.size = 5"))
    assert catalog.load_variant("tiles").hand.size == 5
    assert [
        variant.hand.size for variant in catalog.bundled_variants() if variant.name != "junior"
    ] == [6] * 5


def test_without_a_home_the_users_folder_is_the_platforms(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without QWIRKLE_HOME the user's variants lie in the platform's folder for settings."""
    monkeypatch.delenv("QWIRKLE_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert catalog.user_variants_folder() == tmp_path / "qwirkle" / "variants"
    assert catalog.user_names() == ()


def test_extends_changes_only_what_is_written(folder: Path) -> None:
    """A file that extends another takes over all but the names, also along a chain."""
    write(folder, "open", house("cubes", "open", "[scoring]\nout_bonus = 0"))
    write(folder, "short", house("open", "short", 'summary = "Five."\n[hand]\nsize = 5'))
    base, variant = catalog.load_variant("cubes"), catalog.load_variant("short")
    assert (variant.hand.size, variant.scoring.out_bonus, variant.scoring.qwirkle_bonus) == (
        5,
        0,
        6,
    )
    assert (variant.hand.open, variant.turn) == (base.hand.open, base.turn)
    assert (variant.name, variant.title, variant.summary) == ("short", "House", "Five.")
    assert catalog.load_variant("open").summary == ""


def test_extends_replaces_the_whole_turn(folder: Path) -> None:
    """The steps of a turn are replaced together, never mixed."""
    turn = '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["pass"]\n[[turn]]\nstep = "refill"'
    write(folder, "house", house("cubes", more=turn))
    assert catalog.load_variant("house").roll_step is None
    assert len(catalog.load_variant("house").turn) == 2


def test_a_name_must_be_the_files_own(folder: Path) -> None:
    """A file that extends another still needs its own name and title."""
    assert "name is missing" in refused(write(folder, "house", 'extends = "tiles"'))
    text = 'extends = "tiles"\nname = "house"'
    assert "title is missing" in refused(write(folder, "house", text))


@pytest.mark.parametrize("name", ["nix", "", "Tiles", "..", "a\0b", "\x1b[2J", "x" * 9999, "ü"])
def test_an_unknown_name_lists_the_known_ones(name: str, folder: Path) -> None:
    """An unknown name is refused with the names that there are."""
    write(folder, "house", house("tiles"))
    assert "cubes, cubes-mindware, junior, sprint, tiles, tiles-mindware or house" in refused(name)


def test_many_names_are_not_all_listed(folder: Path) -> None:
    """The list of known names stays short when the user has very many."""
    for number in range(200):
        write(folder, f"house-{number:036}", "")
    refused("nix")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"not toml at all", "This is not TOML"),
        (b"name = \x1b[2J", "This is not TOML"),
        (b"a = 1\na = 2", "This is not TOML"),
        (b"a = [\n" + b"9" * 900, "This is not TOML"),
        (b"name = 'h\xff'", "Byte 9 is not UTF-8"),
        (b"\xff\xfen\0a\0", "Byte 0 is not UTF-8"),
        (bytes(range(256)) * 100, "not UTF-8"),
        (b"a = " + b"[\n" * 30_000, "."),
        (b"a = " + b"[\n" * 20_000 + b"]" + b"\n]" * 19_999, "."),
        (b"\n" + b".".join([b"a"] * 30_000) + b" = 1", "Line 2 has 60003 bytes"),
        ((b"[" + b"a." * 400 + b"a]\n") * 80, "."),
        (b"[hand]\nsize = 0x" + b"f" * 900, "not a huge number"),
        (b"", "name is missing"),
        (b"# only a comment\n", "missing"),
        (b"hand = 3", "hand must be a table, not 3"),
        (
            b"extends = 3",
            "extends is 3, but must be the name of a variant: cubes, cubes-mindware, junior",
        ),
        (b"extends = true", "extends is true"),
        (b"extends = 'nix'", 'no variant "nix"'),
        (b"extends = '../x.toml'", 'extends is "../x.toml"'),
        (b"extends = 'house'", 'in a circle at "house"'),
        (b"extends = 'tiles'\nname = 'h'\ntitle = 'H'\nhand = 3", "not 3"),
        (
            b"extends = 'tiles'\nname = 'h'\ntitle = 'H'\nhand.sise = 3",
            "hand.sise isn't a key here",
        ),
        (b"extends = 'tiles'\nname = 'h'\ntitle = \"\\u001b[2J\"", r"\x1b[2J"),
        (b"extends = 'tiles'\nname = 'h'\ntitle = 1979-05-27", "something else"),
    ],
    ids=range(24),
)
def test_a_bad_file_is_refused_in_one_sentence(folder: Path, content: bytes, told: str) -> None:
    """Whatever a file holds, the sentence names the file and what is wrong with it."""
    sentence = refused(write(folder, "house", content))
    assert "house.toml: " in sentence
    assert told in sentence


def test_a_byte_order_mark_does_not_hurt(folder: Path) -> None:
    """A file that begins with the mark that some editors write is read."""
    write(folder, "house", b"\xef\xbb\xbf" + house("tiles").encode())
    assert catalog.load_variant("house").name == "house"


def test_a_longer_circle_is_refused(folder: Path) -> None:
    """Files that extend each other are refused, whichever is asked for."""
    for name, base in [("a", "b"), ("b", "c"), ("c", "a")]:
        write(folder, name, house(base, name))
    assert 'in a circle at "a"' in refused("a")
    assert "in a circle" in refused(folder / "b.toml")


def test_a_bad_base_is_named(folder: Path) -> None:
    """An error in a file that is extended names that file."""
    write(folder, "house", house("base"))
    write(folder, "base", "not toml")
    assert "base.toml: This is not TOML" in refused("house")


def test_a_missing_file(tmp_path: Path) -> None:
    """A path that leads nowhere is named."""
    assert refused(tmp_path / "nix.toml").endswith("nix.toml: There is no such file.")
    refused(f"{tmp_path}/nix.toml/x.toml")
    refused("a\0b.toml")
    refused("\x1b[2J/" + "x" * 9999)


def test_a_folder_is_no_file(tmp_path: Path, folder: Path) -> None:
    """A folder is refused by its path and by a name that leads to it."""
    assert "isn't a regular file" in refused(f"{tmp_path}{os.sep}")
    (folder / "house.toml").mkdir()
    assert "isn't a regular file" in refused("house")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_opened(folder: Path) -> None:
    """A named pipe is refused at once instead of waiting for a writer."""
    os.mkfifo(folder / "house.toml")
    assert "isn't a regular file" in refused("house")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no devices")
def test_a_device_is_not_read() -> None:
    """A device that never ends is refused."""
    assert "isn't a regular file" in refused("/dev/zero")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything"
)
def test_an_unreadable_file(folder: Path) -> None:
    """A file that may not be read is refused with the system's reason."""
    write(folder, "house", house("tiles")).chmod(0)
    assert "cannot be read" in refused("house")


def test_a_failing_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fails while reading is told in one sentence."""
    path = write(folder, "house", house("tiles"))

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(catalog, "read_limited", fail)
    assert "cannot be read: Input/output error" in refused(path)


def test_a_huge_file_is_not_read(folder: Path) -> None:
    """A file of a hundred megabytes is refused by its size alone."""
    path = folder / "house.toml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert "more than 65536 bytes" in refused(path)


def test_the_largest_file(folder: Path) -> None:
    """A file of exactly 64 KiB is read, and one byte more is refused."""
    text = house("tiles").encode()
    write(folder, "house", text.rjust(64 * 1024, b"\n"))
    assert catalog.load_variant("house").name == "house"
    write(folder, "house", text.rjust(64 * 1024 + 1, b"\n"))
    assert "more than 65536 bytes" in refused("house")


def test_reading_variants_does_not_load_what_draws() -> None:
    """Reading every bundled variant loads neither Textual nor platformdirs."""
    code = (
        "import sys; from qwirkle import catalog; catalog.bundled_variants();"
        "print([name for name in ('textual', 'rich', 'platformdirs') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    assert run.stdout.strip() == "[]"


def test_the_house_rule_of_the_docs_loads(folder: Path) -> None:
    """The one house rule in the documentation is a variant: seven tiles and open hands."""
    text = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^```toml\n(# house rule.*?)^```", text, re.DOTALL | re.MULTILINE)
    variant = catalog.load_variant(str(write(folder, "docs", block)))
    assert (variant.pieces.look, variant.hand.size, variant.hand.open) == ("tile", 7, True)


def keys_in(type_: inspect.Type, path: str = "") -> Iterator[tuple[str, inspect.Type]]:
    """Every key of a ruleset with what it allows."""
    match type_:
        case (
            inspect.Metadata(type=inner)
            | inspect.VarTupleType(item_type=inspect.UnionType() as inner)
        ):
            yield from keys_in(inner, path)
        case inspect.StructType(fields=fields, tag_field=tag):
            if tag:
                yield f"{path}.{tag}", inspect.StrType()
            for field in fields:
                yield from keys_in(field.type, f"{path}.{field.encode_name}".removeprefix("."))
        case inspect.UnionType(types=types) if any(
            isinstance(each, inspect.StructType) for each in types
        ):
            for each in types:
                yield from keys_in(each, path)
        case inspect.UnionType(types=(inspect.IntType() as number, inspect.NoneType())):
            yield path, number
        case _:
            yield path, type_


KEYS = dict(keys_in(inspect.type_info(Variant)))


def test_the_docs_name_every_key() -> None:
    """The documentation's tables name exactly the keys that a ruleset may have."""
    text = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([a-z_.]+)` \|", text, re.MULTILINE))
    assert named == {"extends", *KEYS}


@pytest.mark.parametrize(
    ("key", "limits"),
    [
        pytest.param(key, type_, id=key)
        for key, type_ in KEYS.items()
        if isinstance(type_, inspect.IntType)
    ],
)
def test_the_docs_tell_the_limits(key: str, limits: inspect.IntType) -> None:
    """The row of every number names the smallest and the largest that is allowed."""
    text = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| `{re.escape(key)}` \|.*", text, re.MULTILINE)
    assert row is not None
    assert re.search(rf"\b{limits.ge} (?:to|up to) {limits.le}\b", row[0]), row[0]


def test_playable_are_the_usable_ones(folder: Path) -> None:
    """The user's variants are offered beside the bundled ones, and broken files are left out."""
    write(folder, "house", house("tiles"))
    write(folder, "cubes", house("cubes", "cubes"))
    write(folder, "broken", "name =")
    found = {variant.name: variant.title for variant in catalog.playable_variants()}
    assert set(found) == {*catalog.bundled_names(), "house"}
    assert found["cubes"] == "House"


def test_playable_is_never_empty(folder: Path) -> None:
    """Where a user's files hide all bundled variants and are broken, the bundled ones remain."""
    for name in catalog.bundled_names():
        write(folder, name, "name =")
    assert catalog.playable_variants() == catalog.bundled_variants()


def test_the_folder_lies_in_the_folder_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variants and settings are together on every system."""
    monkeypatch.delenv("QWIRKLE_HOME")
    monkeypatch.setattr(
        "platformdirs.user_config_dir",
        lambda name, appauthor=None: f"/{name}" if appauthor is False else f"/{name}/{name}",
    )
    assert catalog.user_variants_folder().parent == settings_path().parent
