"""A laboratory that measures a simulated person with the errors that laboratories have.

Each error has a mechanism of its own, none of which is how the bands draw theirs: markers are
palpated beside their landmarks within a disc on the skin, skin slides in proportion to the joints'
flexion, a plate's four load cells have gains of their own and its channels cross-talk, it was
surveyed with a frame laid a little askew, a clock is late. In millimetres and newtons the errors
are as large as the bands' defaults (`tests/coverage/sizes.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tests.coverage.people import Person

from ambulo.demo.marker_placement import MarkerPlacement
from ambulo.demo.recording import skin_shift
from ambulo.demo.truth import WalkTruth, feet_share, walk_truth
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, ForcePlate, LabFrame, Markers, Trial

PLATE_FRAMES = 5
"""For each of the cameras."""
_BEFORE, _STRIDES = 0.30, 1.60
"""Strides recorded before the left foot's on its plate, and in all."""
_HALF = np.array([0.30, 0.20])
_CORNERS = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]])
_BESIDE = np.array([0.10, 0.06])
"""m, farthest that a foot lands from the middle of its plate, forward and to the side."""
_THRESHOLD = 20.0


@dataclass(frozen=True)
class Errors:
    """How large the errors are; zero switches one off.

    Args:
        palpation: m, radius of the disc on the skin within which a marker sits: 10 mm for a
            standard deviation of 5 mm along each axis (Della Croce et al. 1999), and as much for
            what lies between landmark and marker.
        skin: factor on the shift of the skin, in `_SKIN`.
        noise: m, of the cameras.
        cells: largest wrong gain of one of a plate's four vertical load cells.
        gain: the same of a horizontal channel.
        crosstalk: largest share of the vertical force in a horizontal channel.
        drift: (N, N*m) largest zero that was left.
        survey: (m, rad) largest error of place and turn.
        late: s, largest delay of the plates.
    """

    palpation: float = 0.010
    skin: float = 1.0
    noise: float = 0.0003
    cells: float = 0.032
    gain: float = 0.006
    crosstalk: float = 0.0025
    drift: tuple[float, float] = (2.0, 0.6)
    survey: tuple[float, float] = (0.0035, 0.009)
    late: float = 0.0035


NONE = Errors(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, (0.0, 0.0), (0.0, 0.0), 0.0)


def measured(
    person: Person, errors: Errors, rng: np.random.Generator, rate: float = 100.0
) -> tuple[Trial, Trial, WalkTruth]:
    """The walk and the standing trial as recorded at a rate [Hz], and the truth."""
    period = person.walk.walk.cycle.stride_time
    time = np.arange(round(_STRIDES * period * rate)) / rate
    truth = walk_truth(person.walk, -_BEFORE * period, time)
    model = truth.model
    local = person.local + palpated(person, errors, rng)
    placement = MarkerPlacement(person.names, person.body, local)
    # more on one person than on another
    skin = errors.skin * float(rng.uniform(0.5, 1.5)) / np.sqrt(1.0 + 1.0 / 12.0)
    shift = skin * slid(truth, placement, int(rng.integers(1 << 30)))

    def seen(time: FloatArray, q: FloatArray, shift: FloatArray | float) -> Markers:
        R, p = forward_kinematics(model.tree, q)
        at = np.broadcast_to(local + shift, (len(time), *local.shape))
        position = p[:, person.body] + np.einsum("fmij,fmj->fmi", R[:, person.body], at)
        return Markers(
            person.names, time, position + errors.noise * rng.standard_normal(position.shape)
        )

    q = np.zeros((30, model.tree.nq))
    q[:, model.tree.q_start[1:]] = 1.0
    q[:, 3] = 1.0
    q[:, :3] = person.standing
    frame = LabFrame(np.eye(3), 1.0, "Simulated.")
    plates = _plates(truth, errors, rng, rate)
    walking = seen(time, truth.motion.q, shift)
    standing = seen(np.arange(30) / rate, q, 0.0)
    return (
        Trial(Path("walk"), walking, plates, truth.events, model.subject, frame),
        Trial(Path("static"), standing, (), (), model.subject, frame),
        truth,
    )


_SKIN = {"thigh": 0.008, "shank": 0.005, "hindfoot": 0.002, "forefoot": 0.002, "pelvis": 0.004,
         "torso": 0.004}  # fmt: skip
"""m, rms along each axis over the stride and a segment's markers (Leardini et al. 2005; Peters et
al. 2010); 3 mm elsewhere."""


def slid(truth: WalkTruth, placement: MarkerPlacement, seed: int) -> FloatArray:
    """Shift (frames, m, 3) m of skin that slides as the joints flex and shakes at foot strike."""
    shift = skin_shift(truth, placement, seed)
    kinds = np.array([truth.model.segments[k].split("_")[-1] for k in placement.body])
    for kind in np.unique(kinds):
        mine = kinds == kind
        rms = np.sqrt(np.square(shift[:, mine]).mean(axis=(0, 1)))
        shift[:, mine] *= _SKIN.get(kind, 0.003) / rms
    return shift


