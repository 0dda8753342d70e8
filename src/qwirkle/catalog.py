"""Finds and reads variant files: by path, in the user's folder, or bundled."""

from __future__ import annotations

import errno
import os
import tomllib
from contextlib import suppress
from pathlib import Path

from qwirkle.bundled import bundled_folder
from qwirkle.decoding import describe_value, escape_text, join_with_or
from qwirkle.engine.variant import VARIANT_NAME_PATTERN, Variant, VariantError, variant_from_dict
from qwirkle.files import read_limited
from qwirkle.i18n import tr
from qwirkle.paths import NoHomeFolder, settings_folder

BUNDLED_FOLDER = Path(bundled_folder())
MAX_VARIANT_BYTES = 64 * 1024
"""In bytes; a variant needs about a thousand."""

MAX_TOML_LINE_BYTES = 1000
"""In bytes; tomllib takes quadratic time for long dotted keys."""

MAX_EXTENDS_DEPTH = 8
"""Maximum length of a chain of files that extend each other."""

_MAX_LISTED = 4
_MAX_PATH_LENGTH = 60

_OWN_KEYS = ("name", "title", "summary")
"""Keys that aren't inherited from the extended file."""


def bundled_variant_names() -> tuple[str, ...]:
    """Return the names of the bundled variants, in alphabetical order."""
    return _variant_names_in(BUNDLED_FOLDER)


def user_variant_names() -> tuple[str, ...]:
    """Return the names of the variants in the user's folder, including unusable ones."""
    return tuple(name for folder in _user_variants_folders() for name in _variant_names_in(folder))


def bundled_variants() -> tuple[Variant, ...]:
    """Return the bundled variants, ignoring files of the user with the same name."""
    return tuple(_read_variant(BUNDLED_FOLDER / f"{name}.toml") for name in bundled_variant_names())


def playable_variants() -> tuple[Variant, ...]:
    """Return the bundled variants and the user's, as `load_variant` finds them.

    Invalid files are left out.
    """
    variants = []
    for name in dict.fromkeys((*bundled_variant_names(), *user_variant_names())):
        with suppress(VariantError):
            variants.append(load_variant(name))
    return tuple(variants) or bundled_variants()


def load_variant(name_or_path: str) -> Variant:
    """Load a variant by its name or the path of its file. Raises VariantError."""
    return _read_variant(_find_path(name_or_path))


def name_mismatch_warning(name_or_path: str, variant: Variant) -> str | None:
    """Return a warning if the file and its variant have different names, else None."""
    file = _find_path(name_or_path).stem
    if file == variant.name:
        return None
    return tr(
        'The file {file}.toml calls its variant "{name}": the game is chosen by the file\'s name, '
        "but its records and statistics say the other.",
        file=escape_text(file),
        name=variant.name,
    )


def _find_path(name_or_path: str) -> Path:
    """Return the file for a name or path. Raises VariantError for an unknown name."""
    if _is_path(name_or_path):
        return Path(name_or_path)
    return _find_file(name_or_path, (*_user_variants_folders(), BUNDLED_FOLDER), ())


def user_variants_folder() -> Path:
    """Return the folder of the user's variants. Raises NoHomeFolder."""
    return settings_folder() / "variants"


def _user_variants_folders() -> tuple[Path, ...]:
    """Return the folder of the user's variants, or nothing if there can't be one."""
    try:
        return (user_variants_folder(),)
    except NoHomeFolder:
        return ()


