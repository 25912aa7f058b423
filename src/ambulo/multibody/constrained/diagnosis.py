"""Names of dependent and contradictory constraints, and degrees of freedom of a system."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.initial_conditions import Start
from ambulo.multibody.constrained.orientation import NEAR_SINGULAR
from ambulo.multibody.constrained.system import System

RANK = 1e-9
"""A row depends on the rows before it if its remainder is below this part of its length."""


@dataclass(frozen=True)
class Dependence:
    """One constraint that earlier constraints imply or contradict.

    Args:
        row: name of the constraint.
        on: names of the constraints on which it depends; empty if it constrains nothing.
        contradiction: difference of its rate from the rate that these constraints imply (0:
            redundant).
    """

    row: str
    on: tuple[str, ...]
    contradiction: float

    @property
    def sentence(self) -> str:
        """The message for the user."""
        on = ", ".join(self.on) if self.on else "nothing: it moves no coordinate"
        verb = "contradicts" if self.contradiction else "depends on"
        return f"{self.row} {verb} {on}"


@dataclass(frozen=True)
class FreeMotion:
    """One degree of freedom.

    Args:
        coordinates: the coordinates that move most, largest first.
        inertia: kinetic energy divided by half the squared rate. With 0, the motion is free and
            massless, so its acceleration is not determined.
    """

    coordinates: tuple[str, ...]
    inertia: float


@dataclass(frozen=True)
class Diagnosis:
    """Rank analysis of a system at one configuration.

    Args:
        coordinates: number n; rows: number m; rank: of C_q.
        dependent: constraints that depend on earlier constraints, in their order.
        free: one entry for each degree of freedom.
        gimbal: bodies near a singularity of their orientation coordinates, with the remedy.
    """

    coordinates: int
    rows: int
    rank: int
    dependent: tuple[Dependence, ...]
    free: tuple[FreeMotion, ...]
    gimbal: tuple[str, ...]

    @property
    def degrees_of_freedom(self) -> int:
        """n minus the rank."""
        return self.coordinates - self.rank

    @property
    def sentences(self) -> tuple[str, ...]:
        """All messages, for a log."""
        lines = [
            f"{self.coordinates} coordinates, {self.rows} constraints of rank {self.rank}: "
            f"{self.degrees_of_freedom} degree{'' if self.degrees_of_freedom == 1 else 's'} of "
            "freedom"
        ]
        lines += [entry.sentence for entry in self.dependent]
        lines += [
            f"free without inertia, so not determined: {', '.join(motion.coordinates)}"
            for motion in self.free
            if motion.inertia == 0.0
        ]
        return (*lines, *self.gimbal)


def diagnose(
    system: System, q: FloatArray | Start, v: FloatArray | None = None, t: float = 0.0
) -> Diagnosis:
    """Count degrees of freedom and name dependent constraints at a configuration.

    Rows are in the order of the system. Drivers come after joints, so they are named as dependent
    on joints.

    Args:
        q: (n,) coordinates, assembled or not; or what `assemble` gives, with its rates.
        v: (n,) rates; zero by default (used only to find contradictory accelerations).
        t: s.
    """
    if isinstance(q, Start):
        v = q.v if v is None else v
        q = q.q
    rates = np.zeros(system.n) if v is None else v
    terms = system.terms(q, rates, t, forces=False)
    lengths = np.linalg.norm(terms.Cq, axis=1)
    independent: list[int] = []
    basis: list[FloatArray] = []
    dependent: list[Dependence] = []
    for k in range(system.m):
        row = terms.Cq[k] / lengths[k] if lengths[k] else terms.Cq[k]
        rest = row.copy()
        for _ in range(2):  # twice is enough (Kahan)
            for e in basis:
                rest -= (e @ rest) * e
        size = float(np.linalg.norm(rest))
        if size > RANK:
            basis.append(rest / size)
            independent.append(k)
        else:
            dependent.append(_dependence(system, terms.Cq, lengths, terms.nu, k, independent))
    return Diagnosis(
        coordinates=system.n,
        rows=system.m,
        rank=len(independent),
        dependent=tuple(dependent),
        free=_free_motions(system, terms.Cq, terms.M),
        gimbal=_gimbal(system, q),
    )


def _dependence(
    system: System,
    Cq: FloatArray,
    lengths: FloatArray,
    nu: FloatArray,
    k: int,
    independent: list[int],
) -> Dependence:
    if not lengths[k]:
        return Dependence(system.row_names[k], (), float(abs(nu[k])))
    weights = np.linalg.lstsq(Cq[independent].T, Cq[k], rcond=None)[0]
    share = np.abs(weights) * lengths[independent] / lengths[k]
    strong = [i for i in range(len(independent)) if share[i] > 1e-6]
    implied = float(weights @ nu[independent])
    gap = abs(float(nu[k]) - implied)
    return Dependence(
        system.row_names[k],
        tuple(system.row_names[independent[i]] for i in strong),
        gap if gap > 1e-9 * max(1.0, abs(implied)) else 0.0,
    )


def _free_motions(system: System, Cq: FloatArray, M: FloatArray) -> tuple[FreeMotion, ...]:
    _, sizes, directions = np.linalg.svd(Cq) if system.m else (None, np.zeros(0), np.eye(system.n))
    rank = int(np.sum(sizes > RANK * max(float(np.max(sizes, initial=0.0)), 1.0)))
    null = directions[rank:]
    if not len(null):
        return ()
    # principal motions: each one's inertia is an eigenvalue of M in the free directions
    inertia, turn = np.linalg.eigh(null @ M @ null.T)
    motions = []
    for k in range(len(null)):
        motion = np.abs(turn[:, k] @ null)
        main = [i for i in np.argsort(-motion) if motion[i] > 0.3 * motion.max()]
        massless = inertia[k] <= RANK * max(float(np.trace(M)) / system.n, 1e-300)
        names = tuple(system.coordinate_names[i] for i in main)
        motions.append(FreeMotion(names, 0.0 if massless else float(inertia[k])))
    return tuple(motions)


def _gimbal(system: System, q: FloatArray) -> tuple[str, ...]:
    lines = []
    for body in system.bodies:
        theta = q[system.slice_of(body)][3:]
        margin = body.orientation.margin(theta)
        if margin < NEAR_SINGULAR:
            lines.append(
                f"{body.name}: {body.orientation.name} are within {margin:.2g} of their "
                f"singularity. {body.orientation.remedy}"
            )
    return tuple(lines)
