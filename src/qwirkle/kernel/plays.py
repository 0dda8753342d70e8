"""The best play of a hand, found as the engine's generator finds it."""

from __future__ import annotations

from qwirkle.kernel.compiling import Array, compiled, int64
from qwirkle.kernel.ground import GOES_WITH, OPEN_COUNT, SIDE, axis_fit, run_length

LONGEST = 6

# A play is an array of numbers: points, how many pieces, then face and cell of each in line order.
POINTS = 0
COUNT = 1
FIRST = 2
PLAY = FIRST + 2 * LONGEST


@compiled
def worth(length: int, bonus: int) -> int:
    """What a line of that length scores (R9, R10); a lone piece is no line."""
    if length < 2:
        return 0
    return length + bonus if length == LONGEST else length


@compiled
def _is_better(
    points: int, chosen: Array, cells: Array, first: int, count: int, best: Array
) -> bool:
    """Whether a play comes before the best so far: points, then face, x and y of its pieces."""
    if points != best[POINTS]:
        return points > best[POINTS]
    for index in range(count):
        if index >= best[COUNT]:
            return False
        mine, its = chosen[first + index], best[FIRST + 2 * index]
        if mine != its:
            return mine < its
        here, there = cells[first + index], best[FIRST + 2 * index + 1]
        if here != there:
            if here % SIDE != there % SIDE:
                return here % SIDE < there % SIDE
            return here < there
    return count < best[COUNT]


@compiled
def _offer(points: int, chosen: Array, cells: Array, first: int, count: int, best: Array) -> None:
    if _is_better(points, chosen, cells, first, count, best):
        best[POINTS] = points
        best[COUNT] = count
        for index in range(count):
            best[FIRST + 2 * index] = chosen[first + index]
            best[FIRST + 2 * index + 1] = cells[first + index]


@compiled
def _lowest(mask: int) -> int:
    """The number of the lowest bit that is set."""
    number = 0
    if not mask & 0x3FFFF:
        mask >>= 18
        number = 18
    while not mask & 1:
        mask >>= 1
        number += 1
    return number


@compiled
def best_play(
    faces: Array,
    fits: Array,
    opened: Array,
    place: Array,
    numbers: Array,
    held: int,
    bonus: int,
    work: Array,
    best: Array,
) -> None:
    """Put the best play of the faces in `held` into `best`; its COUNT is 0 where nothing fits.

    `work` has rows for the search: the chosen faces, their cells, and by depth the faces yet to
    try, the faces that go with the line, its length and the points across.
    """
    chosen, cells = work[0], work[1]
    lines, lengths, crossings = work[3], work[4], work[5]
    best[POINTS] = -1
    best[COUNT] = 0
    for index in range(numbers[OPEN_COUNT]):
        anchor = opened[index]
        fit = fits[anchor] & held
        while fit:
            face = _lowest(fit)
            fit &= fit - 1
            middle = LONGEST
            chosen[middle], cells[middle] = face, anchor
            lone = worth(1 + run_length(faces, anchor, -1) + run_length(faces, anchor, 1), bonus)
            lone += worth(
                1 + run_length(faces, anchor, -SIDE) + run_length(faces, anchor, SIDE), bonus
            )
            _offer(lone, chosen, cells, middle, 1, best)
            for step in (1, SIDE):
                line = axis_fit(faces, anchor, step) & GOES_WITH[face]
                if line & held:
                    across = SIDE + 1 - step
                    before = run_length(faces, anchor, -step)
                    after = run_length(faces, anchor, step)
                    crossing = worth(
                        1 + run_length(faces, anchor, -across) + run_length(faces, anchor, across),
                        bonus,
                    )
                    free = 0
                    if before == 0:
                        most = 0
                        left = line & held
                        while left:
                            left &= left - 1
                            most += 1
                        while free < most and place[anchor - step * (free + 1)] < 0:
                            free += 1
                    lines[0], lengths[0], crossings[0] = line, 1 + before + after, crossing
                    _grow(
                        faces, fits, place, held, bonus, step, free,
                        anchor + step * (after + 1), work, best,
                    )  # fmt: skip


@compiled
def _grow(
    faces: Array,
    fits: Array,
    place: Array,
    held: int,
    bonus: int,
    step: int,
    free: int,
    start: int,
    work: Array,
    best: Array,
) -> None:
    """Offer every play of two or more pieces that grows from the piece at an anchor.

    Depth d stands for d more pieces forwards; from each the free cells before are filled too.
    """
    chosen, cells = work[0], work[1]
    todo, lines, lengths, crossings = work[2], work[3], work[4], work[5]
    ahead, behind = work[6], work[7]
    across = SIDE + 1 - step
    depth = 0
    ahead[0] = start
    entering = True
    while depth >= 0:
        if entering:
            if free:
                _lead(held, bonus, step, free, depth, work, best)
            at = ahead[depth]
            fit = held & lines[depth]
            if fit and place[at] >= 0:
                fit &= fits[at]
            after = run_length(faces, at, step)
            beside = at + step
            line = lines[depth]
            while fit and faces[beside] >= 0:
                if not (line >> faces[beside]) & 1:
                    fit = int64(0)
                beside += step
            todo[depth] = fit
            behind[depth] = after
        if todo[depth] == 0:
            depth -= 1
            entering = False
            continue
        face = _lowest(todo[depth])
        todo[depth] &= todo[depth] - 1
        at, after = ahead[depth], behind[depth]
        chosen[LONGEST + depth + 1], cells[LONGEST + depth + 1] = face, at
        crossed = crossings[depth] + worth(
            1 + run_length(faces, at, -across) + run_length(faces, at, across), bonus
        )
        longer = lengths[depth] + 1 + after
        _offer(crossed + worth(longer, bonus), chosen, cells, LONGEST, depth + 2, best)
        rest = lines[depth] & GOES_WITH[face]
        beside = at + step
        while faces[beside] >= 0:
            rest &= GOES_WITH[faces[beside]]
            beside += step
        entering = (rest & held) != 0
        if entering:
            depth += 1
            lines[depth], lengths[depth], crossings[depth] = rest, longer, crossed
            ahead[depth] = at + step * (after + 1)


@compiled
def _lead(
    held: int, bonus: int, step: int, free: int, forward: int, work: Array, best: Array
) -> None:
    """Offer the plays that put more pieces on free cells right before the first one."""
    chosen, cells = work[0], work[1]
    lines, lengths, crossings = work[3], work[4], work[5]
    todo, goes = work[8], work[9]
    depth = 0
    goes[0] = lines[forward]
    todo[0] = goes[0] & held
    length, crossing = lengths[forward], crossings[forward]
    while depth >= 0:
        if todo[depth] == 0:
            depth -= 1
            continue
        face = _lowest(todo[depth])
        todo[depth] &= todo[depth] - 1
        first = LONGEST - depth - 1
        chosen[first], cells[first] = face, cells[first + 1] - step
        _offer(
            crossing + worth(length + depth + 1, bonus),
            chosen, cells, first, forward + depth + 2, best,
        )  # fmt: skip
        rest = goes[depth] & GOES_WITH[face]
        if depth + 1 < free and rest & held:
            depth += 1
            goes[depth] = rest
            todo[depth] = rest & held


WORK = (10, 2 * LONGEST + 2)
"""The shape of the array that a search works in."""