def _variant_names_in(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(
            sorted(
                path.stem
                for path in folder.glob("*.toml")
                if VARIANT_NAME_PATTERN.fullmatch(path.stem)
            )
        )
    except OSError:
        return ()


def _is_path(text: str) -> bool:
    separators = [os.sep, os.altsep or os.sep]
    return text.endswith(".toml") or any(separator in text for separator in separators)


def _read_variant(path: Path) -> Variant:
    table = _read_table(path, ())
    try:
        return variant_from_dict(table)
    except VariantError as error:
        raise _with_file_name(path, error) from None


def _read_table(path: Path, visited: tuple[Path, ...]) -> dict[str, object]:
    try:
        table = _parse(_read(path))
        base_name = table.pop("extends", None)
        if base_name is None:
            return table
        visited = (*visited, path.resolve())
        if len(visited) > MAX_EXTENDS_DEPTH:
            raise VariantError(
                tr("extends goes on over more than {most} files.", most=MAX_EXTENDS_DEPTH)
            )
        base_path = _base_path(base_name, visited)
    except VariantError as error:
        raise _with_file_name(path, error) from None
    base = _read_table(base_path, visited)
    for key in _OWN_KEYS:
        base.pop(key, None)
    return _merge(base, table)


def _with_file_name(path: Path, error: VariantError) -> VariantError:
    file = str(path)
    file = file if len(file) <= _MAX_PATH_LENGTH else "…" + file[1 - _MAX_PATH_LENGTH :]
    return VariantError(
        tr("{file}: {problem}", file=escape_text(file, _MAX_PATH_LENGTH), problem=str(error))
    )


def _base_path(name: object, visited: tuple[Path, ...]) -> Path:
    if not isinstance(name, str) or not VARIANT_NAME_PATTERN.fullmatch(name):
        raise VariantError(
            tr(
                "extends is {found}, but must be the name of a variant: {names}.",
                found=describe_value(name),
                names=_known_names_text(),
            )
        )
    if visited[-1].parent == BUNDLED_FOLDER:
        return _find_file(name, (BUNDLED_FOLDER,), visited)
    return _find_file(name, (*_user_variants_folders(), BUNDLED_FOLDER), visited)


def _merge(base: dict[str, object], changes: dict[str, object]) -> dict[str, object]:
    merged = dict(base)
    for key, value in changes.items():
        inherited = merged.get(key)
        if isinstance(inherited, dict) and isinstance(value, dict):
            merged[key] = {**inherited, **value}
        else:
            merged[key] = value
    return merged


def _find_file(name: str, folders: tuple[Path, ...], visited: tuple[Path, ...]) -> Path:
    """Return the first file of this name that isn't in `visited`.

    A user's file may extend the bundled one of the same name.
    """
    matches = [
        path
        for path in (folder / f"{name}.toml" for folder in folders)
        if VARIANT_NAME_PATTERN.fullmatch(name) and _exists(path)
    ]
    for path in matches:
        if path.resolve() not in visited:
            return path
    if matches:
        raise VariantError(
            tr('extends goes round in a circle at "{name}".', name=escape_text(name))
        )
    raise VariantError(
        tr(
            'There is no variant "{name}": choose {names}, or give the path of a .toml file.',
            name=escape_text(name),
            names=_known_names_text(),
        )
    )


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _known_names_text() -> str:
    own_names = [name for name in user_variant_names() if name not in bundled_variant_names()]
    return join_with_or(
        [escape_text(name) for name in (*bundled_variant_names(), *own_names[:_MAX_LISTED])]
    )


def _read(path: Path) -> bytes:
    """Return the bytes of a small regular file. Raises VariantError."""
    try:
        return read_limited(path, MAX_VARIANT_BYTES)
    except FileNotFoundError:
        raise VariantError(tr("There is no such file.")) from None
    except ValueError:
        raise VariantError(tr("The file cannot be read: bad name.")) from None
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.EISDIR):
            problem = tr("This isn't a regular file, but a variant must be one.")
        elif error.errno == errno.EFBIG:
            problem = tr("The file has more than {most} bytes.", most=MAX_VARIANT_BYTES)
        else:
            problem = tr("The file cannot be read: {reason}.", reason=error.strerror)
        raise VariantError(problem) from None


def _parse(content: bytes) -> dict[str, object]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if len(line) > MAX_TOML_LINE_BYTES:
            raise VariantError(
                tr(
                    "Line {number} has {size} bytes, but a line may have at most {most}.",
                    number=number,
                    size=len(line),
                    most=MAX_TOML_LINE_BYTES,
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
            tr("This is not TOML: {reason}.", reason=escape_text(str(error), 120))
        ) from None
