"""A throw as ballistic phases: how fast is the hand after one impulse, and after two?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.ballistic.page import segment_ends
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem
from ambulo.multibody.bvp.boundary_value import solve
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.initial_value import simulate, state_energies
from ambulo.multibody.bvp.phases import move
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain import Chain, point_masses
from ambulo.multibody.chain.chain_angles import directions
from ambulo.studies.record import Animation, Chart, Curve, Findings, Table
from ambulo_studies.patel2004_double_pendulum import shoulder

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


_REST = directions(np.radians([85.0, 85.0]))[0]
STOPS: Mapping[str, tuple[FloatArray, float]] = {
    "clavicle 35° from its rest": (np.append(_REST, np.zeros(3)), -np.cos(np.radians(35.0))),
    "arm 45° behind the shoulders": (np.eye(6)[3], np.sin(np.radians(45.0))),
    "arm 45° across the chest": (np.eye(6)[4], np.sin(np.radians(45.0))),
}
"""Of clavicle and arm: a and b of a.q + b >= 0, q (6,) their directions. Usual ranges of motion;
the clavicle's is near the 4° for every 10° of the arm's first 90° of Inman et al. (1944)."""

_BACK = np.radians([95.0, 85.0, 80.0, 125.0])
_FRONT = np.radians([95.0, 75.0, 80.0, 10.0])
"""Theta of clavicle and arm, then phi: the arm behind the shoulders, and in front."""


def meet_stops(
    system: ChainInVectors, q: FloatArray, c: FloatArray, duration: float, steps: int = 400
) -> tuple[FloatArray, FloatArray, dict[str, float]]:
    """Move a shoulder against `STOPS`, which take the velocity towards them and give none back.

    a.q_dot = r.c is the rate at a stop; the impulse along r that ends it, c' = c - M^-1 r (r.c) /
    (r.M^-1 r), takes (r.c)^2 / (2 r.M^-1 r) of energy (Moreau 1988, at the end of each step).

    Args:
        system: clavicle and arm.
        q, c: posture (6,) and minimal velocity (dim,) at the start.
        duration: s.
        steps: of equal length.

    Returns:
        Posture and velocity at the end, and the energy [J] that each stop took that was met.
    """
    taken: dict[str, float] = {}
    for _ in range(steps):
        run = simulate(system, q, c, duration / steps, frames=2)
        q, c = run.q[-1], system.minimal_velocity(run.state[-1])
        for name, (a, b) in STOPS.items():
            r = a @ system.velocity_map(q)
            if a @ q + b < 0.0 and r @ c < 0.0:
                freed = np.linalg.solve(system.mass_matrix(q), r)
                taken[name] = taken.get(name, 0.0) + float(0.5 * (r @ c) ** 2 / (r @ freed))
                c = c - freed * (r @ c) / (r @ freed)
    return q, c, taken


def _shoulder() -> tuple[Table, dict[str, bool]]:
    """A throw of one impulse that meets a stop, and one of two that meets none."""
    system = ChainInVectors(shoulder())
    back, front = directions(_BACK).ravel(), directions(_FRONT).ravel()
    middle = system.moved(back, 0.5 * system.straight(back, front))
    rows: list[tuple[str | float, ...]] = []
    gap = 0.0
    for duration in (0.2, 0.3):
        for postures in ([back, front], [back, middle, front]):
            times = np.linspace(0.0, duration, len(postures))
            throw, met = move(system, np.array(postures), times), dict[str, float]()
            for phase in throw.phases:
                case = phase.problem
                q, c, taken = meet_stops(system, case.start, phase.velocity, case.duration)
                end = sum(state_energies(system, system.state(q, c)))
                start = float(phase.kinetic[0] + phase.potential[0])
                gap, met = max(gap, abs(start - end - sum(taken.values()))), met | taken
            given = float(np.sum(np.maximum(throw.work[:-1], 0.0)))
            off = np.arccos(np.clip((q * front).reshape(2, 3).sum(axis=1), -1.0, 1.0)).max()
            lost, called = float(sum(met.values())), ", ".join(met) or "none"
            count = float(len(throw.phases))
            rows.append((duration, count, given, called, lost, float(np.degrees(off))))
    checks = {
        "a throw of one impulse meets the clavicle's stop, one of two none": all(
            (row[3] == "none") == (row[1] == 2.0) for row in rows
        ),
        "what stops take closes the energy to 1e-8 J": gap < 1e-8,
    }
    return Table(
        "The shoulder of clavicle and arm, with its stops",
        ("duration [s]", "impulses before the release", "positive work of their joints [J]",
         "stops that it meets", "energy that these take [J]", "end from the target [°]"),
        tuple(rows),
        "A stop takes the velocity towards it. The throw of two impulses passes a posture halfway.",
    ), checks  # fmt: skip


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


def run(progress: OnPart) -> Findings:
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
    table, checks = _shoulder()
    return Findings(
        tables=(
            table,
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
                "throws. A dot far from its neighbours is another kind of throw, so dots are not "
                "joined.",
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
        notes=(
            "In the throws of upper arm, forearm and hand the shoulder is at rest, and the joints "
            "have no stops.",
            "Patel (2004), chapter 5, expects that movements which avoid the shoulder's limits "
            "lose no energy in collisions with them. This is so with clavicle and arm: a throw of "
            "one impulse meets the clavicle's stop, and a throw of two impulses between the same "
            "postures meets none.",
        ),
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
            **checks,
            "every throw keeps its energy to 1e-9": balance < 1e-9,
            "every duration has a throw of one impulse": bool(np.all(np.isfinite(speed_one))),
            "every duration has a throw of two impulses": bool(np.all(np.isfinite(speed_two))),
        },
    )
