"""All laws of a system, called by address, so that they have one type.

A system's equations are compiled once for all forces, and each law separately (`math.boundary`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.boundary import RecordAddress, boundary
from ambulo.math.compilation import borrowing
from ambulo.math.dispatch import codes_of_others, generic, implementation_of
from ambulo.math.packed import Packed
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    MotionChange,
    add_stiffness,
    apply_law,
    enter_law,
    law_event_count,
    law_event_values,
    law_left,
    law_observe,
    law_observed_count,
    law_switch,
    own_states,
    stored_energy,
    vary_law,
)
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line


class _Law(NamedTuple):
    """Stands for a law of any type."""

    place: RecordAddress


_hold_law = boundary(
    (
        apply_law, vary_law, stored_energy, add_stiffness, enter_law, law_left, law_observe,
        law_event_values, law_switch,
    ),
    (_Law,), "place",
)  # fmt: skip


class HeldLaws(NamedTuple):
    """Laws of any types in a system; `held_laws` makes them.

    Args:
        place: addresses of each law and of its operations, as in `RecordAddress`.
        start: places of the first own state, event and observed quantity of each law; the last row
            has the totals.
    """

    place: Annotated[IntArray, "n 2"]
    start: Annotated[IntArray, "n+1 3"]

    @property
    def given(self) -> tuple[Packed, ...]:
        """The laws themselves."""
        owner: Any = self.place.base
        return owner.laws  # type: ignore[no-any-return]

    def __reduce__(self) -> Any:
        # addresses hold in this process, for these laws
        return held_laws, (self.given,)


class _Owner:
    """Whose array of addresses it is, and all that lies there."""

    def __init__(self, laws: tuple[Packed, ...], place: IntArray, memory: list[Any]) -> None:
        self.laws, self._kept = laws, (place, memory)
        self.__array_interface__ = place.__array_interface__


@generic
def _held(law: Any) -> Any:
    place, memory = _hold_law(law, 0)
    return place, memory, (own_states(law), law_event_count(law), law_observed_count(law))


def held_laws(laws: Iterable[Packed]) -> HeldLaws:
    """Laws by address, in the order of their own states. The result is valid only in this process.

    Raises:
        InputError: an entry is not a law, or a law does not compile.
    """
    if implementation_of(apply_law, type(laws)):
        raise InputError(
            what=f"the forces are one {type(laws).__name__}, not a tuple of forces",
            where="forces",
            remedy="Write (force,)",
        )
    given = tuple(laws)
    for law in given:
        if not implementation_of(apply_law, type(law)):
            raise InputError(
                what=f"{type(law).__name__} does not implement apply_law",
                where="forces",
                remedy="Give the forces of constrained systems to force_table. ambulo.multibody."
                "forces.law says how to write a law",
            )
    place = np.empty((len(given), 2), np.int64)
    start = np.zeros((len(given) + 1, 3), np.int64)
    memory = []
    for k, law in enumerate(given):
        with mistakes_in_one_line(*codes_of_others(type(law))):
            place[k], kept, counts = _held(law)
        memory.append(kept)
        start[k + 1] = start[k] + counts
    return HeldLaws(np.asarray(_Owner(given, place, memory)), start)


@borrowing
def _at(laws: HeldLaws, k: int) -> _Law:
    return _Law(RecordAddress(laws.place[k, 0], laws.place[k, 1]))


@borrowing
def total_states(laws: HeldLaws) -> int:
    """Sum of `own_states` over all laws."""
    total: int = laws.start[len(laws.place), 0]
    return total


@borrowing
def total_events(laws: HeldLaws) -> int:
    """Sum of `law_event_count` over all laws."""
    total: int = laws.start[len(laws.place), 1]
    return total


@borrowing
def total_observed(laws: HeldLaws) -> int:
    """Sum of `law_observed_count` over all laws."""
    total: int = laws.start[len(laws.place), 2]
    return total


@borrowing
def apply_all(
    laws: HeldLaws, t: float, motion: BodyMotion, s: FloatArray, loads: Loads, sigma: FloatArray
) -> None:
    """Add the loads of all laws and fill the rates of their own states."""
    for k in range(len(laws.place)):
        a, b = laws.start[k, 0], laws.start[k + 1, 0]
        apply_law(_at(laws, k), t, motion, s[a:b], loads, sigma[a:b])


@borrowing
def vary_all(
    laws: HeldLaws, t: float, motion: BodyMotion, s: FloatArray,
    change: MotionChange, ds: FloatArray, loads: Loads, dsigma: FloatArray,
) -> None:  # fmt: skip
    """Add the changes of the loads of all laws, and fill the changes of the rates of their own
    states."""
    for k in range(len(laws.place)):
        a, b = laws.start[k, 0], laws.start[k + 1, 0]
        vary_law(_at(laws, k), t, motion, s[a:b], change, ds[a:b], loads, dsigma[a:b])


@borrowing
def total_stored(laws: HeldLaws, t: float, motion: BodyMotion, s: FloatArray) -> float:
    """Sum of `stored_energy` over all laws [J]."""
    total = 0.0
    for k in range(len(laws.place)):
        own = s[laws.start[k, 0] : laws.start[k + 1, 0]]
        total += stored_energy(_at(laws, k), t, motion, own)
    return total


@borrowing
def stiffen_all(
    laws: HeldLaws, motion: BodyMotion, by_v: float, by_q: float, moments: FloatArray
) -> None:
    """Call `add_stiffness` of all laws."""
    for k in range(len(laws.place)):
        add_stiffness(_at(laws, k), motion, by_v, by_q, moments)


@borrowing
def enter_all(laws: HeldLaws, start: float, end: float) -> None:
    """Call `enter_law` of all laws."""
    for k in range(len(laws.place)):
        enter_law(_at(laws, k), start, end)


@borrowing
def left_any(laws: HeldLaws, t: float, motion: BodyMotion) -> bool:
    """Whether `law_left` is true for any law."""
    gone = False
    for k in range(len(laws.place)):
        gone = gone or law_left(_at(laws, k), t, motion)
    return gone


@borrowing
def observe_all(laws: HeldLaws, out: FloatArray) -> None:
    """Call `law_observe` of all laws."""
    for k in range(len(laws.place)):
        law_observe(_at(laws, k), out[laws.start[k, 2] : laws.start[k + 1, 2]])


@borrowing
def event_values_all(
    laws: HeldLaws, t: float, motion: BodyMotion, s: FloatArray, g: FloatArray
) -> None:
    """Call `law_event_values` of all laws."""
    for k in range(len(laws.place)):
        a, b = laws.start[k], laws.start[k + 1]
        law_event_values(_at(laws, k), t, motion, s[a[0] : b[0]], g[a[1] : b[1]])


@borrowing
def switch_one(laws: HeldLaws, event: int, t: float, motion: BodyMotion, s: FloatArray) -> None:
    """Call `law_switch` of the law to which an event belongs."""
    for k in range(len(laws.place)):
        a, b = laws.start[k], laws.start[k + 1]
        if a[1] <= event < b[1]:
            law_switch(_at(laws, k), event - a[1], t, motion, s[a[0] : b[0]])
