"""People who walk by simulation, each of another build and gait, with the truth of every moment.

A person is the demo's man made larger or smaller, dynamically alike, with another stride and other
movements; his joints lie elsewhere than regressions say because his bones have other proportions;
his masses lie between two published tables and go with his girths. His motion is what it is, the
ground reaction is what it needs (Newton-Euler), so every moment is exact whatever was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from tests.kept import kept

from ambulo.demo.consistent_walk import (
    ConsistentWalk,
    adjusted,
    gait_state,
    gauss_newton,
    likeness,
    spreads,
)
from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.foot_sharing import foot_plan
from ambulo.demo.marker_placement import place_markers
from ambulo.demo.normal_walk import NormalWalk, PeriodicSeries, normal_walk
from ambulo.demo.periodic_motion import periodic_motion
from ambulo.demo.posture import PostureBuilder
from ambulo.demo.walking_man import SOLE, walking_man
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.model.scaling import build_model
from ambulo.records import SIDES, Model, Subject
from ambulo.uncertainty.geometry import joint_positions, segment_lengths

_PHASES = 256

_NODES, _STEPS = 96, 6
_BEND_COST = 0.2
_UNLIKE = 122.0
"""Squared deviations, in what is tolerated, beyond which the feet would not be under the force."""

_OWN = 2.0
"""deg, size of the mean and the harmonics in which his angles differ from the published."""

_HIP_REGRESSION = np.array([0.598, 0.344, 0.290])
"""Hip from the sacrum, forward, to the side and down, in breadths between the ASIS."""
_PELVIS = np.array([0.045, 0.080, 0.095])
"""Standard deviation of a pelvis' depth, breadth and height about the regression's: 8 mm at the
hip along each axis with what one side has alone (Leardini et al. 1999; Harrington et al. 2007)."""
_HIP_ALONE = 0.003
"""m, of one side by itself."""
_KNEE = np.array([0.005, 0.005, 0.005])
_ANKLE = np.array([0.004, 0.004, 0.004])
_OTHER = 0.008
"""m, standard deviations along each axis (Della Croce et al. 2005)."""

_GIRTH = 0.014
"""Standard deviation of a segment's girth at the same length: mass goes with its square, 2.8 %."""
_BULK = 0.033, 0.015
"""Standard deviation of where its bulk lies, along the segment as a share of the distance from its
proximal joint, and across as one of its length."""


@dataclass(frozen=True, eq=False)
class Person:
    """Who walks, and where a laboratory would stick its markers if it knew his bones by regression.

    Args:
        walk: in the true body.
        names, body, local: markers, (m,) segments and (m, 3) m in the true segments' frames.
        standing: (3,) m, the pelvis' origin when he stands.
        size: height over the demo's man's.
    """

    walk: ConsistentWalk
    names: tuple[str, ...]
    body: IntArray
    local: FloatArray
    standing: FloatArray
    size: float


def draw_person(rng: np.random.Generator) -> Person:
    """A person.

    Raises:
        ValueError: legs do not reach the floor in the drawn walk; another may be drawn.
    """
    man = walking_man()
    size = float(np.clip(rng.normal(0.945, 0.05), 0.82, 1.07))
    height = 1.82 * size
    mass = float(rng.uniform(19.0, 29.0)) * height**2
    subject = Subject(
        name="person",
        mass=mass,
        height=height,
        sex="m",
        age=34.0,
        measurements={k: size * v for k, v in man.subject.measurements.items()},
    )
    regressed = _build(man, size, subject, np.zeros((man.tree.nb, 3)), "de_leva1996")
    shape = _scaled_shape(SOLE, size)
    walk = _other_walk(regressed, shape, size, rng)
    posture = PostureBuilder(regressed, shape, np.arange(_PHASES) / _PHASES)(walk)
    shift = _bones(regressed, size, rng)
    model = _masses(man, size, subject, shift, rng)
    advance = np.array([walk.cycle.stride_length, 0.0, 0.0])
    period = walk.cycle.stride_time
    motion = periodic_motion(model.tree, period, advance, posture.root, posture.R)
    placed = place_markers(man)
    # markers sit where they would on the regression's body: the joints are elsewhere under them
    local = size * placed.local - shift[placed.body]
    ankle = joint_positions(regressed)[regressed.segments.index("left_hindfoot"), 2]
    standing = np.array([0.0, 0.0, shape.ankle_height - ankle])
    whole = ConsistentWalk(model, walk, shape, motion)
    return Person(whole, placed.names, placed.body, local, standing, size)


