"""Finding and reading variant files, and the errors for invalid ones."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import inspect

from qwirkle import catalog
from qwirkle.engine.variant import Variant, VariantError
from qwirkle.settings import settings_path

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create an empty folder for the user's variants and return its path."""
    monkeypatch.setenv("QWIRKLE_HOME", str(tmp_path))
    variants = tmp_path / "variants"
    variants.mkdir()
    return variants


def write(folder: Path, name: str, text: str | bytes) -> Path:
    """Write a variant file and return its path."""
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def house(base: str, name: str = "house", extra: str = "") -> str:
    """Return the content of a variant file that extends another."""
    return f'extends = "{base}"\nname = "{name}"\ntitle = "House"\n{extra}'


def load_error(name_or_path: str | Path) -> str:
    """Return the error for a name or path, checked to be one short, printable sentence."""
    with pytest.raises(VariantError) as caught:
        catalog.load_variant(str(name_or_path))
    message = str(caught.value)
    assert message.isprintable()
    assert message.endswith(".")
    assert len(message) <= 300
    return message


def test_every_file_in_the_folder_is_bundled() -> None:
    """Each file in variants/ is a bundled variant with the name of its file."""
    files = sorted(path.stem for path in (ROOT / "variants").glob("*.toml"))
    assert catalog.bundled_variant_names() == tuple(files)
    assert [variant.name for variant in catalog.bundled_variants()] == files
    assert set(files) >= {"tiles", "tiles-mindware", "cubes"}


def test_variants_load_by_name_and_by_path() -> None:
    """Loading a bundled variant by its name or its path returns the same variant."""
    for name in catalog.bundled_variant_names():
        assert catalog.load_variant(name) == catalog.load_variant(
            str(ROOT / "variants" / f"{name}.toml")
        )


def test_a_path_may_be_relative(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that ends in .toml is a path relative to the working folder."""
    write(folder, "house", house("tiles"))
    monkeypatch.chdir(folder)
    assert catalog.load_variant("house.toml").title == "House"


def test_a_users_variant_is_found_by_name(folder: Path) -> None:
    """A file in the user's folder is listed and loads by its name."""
    write(folder, "house", house("tiles", extra="hand.size = 5"))
    assert catalog.load_variant("house").hand.size == 5
    assert catalog.user_variant_names() == ("house",)
    assert "house" not in catalog.bundled_variant_names()


def test_a_users_variant_overrides_a_bundled_one(folder: Path) -> None:
    """A user's file overrides the bundled one of its name, which it may extend."""
    write(folder, "tiles", house("tiles", "tiles", "hand.size = 5"))
    assert catalog.load_variant("tiles").hand.size == 5
    assert "House" not in [variant.title for variant in catalog.bundled_variants()]


def test_bundled_variants_ignore_the_users_files(folder: Path) -> None:
    """A bundled file extends the bundled base even if the user has a file of that name."""
    write(folder, "tiles", house("tiles", "tiles", "hand.size = 5"))
    assert catalog.load_variant("tiles").hand.size == 5
    assert [
        variant.hand.size for variant in catalog.bundled_variants() if variant.name != "junior"
    ] == [6] * 5


def test_user_variants_are_in_the_settings_folder_by_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without QWIRKLE_HOME, the user's variants are below XDG_CONFIG_HOME."""
    monkeypatch.delenv("QWIRKLE_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert catalog.user_variants_folder() == tmp_path / "qwirkle" / "variants"
    assert catalog.user_variant_names() == ()


def test_extends_inherits_all_other_keys(folder: Path) -> None:
    """A file inherits all keys except name, title and summary, also through several files."""
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
    """The steps of a turn are replaced together, never merged."""
    turn = '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["pass"]\n[[turn]]\nstep = "refill"'
    write(folder, "house", house("cubes", extra=turn))
    assert catalog.load_variant("house").roll_step is None
    assert len(catalog.load_variant("house").turn) == 2


def test_name_and_title_are_not_inherited(folder: Path) -> None:
    """A file that extends another still needs its own name and title."""
    assert "name is missing" in load_error(write(folder, "house", 'extends = "tiles"'))
    text = 'extends = "tiles"\nname = "house"'
    assert "title is missing" in load_error(write(folder, "house", text))


@pytest.mark.parametrize("name", ["nix", "", "Tiles", "..", "a\0b", "\x1b[2J", "x" * 9999, "ü"])
def test_an_unknown_name_lists_the_known_ones(name: str, folder: Path) -> None:
    """The error for an unknown name lists the bundled variants and the user's."""
    write(folder, "house", house("tiles"))
    known_names = "cubes, cubes-mindware, junior, sprint, tiles, tiles-mindware or house"
    assert known_names in load_error(name)


def test_the_list_of_known_names_is_short(folder: Path) -> None:
    """The error for an unknown name stays short even if the user has 200 variants."""
    for number in range(200):
        write(folder, f"house-{number:036}", "")
    load_error("nix")


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"not toml at all", ["TOML"]),
        (b"name = \x1b[2J", ["TOML"]),
        (b"a = 1\na = 2", ["TOML"]),
        (b"a = [\n" + b"9" * 900, ["TOML"]),
        (b"name = 'h\xff'", ["Byte 9", "UTF-8"]),
        (b"\xff\xfen\0a\0", ["Byte 0", "UTF-8"]),
        (bytes(range(256)) * 100, ["UTF-8"]),
        (b"a = " + b"[\n" * 30_000, []),
        (b"a = " + b"[\n" * 20_000 + b"]" + b"\n]" * 19_999, []),
        (b"\n" + b".".join([b"a"] * 30_000) + b" = 1", ["Line 2", "60003 bytes"]),
        ((b"[" + b"a." * 400 + b"a]\n") * 80, []),
        (b"[hand]\nsize = 0x" + b"f" * 900, ["not a huge number"]),
        (b"", ["name is missing"]),
        (b"# only a comment\n", ["missing"]),
        (b"hand = 3", ["hand must be a table, not 3"]),
        (b"extends = 3", ["extends", " 3", "cubes, cubes-mindware, junior"]),
        (b"extends = true", ["extends", " true"]),
        (b"extends = 'nix'", ['"nix"', "cubes, cubes-mindware, junior"]),
        (b"extends = '../x.toml'", ["extends", '"../x.toml"']),
        (b"extends = 'house'", ["extends", '"house"']),
        (b"extends = 'tiles'\nname = 'h'\ntitle = 'H'\nhand = 3", ["not 3"]),
        (b"extends = 'tiles'\nname = 'h'\ntitle = 'H'\nhand.sise = 3", ["hand.sise"]),
        (b"extends = 'tiles'\nname = 'h'\ntitle = \"\\u001b[2J\"", [r"\x1b[2J"]),
        (b"extends = 'tiles'\nname = 'h'\ntitle = 1979-05-27", ["something else"]),
    ],
    ids=range(24),
)
def test_the_error_for_an_invalid_file_names_the_file(
    folder: Path, content: bytes, parts: list[str]
) -> None:
    """An invalid file is rejected with one sentence: the file, and what's wrong with it."""
    message = load_error(write(folder, "house", content))
    assert "house.toml: " in message
    for part in parts:
        assert part in message


