"""Mochon & McMahon (1980): can the leg swing through a step with no muscle at work?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import fsolve

from ambulo.ballistic.page import segment_ends
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Solution
from ambulo.multibody.bvp.boundary_value import solve
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.initial_value import SimulatedMotion
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain import Chain, point_masses, segment_products
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.studies.record import Animation, Chart, Curve, Findings, Table

TITLE = "Ballistic walking: the swing times that gravity allows"

SOURCE = (
    "Mochon S., McMahon T.A. (1980). Ballistic walking. Journal of Biomechanics 13:49-57. Segment "
    "parameters: Winter D.A. (2009). Biomechanics and motor control of human movement, 4th ed., "
    "tables 4.1 and figure 4.1 (Dempster 1955; Drillis & Contini 1966)."
)

DEVIATIONS = (
    "The paper gives its ranges as curves, which were not at hand as numbers: none of its figures "
    "is compared; whether its curves are met is open. Patel (2004), who names the paper, prints "
    "none of them either. What is checked is its claim that gravity alone carries the leg through "
    "a step of normal walking.",
    "The paper's segment parameters and postures at toe-off are not used. Here the parameters are "
    "Winter's, and the toe leaves the ground where the foot stood flat, which leaves one posture, "
    "with the knee flexed by 79° to 89°; people leave the ground with less.",
    "The longest swing is set by the flexion that a knee allows, 140°, which is our limit: slower "
    "swings exist with the heel at the thigh.",
)

NORMAL_SWING = 0.40
"""s, swing of an adult at free speed: the usual 40 % of a stride of about one second."""

MOST_FLEXION = math.radians(140.0)
"""Passive end of the knee's flexion."""

_SLACK = math.radians(0.05)


@dataclass(frozen=True)
class Walker:
    """A planar walker: stiff stance leg, thigh, shank with foot, and the rest as a mass at the hip.

    Args:
        mass: kg; height: m.
    """

    mass: float = 75.0
    height: float = 1.75

    @property
    def leg(self) -> float:
        """Hip to sole [m]."""
        return 0.530 * self.height

    @property
    def thigh(self) -> float:
        """Hip to knee [m]."""
        return 0.245 * self.height

    @property
    def shank(self) -> float:
        """Knee to sole [m]."""
        return self.leg - self.thigh

    @property
    def foot(self) -> float:
        """Heel to toe [m]."""
        return 0.152 * self.height

    def chain(self) -> Chain:
        """Stance leg from the ground to the hip, thigh, shank with foot."""
        length = np.array([self.leg, self.thigh, self.shank])
        mass = self.mass * np.array([0.161, 0.100, 0.061])
        # stance leg: centre of mass 0.447 of its length below the hip, so 0.553 above the ground
        com = length * np.array([0.553, 0.433, 0.606])
        gyration = length * np.array([0.326, 0.323, 0.416])
        m, segment, distance = point_masses(length, mass, com, gyration)
        trunk = self.mass * (1.0 - 0.161 - 0.161)
        return Chain(
            length=length,
            mass=np.append(m, trunk),
            mass_segment=np.append(segment, 0),
            mass_distance=np.append(distance, self.leg),
            names=("stance leg", "thigh", "shank"),
        )

    def natural_half_period(self) -> float:
        """Half a small swing of the straight leg about the hip [s]."""
        chain = self.chain()
        swing = Chain(
            length=chain.length[1:],
            mass=chain.mass[chain.mass_segment > 0],
            mass_segment=chain.mass_segment[chain.mass_segment > 0] - 1,
            mass_distance=chain.mass_distance[chain.mass_segment > 0],
        )
        C, P = segment_products(swing)
        return math.pi * math.sqrt(float(np.sum(C)) / (STANDARD_GRAVITY * float(np.sum(P))))

    def toe_off(self, step: float) -> FloatArray:
        """Posture (9,) at toe-off: legs a step [m] apart, the toe where the flat foot had it."""
        lean = math.asin(0.5 * step / self.leg)
        hip = np.array([-self.leg * math.sin(lean), self.leg * math.cos(lean)])
        toe = np.array([-step + self.foot, 0.0])

        def miss(angles: FloatArray) -> FloatArray:
            # angles of thigh and shank forward from straight down
            return np.asarray(hip + self._toe_from_hip(angles[0], angles[1]) - toe)

        thigh, shank = fsolve(miss, np.array([-0.1, -0.9]), xtol=1e-13)
        return _posture(-lean, thigh, shank)

    def heel_strike(self, step: float) -> FloatArray:
        """Posture (9,) at heel strike: swing leg straight, heel a step [m] ahead."""
        lean = math.asin(0.5 * step / self.leg)
        return _posture(lean, lean, lean)

    def _toe_from_hip(self, thigh: float, shank: float) -> FloatArray:
        return np.array(
            [
                self.thigh * math.sin(thigh)
                + self.shank * math.sin(shank)
                + self.foot * math.cos(shank),
                -self.thigh * math.cos(thigh)
                - self.shank * math.cos(shank)
                + self.foot * math.sin(shank),
            ]
        )

    def knee_flexion(self, q: FloatArray) -> FloatArray:
        """Flexion of the swinging knee (frames,) [rad] for postures q (frames, 9)."""
        n = q.reshape(len(q), 3, 3)
        thigh = np.arctan2(n[:, 1, 0], -n[:, 1, 2])
        shank = np.arctan2(n[:, 2, 0], -n[:, 2, 2])
        return np.asarray((thigh - shank + np.pi) % (2.0 * np.pi) - np.pi)

    def clearance(self, q: FloatArray) -> FloatArray:
        """Height (frames,) [m] of the lower of heel and toe."""
        n = q.reshape(len(q), 3, 3)
        heel = self.leg * n[:, 0, 2] + self.thigh * n[:, 1, 2] + self.shank * n[:, 2, 2]
        return np.asarray(np.minimum(heel, heel + self.foot * n[:, 2, 0]))

    def stance_force(self, run: SimulatedMotion) -> FloatArray:
        """Force (frames,) [N] of the ground along the vertical, from the masses' acceleration."""
        S, chain = 3, self.chain()
        u = run.state[:, 3 * S :].reshape(len(run.time), S, 3)
        rate: FloatArray = np.asarray(np.gradient(u, run.time, axis=0))
        _, P = segment_products(chain)
        return np.asarray(rate[:, :, 2] @ P + self.mass * STANDARD_GRAVITY)