def _build(model: Model, size: float, subject: Subject, shift: FloatArray, table: str) -> Model:
    """A body of a size whose joints are shifted (nb, 3) m in the standing posture."""
    parent = model.tree.parent
    joints = {
        name: size * model.tree.p_PJ[k] + shift[k] - shift[parent[k]]
        for k, name in enumerate(model.joints)
        if name != "root"
    }
    ends = {}
    for side in SIDES:
        for point, name in (("heel", "heel"), ("forefoot", "toe")):
            k, place = model.points[f"{side}_{name}"]
            ends[f"{side}_{point}"] = size * place - shift[k]
    return build_model("body18", joints, ends, subject, table)


def _scaled_shape(shape: FootShape, size: float) -> FootShape:
    forward, up = shape.metatarsal
    return FootShape(
        size * shape.ankle_height, size * shape.heel, (size * forward, size * up), size * shape.toe
    )


@dataclass(frozen=True, eq=False)
class _Following:
    """How the demo's man bends the published walk, and what each bend does to the deviations.

    Args:
        bends: (k,) in usual sizes.
        inverse: (k, m) from deviations to the bends that take them away.
    """

    bends: FloatArray
    inverse: FloatArray


@kept
def _followed() -> _Following:
    residual = _residual(walking_man(), normal_walk(), SOLE, {})
    bends = gauss_newton(residual, np.zeros(len(spreads())))
    at = residual(bends)
    step = 1e-3
    J = np.stack([(residual(bends + step * e) - at) / step for e in np.eye(len(bends))], axis=1)
    return _Following(bends, np.linalg.solve(J.T @ J, J.T))


def _residual(
    model: Model, walk: NormalWalk, shape: FootShape, own: Mapping[str, FloatArray]
) -> Callable[[FloatArray], FloatArray]:
    """Deviations (m,) of a bent walk (k,) from published curves with his own (n,) deg added."""
    phase = np.arange(_NODES) / _NODES
    builder = PostureBuilder(model, shape, phase)
    plan = foot_plan(walk, shape, phase * walk.cycle.stride_time)
    like = likeness(model, walk, plan, phase)
    like = replace(
        like, angles={name: like.angles[name] + own.get(name, 0.0) for name in like.angles}
    )

    def residual(bends: FloatArray) -> FloatArray:
        now = replace(walk, angles=adjusted(walk.angles, bends * spreads()))
        found = like.deviations(now, gait_state(builder, plan, now))
        each = np.concatenate([x.ravel() for x in found.values()]) / np.sqrt(_NODES)
        return np.concatenate([each, _BEND_COST * bends])

    return residual


def _other_walk(
    model: Model, shape: FootShape, size: float, rng: np.random.Generator
) -> NormalWalk:
    """Of another size as mechanics makes alike (Froude), then faster or slower, and his own way."""
    walk, known = normal_walk(), _followed()
    pace = float(np.clip(rng.normal(1.0, 0.05), 0.88, 1.12))
    cycle = replace(
        walk.cycle,
        stride_time=walk.cycle.stride_time * np.sqrt(size) / pace**0.5,
        stride_length=walk.cycle.stride_length * size * pace**0.5,
        step_width=walk.cycle.step_width * size * float(rng.uniform(0.85, 1.25)),
        toe_out=walk.cycle.toe_out + float(np.radians(rng.uniform(-4.0, 6.0))),
    )
    angles = {
        name: PeriodicSeries(size * s.mean, size * s.cosine, size * s.sine)
        if name in ("pelvis_forward", "pelvis_left", "pelvis_up")
        else s
        for name, s in walk.angles.items()
    }
    walk = replace(walk, cycle=cycle, angles=angles)
    phase = 2.0 * np.pi * np.arange(_NODES) / _NODES
    course = np.stack([np.ones(_NODES), np.cos(phase), np.sin(phase), np.cos(2 * phase)])
    own = {
        name: _OWN * (rng.standard_normal(4) * [1.0, 0.7, 0.7, 0.4]) @ course
        for name in ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")
    }
    residual, bends = _residual(model, walk, shape, own), known.bends
    for _ in range(_STEPS):
        # he is like the man enough for the man's Jacobian to lead there
        bends = bends - known.inverse @ residual(bends)
    if float(residual(bends) @ residual(bends)) > _UNLIKE:
        raise ValueError("no walk was found in which the feet carry him")
    return replace(walk, angles=adjusted(walk.angles, bends * spreads()))