def test_a_byte_order_mark_is_ignored(folder: Path) -> None:
    """Some editors start UTF-8 files with a byte order mark."""
    write(folder, "house", b"\xef\xbb\xbf" + house("tiles").encode())
    assert catalog.load_variant("house").name == "house"


def test_files_that_extend_each_other_are_rejected(folder: Path) -> None:
    """A cycle is an error, no matter which of its files you load."""
    for name, base in [("a", "b"), ("b", "c"), ("c", "a")]:
        write(folder, name, house(base, name))
    for name in ("a", "b"):
        message = load_error(folder / f"{name}.toml")
        assert "extends" in message
        assert f'"{name}"' in message
    assert load_error("a") == load_error(folder / "a.toml")


def test_an_error_in_a_base_file_names_that_file(folder: Path) -> None:
    """If the file it extends is invalid, the error names that one."""
    write(folder, "house", house("base"))
    write(folder, "base", "not toml")
    message = load_error("house")
    assert "base.toml: " in message
    assert "TOML" in message


def test_the_error_for_a_missing_file_names_it(tmp_path: Path) -> None:
    """Missing files and impossible paths are rejected with one sentence."""
    message = load_error(tmp_path / "nix.toml")
    assert "nix.toml: " in message
    assert "no such file" in message
    load_error(f"{tmp_path}/nix.toml/x.toml")
    load_error("a\0b.toml")
    load_error("\x1b[2J/" + "x" * 9999)


def test_a_folder_is_rejected(tmp_path: Path, folder: Path) -> None:
    """A folder isn't a variant file, neither by its path nor by its name."""
    assert "regular file" in load_error(f"{tmp_path}{os.sep}")
    (folder / "house.toml").mkdir()
    assert "regular file" in load_error("house")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_opened(folder: Path) -> None:
    """A named pipe is rejected without waiting for a writer."""
    os.mkfifo(folder / "house.toml")
    assert "regular file" in load_error("house")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no devices")
