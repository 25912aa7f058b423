"""Forward simulation: the motion that forces cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ambulo.forward_check.stored_forces import Reactions
from ambulo.math.arrays import FloatArray
from ambulo.multibody.forces.controllers import PoseController, SampledController
from ambulo.multibody.forces.interpolants import INTERPOLANTS, Interpolant
from ambulo.multibody.forces.reference_motion import reference_motion
from ambulo.multibody.forces.stored_loads import CarriedForce, FootReactions, JointInputs
from ambulo.multibody.forces.torque_by_angle import TorquesByAngle, torques_by_angle
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.natural.natural_system import independent_state, natural_system, tree_state
from ambulo.multibody.natural.points import NaturalBody
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.multibody.tree.tree import Tree


@dataclass(frozen=True)
class Support:
    """Where the force of the ground on the whole body is carried.

    Args:
        name: for reports, e.g. "lumbar".
        body: index of the segment.
        point: m, in that segment's frame.
    """

    name: str
    body: int
    point: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Gains:
    """Gains of a controller that holds a point and the orientation of every segment.

    Args:
        stiffness: (nb + 1,) N/m for the point, then N*m/rad for each segment.
        damping: (nb + 1,) N*s/m and N*m*s/rad.
        sampled: errors are taken at the ends of steps and their rates are differences, as a
            discrete controller has them.
    """

    stiffness: FloatArray
    damping: FloatArray
    sampled: bool = False


@dataclass(frozen=True, eq=False)
class Simulation:
    """A simulated motion.

    Args:
        time: (instants,) s.
        q, v: (instants, nq), (instants, nv); NaN where the integrator gave up.
        work: (instants,) J done by joint moments, the ground and the controller since the start.
        force, moment: (instants,) N and (instants, nb) N*m, the controller's on each segment,
            largest since the instant before.
        passed: (instants, nb) N*m, what its moments pass through each joint, largest likewise.
        count: steps, or what else the method counts.
        outcome: how the integration ended.
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    work: FloatArray
    force: FloatArray
    moment: FloatArray
    passed: FloatArray
    count: int
    outcome: Outcome


def tracking_inputs(
    tree: Tree,
    motion: Motion,
    unloaded: JointForces,
    support: Support,
    *,
    reactions: Reactions | None = None,
    gains: Gains | None = None,
    between: Interpolant = INTERPOLANTS["quintic"],
    orthoses: TorquesByAngle | None = None,
) -> tuple[Any, ...]:
    """Stored joint moments and ground forces as force laws, at every instant.

    Args:
        tree: the bodies.
        motion: that they belong to; it places the joints about which they act.
        unloaded: moment and force at the joints (frames, nb, 3), external loads taken off.
        support: where the force of the ground is carried, with a moment on every segment.
        reactions: of the feet; what they do not balance is carried at the support. None: all is
            carried there.
        gains: of a controller that holds the motion; None for none.
        between: the course of the joint forces between frames.
        orthoses: what turns joints by their angles, in addition to `unloaded`.

    Returns:
        Packed laws for `simulate`. They share the scratch of one reference motion.

    Raises:
        InputError: there are too few frames for the interpolant.
        ValueError: times do not increase, or shapes do not fit the tree.
    """
    reference = reference_motion(tree, motion, unloaded, between)
    intervals = len(motion.time) - 1
    if reactions is None:
        reactions = Reactions(
            np.zeros((intervals, 0), dtype=np.int64), np.zeros((len(motion.time), 0, 6)), False
        )
    feet = reactions.foot.shape[1]
    on_feet = FootReactions(
        reference, reactions.foot, reactions.wrench, int(reactions.whole), np.zeros((feet, 6))
    )
    point = np.array(support.point, dtype=np.float64)
    # without feet or orthoses too: other laws would be another loop to compile
    turning = torques_by_angle(()) if orthoses is None else orthoses
    laws = (JointInputs(reference), CarriedForce(on_feet, support.body, point), on_feet, turning)
    if gains is None:
        return laws
    held = PoseController(
        reference, support.body, point, gains.stiffness, gains.damping,
        np.zeros((2 * tree.nb + 1, 3)),
    )  # fmt: skip
    if not gains.sampled:
        return (held, *laws)
    error = np.zeros((2, tree.nb + 1, 3))
    return (SampledController(held, error[0], error[1], np.full(2, np.nan)), *laws)


def simulate(
    tree: Tree,
    forces: tuple[Any, ...],
    time: FloatArray,
    q: FloatArray,
    v: FloatArray,
    method: Method,
    *,
    step: float = 1e-3,
    tolerance: float | None = None,
    natural: NaturalBody | None = None,
) -> Simulation:
    """Integrate the equations of motion M(q) v' + h(q, v) = tau + J^T f, the whole loop compiled.

    Args:
        tree: the bodies, one model.
        forces: packed laws that act besides gravity, e.g. of `tracking_inputs`; () for none. A
            controller is the first of them.
        time: (instants,) s at which the motion is wanted; no step goes over one of them.
        q, v: (nq,), (nv,) initial state.
        method: integrator.
        step: longest step [s].
        tolerance: of an adaptive method's step [m, rad, per s]; the method's own if None.
        natural: the same bodies in natural coordinates, to integrate by matrix R (Pamies-Vila 2012,
            eqs. 3.73 to 3.84); None for the tree.

    Raises:
        InputError: the step is not positive; with matrix R, a segment has an orientation in which
            its three angles are not determined.
        ValueError: shapes do not fit the tree, or times do not increase.
    """
    if not (np.diff(time) > 0.0).all():
        raise ValueError("the times do not increase")
    if natural is None:
        found = simulate_system(
            tree_system(tree, forces), time, q, v, method, step=step, tolerance=tolerance,
            quiet=True,
        )  # fmt: skip
        moved, moving = found.q, found.v
    else:
        z, zd = independent_state(natural, q, v)
        found = simulate_system(
            natural_system(natural, forces), time, z, zd, method, step=step, tolerance=tolerance,
            quiet=True,
        )  # fmt: skip
        moved, moving = tree_state(natural, found.q, found.v)
    nb = tree.nb
    effort = np.where(np.isfinite(found.work)[:, None], np.zeros((1, 2 * nb + 1)), np.nan)
    if found.observed.shape[1] > 0:
        effort = found.observed
    return Simulation(
        time, moved, moving, found.work,
        effort[:, 0], effort[:, 1 : nb + 1], effort[:, nb + 1 :], found.count, found.outcome,
    )  # fmt: skip
