"""Finds and reads the files of variants: a path, the user's folder, the bundled ones."""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path

from qwirkle.engine.variant import NAME, Variant, VariantError, variant_from_table
from qwirkle.engine.variant_table import listed, shown, shown_word
from qwirkle.texts import tr

LARGEST_FILE = 64 * 1024
"""In bytes; a ruleset needs about a thousand."""

_MOST_LISTED = 4

_OWN_KEYS = ("name", "title", "summary")
"""What a file never takes over from the one that it extends."""


def bundled_names() -> tuple[str, ...]:
    """The names of the variants that come with the program, in alphabetical order."""
    return _names_in(_bundled_folder())


def user_names() -> tuple[str, ...]:
    """The names of the variants in the user's folder, usable or not."""
    return _names_in(user_folder())


def bundled() -> tuple[Variant, ...]:
    """The variants that come with the program, as they are bundled."""
    return tuple(_variant_in(_bundled_folder() / f"{name}.toml") for name in bundled_names())


def load(name_or_path: str) -> Variant:
    """The variant of this name, or in the file at this path; raises VariantError."""
    if _is_path(name_or_path):
        return _variant_in(Path(name_or_path))
    return _variant_in(_first_unread(name_or_path, ()))


def user_folder() -> Path:
    """Where the user's own variants lie."""
    home = os.environ.get("QWIRKLE_HOME")
    if home:
        return Path(home) / "variants"
    import platformdirs

    return Path(platformdirs.user_config_dir("qwirkle")) / "variants"


def _bundled_folder() -> Path:
    package = Path(__file__).resolve().parent
    packed = package / "_variants"
    return packed if packed.is_dir() else package.parents[1] / "variants"


def _names_in(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(sorted(path.stem for path in folder.glob("*.toml")))
    except OSError:
        return ()


def _is_path(text: str) -> bool:
    separators = [os.sep, os.altsep or os.sep]
    return text.endswith(".toml") or any(separator in text for separator in separators)


def _variant_in(path: Path) -> Variant:
    try:
        return variant_from_table(_table_in(path, ()))
    except VariantError as error:
        raise VariantError(
            tr("{file}: {problem}", file=_shown_file(path), problem=str(error))
        ) from None


def _table_in(path: Path, read: tuple[Path, ...]) -> dict[str, object]:
    table = _parse(_read(path))
    read = (*read, path.resolve())
    base_name = table.pop("extends", None)
    if base_name is None:
        return table
    if not isinstance(base_name, str) or _is_path(base_name):
        raise VariantError(
            tr(
                "extends is {found}, but must be the name of a variant: {names}.",
                found=shown(base_name),
                names=_every_name(),
            )
        )
    base = _table_in(_first_unread(base_name, read), read)
    for key in _OWN_KEYS:
        base.pop(key, None)
    return _merge(base, table)


def _merge(base: dict[str, object], changes: dict[str, object]) -> dict[str, object]:
    merged = dict(base)
    for key, value in changes.items():
        under = merged.get(key)
        if isinstance(under, dict) and isinstance(value, dict):
            merged[key] = {**under, **value}
        else:
            merged[key] = value
    return merged


def _first_unread(name: str, read: tuple[Path, ...]) -> Path:
    """The file of this name; one in the user's folder may extend the bundled one of its own name."""
    known = [path for path in _candidates(name) if _exists(path)]
    for path in known:
        if path.resolve() not in read:
            return path
    if known:
        raise VariantError(tr('extends goes round in a circle at "{name}".', name=shown_word(name)))
    raise VariantError(
        tr(
            'There is no variant "{name}": choose {names}, or give the path of a .toml file.',
            name=shown_word(name),
            names=_every_name(),
        )
    )


def _candidates(name: str) -> Iterator[Path]:
    if NAME.fullmatch(name):
        yield user_folder() / f"{name}.toml"
        yield _bundled_folder() / f"{name}.toml"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _every_name() -> str:
    own = [name for name in user_names() if name not in bundled_names()]
    return listed([shown_word(name) for name in (*bundled_names(), *own[:_MOST_LISTED])])


def _read(path: Path) -> bytes:
    """The bytes of a small regular file: nothing that blocks, nothing huge."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise VariantError(tr("This is not a file, but a variant must be one."))
        with path.open("rb") as file:
            content = b"" if status.st_size > LARGEST_FILE else file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise VariantError(tr("There is no such file.")) from None
    except (OSError, ValueError) as error:
        if isinstance(error, VariantError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else tr("bad name")
        raise VariantError(tr("The file cannot be read: {reason}.", reason=reason)) from None
    size = max(status.st_size, len(content))
    if size > LARGEST_FILE:
        raise VariantError(
            tr(
                "The file has {size} bytes or more, but a variant may have at most {most}.",
                size=size,
                most=LARGEST_FILE,
            )
        )
    return content


def _parse(content: bytes) -> dict[str, object]:
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise VariantError(
            tr("Byte {number} is not UTF-8, but a variant must be.", number=error.start)
        ) from None
    except RecursionError:
        raise VariantError(tr("The tables or lists are nested too deeply.")) from None
    except ValueError as error:
        raise VariantError(
            tr("This is not TOML: {reason}.", reason=shown_word(str(error), 120))
        ) from None


def _shown_file(path: Path) -> str:
    return shown_word(str(path), 60)
