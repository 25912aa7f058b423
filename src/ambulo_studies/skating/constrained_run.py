"""The skater's run as constrained systems: all 18 coordinates, multipliers, impulses."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.constraint_impulse import impulse
from ambulo.multibody.constrained.integration.events import Event, until
from ambulo.multibody.constrained.integration.stepwise import DOP853
from ambulo.multibody.constrained.integration.trajectory import Integrator, Trajectory
from ambulo.multibody.constrained.integration.treatments import Projection
from ambulo.multibody.constrained.reactions import reaction
from ambulo.multibody.constrained.system import Terms
from ambulo_studies.skating.model import Stroke, build_stroke
from ambulo_studies.skating.parameters import Skater
from ambulo_studies.skating.readings import READINGS, DriveReading
from ambulo_studies.skating.run import WORKS, Run

ACCURATE = Projection(DOP853(rtol=1e-12, atol=1e-13))


def simulate_constrained(
    skater: Skater,
    reading: DriveReading = READINGS["outside force"],
    integrator: Integrator = ACCURATE,
) -> tuple[Run, tuple[Trajectory, ...]]:
    """Simulate a run of strokes as constrained multibody systems.

    Each stroke is a separate system. At the exchange of skis, the impulse equations of the next
    system are solved. All bodies then move with momentum over mass (the reaction reading), or with
    its part in the direction of travel (the outside-force reading).

    Args:
        skater: parameters, with the number of strokes.
        reading: cause of the skater's motion.
        integrator: treatment of the constraints and stepper.

    Returns:
        The run and the trajectories of its strokes.
    """
    carried = ground = np.zeros(3)
    pieces: list[_Piece] = []
    trajectories: list[Trajectory] = []
    landing = [carried]
    for k in range(skater.strokes):
        side, begin = (1 if k % 2 == 0 else -1), k * skater.time
        end = begin + skater.time
        held = skater.leg_start if reading.released else None
        stroke = build_stroke(skater, reading, side, ground, begin, held=held)
        _, _, lean, lean_rate = stroke.leg(begin)
        retracted = (skater.leg_start, 0.0, lean, lean_rate)
        leg = retracted if reading.released else stroke.leg(begin)
        q, _ = stroke.configuration(0.0, 0.0, leg)
        before = carried if reading.keeps_all else np.array([carried[0], 0.0, 0.0])
        still = stroke.system.rates(q, np.tile(before, (3, 1)), np.zeros((3, 3)))
        v = impulse(stroke.system, q, still, begin).v
        works = np.zeros(len(WORKS))
        if reading.released:
            stroke = build_stroke(skater, reading, side, ground, begin)
            trajectory, straight = until(
                integrator, stroke.system, q, v, begin, end, _straight(stroke, skater)
            )
            if straight and trajectory.time[-1] < end:
                pieces.append(_piece(stroke, trajectory, k, works))
                trajectories.append(trajectory)
                works = pieces[-1].work[-1]
                stroke = build_stroke(skater, reading, side, ground, begin, held=skater.leg_stop)
                at, q = float(trajectory.time[-1]), trajectory.q[-1]
                stop = impulse(stroke.system, q, trajectory.v[-1], at)
                works = works + stop.work * (np.array(WORKS) == "drivers")
                trajectory = integrator(stroke.system, q, stop.v, at, end)
        else:
            trajectory = integrator(stroke.system, q, v, begin, end)
        pieces.append(_piece(stroke, trajectory, k, works))
        trajectories.append(trajectory)
        state = stroke.system.state(trajectory.q[-1], trajectory.v[-1], end)
        carried = state.mass @ state.V[:3] / state.mass.sum()
        carried[2] = 0.0
        landing.append(carried)
        ground = np.array([state.R[2, 0], state.R[2, 1], 0.0])
        # the next ski begins where its own leg, at its first lean, has the same centre of mass
        axis = np.cos(skater.angle), -side * np.sin(skater.angle)
        toward = axis if not reading.sideways else (-side * axis[1], side * axis[0])
        offset = skater.leg_start * np.sin(skater.lean_start)
        ground[:2] -= offset * np.array(toward)
    return _join(skater, reading, pieces, np.array(landing)), tuple(trajectories)


class _Piece:
    def __init__(self, index: int, count: int) -> None:
        self.index = index
        self.time = np.empty(count)
        self.R, self.V = np.empty((count, 3, 3)), np.empty((count, 3, 3))
        self.energy = np.empty(count)
        self.ankle, self.knee = np.empty((count, 3)), np.empty((count, 3))
        self.work = np.empty((count, len(WORKS)))
        self.lean = np.empty(count)


def _straight(stroke: Stroke, skater: Skater) -> Event:
    def event(t: float, q: FloatArray, v: FloatArray) -> float:
        state = stroke.system.state(q, v, t)
        return float(np.linalg.norm(state.R[2] - state.R[0])) - skater.leg_stop

    return event


def _piece(stroke: Stroke, trajectory: Trajectory, index: int, works: FloatArray) -> _Piece:
    system = stroke.system
    piece = _Piece(index, len(trajectory.time))
    piece.time[:] = trajectory.time
    names = trajectory.work_names
    for k, name in enumerate(WORKS):
        done = trajectory.work[:, names.index(name)] if name in names else 0.0
        piece.work[:, k] = works[k] + done
    for k, t in enumerate(trajectory.time):
        q, v, multipliers = trajectory.q[k], trajectory.v[k], trajectory.multipliers[k]
        terms = system.terms(q, v, float(t), forces=False)
        state = terms.state
        piece.R[k], piece.V[k] = state.R[:3], state.V[:3]
        piece.energy[k] = 0.5 * float(v @ terms.M @ v) + stroke.gravity.potential(state)
        piece.lean[k] = stroke.leg(float(t))[2]
        at = (q, v, float(t), multipliers, terms)
        along_leg = _leg_force(stroke, *at)
        ankle = reaction(system, stroke.ankle, *at).force
        knee = reaction(system, stroke.knee, *at).force
        piece.ankle[k], piece.knee[k] = ankle + along_leg, knee + along_leg
    return piece


def _leg_force(
    stroke: Stroke,
    q: FloatArray,
    v: FloatArray,
    t: float,
    multipliers: FloatArray,
    terms: Terms,
) -> FloatArray:
    """What the leg's muscles transmit past ankle and knee: extension driver and paired push-off."""
    force = np.zeros(3)
    if stroke.extension is not None:
        force += reaction(stroke.system, stroke.extension, q, v, t, multipliers, terms).force
    push_off = stroke.push_off
    if push_off is not None and push_off.reaction:
        line = terms.state.R[2] - terms.state.R[0]
        force += push_off.magnitude(t)[0] * line / np.linalg.norm(line)
    return force