def _bones(model: Model, size: float, rng: np.random.Generator) -> FloatArray:
    """Where each joint lies from where regressions put it, (nb, 3) m, standing."""
    breadth = 0.290 * size
    shift = np.zeros((model.tree.nb, 3))
    # bounded, unlike a Gaussian: a triangle of the same standard deviation
    pelvis = _PELVIS * np.sqrt(6.0) * rng.triangular(-1.0, 0.0, 1.0, 3)
    hip = breadth * _HIP_REGRESSION * pelvis * [1.0, 1.0, -1.0]
    for k, name in enumerate(model.joints):
        if name == "root":
            continue
        part = name.rpartition("_")[2]
        if part == "hip":
            left = 1.0 if name.startswith("left") else -1.0
            shift[k] = hip * [1.0, left, 1.0] + _even(rng, _HIP_ALONE)
        else:
            spread = {"knee": _KNEE, "ankle": _ANKLE}.get(part, _OTHER)
            shift[k] = _even(rng, spread)
    return shift


def _even(rng: np.random.Generator, sd: FloatArray | float) -> FloatArray:
    """(3,) uniform numbers of a standard deviation."""
    return np.sqrt(3.0) * np.broadcast_to(sd, 3) * rng.uniform(-1.0, 1.0, 3)


def _masses(
    base: Model, size: float, subject: Subject, shift: FloatArray, rng: np.random.Generator
) -> Model:
    """Between de Leva's (1996) and Dumas' (2007) tables, then thicker or thinner by segment.

    Bulk lies higher or lower, in front or behind, alike on both sides.
    """
    one, other = (_build(base, size, subject, shift, t) for t in ("de_leva1996", "dumas2007"))
    part = float(rng.uniform(0.0, 0.3))
    a, b = one.tree, other.tree
    girth, bulk = np.ones(a.nb), np.zeros((a.nb, 3))
    lengths = segment_lengths(one)
    for k, name in enumerate(one.segments):
        far = np.full(3, _BULK[1] * lengths[k])
        long = 0 if name.endswith("foot") else 2
        far[long] = _BULK[0] * a.com[k, long]
        if name.startswith("right_"):
            left = one.segments.index(f"left_{name.removeprefix('right_')}")
            girth[k] = girth[left] * (1.0 + 0.2 * _GIRTH * rng.standard_normal())
            bulk[k] = bulk[left] * [1.0, -1.0, 1.0]
        else:
            girth[k] = 1.0 + _GIRTH * rng.standard_normal()
            bulk[k] = _even(rng, far)
    volume = girth**2
    mass = ((1.0 - part) * a.mass + part * b.mass) * volume
    volume = volume * (a.mass.sum() / mass.sum())
    mass *= a.mass.sum() / mass.sum()
    com = (1.0 - part) * a.com + part * b.com + bulk
    inertia = ((1.0 - part) * a.inertia + part * b.inertia) * volume[:, None, None]
    # about its long axis, z, inertia goes with the girth's fourth power
    inertia[:, 2, 2] *= girth**2
    return replace(one, tree=replace(a, mass=mass, com=com, inertia=inertia))
