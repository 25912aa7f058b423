"""Contact identified from a walk: what an evaluation of each misfit costs.

    python benchmarks/foot_contact.py [--evaluations 200]

The inverse approach: two feet, 100 frames, 40 variables (Pamies-Vila 2012: 12 000 evaluations in
14 s). The forward one: a foot over 0.7 s in steps of 1 ms with its filter, normal forces and
bristles (10 000 evaluations in 2.5 hours). Processor time of one core, median of five calls, also
over that of a fixed task (products of matrices) of the same run, by which machines compare.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from ambulo.demo.trial import walking_demo
from ambulo.foot_contact.design import sole_design
from ambulo.foot_contact.estimation import MotionError, estimate
from ambulo.foot_contact.evolution import evolve, judge_of
from ambulo.foot_contact.foot_record import FootRecord
from ambulo.foot_contact.forward_misfit import ForwardAim, forward_judge
from ambulo.foot_contact.misfit import Wanted, task_of
from ambulo.forward_check.body_filter import state_rates
from ambulo.forward_check.following import driven_body
from ambulo.math import quaternions
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.tree import JointType
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo_studies.contact_fits import published
from ambulo_studies.walk_on_spheres import ContactTruth, Sole, walk_on_spheres

RATE = 200
LAW, BRISTLE = LankaraniNikravesh(3e4, 1.5, 0.5), Bristle(0.5, 0.05, 5e4, 50.0, 0.0)
DROP = 0.048


def simulated_walk() -> ContactTruth:
    """The simulated subject's feet on four spheres each."""
    demo, soles = walking_demo(), {}
    for side, left in (("left", 1.0), ("right", -1.0)):
        centre = np.array(
            [[-0.02, 0.0, -0.0525], [0.05, left * 0.02, -0.0525], [0.13, left * 0.01, -0.0525],
             [0.06, 0.0, DROP - 0.0525]]
        )  # fmt: skip
        radius = np.array([0.035, 0.041, 0.042, 0.04])
        laws = HuntCrossley(4e4, 1.5, 0.5), Bristle(0.7, 0.05, 3e4, 60.0, 0.0)
        soles[side] = Sole(np.array([0, 0, 0, 1]), centre, radius, *laws)
    time_ = np.arange(round(1.5 * RATE * demo.walk.cycle.stride_time)) / RATE
    return walk_on_spheres(demo, soles, time_, start=-0.2)


def processor_time(call: Callable[[], object], evaluations: int) -> float:
    """Median over five calls after a first one, per evaluation [s]."""
    call()
    spent = []
    for _ in range(5):
        start = time.process_time()
        call()
        spent.append(time.process_time() - start)
    return float(np.median(spent)) / evaluations


def reference() -> float:
    """A thousand products of 100x100 matrices by a plain loop over their rows [s]."""
    a = np.random.default_rng(0).normal(size=(100, 100))

    def products() -> FloatArray:
        b = a
        for _ in range(1000):
            b = np.einsum("ij,jk->ik", a, b) / 10.0
        return b

    return processor_time(products, 1)


