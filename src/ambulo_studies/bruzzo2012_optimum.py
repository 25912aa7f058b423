"""What Bruzzo (2012) hoped for: skating angle, power and stroke rate at their best."""

from __future__ import annotations

import math
import time

import numpy as np

from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Chart, Curve, Findings, Table
from ambulo_studies.skating.optimum import (
    Best,
    SpeedMap,
    best_within,
    confidence,
    speed_map,
)
from ambulo_studies.skating.parameters import load, uncertainty
from ambulo_studies.skating.readings import LEG_FORCE, OUTSIDE_FORCE, REACTION

TITLE = "Ski skating: the best angle and stroke rate for a given power"

SOURCE = printed("bruzzo2012").source

DEVIATIONS = ()

POWERS = (200.0, 300.0, 400.0)

THRUST_ANGLES = np.linspace(10.0, 60.0, 11)
"""deg; a thrust along the ski at less than this has no limit but the air."""

BUDGET = 300.0
"""W; Bruzzo's (2012) mean power."""


def run(progress: OnPart) -> Findings:
    """Map speed and cost, find the optimum for three powers and its confidence."""
    skater = load("travelling")
    angles, times = np.radians(np.linspace(3.0, 45.0, 50)), np.linspace(0.3, 1.5, 50)
    begun = time.perf_counter()
    grid = speed_map(skater, REACTION, angles, times, progress=lambda x: progress("map", 0.3 * x))
    took = time.perf_counter() - begun
    coarse = (np.radians(np.linspace(3.0, 24.0, 10)), np.linspace(0.4, 0.95, 8))
    optima = confidence(
        skater, REACTION, BUDGET, uncertainty(), *coarse, samples=40,
        progress=lambda x: progress("confidence", 0.3 + 0.4 * x),
    )  # fmt: skip
    forces = np.array([1.05, 1.1, 1.2, 1.3, 1.4, 1.5])
    few = (np.radians(np.linspace(3.0, 30.0, 12)), np.linspace(0.3, 1.5, 25))
    released = speed_map(
        skater, LEG_FORCE, *few, forces, progress=lambda x: progress("leg force", 0.7 + 0.2 * x)
    )
    along = load("long_run").with_(drag_area=skater.drag_area)
    thrust = speed_map(
        along, OUTSIDE_FORCE, np.radians(THRUST_ANGLES), np.array([0.5, 1.0, 1.5]), forces,
        progress=lambda x: progress("outside force", 0.9 + 0.1 * x),
    )  # fmt: skip
    inside = _inside(best_within(grid, BUDGET), grid)
    rows = [_row(f"Reaction, {power:.0f} W", best_within(grid, power)) for power in POWERS]
    return Findings(
        tables=(
            Table(
                "The fastest stroke within a power",
                ("reading and power", "angle [deg]", "stroke time [s]",
                 "strokes a minute", "speed [m/s]", "power [W]"),
                tuple(rows),
                "Speed in the direction of travel, settled; 45 to 81 cm of leg and 35° of lean "
                "in every stroke, whatever its time.",
            ),
            _confidence_table(optima),
            _force_table(released, thrust),
        ),
        figures=_figures(grid, released, thrust, optima),
        notes=(
            "Bruzzo's section 5.6 and chapter 6 hope for an optimum and print none, only that a "
            "smaller angle needs less force: every reading here agrees with that in direction. "
            f"With air drag half the force at 40° reaches {_speed_ratio():.2f} times the full "
            "force's speed at 50° in the direction of travel, in the outside-force reading.",
            "The outside-force reading has no optimum inside the map: its exchange keeps cos² of "
            "the angle, so the smallest angle is always the best.",
            "The best angles of the reaction reading, 5° to 7°, are below the 8° and more that "
            "skiers use: nothing in the model asks the ski to hold sideways on the snow, or the "
            "feet to clear each other.",
            f"Air drag area {skater.drag_area:g} m², friction {skater.friction:g} N, level "
            "ground; Bruzzo leaves drag out, without which the smallest angle wins.",
            "Power is the mechanical work of push-off and drivers. Much of the power lifts the "
            "body at each stroke, and is lost when the body drops at the exchange; a real skater "
            "keeps a part of it.",
            f"The map of {len(times)} by {len(angles)} settled runs took {took:.1f} s here.",
            "The reaction reading prescribes the motion, so its force is a result; the push-off "
            "is a "
            "parameter of the leg force and of the outside force.",
        ),
        checks={f"the optimum at {BUDGET:.0f} W lies inside the map": inside},
    )  # fmt: skip


def _inside(best: Best, grid: SpeedMap) -> bool:
    return bool(
        grid.angles[0] < best.angle < grid.angles[-1] and grid.times[0] < best.time < grid.times[-1]
    )


def _row(name: str, best: Best) -> tuple[str | float, ...]:
    return (name, math.degrees(best.angle), best.time, 60.0 / best.time, best.speed, best.power)


def _confidence_table(optima: list[Best]) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for label, values in (
        ("angle [deg]", [math.degrees(o.angle) for o in optima]),
        ("stroke time [s]", [o.time for o in optima]),
        ("speed [m/s]", [o.speed for o in optima]),
    ):
        low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
        rows.append((label, float(low), float(middle), float(high)))
    return Table(
        f"Confidence of the optimum at {BUDGET:.0f} W",
        ("quantity", "5 %", "median", "95 %"),
        tuple(rows),
        f"{len(optima)} skaters with mass, friction, drag area, lean and leg drawn from the "
        "standard deviations in skater.toml.",
    )