def palpated(person: Person, errors: Errors, rng: np.random.Generator) -> FloatArray:
    """Places (m, 3) m on the skin around each landmark, the skin being across the segment's line.

    Uniform on a disc whose normal points from the segment's long axis to the marker.
    """
    shift = np.zeros_like(person.local)
    for k, place in enumerate(person.local):
        normal = place * [1.0, 1.0, 0.0]
        norm = float(np.linalg.norm(normal))
        normal = np.array([1.0, 0.0, 0.0]) if norm < 1e-9 else normal / norm
        across = np.array([-normal[1], normal[0], 0.0])
        far = errors.palpation * np.sqrt(rng.uniform())
        angle = rng.uniform(0.0, 2.0 * np.pi)
        shift[k] = far * (np.cos(angle) * across + np.sin(angle) * np.array([0.0, 0.0, 1.0]))
        shift[k] += 0.5 * errors.palpation * np.sqrt(3.0) * rng.uniform(-1.0, 1.0) * normal
    return shift


def _plates(
    truth: WalkTruth, errors: Errors, rng: np.random.Generator, rate: float
) -> tuple[ForcePlate, ...]:
    """One, under a left step."""
    cycle, shape = truth.walk.walk.cycle, truth.walk.shape
    samples = len(truth.time) * PLATE_FRAMES
    time = np.arange(samples) / (PLATE_FRAMES * rate)
    late = errors.late * rng.uniform(-1.0, 1.0)
    ground = feet_share(truth.walk, truth.start, time - late)
    corner = np.pad(_CORNERS * _HALF, ((0, 0), (0, 1)))
    askew = errors.survey[1] * rng.uniform(-1.0, 1.0)
    cos, sin = np.cos(askew), np.sin(askew)
    turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    moved = np.append(errors.survey[0] * rng.uniform(-1.0, 1.0, 2), 0.0)
    plates = []
    for number, (foot, strides) in enumerate((("left", 0.0),), start=1):
        strike = strides * cycle.stride_time - truth.start
        i = SIDES.index(foot)
        on = (time > strike - 0.1) & (time < strike + 0.9 * cycle.stride_time)
        middle = np.array([strides * cycle.stride_length, 0.0, 0.0])
        middle += [0.5 * (shape.toe - shape.heel), 0.5 * (1 - 2 * i) * cycle.step_width, 0.0]
        middle[:2] += _BESIDE * rng.uniform(-1.0, 1.0, 2)
        force = ground.force[:, i] * on[:, None]
        moment = ground.moment_origin[:, i] * on[:, None] - np.cross(middle, force)
        # what the plate makes of it: gains, cross-talk, a zero that drifts
        more, tilt = _wrong_by_cells(force, moment, errors.cells * rng.uniform(-1.0, 1.0, 4))
        zero = [rng.uniform(-1.0, 1.0, 3) * size for size in errors.drift]
        read = force * (1.0 + errors.gain * np.append(rng.uniform(-1.0, 1.0, 2), 0.0))
        read[:, :2] += errors.crosstalk * rng.uniform(-1.0, 1.0, 2) * force[:, 2:]
        read[:, 2] += more
        read += zero[0] * on[:, None]
        moment = moment + tilt + zero[1] * on[:, None]
        loaded = read[:, 2] > _THRESHOLD
        at = np.full((samples, 3), np.nan)
        at[loaded, 0] = -moment[loaded, 1] / read[loaded, 2]
        at[loaded, 1] = moment[loaded, 0] / read[loaded, 2]
        at[loaded, 2] = 0.0
        free = moment[:, 2] - np.nan_to_num(at[:, 0] * read[:, 1] - at[:, 1] * read[:, 0])
        # the laboratory believes the frame that lay askew on the floor
        place = turn @ middle + moved
        plates.append(
            ForcePlate(
                f"plate {number}",
                place + corner @ turn.T,
                time,
                read @ turn.T,
                place + at @ turn.T,
                np.where(loaded, free, 0.0),
            )
        )
    return tuple(plates)


def _wrong_by_cells(
    force: FloatArray, moment: FloatArray, gains: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """What wrong gains of four load cells under the corners add to Fz and to the moment.

    A stiff plate that stands on four alike cells loads each by F_z (1 + x / a) (1 + y / b) / 4.

    Args:
        force, moment: (samples, 3) N and N*m about the plate's middle.
        gains: (4,) errors.
    Returns:
        (samples,) N and (samples, 3) N*m.
    """
    up = force[:, 2]
    x, y = (np.divide(m, up, out=np.zeros_like(up), where=up > 1.0)
            for m in (-moment[:, 1], moment[:, 0]))  # fmt: skip
    more, tilt = np.zeros_like(up), np.zeros_like(moment)
    for (ahead, beside), gain in zip(_CORNERS, gains, strict=True):
        wrong = gain * up * (1.0 + ahead * x / _HALF[0]) * (1.0 + beside * y / _HALF[1]) / 4.0
        more += wrong
        tilt[:, 0] += beside * _HALF[1] * wrong
        tilt[:, 1] -= ahead * _HALF[0] * wrong
    return more, tilt
