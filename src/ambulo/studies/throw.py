"""A throw as ballistic phases: how fast is the hand after one impulse, and after two?"""

from __future__ import annotations

import numpy as np

from ambulo.ballistic.segment_ends import segment_ends
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem
from ambulo.multibody.bvp.boundary_value import solve
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.phases import move
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain import Chain, point_masses
from ambulo.multibody.chain.chain_angles import directions
from ambulo.studies.record import Animation, Chart, Curve, Findings, Table
from ambulo.studies.registry import Progress

TITLE = "A throw: the ball's speed against the time of the swing"

SOURCE = (
    "Own study after the closing remark of Patel (2004), chapter 5, on throwing and pitching. "
    "Segment parameters: Winter (2009), table 4.1, for 75 kg and 1.75 m."
)

DEVIATIONS = (
    "No published figure is compared: the study shows what the method says of a throw, and its "
    "checks are balances of energy.",
)

BALL = 0.145
"""kg, a baseball."""

_COCKED = np.radians([100.0, 30.0, 20.0, 180.0, 180.0, 180.0])
_RELEASE = np.radians([80.0, 70.0, 80.0, 0.0, 0.0, 0.0])
"""Theta of upper arm, forearm and hand from straight up, then phi: behind, and in front."""


def arm() -> Chain:
    """Upper arm, forearm, hand with a ball in it."""
    length = np.array([0.326, 0.256, 0.10])
    mass = np.array([2.10, 1.20, 0.45])
    m, segment, distance = point_masses(
        length, mass, com=length * np.array([0.436, 0.430, 0.506]), gyration=length * 0.31
    )
    return Chain(
        length,
        np.append(m, BALL),
        np.append(segment, 2),
        np.append(distance, length[2]),
        names=("upper arm", "forearm", "hand"),
    )


def _ball_speed(system: ChainInVectors, state: FloatArray) -> FloatArray:
    """Speed (frames,) [m/s] of the ball for states (frames, 18)."""
    u = state[:, 9:].reshape(-1, 3, 3)
    return np.asarray(np.linalg.norm(np.einsum("s,fsc->fc", system.chain.length, u), axis=1))


def run(progress: Progress) -> Findings:
    """Throws of several durations with one impulse and with two, and the energy of the ball."""
    system = ChainInVectors(arm())
    cocked, release = directions(_COCKED).ravel(), directions(_RELEASE).ravel()
    middle = system.moved(cocked, 0.5 * system.straight(cocked, release))
    durations = np.linspace(0.08, 0.36, 15)
    speed_one, speed_two = np.full(len(durations), np.nan), np.full(len(durations), np.nan)
    kick_one, work_two = np.full(len(durations), np.nan), np.full(len(durations), np.nan)
    balance = 0.0
    for k, duration in enumerate(durations):
        progress(f"throw of {duration:.2f} s", k / len(durations))
        found = solve(BoundaryProblem(system, cocked, release, float(duration)))
        if found.converged:
            free = course(found)
            speed_one[k] = _ball_speed(system, free.state)[-1]
            kick_one[k] = found.kinetic[0]
            balance = max(balance, free.energy_drift)
        throw = move(
            system, np.array([cocked, middle, release]), np.array([0.0, 0.5, 1.0]) * duration
        )
        if throw.converged:
            last = throw.phases[-1]
            free = course(last)
            speed_two[k] = _ball_speed(system, free.state)[-1]
            # the impulse that stops the arm after the release is not the thrower's work on the ball
            work_two[k] = float(np.sum(np.maximum(throw.work[:-1], 0.0)))
    chosen = int(np.nanargmin(np.abs(durations - 0.2)))
    found = solve(BoundaryProblem(system, cocked, release, float(durations[chosen])))
    motion = course(found, frames=41)
    near, far = segment_ends(system, motion.q)
    share = 0.5 * BALL * _ball_speed(system, motion.state) ** 2 / motion.kinetic
    rows = tuple(
        (float(t), float(a), float(b), float(c), float(d))
        for t, a, b, c, d in zip(durations, speed_one, kick_one, speed_two, work_two, strict=True)
    )
    return Findings(
        tables=(
            Table(
                "Throws from behind to in front of the shoulder",
                (
                    "duration [s]",
                    "ball, one impulse [m/s]",
                    "energy of the impulse [J]",
                    "ball, two impulses [m/s]",
                    "work of two impulses [J]",
                ),
                rows,
            ),
        ),
        figures=(
            Chart(
                "speed",
                "Ball speed at release",
                "duration of the throw [s]",
                "speed [m/s]",
                (
                    Curve("one impulse", durations, speed_one, "o"),
                    Curve("two impulses", durations, speed_two, "o"),
                ),
                caption="Both fall as the way over the time. For one duration there are several "
                "throws: a dot far from its neighbours is another kind of throw, and dots are not "
                "joined for that reason.",
            ),
            Chart(
                "share",
                f"The ball's share of kinetic energy, {durations[chosen]:.2f} s",
                "time [s]",
                "share of the kinetic energy [1]",
                (Curve("ball", motion.time, share),),
                caption="Energy passes to and fro along the arm with no muscle. The ball leaves "
                "with 2 % of it: one impulse between these postures is a poor throw.",
            ),
        ),
        notes=("The shoulder is at rest, and the joints have no stops.",),
        animations=(
            Animation(
                f"One impulse, {durations[chosen]:.2f} s",
                motion.time,
                np.concatenate([near[:, :1], far], axis=1),
                ((0, 1), (1, 2), (2, 3)),
                trail=(3,),
                caption="Upper arm, forearm and hand; the ball's path is drawn.",
            ),
        ),
        checks={
            "every throw keeps its energy to 1e-9": balance < 1e-9,
            "every duration has a throw of one impulse": bool(np.all(np.isfinite(speed_one))),
            "every duration has a throw of two impulses": bool(np.all(np.isfinite(speed_two))),
        },
    )
