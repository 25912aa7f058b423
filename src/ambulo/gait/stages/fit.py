"""fit: coordinates of the body in every frame, by the way of consistency chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ambulo.gait.configuration import Configuration
from ambulo.gait.consistency import consistent_motion, tree_coordinates
from ambulo.gait.loose_segments import loose_coordinates, loosen
from ambulo.gait.stages.calibrate import Calibration
from ambulo.gait.stages.filter import Filtered
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.placement import direct_poses
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.records import Diagnostic, Model, SegmentLength

__all__ = ["Fitted", "fit"]


@dataclass(frozen=True, eq=False)
class Fitted:
    """Coordinates frame by frame, not yet smoothed.

    Args:
        model: the person, with joints.
        moving: whose coordinates `q` are: the model, or its segments without joints.
        q: (frames, nq) m, unit quaternions with continuous signs, rad.
        lengths: of segments before and after they were made rigid.
        diagnostics: how it went, where there is something to show.
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
        calibration: the model, landmarks of the walk, and which marker is which.
        filtered: markers, and the fit to them where one was made.
        choice: `consistency` says how; `weights` go with consistency = natural.
    Raises:
        InputError: markers are missing, or a frame cannot be made rigid.
    """
    return _WAYS[choice.consistency](calibration, filtered, choice)


def _jointed_fit(calibration: Calibration, filtered: Filtered, _: Configuration) -> Fitted:
    """The jointed model fitted to all markers at once."""
    model = calibration.model
    found = filtered.fit or fit_model(model, filtered.markers)
    return Fitted(model, model, found.q, notes=found.notes)


def _natural(calibration: Calibration, filtered: Filtered, choice: Configuration) -> Fitted:
    """Each segment from its own markers, then made rigid and jointed in natural coordinates."""
    model, markers = calibration.model, filtered.markers
    R, p = direct_poses(calibration.match, calibration.landmarks(markers), model)
    R, p, rigid = consistent_motion(model, R, p, choice.weights)
    return Fitted(
        model,
        model,
        tree_coordinates(model, R, p),
        rigid.segment_lengths(),
        rigid.diagnostics(markers.time),
        rigid.notes,
    )


def _loose(calibration: Calibration, filtered: Filtered, _: Configuration) -> Fitted:
    """Each segment from its own markers; joints may come apart."""
    model = calibration.model
    landmarks = calibration.landmarks(filtered.markers)
    R, p = direct_poses(calibration.match, landmarks, model)
    note = "Every segment follows its own markers; joints may come apart."
    return Fitted(model, loosen(model), loose_coordinates(R, p), notes=(note,))


_WAYS: Mapping[
    Literal["fit", "natural", "none"],
    Callable[[Calibration, Filtered, Configuration], Fitted],
] = {"fit": _jointed_fit, "natural": _natural, "none": _loose}
