"""Stage fit: coordinates of the body in every frame, by the chosen consistency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.loose_segments import loosen
from ambulo.gait.stages.calibrate import Calibration
from ambulo.gait.stages.filter import Filtered
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.math.vector_arrays import finite
from ambulo.mocap.calibration.knee_axis import with_functional_axes
from ambulo.mocap.calibration.placement import direct_poses
from ambulo.mocap.fit.foot_roll import roll_known
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.multibody.tree.placed_bodies import coordinates_of
from ambulo.records import Diagnostic, Model, SegmentLength


@dataclass(frozen=True, eq=False)
class Fitted(BriefRepr):
    """Coordinates frame by frame, not yet smoothed.

    Args:
        model: the person, with joints.
        moving: whose coordinates `q` are: the model, or its segments without joints.
        q: (frames, nq) m, unit quaternions with continuous signs, rad.
        lengths: of segments before and after they were made rigid.
        diagnostics: plots that show how the fit worked.
        notes: one sentence each.
    """

    model: Model
    moving: Model
    q: FloatArray
    lengths: Mapping[str, SegmentLength] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()


def fit(calibration: Calibration, filtered: Filtered, choice: Configuration) -> Fitted:
    """Coordinates of the calibrated model that follow the markers.

    Args:
        calibration: the model, the landmarks of the walk, and the marker for each name of the set.
        filtered: the filtered markers, and the fit to them, if one was made.
        choice: `consistency`; `knee_axis` for `consistency = "fit"`; `weights` for "natural".
    Raises:
        InputError: markers are missing, a frame cannot be made rigid, or choices exclude each
            other.
    """
    model, markers = calibration.model, filtered.markers
    if choice.consistency == "fit":
        found = filtered.fit or fit_model(model, markers)
        axes: tuple[str, ...] = ()
        if choice.knee_axis == "functional":
            model, axes = with_functional_axes(model, found.q)
            found = fit_model(model, markers)
        return Fitted(model, model, found.q, notes=(*axes, *found.notes, *_of_feet(model)))
    if choice.knee_axis == "functional":
        raise InputError(
            what='knee_axis = "functional" works only with consistency = "fit"',
            where=f"consistency = {choice.consistency}",
            remedy="Leave knee_axis or consistency out",
        )
    # each segment from its own markers, with no word of soles
    model = replace(model, soles={})
    R, p = direct_poses(calibration.match, calibration.landmarks(markers), model)
    _all_placed(model, markers.time, p + R.sum(axis=-1))
    if choice.consistency == "none":
        free = loosen(model)
        note = "Every segment follows its own markers, so joints may come apart."
        return Fitted(model, free, coordinates_of(free.tree, R, p), notes=(note,))
    # natural coordinates are for those who ask for them
    from ambulo.gait.consistency import consistent_motion

    R, p, rigid = consistent_motion(model, R, p, choice.weights)
    return Fitted(
        model,
        model,
        coordinates_of(model.tree, R, p),
        rigid.segment_lengths(),
        rigid.diagnostics(markers.time),
        rigid.notes,
    )


def _all_placed(model: Model, time: FloatArray, poses: FloatArray) -> None:
    """Raises where a segment's pose (frames, nb, 3) is not known: no spline goes over a gap."""
    placed = finite(poses)
    if placed.all():
        return
    worst = int(np.argmin(placed.sum(axis=0)))
    missing = np.flatnonzero(~placed[:, worst])
    raise InputError(
        what=f"the markers of the {model.segments[worst].replace('_', ' ')} do not show this "
        f"segment in {len(missing)} of {len(time)} frames ({time[missing[0]]:.2f} to "
        f"{time[missing[-1]]:.2f} s)",
        remedy='Choose consistency = "fit", or give --from and --to without these frames',
    )


def _of_feet(model: Model) -> tuple[str, ...]:
    """What the roll of the feet rests on, where that is not their own markers."""
    notes = []
    for side, of in roll_known(model).items():
        if of["by"] == "sole":
            notes.append(
                f"The markers of the {side} foot show little of the foot's roll. The sole was "
                f"assumed to be level while loaded (± {of['flat']:.0f}°). In the air, the ankle "
                f"was assumed to be as in standing (± {of['free']:.0f}°)."
            )
        elif of["by"] == "nothing":
            notes.append(
                f"No marker on the {side} foot shows the foot's roll. Ankle inversion is a guess "
                f"(± {of['free']:.0f}°), and so are the ankle's frontal and transverse moments."
            )
    return tuple(notes)
