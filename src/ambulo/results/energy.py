"""Energy of the segments and of the body, and work over a stride by several definitions.

Energies and speeds are relative to the floor, or to the belt of a treadmill.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.math.vector_arrays import turned
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.tree.kinematics import body_velocities
from ambulo.records import SIDES, Analysis, Quantity, Stride
from ambulo.results.columns import meaning
from ambulo.results.gait_cycle import WHOLE, over_stride
from ambulo.results.posture import Posture


class _Segments:
    """Mass centres and turns of the segments: kinetic energy about any moving point."""

    def __init__(self, analysis: Analysis, posture: Posture) -> None:
        tree, motion = analysis.model.tree, analysis.motion
        omega, u = body_velocities(tree, motion.q, motion.v)
        arm = turned(posture.R_WB, tree.com)
        floor = np.array([*analysis.activity.floor, 0.0])
        self.mass = tree.mass
        self.height = (posture.p_WB + arm)[..., 2]
        self.velocity = u + vector_product(omega, arm) - floor
        # w^T R I R^T w / 2
        spin = np.einsum("fbji,fbj->fbi", posture.R_WB, omega)
        self.turning = 0.5 * np.einsum("fbi,bij,fbj->fb", spin, tree.inertia, spin)
        self.mean_velocity = np.einsum("b,fbi->fi", self.mass / self.mass.sum(), self.velocity)

    def kinetic(self, about: FloatArray | float = 0.0) -> FloatArray:
        """Of each segment (frames, nb) [J], against what moves with a velocity (frames, 3)."""
        off = self.velocity - (about[:, None] if isinstance(about, np.ndarray) else about)
        return np.asarray(0.5 * self.mass * (off**2).sum(axis=-1) + self.turning)

    @property
    def potential(self) -> FloatArray:
        """Of each segment (frames, nb) [J], above the floor."""
        return np.asarray(self.mass * STANDARD_GRAVITY * self.height)


def body_energy(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    """Kinetic and potential energy of the body, and their sum [J]; empty if the model is only a
    part.
    """
    if not analysis.model.whole_body:
        return ()
    body = _Segments(analysis, posture)
    kinetic, potential = body.kinetic().sum(axis=1), body.potential.sum(axis=1)
    return [
        Quantity("body_kinetic_energy", "J", kinetic, "never negative"),
        Quantity("body_potential_energy", "J", potential, "above the floor"),
        Quantity("body_energy", "J", kinetic + potential, "kinetic plus potential"),
    ]


def segment_energies(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    """Kinetic and potential energy of each segment [J]."""
    body = _Segments(analysis, posture)
    return [
        Quantity(f"{name}_{kind}_energy", "J", values[:, k], said)
        for kind, values, said in (
            ("kinetic", body.kinetic(), "never negative"),
            ("potential", body.potential, "above the floor"),
        )
        for k, name in enumerate(analysis.model.segments)
    ]


def over(time: FloatArray, values: FloatArray, stride: Stride) -> tuple[FloatArray, FloatArray]:
    """Curves (frames, n) over a stride, NaN if not known throughout.

    Up to two frames at its ends may be missing. They take the nearest value.

    Returns:
        Instants (m,) s: the stride's ends and the frames between them; and the curves there (m, n).
    """
    within = time[(time > stride.start) & (time < stride.stop)]
    instants = np.array([stride.start, *within, stride.stop])
    percent = 100.0 * (instants - stride.start) / (stride.stop - stride.start)
    found = over_stride(time, values, stride, percent)
    for curve in found.T:
        at = np.flatnonzero(np.isfinite(curve))
        if len(at) < WHOLE * len(curve) or len(at) <= at[-1] - at[0]:
            curve[:] = np.nan
        elif len(at) < len(curve):
            curve[:] = np.interp(percent, percent[at], curve[at])
    return instants, found


def done_and_taken(time: FloatArray, power: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Positive and negative work (n,) [J] of powers (instants, n) [W], linear between instants."""
    first, last = power[:-1], power[1:]
    whole = 0.5 * (first + last)
    # one that crosses zero is a triangle on either side: p^2 / 2 over the slope
    a, b = np.maximum(first, 0.0), np.maximum(last, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        part = 0.5 * (a**2 + b**2) / np.abs(last - first)
    done = np.where(first * last < 0.0, part, np.maximum(whole, 0.0))
    step = np.diff(time)
    return step @ done, step @ (whole - done)


def rises(energy: FloatArray) -> FloatArray:
    """Sums (n,) of all increments [J] of energies (instants, n)."""
    return np.asarray(np.maximum(np.diff(energy, axis=0), 0.0).sum(axis=0))


def work(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    """Work of each stride (strides,) [J]; NaN where its curves are not known throughout.

    For joints of the stride's side and of the midline: positive and negative part of the power. For
    a whole body also: `leg_positive_work`, `leg_negative_work`: work of the stride's leg on the
    mass centre, F · v (individual limbs: Donelan, Kram, Kuo 2002, J Biomech 35:117);
    `external_work`: increases of the energy of the mass centre from height and speed (Cavagna,
    Kaneko 1977, J Physiol 268:467); `internal_work`: increases of the kinetic energy about the mass
    centre of each limb, and of trunk and head (Willems, Cavagna, Heglund 1995, J Exp Biol 198:379);
    `body_work`: increases and decreases of the sum of all segments' energies (Winter 1979, J Appl
    Physiol 46:79).
    """
    time, strides = analysis.motion.time, analysis.strides
    rows = [_joint_work(analysis, stride) for stride in strides]
    if analysis.model.whole_body:
        body = _Segments(analysis, posture)
        mass, v = float(body.mass.sum()), body.mean_velocity
        centre = 0.5 * mass * (v**2).sum(axis=1) + body.potential.sum(axis=1)
        total = (body.kinetic() + body.potential).sum(axis=1)
        about, limb = body.kinetic(v), limbs(analysis)
        parts = [about[:, limb == part].sum(axis=1) for part in dict.fromkeys(limb.tolist())]
        ground = analysis.inverted_ground
        force = np.where(ground.known[..., None], ground.force, np.nan)
        curves = np.column_stack([np.einsum("fsi,fi->fs", force, v), centre, total, *parts])
        for row, stride in zip(rows, strides, strict=True):
            at, known = over(time, curves, stride)
            done, taken = done_and_taken(at, known[:, : len(SIDES)])
            up, down = rises(known[:, len(SIDES) :]), rises(-known[:, len(SIDES) :])
            leg = SIDES.index(stride.side)
            row["leg_positive_work"], row["leg_negative_work"] = done[leg], taken[leg]
            row["external_work"], row["internal_work"] = up[0], up[2:].sum()
            row["body_work"] = up[1] + down[1]
    names = dict.fromkeys(name for row in rows for name in row)
    return [
        Quantity(name, "J", np.array([row.get(name, np.nan) for row in rows]), _sense(name))
        for name in names
    ]


_SENSES = {
    "leg_positive_work": "done on the centre of mass (individual limbs, Donelan 2002)",
    "leg_negative_work": "taken from the centre of mass (negative; individual limbs, Donelan 2002)",
    "external_work": "increases of the energy of the centre of mass (Cavagna 1977)",
    "internal_work": "increases of each limb's kinetic energy about the centre of mass "
    "(Willems 1995)",
    "body_work": "increases and decreases of the segments' energies (Winter 1979)",
}


def _sense(name: str) -> str:
    of_joint = "absorbed (negative)" if name.endswith("negative_work") else "generated"
    return _SENSES.get(name, of_joint)


def _joint_work(analysis: Analysis, stride: Stride) -> dict[str, float]:
    mine = {
        what.joint: power.values
        for power in analysis.powers
        if (what := meaning(power.name)).motion == "power" and what.side in (None, stride.side)
    }
    if not mine:
        return {}
    rates = over(analysis.motion.time, np.column_stack([*mine.values()]), stride)
    done, taken = done_and_taken(*rates)
    return {
        f"{joint}_{sign}_work": parts[k]
        for k, joint in enumerate(mine)
        for sign, parts in (("positive", done), ("negative", taken))
    }


def limbs(analysis: Analysis) -> np.ndarray[tuple[int], np.dtype[np.str_]]:
    """The limb of each segment (nb,), named by its uppermost sided joint; "" for the trunk."""
    model = analysis.model
    found: list[str] = []
    for joint, parent in zip(model.joints, model.tree.parent.tolist(), strict=True):
        above = found[parent] if parent >= 0 else ""
        found.append(above or (joint if joint.startswith(SIDES) else ""))
    return np.array(found)
