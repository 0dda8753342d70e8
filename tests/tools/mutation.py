"""Mutation testing of the engine and the records: `python -m tests.tools.mutation [WORD …]`.

The tests are collected once. For each mutant a fork of this process changes the one function, and
runs the tests that reach it, the quickest first, until one fails; a mutant is killed by that, or by
using far more of the processor than the tests need. Nothing is written.
"""

from __future__ import annotations

import ast
import gc
import importlib
import os
import pickle
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import chain
from operator import itemgetter
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, TypeAlias

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from tests.tools.mutants import Mutant, functions_in, mutants_of

ROOT = Path(__file__).resolve().parents[2]
TARGETS = {
    "src/qwirkle/engine": (
        "tests/engine",
        "tests/test_variants.py",
        "tests/test_game.py",
        "tests/test_golden.py",
        "tests/test_every_variant.py",
    ),
    "src/qwirkle/record": ("tests/record", "tests/robust/test_faults.py"),
}
"""What is mutated, and the tests that are near to it and quick."""
ARGUMENTS = (
    *("-o", "addopts=", "-o", "tmp_path_retention_policy=none", "--import-mode=importlib"),
    *("-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:faulthandler"),
    *("-p", "no:logging", "--assert=plain", "--tb=native", "-qqq"),
    *("-m", "not slow and not extra"),
)
SURVIVED, KILLED, IMPOSSIBLE = range(3)
FATES = ("survived", "killed", "impossible")
LEAST_SECONDS, TIMES_AS_LONG = 2, 3
FEW = 3
MOST_MEMORY = 4 << 30

Reached: TypeAlias = dict[tuple[str, str], list[str]]
Timed: TypeAlias = list[tuple[float, pytest.Item]]


class Mutation:
    """A plugin that runs the tests once for each mutant rather than once."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.results: Counter[str] = Counter()

    def pytest_collection(self) -> None:
        """Failing examples are enough: they need not be the smallest, nor be kept."""
        settings.register_profile(
            "mutation",
            deadline=None,
            derandomize=True,
            database=None,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.load_profile("mutation")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which test reaches what, then try each mutant."""
        items = {item.nodeid: item for item in session.items}
        seconds, reached = _in_child(lambda: _measure(session.items))
        if not seconds:
            raise pytest.UsageError("A test fails even without a mutant.")
        gc.freeze()
        for target in TARGETS:
            near = {test: items[test] for test in items if test.startswith(TARGETS[target])}
            for path in sorted((ROOT / target).glob("*.py")):
                self._try_file(path, near, seconds, reached)
        return True

    def _try_file(
        self,
        path: Path,
        near: dict[str, pytest.Item],
        seconds: dict[str, float],
        reached: Reached,
    ) -> None:
        name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        module = importlib.import_module(name)
        tree = ast.parse(path.read_text("utf-8"))
        live = dict(_functions(module, name))
        for qualified, function in functions_in(tree):
            first = min([function.lineno, *[line.lineno for line in function.decorator_list]])
            if qualified not in live or live[qualified].__code__.co_firstlineno != first:
                continue  # for another system than this one
            mutants = [it for it in mutants_of(qualified, function) if self._wants(path, it)]
            found = [test for test in reached.get((str(path), qualified), ()) if test in near]
            tests = sorted([(seconds[test], near[test]) for test in found], key=itemgetter(0))
            if mutants and _fate_of(module, tree, None, tests[:FEW]) != "survived":
                raise pytest.UsageError(f"{qualified} does not even survive unchanged.")
            for mutant in mutants:
                fate = _fate_of(module, tree, mutant, tests)
                self.results[fate] += 1
                if fate == "survived":
                    _say(_label(path, mutant))
        if self.results:
            _say(f"{path.relative_to(ROOT)} is done: {dict(self.results)}")

    def _wants(self, path: Path, mutant: Mutant) -> bool:
        return not self.words or any(word in _label(path, mutant) for word in self.words)


def _label(path: Path, mutant: Mutant) -> str:
    return f"{path.relative_to(ROOT)}:{mutant}"