def main() -> None:
    """Print a row for each misfit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evaluations", type=int, default=200)
    count = parser.parse_args().evaluations
    truth, rng, unit = simulated_walk(), np.random.default_rng(0), reference()
    print(f"fixed task: {unit:.2f} s")

    ankle = truth.feet.p[:, ::2, 0]
    point = ankle * [1.0, 1.0, 0.0]
    whole = truth.wrench[:, ::2].copy()
    whole[..., :3] += np.cross(ankle - point.mean(axis=0), whole[..., 3:])
    part = slice(0, 100)
    feet = truth.feet
    every = slice(None, None, 2)
    frames = type(feet)(
        feet.time[every], *(x[:, every] for x in (feet.R, feet.p, feet.w, feet.u, feet.stance)),
        feet.jointed, feet.length, feet.drop,
    ).frames(part.start, part.stop)  # fmt: skip
    wanted = Wanted(
        whole.sum(axis=0)[None, part], point.mean(axis=0)[None, part], np.ones((1, 100), dtype=bool)
    )
    design = sole_design(published.spheres(drop=DROP), LAW, Viscous(0.0))
    task = task_of(design, wanted, np.array([0.0, 0.0, 1.0, 1.0, 1.0, 0.0]))
    designs = rng.uniform(size=(50 * count, len(design.free)))
    judge, out = judge_of(design, frames, task), np.empty(len(designs))
    spent = processor_time(lambda: judge(designs, out), len(designs))
    report("inverse, two feet, 100 frames", len(design.free), spent, unit, 12_000)
    weights = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 0.0])
    spent = processor_time(lambda: evolve(design, frames, wanted, weights), 12_000)
    report("the same with CMA-ES, generations of 100", len(design.free), spent, unit, 12_000)

    design = sole_design(published.spheres(friction=True, drop=DROP), LAW, BRISTLE)
    error = MotionError()
    iterations = estimate(design, frames, wanted, error=error).iterations
    spent = processor_time(lambda: estimate(design, frames, wanted, error=error), iterations)
    report("least squares with the motion free, an iteration", len(design.free), spent, unit, 100)

    s = 1
    loaded = truth.wrench[s, :, 5] > 0.0
    first = int(np.flatnonzero(np.diff(loaded.astype(int)) == 1)[0]) - 5
    stance = slice(first, first + round(0.7 * RATE) + 1)
    record = FootRecord(
        truth.bodies[s], feet.time[stance], feet.p[s, stance, 0], feet.R[s, stance],
        truth.drive[s, stance], truth.wrench[s, stance], True,
    )  # fmt: skip
    for name, friction in (("normal forces", Viscous(0.0)), ("bristles", BRISTLE)):
        spheres = published.spheres(friction=name == "bristles", drop=DROP)
        design = sole_design(spheres, LAW, friction, feet=("right",))
        judge = forward_judge(ForwardAim(design, record, s))
        designs = rng.uniform(0.2, 0.8, size=(count, len(design.free)))
        spent = processor_time(lambda j=judge, d=designs: j(d), count)
        report(f"forward with filter, 0.7 s at 1 ms, {name}", len(design.free), spent, unit, 10_000)
    own, general = spent / 700.0, tree_derivatives(record, truth.soles["right"])
    print(
        f"derivatives of the foot as a tree, once: {1e6 * general:.0f} us, {general / own:.1f} of "
        f"a whole step of the foot with its filter ({1e6 * own:.0f} us)"
    )


def tree_derivatives(record: FootRecord, sole: Sole) -> float:
    """What the derivatives of a tree of the foot's two segments cost at an instant [s].

    A filter of any tree takes them once a step at least: `forward_check.body_filter`.
    """
    body, zero = record.body, np.zeros(3)
    kinds = ("hind", None, JointType.FREE, zero), ("fore", "hind", JointType.BALL, body.joint)
    tree = build_tree(
        [
            Body(name, on, joint, p_PJ=place, mass=float(body.mass[i]), com=body.com[i],
                 inertia=body.inertia[i].reshape(3, 3))
            for i, (name, on, joint, place) in enumerate(kinds)
        ],
        body.gravity,
    )  # fmt: skip
    between = record.R[:, 0].swapaxes(1, 2) @ record.R[:, 1]
    turns = [quaternions.from_matrix(R) for R in (record.R[:, 0], between)]
    q = np.concatenate([record.p, *turns], axis=1)
    still = np.zeros((len(q), tree.nv))
    spheres = spheres_on_ground(sole.segment, sole.centre, sole.radius, sole.normal, sole.friction)
    driven = driven_body(
        tree, Motion(record.time, q, still, still), np.zeros((len(q), 2, 3)), spheres,
        (np.ones(3), np.ones(3)),
    )  # fmt: skip
    states, time_ = np.zeros((len(q), 3 * len(sole.segment))), record.time
    before = np.r_[2.0 * time_[0] - time_[1], time_]
    return processor_time(lambda: state_rates(driven, before, q, still, states), len(q))


def report(name: str, variables: int, spent: float, unit: float, wanted: int) -> None:
    """Print a row."""
    print(
        f"{name}, {variables} variables: {1e3 * spent:.3f} ms an evaluation "
        f"({spent / unit:.2e} of the fixed task); {wanted} on two cores: {wanted * spent / 2:.1f} s"
    )


if __name__ == "__main__":
    main()
