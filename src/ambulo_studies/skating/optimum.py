"""Speed and cost over skating angle, stroke time and push-off, and the optimum."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo_studies.skating.kernel import constants, settled
from ambulo_studies.skating.parameters import Skater
from ambulo_studies.skating.readings import DriveReading

STEPS = 40
"""Number of Runge-Kutta steps in each stroke. The settled speed is then within 1e-5 of its limit.
"""

MOST_STROKES = 400

SETTLED = 1e-6


@dataclass(frozen=True, eq=False)
class SpeedMap:
    """Settled runs over a grid.

    Args:
        angles: (na,) rad; times: (nt,) s; forces: (nf,) body weights.
        speed: (nf, nt, na) m/s, mean in the direction of travel.
        power: (nf, nt, na) W, mean power of push-off and drivers.
        strokes: (nf, nt, na) number of strokes until the speed has settled.
        weight: N, of the skier.
    """

    angles: FloatArray
    times: FloatArray
    forces: FloatArray
    speed: FloatArray
    power: FloatArray
    strokes: FloatArray
    weight: float

    @property
    def cost(self) -> FloatArray:
        """Cost of transport (nf, nt, na): power divided by weight and speed; NaN where the skier
        stands.
        """
        moving = np.where(self.speed > 0.05, self.speed, np.nan)
        return self.power / (self.weight * moving)


@dataclass(frozen=True)
class Best:
    """Fastest point within a power: angle [rad], time [s], force [body weights], speed, power."""

    angle: float
    time: float
    force: float
    speed: float
    power: float


def with_stroke_time(skater: Skater, time: float) -> Skater:
    """A stroke with the same extension and lean in another time [s]."""
    faster = skater.time / time
    return skater.with_(
        time=time,
        extension_rate=skater.extension_rate * faster,
        lean_rate=skater.lean_rate * faster,
    )


def speed_map(
    skater: Skater,
    reading: DriveReading,
    angles: FloatArray,
    times: FloatArray,
    forces: FloatArray | None = None,
    threads: int = 2,
    progress: Callable[[float], None] | None = None,
) -> SpeedMap:
    """Settled speed and power at every angle, stroke time and push-off.

    Args:
        skater: its extension and lean over a stroke are kept at every stroke time.
        angles: (na,) rad; times: (nt,) s.
        forces: (nf,) mean push-off, body weights; the skater's own push-off if absent. It has no
            effect in the reaction reading, where the push-off is a reaction.
        threads: number of threads; the kernel releases the interpreter lock.
        progress: function called with the finished share of the work.
    """
    pushes = np.array([skater.push_off]) if forces is None else np.asarray(forces)
    cells = [(f, t, a) for f in pushes for t in times for a in angles]

    def run(cell: tuple[float, float, float]) -> tuple[float, float, float]:
        force, time, angle = cell
        one = with_stroke_time(skater, float(time)).with_(push_off=float(force), angle=float(angle))
        travel, _, power, strokes = settled(
            constants(one, reading, 3.0), STEPS, MOST_STROKES, SETTLED
        )
        return travel, power, float(strokes)

    found = []
    with ThreadPoolExecutor(threads) as pool:
        for k, result in enumerate(pool.map(run, cells)):
            found.append(result)
            if progress is not None and k % 50 == 0:
                progress(k / len(cells))
    table = np.array(found).reshape(len(pushes), len(times), len(angles), 3)
    return SpeedMap(
        np.asarray(angles),
        np.asarray(times),
        pushes,
        table[..., 0],
        table[..., 1],
        table[..., 2],
        skater.mass * STANDARD_GRAVITY,
    )


def best_within(grid: SpeedMap, power: float) -> Best:
    """The fastest point of a map that costs no more than a power [W].

    Cubic splines interpolate speed and power over angle and time, separately for each force.

    Raises:
        InputError: every point of the map needs more power.
    """
    from scipy.interpolate import RectBivariateSpline

    angles = np.linspace(grid.angles[0], grid.angles[-1], 181)
    times = np.linspace(grid.times[0], grid.times[-1], 181)
    best: Best | None = None
    for k, force in enumerate(grid.forces):
        speed = RectBivariateSpline(grid.times, grid.angles, grid.speed[k])(times, angles)
        cost = RectBivariateSpline(grid.times, grid.angles, grid.power[k])(times, angles)
        allowed = np.where(cost <= power, speed, -np.inf)
        i, j = np.unravel_index(int(np.argmax(allowed)), allowed.shape)
        if np.isfinite(allowed[i, j]) and (best is None or allowed[i, j] > best.speed):
            best = Best(
                float(angles[j]), float(times[i]), float(force), float(speed[i, j]),
                float(cost[i, j]),
            )  # fmt: skip
    if best is None:
        raise InputError(
            what=f"no stroke of the map costs as little as {power:g} W",
            where="speed map",
            remedy=f"The least is {float(grid.power.min()):.0f} W. Allow more power, or longer "
            "strokes",
        )
    return best


def confidence(
    skater: Skater,
    reading: DriveReading,
    power: float,
    deviations: dict[str, float],
    angles: FloatArray,
    times: FloatArray,
    *,
    samples: int = 40,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
) -> list[Best]:
    """Optima of skaters whose uncertain parameters are drawn at random.

    Args:
        power: W, allowed power.
        deviations: standard deviations from `parameters.uncertainty`, SI units and radians.
        angles, times: coarse grid on which each skater's map is made.
        samples: number of skaters; seed: seed of the random numbers.

    Returns:
        One optimum for each skater. Their quantiles show how certain the optimum is.
    """
    rng = np.random.default_rng(seed)
    optima = []
    for k in range(samples):
        draw = dict(zip(deviations, rng.normal(size=len(deviations)), strict=True))
        extension = skater.extension_rate * skater.time + draw["leg_stop"] * deviations["leg_stop"]
        lean = skater.lean_rate * skater.time + draw["lean"] * deviations["lean"]
        one = skater.with_(
            mass=skater.mass + draw["mass"] * deviations["mass"],
            friction=max(0.0, skater.friction + draw["friction"] * deviations["friction"]),
            drag_area=max(0.0, skater.drag_area + draw["drag_area"] * deviations["drag_area"]),
            extension_rate=extension / skater.time,
            lean_rate=lean / skater.time,
            leg_stop=skater.leg_start + extension,
        )
        optima.append(best_within(speed_map(one, reading, angles, times), power))
        if progress is not None:
            progress((k + 1) / samples)
    return optima