def _fate_of(module: ModuleType, tree: ast.Module, mutant: Mutant | None, tests: Timed) -> str:
    """What becomes of a mutant, in a process of its own."""
    child = os.fork()
    if not child:
        try:
            _hush()
            os._exit(_run(module, tree, mutant, tests))
        finally:
            os._exit(KILLED)
    _, status = os.waitpid(child, 0)
    return "killed by time" if os.WIFSIGNALED(status) else FATES[os.WEXITSTATUS(status)]


def _run(module: ModuleType, tree: ast.Module, mutant: Mutant | None, tests: Timed) -> int:
    """Put the mutant into the functions that everybody holds already, and run the tests."""
    if mutant is not None:
        mutant.apply()
    space: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    try:
        code = compile(tree, str(module.__file__), "exec")
    except (SyntaxError, TypeError, ValueError):
        return IMPOSSIBLE
    exec(code, space)
    old = dict(_functions(module, module.__name__))
    for name, new in _functions(space, module.__name__):
        if new.__code__.co_freevars != old[name].__code__.co_freevars:
            return IMPOSSIBLE
        old[name].__code__ = new.__code__
        old[name].__defaults__ = new.__defaults__
        old[name].__kwdefaults__ = new.__kwdefaults__
    _clear_caches(module)
    for seconds, item in tests:
        signal.setitimer(signal.ITIMER_VIRTUAL, LEAST_SECONDS + TIMES_AS_LONG * seconds)
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            return KILLED
    return SURVIVED


def _hush() -> None:
    """Let a child neither speak nor eat all memory."""
    import resource  # not everywhere, and only needed here

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)


def _measure(items: list[pytest.Item]) -> tuple[dict[str, float], Reached]:
    """How long each test takes, and which tests reach a function; nothing, if a test fails."""
    near = tuple(str(ROOT / target) for target in TARGETS)
    seconds: dict[str, float] = {}
    reached: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for item in items:
        codes = set()

        def watch(frame: FrameType, what: str, _: object) -> None:
            if what == "call":
                codes.add(frame.f_code)  # noqa: B023

        for module in [sys.modules[name] for name in sys.modules if name.startswith("qwirkle.")]:
            _clear_caches(module)
        started = time.process_time()
        sys.setprofile(watch)
        reports = runtestprotocol(item, log=False, nextitem=None)
        sys.setprofile(None)
        seconds[item.nodeid] = time.process_time() - started
        if any(report.failed for report in reports):
            sys.stderr.write("".join(str(report.longrepr or "") for report in reports))
            return {}, {}
        for code in codes:
            if code.co_filename.startswith(near):
                reached[code.co_filename, code.co_qualname].append(item.nodeid)
    return seconds, dict(reached)


def _clear_caches(module: ModuleType) -> None:
    """What was asked before, perhaps of a function that is changed by now, is asked anew."""
    for thing in vars(module).values():
        if hasattr(thing, "cache_clear"):
            thing.cache_clear()


def _in_child(work: Callable[[], Any]) -> Any:
    """What the work gives, done where it leaves no trace."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(work(), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        result = pickle.load(pipe)
    os.waitpid(child, 0)
    return result


def _functions(space: Any, module: str, owner: str = "") -> Iterator[tuple[str, FunctionType]]:
    """The functions that a module or a class defines, by their dotted names."""
    for name, thing in list((space if isinstance(space, dict) else vars(space)).items()):
        if isinstance(thing, type):
            if thing.__module__ == module and name == thing.__name__:
                yield from _functions(thing, module, f"{owner}{name}.")
            continue
        if isinstance(thing, property):
            thing = thing.fget
        thing = getattr(thing, "__wrapped__", getattr(thing, "__func__", thing))
        if isinstance(thing, FunctionType) and thing.__module__ == module:
            yield owner + name, thing


def _say(line: str) -> None:
    os.write(_OUT, f"{line}\n".encode())


_OUT = os.dup(1) if __name__ == "__main__" else 1


def main() -> int:
    """Try the mutants whose line, as it is printed, has one of the given words in it, or all."""
    os.chdir(ROOT)
    mutation = Mutation(sys.argv[1:])
    status = pytest.main([*ARGUMENTS, *chain(*TARGETS.values())], plugins=[mutation])
    results = mutation.results
    del results["impossible"]
    total = max(1, results.total())
    _say(f"{dict(results)}: {1 - results['survived'] / total:.1%} of {total} killed")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
