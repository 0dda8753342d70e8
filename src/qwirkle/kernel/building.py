"""Compiling the kernel: numba makes object code of it, which LLVM alone can load again."""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np

from qwirkle.kernel import games, ground, native, odds, plays, rollouts, table
from qwirkle.kernel.compiling import COMPILED, INLINED

OPTIONS = {"nogil": True, "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""`_nrt=False` leaves out the counting of references to arrays, which takes several times as
long as the work itself; in return no function makes an array."""


DOOR = """
declare i32 @"{symbol}"({types})

define i32 @"{name}"(ptr %result, ptr %arguments) {{
  %error = alloca ptr
{loads}
  %status = call i32 @"{symbol}"(ptr %result, ptr %error, {values})
  ret i32 %status
}}
"""
"""A function that reads the many arguments of another one from memory: Python passes two."""

LOAD = """
  %from{index} = getelementptr i64, ptr %arguments, i64 {index}
  %value{index} = load {type}, ptr %from{index}
"""


def build() -> bytes:
    """Compile all that Python calls; returns the content of a file."""
    _replace_functions()
    type_of: Any = numba.typeof
    names, doors, objects = [], "", []
    for function, arguments in _examples():
        made: Any = function
        types = tuple(type_of(argument) for argument in arguments)
        made.compile(types)
        result = made.overloads[types]
        names.append(made.__name__)
        doors += _door_to(made.__name__, result.fndesc.llvm_func_name, arguments)
        objects.append(result.library._get_compiled_object())
    objects.append(native.new_target().emit_object(llvm.parse_assembly(doors)))
    return native.packed(names, objects)


def _door_to(name: str, symbol: str, arguments: tuple[Any, ...]) -> str:
    types = _types_of(arguments)
    loads = (LOAD.format(index=index, type=type_) for index, type_ in enumerate(types))
    return DOOR.format(
        name=name,
        symbol=symbol,
        types=", ".join(["ptr", "ptr", *types]),
        loads="".join(loads),
        values=", ".join(f"{type_} %value{index}" for index, type_ in enumerate(types)),
    )


def _types_of(arguments: tuple[Any, ...]) -> list[str]:
    """The types of what `native.flat` makes of these."""
    found: list[str] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            found += ["ptr", "ptr", "i64", "i64", "ptr", *["i64"] * (2 * argument.ndim)]
        elif isinstance(argument, tuple):
            found += _types_of(argument)
        else:
            found.append("i64")
    return found


def _replace_functions() -> None:
    """Put what numba makes of each function in its place, wherever it has been imported."""
    make: Any = numba.njit
    made = {function: make(**OPTIONS)(function) for function in COMPILED}
    made |= {function: make(**OPTIONS, forceinline=True)(function) for function in INLINED}
    for name, module in list(sys.modules.items()):
        if name.startswith("qwirkle.kernel."):
            for own, value in list(vars(module).items()):
                if isinstance(value, FunctionType) and value in made:
                    setattr(module, own, made[value])


def _examples() -> list[tuple[object, tuple[Any, ...]]]:
    """The functions that Python calls, with arguments of the types that they get."""
    room = rollouts.new_room()
    row, square = np.zeros(1, dtype=np.int64), np.zeros((1, 1), dtype=np.int64)
    worlds = rollouts.enter_futures([(((0,),), (0,), (0,))], 1, 1)
    many = (row, square, row, row, square, row, row)
    return [
        (ground.lay_out, (room.ground, square, 0, 0)),
        (plays.best_play, (room.ground, 0, 0, room.search)),
        (table.best_table, (room.ground, 0, room.scan, room.best)),
        (odds.means_of, (room.best, row, 0, room.outcomes)),
        (rollouts.roll_outs, (room, row, 0, 0, 0, worlds)),
        (
            games.casual_game,
            (0, 0, 0, *many, room.ground, room.search, np.zeros(1, dtype=np.uint64)),
        ),
    ]