def _join(skater: Skater, reading: DriveReading, pieces: list[_Piece], landing: FloatArray) -> Run:
    work, offset = [], np.zeros(len(WORKS))
    for k, piece in enumerate(pieces):
        last_of_stroke = k + 1 == len(pieces) or pieces[k + 1].index != piece.index
        work.append(offset + piece.work)
        if last_of_stroke:
            offset = work[-1][-1]
    stroke = np.concatenate([np.full(len(piece.time), piece.index) for piece in pieces])
    energy = np.concatenate([piece.energy for piece in pieces])
    R = np.concatenate([piece.R for piece in pieces])
    V = np.concatenate([piece.V for piece in pieces])
    first = np.searchsorted(stroke, np.arange(skater.strokes))
    exchange = np.zeros(skater.strokes)
    exchange[1:] = energy[first[1:]] - energy[first[1:] - 1]
    joined = np.concatenate(work)
    return Run(
        skater=skater,
        reading=reading,
        time=np.concatenate([piece.time for piece in pieces]),
        stroke=stroke,
        ski=R[:, 0],
        com=R[:, 2],
        ski_velocity=V[:, 0],
        velocity=V[:, 2],
        length=np.linalg.norm(R[:, 2] - R[:, 0], axis=1),
        lean=np.concatenate([piece.lean for piece in pieces]),
        work={name: joined[:, k] for k, name in enumerate(WORKS)},
        exchange=exchange,
        energy=energy,
        ankle=np.concatenate([piece.ankle for piece in pieces]),
        knee=np.concatenate([piece.knee for piece in pieces]),
        momentum_velocity=landing,
    )