def _one_force(grid: SpeedMap, k: int) -> SpeedMap:
    part = slice(k, k + 1)
    return SpeedMap(
        grid.angles, grid.times, grid.forces[part], grid.speed[part], grid.power[part],
        grid.strokes[part], grid.weight,
    )  # fmt: skip


def _force_table(released: SpeedMap, thrust: SpeedMap) -> Table:
    rows: list[tuple[str | float, ...]] = []
    shown = [int(np.argmin(np.abs(THRUST_ANGLES - angle))) for angle in (30.0, 40.0, 50.0)]
    for k, force in enumerate(released.forces):
        best = best_within(_one_force(released, k), BUDGET)
        speeds = [float(thrust.speed[k, 1, j]) for j in shown]
        rows.append(
            (float(force), math.degrees(best.angle), best.time, best.speed, best.power, *speeds)
        )
    return Table(
        "Push-off as a parameter",
        (
            "mean push-off [body weights]",
            "leg force: angle [deg]", "time [s]", "speed [m/s]", "power [W]",
            "outside force, 1 s: speed at 30° [m/s]", "at 40° [m/s]", "at 50° [m/s]",
        ),
        tuple(rows),
        f"Leg force: the fastest within {BUDGET:.0f} W; too little force does not lift the body, "
        "and the lean alone drives it. Outside force: table 9's stroke, with air drag.",
    )  # fmt: skip


def _speed_ratio() -> float:
    """Speed with half the force at 40 degrees over the full force at 50, with air drag."""
    along = load("long_run")
    grid = speed_map(
        along.with_(drag_area=load("travelling").drag_area), OUTSIDE_FORCE,
        np.radians([40.0, 50.0]),
        np.array([1.0]), np.array([0.5, 1.0]) * along.push_off,
    )  # fmt: skip
    return float(grid.speed[0, 0, 0] / grid.speed[1, 0, 1])


def _figures(
    grid: SpeedMap, released: SpeedMap, thrust: SpeedMap, optima: list[Best]
) -> tuple[Chart, ...]:
    degrees = np.degrees(grid.angles)
    ridge = [best_within(grid, power) for power in np.linspace(130.0, 550.0, 22)]
    line = Curve(
        "fastest at each power",
        np.array([math.degrees(b.angle) for b in ridge]),
        np.array([b.time for b in ridge]),
    )
    cloud = Curve(
        f"optima at {BUDGET:.0f} W",
        np.array([math.degrees(o.angle) for o in optima]),
        np.array([o.time for o in optima]),
        ".",
    )

    def at_best_angle(m: SpeedMap, k: int) -> FloatArray:
        return np.asarray(m.speed[k].max(axis=1))

    return (
        Chart("speed_map", "Speed, reaction", "skating angle [deg]", "stroke time [s]",
              (line, cloud), grid=(degrees, grid.times, grid.speed[0]), grid_label="speed [m/s]",
              caption="Settled speed over angle and stroke time; the line joins the fastest "
              "strokes within powers from 130 W to 550 W."),
        Chart("cost_map", "Cost of transport, reaction", "skating angle [deg]",
              "stroke time [s]", (line,),
              grid=(degrees, grid.times, np.minimum(grid.cost[0], 1.0)),
              grid_label="power / (weight · speed)",
              caption="Work a metre over body weight, cut off at 1."),
        *(
            Chart(f"ridge_{name}", f"{title} at its best for a power, reaction", "power [W]",
                  label, (Curve("", np.array([b.power for b in ridge]), values),),
                  caption="The relationship between skating angle, power and stride rate.")
            for name, title, label, values in (
                ("angle", "Skating angle", "skating angle [deg]", line.x),
                ("rate", "Stroke rate", "strokes a minute [1/min]", 60.0 / line.y),
                ("speed", "Speed", "speed [m/s]", np.array([b.speed for b in ridge])),
            )
        ),
        *(
            Chart(f"released_{k}",
                  f"Speed, leg force, {released.forces[k]:g} body weights",
                  "skating angle [deg]", "stroke time [s]",
                  grid=(np.degrees(released.angles), released.times, released.speed[k]),
                  grid_label="speed [m/s]",
                  caption="Above the edge the leg is straight before the stroke ends.")
            for k in (1, 3, 5)
        ),
        Chart("released", "Push-off, leg force", "stroke time [s]",
              "speed at the best angle [m/s]",
              tuple(Curve(f"{force:g} body weights", released.times, at_best_angle(released, k))
                    for k, force in enumerate(released.forces)),
              caption="More force gives more speed only if the stroke ends before the leg is "
              "straight."),
        Chart("thrust", "Push-off, outside force", "skating angle [deg]", "speed at 1 s [m/s]",
              tuple(Curve(f"{force:g} body weights", np.degrees(thrust.angles),
                          thrust.speed[k, 1])
                    for k, force in enumerate(thrust.forces)),
              caption="The smaller the angle, the more survives the exchange."),
    )  # fmt: skip