@dataclass(frozen=True, eq=False)
class Swing:
    """One swing time: the solution, and by how much it keeps what a walker must keep."""

    duration: float
    solution: Solution
    flexion: float
    most_flexion: float
    clearance: float
    force: float

    @property
    def possible(self) -> bool:
        """Knee between straight and folded, foot off the floor, ground only pushing."""
        knee = self.flexion > -_SLACK and self.most_flexion < MOST_FLEXION
        return knee and self.clearance > -1e-4 and self.force > 0.0


def _posture(lean: float, thigh: float, shank: float) -> FloatArray:
    down = np.array([lean, thigh, shank])
    x, z = np.sin(down), -np.cos(down)
    z[0] = math.cos(lean)  # the stance leg stands up from the ground
    return np.column_stack([x, np.zeros(3), z]).ravel()


def swing_times(walker: Walker, step: float, durations: FloatArray) -> list[Swing]:
    """Ballistic swings over one step for a number of swing times; those not found are left out."""
    system = ChainInVectors(walker.chain())
    found = []
    guess: FloatArray | None = None
    for duration in durations:
        problem = BoundaryProblem(
            system, walker.toe_off(step), walker.heel_strike(step), float(duration)
        )
        solution = solve(problem, "variational", guess)
        if not solution.converged:
            solution = solve(problem, "multiple-shooting")
        if not solution.converged:
            guess = None
            continue
        guess = solution.velocity
        run = course(solution, frames=201)
        inside = slice(2, -2)  # both ends touch their bounds by construction
        found.append(
            Swing(
                duration=float(duration),
                solution=solution,
                flexion=float(np.min(walker.knee_flexion(run.q)[inside])),
                most_flexion=float(np.max(walker.knee_flexion(run.q)[inside])),
                clearance=float(np.min(walker.clearance(run.q)[inside])),
                force=float(np.min(walker.stance_force(run)[inside])),
            )
        )
    return found


