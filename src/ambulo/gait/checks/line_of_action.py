"""The ground reaction points from the foot towards the body, as it does in every walk.

In walking the ground reaction passes near a point above the centre of mass (Maus et al. 2010,
Nature Communications 1:70; Herr & Popovic 2008, J Exp Biol 211:467, on how small the moment about
the centre of mass is kept). So horizontal force over vertical force follows the way from the centre
of pressure to the hips over the hips' height, c / h: F_x = F_z (k c_x / h + b). A channel that is
dead, turned round, exchanged or wrongly scaled shows as k; a plate or an offset as b.

Who throws arms or trunk about turns with a moment about the centre of mass, and the force then has
to pass beside it. Where the whole body's motion is known, that moment is, without any plate; what
it explains of the distance from the line is no fault of a plate.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate, unknown
from ambulo.gait.checks.single_steps import Step
from ambulo.gait.sharing.wrenches import about
from ambulo.gait.whole_body import resultant_wrench
from ambulo.math.arrays import FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Gate

__all__ = ["Direction", "check", "direction_gates", "mean_gates", "past_gates"]

# over 26 contacts of public walks of seven people and a treadmill, turns included: geometric mean
# 0.75, standard deviation of the logarithm 0.11; three of them, and as much again
SLOPE, SLOPE_LIMIT, SLOPE_UNUSABLE = 0.75, 0.35, 0.70
# where the hips go straight on, the mean over a walk's contacts: 0.67 to 0.80, deviation of the
# logarithm 0.06 (0.86 with a foot partly beside its plate); about three of them, and six
STRAIGHT_SLOPE, STRAIGHT_LIMIT, STRAIGHT_UNUSABLE = 0.737, 0.20, 0.40
# the same contacts: across the walk 0.43 to 1.1 (2.2 for a foot partly beside its plate), the
# logarithm's deviation 0.37; a dead channel has 0 and a turned one -0.7
ACROSS_LEAST, ACROSS_UNUSABLE = 0.2, 0.05
# the same contacts: b from -0.05 to 0.015; three of their standard deviations of 0.017, and six
OFFSET, OFFSET_LIMIT, OFFSET_UNUSABLE = -0.017, 0.05, 0.10
# where the hips go straight on, the sideways force follows the forward lean by -0.07 to 0.07 of
# what the forward force does (deviation 0.05; 0.17 for a foot partly beside its plate)
TURN_LIMIT, TURN_UNUSABLE = 0.17, 0.35
# rad; a walk that turns by less over a contact goes straight on
_STRAIGHT = 0.3
# m at the hips by which it passes them to one side under both feet alike, in straight walks of five
# people: 0 to 7 mm, 16 with a foot partly beside its plate (deviation 8 mm); 2.5 of it, and 5
PAST_LIMIT, PAST_UNUSABLE = 0.020, 0.040
# rms of what the line leaves over, in vertical forces: 0.009 to 0.032
REST_LIMIT, REST_UNUSABLE = 0.06, 0.09


@dataclass(frozen=True)
class Direction:
    """How a contact's horizontal force follows the way to the hips.

    Args:
        forward: k along the walk; offset: b there; rest: rms of what is left, in vertical forces;
            of the force without what the body's turning takes, where a line fits that better.
        across: k across the walk, through the origin.
        turned: rad, by which the plate seems turned; NaN where the walk turns.
        past: to the left, in vertical forces, mean of what is beside the share that walks have.
    """

    forward: float
    offset: float
    rest: float
    across: float
    turned: float = np.nan
    past: float = np.nan


def check(evidence: Evidence) -> list[Gate]:
    """Every whole contact of a walk; the worst speaks."""
    if not evidence.activity.walking:
        return []
    hips = evidence.body.mid_hips
    beside = _beside_the_mass_centre(evidence) if evidence.whole_body else np.zeros((len(hips), 2))
    found = [
        (step, direction(step, hips[step.rows], beside[step.rows]))
        for step in evidence.whole_steps
        # beside what else carries, the force points elsewhere
        if evidence.supported is None or np.mean(evidence.supported[step.rows]) < 0.5
    ]
    moving = [(step, way) for step, way in found if way is not None]
    if moving:
        floor = float(np.mean([step.point[:, 2].mean() for step, _ in moving]))
        height = float(np.mean(hips[:, 2])) - floor
        # of the whole body the acceleration tells the gain (`clocks.py`), however it walks
        mean = [] if evidence.whole_body else mean_gates(moving, height)
        return direction_gates(moving, height) + mean + past_gates(moving, height)
    if not evidence.steps.contacts:
        return []
    return [
        unknown(
            "ground reaction towards the body",
            "Something beside the feet carries the subject in every step that plates measure."
            if evidence.other_support
            else "No foot walks over a plate that measures all of it.",
            "Record a step wholly on one plate, that carries all",
            "A dead or turned channel of the horizontal force would not be noticed.",
        )
    ]


def _beside_the_mass_centre(evidence: Evidence) -> FloatArray:
    """Horizontal over vertical force (frames, 2) by which the body's turning has it pass beside.

    dH/dt = (p - c) x F about the mass centre c needs F_x = F_z (c_x - p_x) / h - (dH/dt)_y / h and
    F_y = F_z (c_y - p_y) / h + (dH/dt)_x / h at a height h; both feet take it as they are loaded.
    """
    body = evidence.body
    total = resultant_wrench(body.unsupported, body.p[:, 0])
    turning = about(body.mass_centre, total)
    height = body.mass_centre[:, 2] - np.min(body.p[..., 2])
    weight = body.model.mass * STANDARD_GRAVITY
    # in flight nothing is carried, and no step is looked at
    carried = np.maximum(total[:, 5], 0.2 * weight)
    return np.column_stack([-turning[:, 1], turning[:, 0]]) / (height * carried)[:, None]


def direction(step: Step, hips: FloatArray, beside: FloatArray | None = None) -> Direction | None:
    """The line through a contact's forces; None where the body does not move over the foot.

    Args:
        step: with force and centre of pressure.
        hips: (n, 3) m.
        beside: (n, 2) horizontal over vertical force that the body's turning takes; None where it
            is not known.
    """
    way = hips - step.point
    lean = way[:, :2] / way[:, 2:]
    # of the body over the foot, so that a belt under it does not matter
    ahead = (way[-1] - way[0])[:2]
    length = float(np.linalg.norm(ahead))
    if length < 0.2:
        return None
    ahead = ahead / length
    sideways = np.array([-ahead[1], ahead[0]])
    vertical = step.force[:, 2]
    along, pushed = lean @ ahead, step.force[:, :2] @ ahead
    # weighed by the vertical force: F_x = k F_z c / h + b F_z
    rows = np.column_stack([vertical * along, vertical])
    (k, b), rest = _line(rows, pushed)
    scale = float(np.sqrt(np.mean(vertical**2)))
    # a force that passes as near as in walks, and leans as much, has nothing to be explained
    strange = rest > REST_LIMIT * scale or _off(float(k)) > SLOPE_LIMIT
    if beside is not None and strange:
        line, left = _line(rows, pushed - vertical * (beside @ ahead))
        # a gain g of the plate leaves g of the turning over, and |g - 1| without it: from 0.5 on it
        # may seem explained, and the acceleration tells it (`clocks.py`)
        if left < rest:
            (k, b), rest = line, left
    aside = vertical * (lean @ sideways)
    across = float(aside @ (step.force[:, :2] @ sideways) / (aside @ aside))
    past = float(np.sum(step.force[:, :2] @ sideways - SLOPE * aside) / vertical.sum())
    turned = np.nan
    if _straight(hips):
        (follows, _), *_ = np.linalg.lstsq(rows, step.force[:, :2] @ sideways, rcond=None)
        turned = float(np.arctan2(abs(follows), abs(k)))
    return Direction(float(k), float(b), rest / scale, across, turned, past)


def _line(rows: FloatArray, pushed: FloatArray) -> tuple[FloatArray, float]:
    """k and b of the nearest line, and the rms force that it leaves over [N]."""
    found = np.asarray(np.linalg.lstsq(rows, pushed, rcond=None)[0], dtype=np.float64)
    return found, float(np.sqrt(np.mean((pushed - rows @ found) ** 2)))


def _straight(hips: FloatArray) -> bool:
    """Whether the hips (n, 3) m go on in one direction."""
    middle = len(hips) // 2
    first, last = (hips[middle] - hips[0])[:2], (hips[-1] - hips[middle])[:2]
    both = float(np.linalg.norm(first) * np.linalg.norm(last))
    return both > 0.01 and float(first @ last) > np.cos(_STRAIGHT) * both


def direction_gates(found: list[tuple[Step, Direction]], height: float) -> list[Gate]:
    """Along the walk, across it, and how well a line fits at all.

    Args:
        found: contacts and their lines.
        height: of the hips, m.
    """
    step, way = max(found, key=lambda each: _off(each[1].forward))
    aside, place = max(found, key=lambda each: abs(each[1].offset - OFFSET))
    crossed, low = min(found, key=lambda each: each[1].across)
    straight = [each for each in found if np.isfinite(each[1].turned)]
    wild, rough = max(found, key=lambda each: each[1].rest)
    load = float(np.max(step.force[:, 2]))
    wrong = abs(way.forward - SLOPE) * 0.2 * load * height
    shift = abs(place.offset - OFFSET) * height
    gates = [
        gate(
            f"forward force towards the body ({step.side} foot, {step.plate})",
            _off(way.forward),
            SLOPE_LIMIT,
            "log of the share that walks have",
            f"{_cause(way.forward, way.rest)} of {step.plate}: check the signs, units, order and "
            "wiring of its horizontal channels, and the order of its corners",
            unusable=SLOPE_UNUSABLE,
            found=f"The forward force is {way.forward / SLOPE:.1f} times what points to the body.",
            cost=f"Knee and hip flexion moments of the {step.side} leg are wrong by up to "
            f"{wrong:.0f} N·m.",
        ),
        gate(
            f"ground reaction past the body ({aside.side} foot, {aside.plate})",
            100 * shift,
            100 * OFFSET_LIMIT * height,
            "cm at the height of the hips",
            f"An offset of the horizontal force of {aside.plate} while it is loaded, its position "
            "along the walk, or plates and cameras that are not synchronised",
            unusable=100 * OFFSET_UNUSABLE * height,
            cost=f"The hip flexion moment of the {aside.side} leg is wrong by up to "
            f"{shift * float(np.max(aside.force[:, 2])):.0f} N·m.",
        ),
        gate(
            f"sideways force towards the body ({crossed.side} foot, {crossed.plate})",
            max(0.0, 1.0 - low.across / 0.75),
            1.0 - ACROSS_LEAST / 0.75,
            "of it missing",
            f"{_cause(low.across)} of {crossed.plate} across the walk: check the signs and wiring "
            "of its horizontal channels",
            unusable=1.0 - ACROSS_UNUSABLE / 0.75,
            found=f"The sideways force is {low.across / 0.75:.1f} times what points to the body.",
            cost=f"Adduction moments of the {crossed.side} leg are wrong.",
        ),
        gate(
            f"force in line with the body ({wild.side} foot, {wild.plate})",
            100 * rough.rest,
            100 * REST_LIMIT,
            "% of the vertical force",
            f"A channel of {wild.plate} is clipped, exchanged with another, hums or drops out; or "
            "plates and cameras are not synchronised",
            unusable=100 * REST_UNUSABLE,
            cost=f"Knee and hip moments of the {wild.side} leg are uncertain by about "
            f"{rough.rest * float(np.max(wild.force[:, 2])) * height:.0f} N·m.",
        ),
    ]
    if straight:
        bent, most = max(straight, key=lambda each: each[1].turned)
        side_load = 0.2 * float(np.max(bent.force[:, 2])) * height
        gates.append(
            gate(
                f"plate's axes ({bent.side} foot, {bent.plate})",
                float(np.degrees(most.turned)),
                float(np.degrees(np.arctan(TURN_LIMIT))),
                "deg",
                f"The corners of {bent.plate} are turned or in another order, or its Fx and Fy are "
                "exchanged",
                unusable=float(np.degrees(np.arctan(TURN_UNUSABLE))),
                found=f"The force seems turned by {np.degrees(most.turned):.0f}° about the "
                "vertical.",
                cost=f"Moments of the {bent.side} leg are wrong by up to "
                f"{side_load * np.sin(most.turned):.0f} N·m.",
            )
        )
    return gates


def mean_gates(found: list[tuple[Step, Direction]], height: float) -> list[Gate]:
    """What all plates have alike shows in the mean; nothing where one of them says it.

    Args:
        found, height: as above; steps of a walk that turns do not count.
    """
    slopes = [way.forward for _, way in found if np.isfinite(way.turned)]
    if not slopes or any(_off(slope) > SLOPE_LIMIT for slope in slopes):
        return []
    mean = float(np.exp(np.mean(np.log(slopes))))
    load = max(float(np.max(step.force[:, 2])) for step, _ in found)
    return [
        gate(
            "forward force towards the body, all steps",
            abs(float(np.log(mean / STRAIGHT_SLOPE))),
            STRAIGHT_LIMIT,
            "log of the share that walks have",
            "Gain or unit of the plates' horizontal channels, or their calibration matrices",
            unusable=STRAIGHT_UNUSABLE,
            found=f"The forward force is {mean / STRAIGHT_SLOPE:.2f} times what points to the body "
            "in walks.",
            cost="Knee and hip flexion moments are wrong by up to "
            f"{abs(mean - STRAIGHT_SLOPE) * 0.2 * load * height:.0f} N·m.",
        )
    ]


def past_gates(found: list[tuple[Step, Direction]], height: float) -> list[Gate]:
    """Whether the force passes the hips as much on the left as on the right.

    Args:
        found, height: as above; steps of a walk that turns do not count, and both feet are needed.
    """
    sides = [
        [way.past for step, way in found if step.side == side and np.isfinite(way.turned)]
        for side in SIDES
    ]
    if not all(sides):
        return []
    aside = 0.5 * height * float(np.mean(sides[0]) + np.mean(sides[1]))
    load = max(float(np.max(step.force[:, 2])) for step, _ in found)
    return [
        gate(
            "ground reaction to one side of the body",
            100 * abs(aside),
            100 * PAST_LIMIT,
            "cm at the height of the hips",
            "Cameras whose axes lean over against the plates', the plates' corners or an offset of "
            "their sideways force; or the subject leans to one side",
            unusable=100 * PAST_UNUSABLE,
            found=f"Under both feet the force passes the hips {100 * abs(aside):.1f} cm farther to "
            f"the {'left' if aside > 0 else 'right'} than in walks.",
            cost=f"Adduction moments of the hips are off by up to {load * abs(aside):.0f} N·m, and "
            "moments about turned axes of knees and ankles with them.",
        )
    ]


def _off(slope: float) -> float:
    """Distance of a slope from what walks have, as a logarithm; infinite where it is turned."""
    return abs(float(np.log(slope / SLOPE))) if slope > 0.0 else np.inf


def _cause(slope: float, rest: float = 0.0) -> str:
    """Likeliest, of a slope and of what its line leaves over."""
    if slope < -0.2:
        return "A turned sign"
    if slope < 0.2:
        return "A dead or exchanged channel"
    gain = "wrong gain or unit" if slope > SLOPE else "wrong gain, or a clipped channel,"
    # a gain alone leaves the force in line
    if rest > REST_LIMIT:
        return (
            "What takes the force out of line with the body (see there: plates and cameras that "
            f"are not synchronised, for one), else a {gain}"
        )
    return f"A {gain}"
