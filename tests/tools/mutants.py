"""Mutants: every small change to a function that a test should notice."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Div,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_WORDED = ("tr", "trn")
_KEPT_WHOLE = ("len", "isinstance", "cast")


@dataclass(frozen=True)
class Mutant:
    """One node of a module's tree, and what stands in its place."""

    function: str
    line: int
    parent: ast.AST
    field: str
    index: int | None
    old: ast.AST
    new: ast.AST

    def apply(self) -> None:
        """Change the tree."""
        self._put(self.new)

    def take_back(self) -> None:
        """Make the tree what it was."""
        self._put(self.old)

    def __str__(self) -> str:
        old, new = _shown(self.old), _shown(self.new)
        same = zip(old, new, strict=False)
        first = next((at for at, (one, other) in enumerate(same) if one != other), 0)
        start = max(0, first - 30)
        return f"{self.line} {self.function}: {old[start:][:60]}  →  {new[start:][:60]}"

    def _put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def functions_in(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, Function]]:
    """The functions and methods of a module, each with its dotted name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield owner + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions_in(node, f"{owner}{node.name}.")
        elif isinstance(node, ast.If | ast.Try):
            yield from functions_in(node, owner)


def mutants_of(name: str, function: Function) -> Iterator[Mutant]:
    """Every mutant of a function; texts for people are no behaviour, so they stay."""
    for parent, field, index, node in _places(function):
        for new in _replacements(node):
            ast.fix_missing_locations(ast.copy_location(new, node))
            line = getattr(node, "lineno", getattr(parent, "lineno", function.lineno))
            yield Mutant(name, line, parent, field, index, node, new)


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every node below this one, with where it hangs."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or _is_docstring(child):
                continue
            if _is_kept(node, field, index, child):
                continue
            yield node, field, index, child
            yield from _places(child)


def _is_docstring(node: ast.AST) -> bool:
    """Whether this is a docstring, or the dots of a function that has nothing else."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_kept(node: ast.AST, field: str, index: int | None, child: ast.AST) -> bool:
    """Texts for people, types in casts, and the assertion that things zipped are as many."""
    if isinstance(child, ast.keyword):
        return child.arg == "strict"
    if not isinstance(node, ast.Call):
        return False
    return (_is_call_of(node, _WORDED) and field == "args") or _is_call_of(node, ("cast",))


def _is_call_of(node: ast.Call, names: tuple[str, ...]) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in names


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as number):
            yield ast.Constant(number + 1)
        case ast.Constant(value=str() as text):
            yield ast.Constant(f"XX{text}XX")
        case ast.Constant(value=bytes() as data):
            yield ast.Constant(b"XX" + data + b"XX")
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator):
            yield _with(node, op=_SWAPPED[type(operator)]())
        case ast.AugAssign(target=target, op=operator, value=value):
            yield _with(node, op=_SWAPPED[type(operator)]())
            yield ast.Assign([target], value)
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub(), operand=operand):
            yield operand
        case ast.Compare(ops=compared):
            for index, how in enumerate(compared):
                swapped = _SWAPPED[type(how)]()
                yield _with(node, ops=[*compared[:index], swapped, *compared[index + 1 :]])
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            yield _with(node, value=ast.Constant("" if _is_none(value) else None))
        case ast.Call():
            yield from _calls(node)
        case ast.Lambda():
            yield _with(node, body=ast.Constant(None))
        case ast.IfExp():
            yield _with(node, test=ast.Constant(True))
            yield _with(node, test=ast.Constant(False))
        case ast.comprehension(ifs=[_, *_]):
            yield _with(node, ifs=[])
        case ast.Slice():
            for end in ("lower", "upper"):
                if getattr(node, end) is not None:
                    yield _with(node, **{end: None})
        case ast.Match(cases=cases) if len(cases) > 1:
            for index in range(len(cases)):
                yield _with(node, cases=[*cases[:index], *cases[index + 1 :]])
        case ast.stmt():
            yield from _statements(node)


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.If():
            yield _with(node, test=ast.Constant(True))
            yield _with(node, test=ast.Constant(False))
        case ast.While():
            yield _with(node, test=ast.Constant(False))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr() | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Break():
            yield ast.Return()
        case ast.Continue():
            yield ast.Break()


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    if _is_call_of(node, _KEPT_WHOLE):
        return
    args, keywords = node.args, node.keywords
    if not _is_call_of(node, _WORDED):
        for index, arg in enumerate(args):
            if isinstance(arg, ast.Starred):
                continue
            rest = args[:index], args[index + 1 :]
            if not _is_none(arg):
                yield _with(node, args=[*rest[0], ast.Constant(None), *rest[1]])
            if len(args) + len(keywords) > 1:
                yield _with(node, args=[*rest[0], *rest[1]])
    for index, keyword in enumerate(keywords):
        if keyword.arg == "strict":
            continue
        if not _is_none(keyword.value):
            nothing = _with(keyword, value=ast.Constant(None))
            yield _with(node, keywords=[*keywords[:index], nothing, *keywords[index + 1 :]])
        yield _with(node, keywords=[*keywords[:index], *keywords[index + 1 :]])


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.Match):
        return " | ".join(ast.unparse(case.pattern) for case in node.cases)
    return " ".join(ast.unparse(node).split())
