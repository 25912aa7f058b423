"""Forces of constrained systems for trees, natural coordinates and chains.

One table contains all forces and calls them by address, so any set of forces runs in the same
compiled loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to, matrix_at, triple, vector_at
from ambulo.math.vectors import rotate, rotate_back
from ambulo.multibody.constrained.body import Body
from ambulo.multibody.constrained.dense import workspace_of
from ambulo.multibody.constrained.equations import (
    add_loads,
    count_events,
    evaluate_functions,
    fill_events,
    switch_event,
)
from ambulo.multibody.constrained.forces.law import CompiledForce
from ambulo.multibody.constrained.packing import (
    POSITION,
    SPIN,
    TURN,
    VELOCITY,
    AtState,
    Forces,
    Functions,
)
from ambulo.multibody.constrained.tables import build
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    add_wrench_unchecked,
    apply_law,
    law_event_count,
    law_event_values,
    law_switch,
    own_states,
)


class ForceTable(NamedTuple):
    """Forces as a law of `multibody.forces.law`: functions of time, forces, and scratch arrays."""

    functions: Functions
    forces: Forces
    at: AtState

    def __reduce__(self) -> tuple[Any, ...]:
        """None: addresses hold in one process only."""
        raise TypeError("a table of forces cannot be copied. Make a new one with force_table")


def force_table(bodies: Sequence[Body], forces: Sequence[CompiledForce]) -> ForceTable:
    """Pack forces for the compiled loops. The result is valid only in this process.

    Args:
        bodies: one for each body of the system, in its order. The forces have their points on these
            bodies. Only names and masses count.
        forces: compiled forces. Their points are in the axes of the system's bodies, from the
            bodies' origins. The origin of a tree's body is its joint, not its centre of mass.
    Raises:
        InputError: names are not unique, a force refers to a body that is not in the system, or a
            force or a function of time is in Python.
    """
    tables = build(bodies, (), forces)
    if tables.calls.keep:
        raise InputError(
            what="a force or function of time written in Python works only in constrained systems",
            where=", ".join(tables.calls.counts) or "force_table",
            remedy="Give a compiled law. For a function of time, give Spline or "
            "smooth(f, start, stop)",
        )
    packed = tables.packed
    at = workspace_of(packed).at
    at.frames[-1, TURN : TURN + 3] = np.eye(3)
    return ForceTable(packed.functions, packed.forces, at)


@inner
def _move(law: ForceTable, t: float, motion: BodyMotion, s: FloatArray) -> None:
    """Bring functions of time, frames and own states to a state."""
    evaluate_functions(law.functions, t, law.at.values)
    copy_to(s, law.at.states)
    frames = law.at.frames
    for b in range(len(frames) - 1):
        w = rotate_back(matrix_at(motion.R, b), vector_at(motion.w, b))
        for c in range(3):
            frames[b, POSITION, c], frames[b, VELOCITY, c] = motion.p[b, c], motion.u[b, c]
            frames[b, SPIN, c] = w[c]
            for d in range(3):
                frames[b, TURN + c, d] = motion.R[b, 3 * c + d]


@implements(own_states, ForceTable)
def _own_states(law: ForceTable) -> int:
    return len(law.at.states)


@implements(apply_law, ForceTable)
def _apply(
    law: ForceTable, t: float, motion: BodyMotion, s: FloatArray, loads: Loads, sigma: FloatArray
) -> None:
    _move(law, t, motion, s)
    add_loads(law.forces, t, law.at)
    copy_to(law.at.rates, sigma)
    for b in range(len(law.at.loads) - 1):
        n = rotate(matrix_at(motion.R, b), triple(law.at.loads[b], 3))
        add_wrench_unchecked(loads, b, n, triple(law.at.loads[b], 0))


@implements(law_event_count, ForceTable)
def _event_count(law: ForceTable) -> int:
    return count_events(law.forces)


@implements(law_event_values, ForceTable)
def _event_values(
    law: ForceTable, t: float, motion: BodyMotion, s: FloatArray, g: FloatArray
) -> None:
    _move(law, t, motion, s)
    fill_events(law.forces, t, law.at, g)


@implements(law_switch, ForceTable)
def _switch(law: ForceTable, event: int, t: float, motion: BodyMotion, s: FloatArray) -> None:
    _move(law, t, motion, s)
    switch_event(law.forces, event, t, law.at, s)
