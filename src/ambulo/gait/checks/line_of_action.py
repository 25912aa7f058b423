"""Checks whether the ground reaction points from the foot towards the body, as in every walk.

In walking the ground reaction passes near a point above the centre of mass (Maus et al. 2010,
Nature Communications 1:70; Herr & Popovic 2008, J Exp Biol 211:467, on the small moment about the
centre of mass). So the ratio of horizontal to vertical force follows the ratio c / h. Here c is the
horizontal way from the centre of pressure to the hips, and h is their height: F_x = F_z (k c_x / h
+ b). A channel that is dead, reversed, exchanged or wrongly scaled changes k. A misplaced plate or
an offset changes b.

A subject who swings arms or trunk turns with a moment about the centre of mass. The force then
passes beside this point. If the motion of the whole body is known, this moment is known without any
plate. The distance that it explains is not a fault of a plate. The motion of the whole body also
requires the direction of the horizontal force. It shows a turned plate more sharply than the way to
the hips.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.gait.checks.single_steps import FEWEST, PlateStep, on_step
from ambulo.gait.checks.table import limits
from ambulo.gait.sharing.wrenches import about
from ambulo.gait.whole_body import resultant_wrench
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Facts

# of right walks, geometric means: k along the walk, where the hips go straight on, and across it;
# b there
SLOPE, STRAIGHT_SLOPE, ACROSS = 0.75, 0.737, 0.75
OFFSET = -0.017
# slope below which a channel is dead or exchanged, and below which its sign is turned
_DEAD = 0.2
# N; a foot that bears less does not share the load
_BEARS = 50.0
# frames of double support: without them clean plates seem turned by up to 12 degrees, else by 3
_TOGETHER = 5
# rad; a walk that turns by less over a contact goes straight on
_STRAIGHT = 0.3


@dataclass(frozen=True)
class ForceDirection:
    """How the horizontal force of a contact follows the way to the hips.

    Args:
        forward: k along the walk; offset: b along the walk; rest: rms of the remaining force,
            divided by the vertical force. If a line fits better, the part for the body's turning is
            subtracted from the force first.
        across: k across the walk, through the origin.
        turned: rad, by which the plate seems turned by the way to the hips; NaN if the walk turns.
        past: to the left, divided by the vertical force: mean of the sideways force beyond the
            usual share.
        by_motion: rad, by which the plate seems turned by what the motion of the whole body
            requires; NaN if not known.
    """

    forward: float
    offset: float
    rest: float
    across: float
    turned: float = np.nan
    past: float = np.nan
    by_motion: float = np.nan


def check(evidence: Evidence) -> list[Finding]:
    """Every whole contact of a walk. The worst contact is reported."""
    if not evidence.activity.walking:
        return []
    if evidence.crouched and not evidence.whole_body:
        # the trunk leans ahead of the hips, which stand for the mass centre
        return [Finding("force_direction", why="crouched")]
    hips = evidence.body.mid_hips
    beside = _beside_the_mass_centre(evidence) if evidence.whole_body else np.zeros((len(hips), 2))
    found = [
        (step, direction(step, hips[step.rows], beside[step.rows]))
        for step in evidence.whole_steps
        # beside what else carries, the force points elsewhere
        if np.mean(evidence.supported[step.rows]) < 0.5
    ]
    moving = [
        (step, replace(way, by_motion=_turned_from_motion(evidence, step)))
        for step, way in found
        if way is not None
    ]
    if moving:
        floor = float(np.mean([step.point[:, 2].mean() for step, _ in moving]))
        height = float(np.mean(hips[:, 2])) - floor
        # of the whole body the acceleration tells the gain (`clocks.py`), however it walks
        mean = [] if evidence.whole_body else mean_direction(moving, height)
        return direction_findings(moving, height) + mean + aside(moving, height)
    if not evidence.steps.contacts:
        return []
    why = "supported" if evidence.other_support else "no_walk_over"
    return [Finding("force_direction", why=why)]


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


def _turned_from_motion(evidence: Evidence, step: PlateStep) -> float:
    """How far the horizontal force of a step is turned from the one that the motion of the whole
    body requires, rad; NaN if not the whole body, or too little of its double supports, is known,
    or if channels are dead.
    """
    plates = evidence.steps.plates
    if plates is None or not evidence.whole_body:
        return np.nan
    seen = evidence.settled & ~evidence.supported & plates.known.all(axis=1)
    seen &= finite(evidence.residual)
    on = seen[step.rows]
    at = step.rows[on]
    both = (plates.force[at, :, 2] > _BEARS).all(axis=1)
    if len(at) < FEWEST or both.sum() < _TOGETHER:
        return np.nan
    (x, y), (left_x, left_y) = step.force[on, :2].T, evidence.residual[at, 3:5].T
    # by the size of the force as measured, so that a wrong gain hardly changes the turn
    size = float(x @ x + y @ y)
    if size == 0.0:
        return np.nan
    turn = float(np.arcsin(min(1.0, abs(x @ left_y - y @ left_x) / size)))
    return turn if x @ left_x + y @ left_y > -size else np.pi - turn


def direction(
    step: PlateStep, hips: FloatArray, beside: FloatArray | None = None
) -> ForceDirection | None:
    """The line through the forces of a contact; None if the body does not move over the foot.

    Args:
        step: with force and centre of pressure.
        hips: (n, 3) m.
        beside: (n, 2) horizontal over vertical force for the turning of the body; None if not
            known.
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
    strange = _out_of_line(rest / scale) or off_slope(float(k)) > limits("forward_force")[0]
    if beside is not None and strange:
        line, left = _line(rows, pushed - vertical * (beside @ ahead))
        # a gain g of the plate leaves g of the turning over, and |g - 1| without it: from 0.5 on it
        # may seem explained, and the acceleration tells it (`clocks.py`)
        if left < rest:
            (k, b), rest = line, left
    leans = vertical * (lean @ sideways)
    across = float(leans @ (step.force[:, :2] @ sideways) / (leans @ leans))
    past = float(np.sum(step.force[:, :2] @ sideways - SLOPE * leans) / vertical.sum())
    turned = np.nan
    if _straight(hips):
        (follows, _), *_ = np.linalg.lstsq(rows, step.force[:, :2] @ sideways, rcond=None)
        turned = float(np.arctan2(abs(follows), abs(k)))
    return ForceDirection(float(k), float(b), rest / scale, across, turned, past)


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


