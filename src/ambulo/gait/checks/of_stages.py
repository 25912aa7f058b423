"""Values that a stage has already found, or that are read directly from its result."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, of_legs
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.mocap.events import strides
from ambulo.records import Model, Stride


def activity_asked(evidence: Evidence) -> list[Finding]:
    """Reported only if the requested activity is not the one that was recognised."""
    facts = {"unlike": evidence.unlike, "activity": evidence.activity.noun}
    return [Finding("activity_asked", "", 1.0, facts)] if evidence.unlike else []


def calibration(evidence: Evidence) -> tuple[Finding, ...]:
    """Findings from calibration: `static_trial` and `left_and_right`.

    In a run, feet turn under the shanks as they do not in standing: `toe_aside` is for walks.
    """
    walking = evidence.activity.walking
    return tuple(one for one in evidence.person.findings if walking or one.id != "toe_aside")


def marker_fit(evidence: Evidence) -> tuple[Finding, Finding]:
    """All markers together, and the worst marker."""
    return marker_distances(evidence.body.model, evidence.marker_residual)


def marker_distances(model: Model, residual: FloatArray) -> tuple[Finding, Finding]:
    """Root mean square distance over all markers, and the largest rms of any one marker.

    Args:
        residual: (frames, nm) m, NaN in gaps.
    """
    mean_square = np.nanmean(residual**2, axis=0)
    worst = int(np.nanargmax(mean_square))
    rms = 1e3 * np.sqrt(mean_square)
    far = [model.marker_names[k] for k in np.flatnonzero(rms > limits("worst_marker")[0])]
    return (
        Finding("marker_fit", "", 1e3 * float(np.sqrt(np.nanmean(residual**2)))),
        Finding("worst_marker", model.marker_names[worst], rms[worst], whose=of_legs(model, far)),
    )


def trunk_shift(evidence: Evidence) -> list[Finding]:
    """How far the plates move the trunk's centre of mass, if this was chosen."""
    shift = evidence.balanced.shift
    if shift is None:
        return []
    return [Finding("trunk_shift", "", 1e3 * float(np.linalg.norm(shift)))]


def sagittal_plane(evidence: Evidence) -> list[Finding]:
    """How far planar segments of constant length move the points; empty for models in space."""
    moved = evidence.curves.moved
    return (
        [] if moved is None else [Finding("sagittal_plane", "", 1e3 * np.sqrt(np.mean(moved**2)))]
    )


def camera_frames(evidence: Evidence) -> list[Finding]:
    """Times at which the movement of all markers is interrupted (`mocap.cleaning`)."""
    return [lost_frames(evidence.named.camera_breaks)]


def lost_frames(breaks: Sequence[float]) -> Finding:
    """Instants [s] of such interruptions. There should be none, because plates and cameras are not
    synchronised afterwards.
    """
    first = {"first": breaks[0]} if breaks else {}
    return Finding("camera_frames", "", len(breaks), {"breaks": len(breaks), **first})


def whole_stride(evidence: Evidence) -> list[Finding]:
    """Whether there is a stride, from one strike to the next of the same foot, if the activity has
    strides.
    """
    return [one_stride(strides(evidence.steps.events))] if evidence.activity.stepping else []


def one_stride(strides: Sequence[Stride]) -> Finding:
    """Whether the subject takes at least one stride, over which results can be given."""
    return Finding("whole_stride", "", max(0, 1 - len(strides)), {"strides": len(strides)})