def test_a_device_is_not_read() -> None:
    """An endless device is rejected without being read."""
    assert "regular file" in load_error("/dev/zero")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can read every file"
)
def test_the_error_for_an_unreadable_file_gives_the_reason(folder: Path) -> None:
    """Without read permission, the error gives the system's reason."""
    write(folder, "house", house("tiles")).chmod(0)
    assert os.strerror(errno.EACCES) in load_error("house")


def test_a_disk_error_gives_the_reason(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk fails while reading, the error gives the system's reason."""
    path = write(folder, "house", house("tiles"))

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(catalog, "read_limited", fail)
    assert "Input/output error" in load_error(path)


def test_a_huge_file_is_not_read(folder: Path) -> None:
    """A file of 100 MB is rejected for its size."""
    path = folder / "house.toml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert str(catalog.MAX_VARIANT_BYTES) in load_error(path)


def test_a_file_may_have_64_kib(folder: Path) -> None:
    """A file of exactly 64 KiB loads; one more byte is too much."""
    text = house("tiles").encode()
    write(folder, "house", text.rjust(64 * 1024, b"\n"))
    assert catalog.load_variant("house").name == "house"
    write(folder, "house", text.rjust(64 * 1024 + 1, b"\n"))
    assert str(catalog.MAX_VARIANT_BYTES) in load_error("house")


def test_reading_variants_does_not_import_textual() -> None:
    """Reading the bundled variants imports neither Textual, Rich nor platformdirs."""
    code = (
        "import sys; from qwirkle import catalog; catalog.bundled_variants();"
        "print([name for name in ('textual', 'rich', 'platformdirs') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    assert run.stdout.strip() == "[]"


def test_the_house_rule_in_the_docs_loads(folder: Path) -> None:
    """The house rule in docs/variants.md has seven tiles and open hands."""
    text = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    [block] = re.findall(r"^```toml\n(# house rule.*?)^```", text, re.DOTALL | re.MULTILINE)
    variant = catalog.load_variant(str(write(folder, "docs", block)))
    assert (variant.pieces.look, variant.hand.size, variant.hand.open) == ("tile", 7, True)


def keys_in(type_: inspect.Type, path: str = "") -> Iterator[tuple[str, inspect.Type]]:
    """Yield every key of a ruleset with its type."""
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
            isinstance(member, inspect.StructType) for member in types
        ):
            for member in types:
                yield from keys_in(member, path)
        case inspect.UnionType(types=(inspect.IntType() as number, inspect.NoneType())):
            yield path, number
        case _:
            yield path, type_


KEYS = dict(keys_in(inspect.type_info(Variant)))


def test_the_docs_name_every_key() -> None:
    """The tables in docs/variants.md list exactly the keys of a ruleset."""
    text = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([a-z_.]+)` \|", text, re.MULTILINE))
    assert documented == {"extends", *KEYS}


@pytest.mark.parametrize(
    ("key", "limits"),
    [
        pytest.param(key, type_, id=key)
        for key, type_ in KEYS.items()
        if isinstance(type_, inspect.IntType)
    ],
)
def test_the_docs_give_the_limits_of_every_number(key: str, limits: inspect.IntType) -> None:
    """The row of each number in docs/variants.md gives its minimum and maximum."""
    text = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| `{re.escape(key)}` \|.*", text, re.MULTILINE)
    assert row is not None
    assert re.search(rf"\b{limits.ge} (?:to|up to) {limits.le}\b", row[0]), row[0]


def test_playable_variants_exclude_invalid_files(folder: Path) -> None:
    """The bundled variants and the user's are playable; invalid files are left out."""
    write(folder, "house", house("tiles"))
    write(folder, "cubes", house("cubes", "cubes"))
    write(folder, "broken", "name =")
    titles = {variant.name: variant.title for variant in catalog.playable_variants()}
    assert set(titles) == {*catalog.bundled_variant_names(), "house"}
    assert titles["cubes"] == "House"


def test_some_variant_is_always_playable(folder: Path) -> None:
    """If invalid files override all bundled variants, the bundled ones are playable instead."""
    for name in catalog.bundled_variant_names():
        write(folder, name, "name =")
    assert catalog.playable_variants() == catalog.bundled_variants()


def test_user_variants_are_next_to_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """On every system, the variants folder and the settings file have the same parent."""
    monkeypatch.delenv("QWIRKLE_HOME")
    monkeypatch.setattr(
        "platformdirs.user_config_dir",
        lambda name, appauthor=None: f"/{name}" if appauthor is False else f"/{name}/{name}",
    )
    assert catalog.user_variants_folder().parent == settings_path().parent