def direction_findings(
    found: list[tuple[PlateStep, ForceDirection]], height: float
) -> list[Finding]:
    """Findings along the walk, across it, and on how well a line fits at all.

    Args:
        found: contacts and their lines.
        height: of the hips, m.
    """
    good, usable = (limit * height for limit in limits("past_body"))
    of_steps, axes = list[list[Finding]](), dict[str, list[Finding]]()
    motion, hips = "plate_axes.motion", "plate_axes.hips"
    for step, way in found:
        load = float(np.max(step.force[:, 2])) * height
        shift = abs(way.offset - OFFSET)
        forward: Facts = {
            "share": way.forward / SLOPE,
            "channel": _channel(way.forward),
            "out_of_line": _out_of_line(way.rest),
            "moment": abs(way.forward - SLOPE) * 0.2 * load,
        }
        share = way.across / ACROSS
        sideways: Facts = {"share": share, "channel": _channel(way.across)}
        past = {"moment": shift * load}
        of_steps.append([
            on_step("forward_force", step, off_slope(way.forward), forward),
            on_step("past_body", step, 100 * shift * height, past, (good, usable)),
            on_step("sideways_force", step, max(0.0, 1.0 - share), sideways),
            on_step("force_in_line", step, 100 * way.rest, {"moment": way.rest * load}),
        ])  # fmt: skip
        by_motion = np.isfinite(way.by_motion)
        turn = way.by_motion if by_motion else way.turned
        if np.isfinite(turn):
            turned = float(np.degrees(turn))
            facts = {"turned": turned, "moment": 0.2 * load * float(np.sin(turn))}
            axis = on_step(motion if by_motion else hips, step, turned, facts)
            axes.setdefault(step.plate, []).append(axis)
    # a turned plate is turned in all steps on it, and the motion shows it more sharply
    of_plates = [min(each, key=lambda one: (one.id != motion, one.value)) for each in axes.values()]
    of_axes = ([one for one in of_plates if one.id == id] for id in (motion, hips))
    return [worst(each) for each in (*zip(*of_steps, strict=True), *filter(None, of_axes))]


def mean_direction(found: list[tuple[PlateStep, ForceDirection]], height: float) -> list[Finding]:
    """The common deviation of all plates, from the mean of all steps; empty if a single step is
    already beyond its limit.

    Args:
        found, height: as above; steps of a walk that turns do not count.
    """
    slopes = [way.forward for _, way in found if np.isfinite(way.turned)]
    if not slopes or any(off_slope(slope) > limits("forward_force")[0] for slope in slopes):
        return []
    mean = float(np.exp(np.mean(np.log(slopes))))
    load = max(float(np.max(step.force[:, 2])) for step, _ in found)
    return [
        Finding(
            "forward_force_mean",
            "",
            abs(float(np.log(mean / STRAIGHT_SLOPE))),
            {
                "share": mean / STRAIGHT_SLOPE,
                "moment": abs(mean - STRAIGHT_SLOPE) * 0.2 * load * height,
            },
        )
    ]


def aside(found: list[tuple[PlateStep, ForceDirection]], height: float) -> list[Finding]:
    """Whether the force passes the hips by the same distance on the left and on the right.

    Args:
        found, height: as above; steps of a walk that turns do not count, and both feet are needed.
    """
    sides = [
        [way.past for step, way in found if step.side == side and np.isfinite(way.turned)]
        for side in SIDES
    ]
    if not all(sides):
        return []
    left = 0.5 * height * float(np.mean(sides[0]) + np.mean(sides[1]))
    load = max(float(np.max(step.force[:, 2])) for step, _ in found)
    return [
        Finding("force_aside", "", 100 * abs(left), {"aside": left, "moment": load * abs(left)})
    ]


def off_slope(slope: float) -> float:
    """Distance of a slope from that of walks, as a logarithm; infinite for a reversed sign."""
    return abs(float(np.log(slope / SLOPE))) if slope > 0.0 else np.inf


def _out_of_line(rest: float) -> bool:
    """Whether a line leaves over more than right walks do; a gain alone leaves the force in it."""
    return 100 * rest > limits("force_in_line")[0]


def _channel(slope: float) -> str:
    """What a slope makes of the channel that shows it."""
    if abs(slope) < _DEAD:
        return "dead"
    return "turned" if slope < 0.0 else "large" if slope > SLOPE else "small"