def run(progress: OnPart) -> Findings:
    """Range of ballistic swing times for several step lengths, and a swing in the middle of it."""
    walker = Walker()
    natural = walker.natural_half_period()
    durations = np.arange(0.16, 1.40, 0.01)
    steps = np.array([0.5, 0.6, 0.7, 0.8, 0.9])
    rows: list[tuple[str | float, ...]] = []
    shortest, longest = np.full(len(steps), np.nan), np.full(len(steps), np.nan)
    swings: dict[float, list[Swing]] = {}
    for k, ratio in enumerate(steps):
        progress(f"step of {ratio:.1f} leg lengths", k / len(steps))
        found = swing_times(walker, ratio * walker.leg, durations)
        possible = [swing for swing in found if swing.possible]
        swings[float(ratio)] = possible
        if possible:
            shortest[k], longest[k] = possible[0].duration, possible[-1].duration
        below = [s for s in found if s.duration < (shortest[k] if possible else 0.0)]
        above = [s for s in found if s.duration > (longest[k] if possible else np.inf)]
        rows.append(
            (
                float(ratio),
                float(ratio * walker.leg),
                float(shortest[k]),
                float(longest[k]),
                float(shortest[k] / natural),
                float(longest[k] / natural),
                _why(below[-1:]),
                _why(above[:1]),
            )
        )
    normal = 0.8
    middle = swings[normal][len(swings[normal]) // 2] if swings[normal] else None
    low, high = shortest[3], longest[3]
    checks = {
        "a range of swing times exists at every step length": bool(np.all(np.isfinite(shortest))),
        "every solution arrives within 1e-9 rad, integrated independently": all(
            swing.solution.residual <= 1e-9 for group in swings.values() for swing in group
        ),
        "a normal swing of 0.40 s lies in the range at 0.8 leg lengths": bool(
            low <= NORMAL_SWING <= high
        ),
    }
    animations = () if middle is None else (_animation(walker, normal, middle),)
    return Findings(
        tables=(
            Table(
                "Swing times that gravity allows",
                (
                    "step / leg",
                    "step [m]",
                    "shortest [s]",
                    "longest [s]",
                    "shortest / half period",
                    "longest / half period",
                    "below fails by",
                    "above fails by",
                ),
                tuple(rows),
                f"Natural half-period of the straight leg: {natural:.3f} s.",
            ),
        ),
        figures=(
            Chart(
                "swing_times",
                "Ballistic swing times against step length",
                "step length / leg length",
                "swing time [s]",
                (
                    Curve("longest", steps, longest, "o-"),
                    Curve("shortest", steps, shortest, "o-"),
                    Curve("normal walking", steps, np.full(len(steps), NORMAL_SWING), "k--"),
                    Curve("half period of the leg", steps, np.full(len(steps), natural), "k:"),
                ),
                caption="Between the two curves a swing needs no muscle after toe-off.",
            ),
        ),
        notes=(
            "Between toe-off and heel strike no joint is driven; the impulses at toe-off are the "
            "muscles' only work. The knee's stop, the floor and the unilateral ground decide which "
            "solutions a walker can use.",
        ),
        animations=animations,
        checks=checks,
    )


def _why(swings: list[Swing]) -> str:
    if not swings:
        return "no solution was found"
    swing = swings[0]
    reasons = []
    if swing.flexion <= -_SLACK:
        reasons.append(f"knee {-math.degrees(swing.flexion):.1f}° beyond straight")
    if swing.most_flexion >= MOST_FLEXION:
        reasons.append(f"knee flexed by {math.degrees(swing.most_flexion):.0f}°")
    if swing.clearance <= -1e-4:
        reasons.append(f"foot {-1000 * swing.clearance:.0f} mm in the floor")
    if swing.force <= 0.0:
        reasons.append("ground would have to pull")
    return ", ".join(reasons)


def _animation(walker: Walker, ratio: float, swing: Swing) -> Animation:
    system = ChainInVectors(walker.chain())
    motion = course(swing.solution, frames=41)
    near, far = segment_ends(system, motion.q)
    shank = motion.q.reshape(-1, 3, 3)[:, 2]
    # the foot stands at a right angle to the shank, forwards
    toe = far[:, 2] + walker.foot * np.column_stack([-shank[:, 2], 0.0 * shank[:, 1], shank[:, 0]])
    points = np.stack([near[:, 0], far[:, 0], far[:, 1], far[:, 2], toe], axis=1)
    return Animation(
        f"A swing of {swing.duration:.2f} s over a step of {ratio:.1f} leg lengths",
        motion.time,
        points,
        ((0, 1), (1, 2), (2, 3), (3, 4)),
        trail=(4,),
        caption="Stance leg, thigh, shank and foot under gravity alone; the toe's path is drawn.",
    )
