"""Machine code on disk: keeping it, loading it with LLVM alone, and calling it.

Numba takes several times the memory and the time of LLVM, and is needed only to compile.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import hashlib
import json
import mmap
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from qwirkle.kernel.safety import read_own

LARGEST_FILE = 1 << 26
"""In bytes."""


class Unusable(Exception):
    """The file is damaged, made for another processor, or not this user's alone."""


def flat(*values: Any) -> bytes:
    """Numbers, arrays and tuples of them as compiled functions read them, eight bytes each.

    An array is two pointers that are not used here, its size, the size of an element, where it
    is, its shape and its strides.
    """
    numbers: list[int] = []
    _flatten(values, numbers)
    return struct.pack(f"{len(numbers)}q", *numbers)


def _flatten(values: Sequence[Any], numbers: list[int]) -> None:
    for value in values:
        if isinstance(value, np.ndarray):
            where = value.__array_interface__["data"][0]
            numbers += (0, 0, value.size, value.itemsize, where)
            numbers += value.shape
            numbers += value.strides
        elif isinstance(value, tuple):
            _flatten(value, numbers)
        else:
            numbers.append(value)


def packed(names: list[str], objects: list[bytes]) -> bytes:
    """Object code, and which functions are in it, as the content of a file."""
    told: dict[str, object] = {
        "machine": _machine(),
        "functions": names,
        "objects": [base64.b64encode(code).decode() for code in objects],
    }
    return json.dumps({"digest": _digest(told), **told}).encode()


def new_target() -> Any:
    """What LLVM makes code for: this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(jit=True)


class Function:
    """A compiled function."""

    def __init__(self, address: int) -> None:
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_char_p)
        self._call = kind(address)

    def __call__(self, arguments: bytes) -> int:
        """Run it; every array must live as long. Gives what it returns, 0 where that is nothing."""
        result = ctypes.c_int64(0)
        if self._call(ctypes.addressof(result), arguments):
            raise RuntimeError("the kernel has failed")
        return result.value


class Code:
    """The functions of a file; they stay loaded as long as this lives."""

    def __init__(self, file: Path) -> None:
        names, objects = _read(file)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), new_target())
        for code in objects:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._functions = {
            name: Function(self._engine.get_function_address(name)) for name in names
        }
        _let_go_of_llvm()

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]


def _read(file: Path) -> tuple[list[str], list[bytes]]:
    try:
        told = json.loads(read_own(file, LARGEST_FILE))
        if told.pop("digest") != _digest(told) or told["machine"] != _machine():
            raise Unusable
        return told["functions"], [base64.b64decode(code) for code in told["objects"]]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Unusable from error


def _let_go_of_llvm() -> None:
    """Take LLVM's own instructions, some 30 MB, out of memory; what it needs it reads again.

    Nothing writes to them, so nothing is lost. Only Linux tells where they are.
    """
    if sys.platform != "linux":
        return
    advise = ctypes.CDLL(None).madvise
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/maps").read_text().splitlines():
            span, rights, *rest = line.split()
            if rights == "r-xp" and "llvmlite" in rest[-1]:
                begin, end = (int(bound, 16) for bound in span.split("-"))
                advise(ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), mmap.MADV_DONTNEED)


def _digest(told: dict[str, object]) -> str:
    """Of all that is kept; it finds damage, and says nothing about who has written it."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _machine() -> str:
    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
