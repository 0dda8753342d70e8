"""Finds and reads variant files: by path, in the user's folder, or bundled."""

from __future__ import annotations

import errno
import os
import tomllib
from contextlib import suppress
from pathlib import Path

from qwirkle.bundled import bundled_folder
from qwirkle.engine.variant import NAME, Variant, VariantError, variant_from_table
from qwirkle.files import read_limited
from qwirkle.places import NoPlace, settings_folder
from qwirkle.schema import listed, shown, shown_word
from qwirkle.texts import tr

BUNDLED = Path(bundled_folder())
LARGEST_FILE = 64 * 1024
"""In bytes; a variant needs about a thousand."""

LONGEST_LINE = 1000
"""In bytes; tomllib takes quadratic time for long dotted keys."""

MOST_EXTENDED = 8
"""Maximum length of a chain of files that extend each other."""

_MOST_LISTED = 4
_LONGEST_PATH = 60

_OWN_KEYS = ("name", "title", "summary")
"""Keys that aren't inherited from the extended file."""


def bundled_names() -> tuple[str, ...]:
    """Return the names of the bundled variants, in alphabetical order."""
    return _names_in(BUNDLED)


def user_names() -> tuple[str, ...]:
    """Return the names of the variants in the user's folder, including unusable ones."""
    return tuple(name for folder in _user_folders() for name in _names_in(folder))


def bundled() -> tuple[Variant, ...]:
    """Return the bundled variants, ignoring files of the user with the same name."""
    return tuple(_variant_in(BUNDLED / f"{name}.toml") for name in bundled_names())


def playable() -> tuple[Variant, ...]:
    """Return the bundled variants and the user's, as `load_variant` finds them.

    Invalid files are left out.
    """
    found = []
    for name in dict.fromkeys((*bundled_names(), *user_names())):
        with suppress(VariantError):
            found.append(load(name))
    return tuple(found) or bundled()


def load(name_or_path: str) -> Variant:
    """Load a variant by its name or the path of its file. Raises VariantError."""
    return _variant_in(_path_of(name_or_path))


def misnamed(name_or_path: str, variant: Variant) -> str | None:
    """Return a warning if the file and its variant have different names, else None."""
    file = _path_of(name_or_path).stem
    if file == variant.name:
        return None
    return tr(
        'The file {file}.toml calls its variant "{name}": the game is chosen by the file\'s name, '
        "but its records and statistics say the other.",
        file=shown_word(file),
        name=variant.name,
    )


def _path_of(name_or_path: str) -> Path:
    """Return the file for a name or path. Raises VariantError for an unknown name."""
    if _is_path(name_or_path):
        return Path(name_or_path)
    return _first_unread(name_or_path, (*_user_folders(), BUNDLED), ())


def user_folder() -> Path:
    """Return the folder of the user's variants. Raises NoHomeFolder."""
    return settings_folder() / "variants"


def _user_folders() -> tuple[Path, ...]:
    """Return the folder of the user's variants, or nothing if there can't be one."""
    try:
        return (user_folder(),)
    except NoPlace:
        return ()


def _names_in(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(
            sorted(path.stem for path in folder.glob("*.toml") if NAME.fullmatch(path.stem))
        )
    except OSError:
        return ()


def _is_path(text: str) -> bool:
    separators = [os.sep, os.altsep or os.sep]
    return text.endswith(".toml") or any(separator in text for separator in separators)


def _variant_in(path: Path) -> Variant:
    table = _table_in(path, ())
    try:
        return variant_from_table(table)
    except VariantError as error:
        raise _located(path, error) from None


def _table_in(path: Path, read: tuple[Path, ...]) -> dict[str, object]:
    try:
        table = _parse(_read(path))
        base_name = table.pop("extends", None)
        if base_name is None:
            return table
        read = (*read, path.resolve())
        if len(read) > MOST_EXTENDED:
            raise VariantError(
                tr("extends goes on over more than {most} files.", most=MOST_EXTENDED)
            )
        base_path = _base_path(base_name, read)
    except VariantError as error:
        raise _located(path, error) from None
    base = _table_in(base_path, read)
    for key in _OWN_KEYS:
        base.pop(key, None)
    return _merge(base, table)


def _located(path: Path, error: VariantError) -> VariantError:
    file = str(path)
    file = file if len(file) <= _LONGEST_PATH else "…" + file[1 - _LONGEST_PATH :]
    return VariantError(
        tr("{file}: {problem}", file=shown_word(file, _LONGEST_PATH), problem=str(error))
    )


def _base_path(name: object, read: tuple[Path, ...]) -> Path:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise VariantError(
            tr(
                "extends is {found}, but must be the name of a variant: {names}.",
                found=shown(name),
                names=_every_name(),
            )
        )
    if read[-1].parent == BUNDLED:
        return _first_unread(name, (BUNDLED,), read)
    return _first_unread(name, (*_user_folders(), BUNDLED), read)


def _merge(base: dict[str, object], changes: dict[str, object]) -> dict[str, object]:
    merged = dict(base)
    for key, value in changes.items():
        under = merged.get(key)
        if isinstance(under, dict) and isinstance(value, dict):
            merged[key] = {**under, **value}
        else:
            merged[key] = value
    return merged


def _first_unread(name: str, folders: tuple[Path, ...], read: tuple[Path, ...]) -> Path:
    """Return the first file of this name that isn't in `visited`.

    A user's file may extend the bundled one of the same name.
    """
    known = [
        path
        for path in (folder / f"{name}.toml" for folder in folders)
        if NAME.fullmatch(name) and _exists(path)
    ]
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


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _every_name() -> str:
    own = [name for name in user_names() if name not in bundled_names()]
    return listed([shown_word(name) for name in (*bundled_names(), *own[:_MOST_LISTED])])


def _read(path: Path) -> bytes:
    """Return the bytes of a small regular file. Raises VariantError."""
    try:
        return read_limited(path, LARGEST_FILE)
    except FileNotFoundError:
        raise VariantError(tr("There is no such file.")) from None
    except ValueError:
        raise VariantError(tr("The file cannot be read: bad name.")) from None
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.EISDIR):
            problem = tr("This isn't a regular file, but a variant must be one.")
        elif error.errno == errno.EFBIG:
            problem = tr("The file has more than {most} bytes.", most=LARGEST_FILE)
        else:
            problem = tr("The file cannot be read: {reason}.", reason=error.strerror)
        raise VariantError(problem) from None


def _parse(content: bytes) -> dict[str, object]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise VariantError(
                tr(
                    "Line {number} has {size} bytes, but a line may have at most {most}.",
                    number=number,
                    size=len(line),
                    most=LONGEST_LINE,
                )
            )
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
