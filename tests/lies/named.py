"""What each check names as a cause where it is beyond its limit, by its id.

In the words by which lies say what they change: `Lie.cause` has one of them or more.
"""

from __future__ import annotations

from collections.abc import Mapping

NAMED: Mapping[str, str] = {
    "mass": "beside|foot|frame|kg|mass|plate",
    "foot_on_plate": "beside|foot|plate",
    "foot_like_other": "foot|plate",
    "plates_alike": "beside|foot|kg|plate",
    "measurements": (
        "ankle|asis|calf|foot|height|knee|leg|length|malleol|marker|pelvi|rotation|torsion|unit"
    ),
    "same_subject": "marker|static",
    "static_still": "static",
    "segments": "both trials|label|marker|static",
    "scale": "ankle|both trials|camera|foot|knee|leg|marker|pelvi|scale|static|turned",
    "legs_alike": "left|leg|marker|static",
    "pelvis_alike": "asis|left|marker|pelvi|placed wrongly|static",
    "pelvis_level": "asis|left|marker|pelvi|placed wrongly|static",
    "feet_alike": "ankle|foot|left|marker|placed wrongly|static",
    "height": "camera|height|leg|length|marker|scale",
    "exchanged_sides": "exchanged|label|left|marker",
    "names_read": "marker",
    "placed_centres": "marker|static",
    "placed_tilt": "marker|pelvi|static",
    "marker_jumps": "beside|exchanged|gap|jump|label|marker",
    "frozen_markers": "label|left|marker",
    "marker_fit": "marker|static",
    "worst_marker": "label|marker",
    "trunk_shift": "marker|mass|plate",
    "sagittal_plane": "turned",
    "pressure_under_foot": "corner|foot|plate",
    "foot_markers": "ankle|foot|left|marker|static",
    "foot_marker_apart": "foot|left|marker|static",
    "foot_lengths_alike": "foot|left|marker|placed wrongly",
    "foot_rolled": "ankle|foot|marker|static",
    "angle_range": "exchanged|label|marker|placed wrongly|turned",
    "angle_range.pelvis": "asis|exchanged|label|marker|pelvi|placed wrongly|static",
    "moment_range": "axis|foot|mass|noise|plate|turned",
    "knee_axis": "axis|knee|marker|placed wrongly|turned",
    "knee_axis_shown": "axis|knee|marker",
    "knee_axes_alike": "axis|knee|marker|placed wrongly|turned",
    "hips_turned_alike": "knee|marker|placed wrongly|turned",
    "knees_bend_alike": "ankle|hip|knee|marker|placed wrongly",
    "activity_asked": "activity",
    "joint_range": "exchanged|knee|label|marker|placed wrongly|left|side",
    "hip_centre": "asis|hip|marker|pelvi|placed wrongly",
    "hip_centres_alike": "asis|hip|left|marker|pelvi",
    "knees_alike": "ankle|axis|both trials|knee|left|marker|side",
    "both_knees": "ankle|axes|both trials|knee|left|marker",
    "marker_noise": "camera|frame|marker",
    "camera_frames": "camera|frame|jump|marker|plate|synchron",
    "plate_faults": "beside|filter|foot|plate|smoothed where the forces are not|smoothed",
    "place_along": "camera|corner|foot|marker|plate|strike|synchron",
    "place_across": "corner|foot|plate",
    "way_along_sole": "corner|exchanged|sole|turned|unit",
    "place_height": "corner|foot|height|marker|plate|sole",
    "place_across_both": "axes|corner|foot|left|marker|plate",
    "plates_apart_along": "beside|camera|corner|marker|plate",
    "plates_apart_across": "beside|corner|foot|left|marker|plate",
    "forward_force": "camera|corner|exchanged|forward|plate|synchron|time|turned|unit",
    "past_body": "camera|offset|plate|synchron",
    "sideways_force": "exchanged|plate|side|time|turned|unit",
    "force_in_line": "camera|exchanged|plate|synchron",
    "plate_axes": "axes|corner|exchanged|plate|turned",
    "forward_force_mean": "forward|plate|time|unit",
    "force_aside": "axes|camera|corner|left|offset|plate|side",
    "speed_change": "forward|offset|plate",
    "clocks": "camera|clock|filter|filtered|frame|lag|late|plate|rate|synchron",
    "clocks_in_steps": "camera|clock|foot|frame|late|late by itself|plate|rate|synchron|steps of",
    "vertical_acceleration": "frame|length|mass|plate|rate|time|unit",
    "forward_acceleration": "forward|frame|mass|plate|rate|time|unit",
    "plates_lag": "Hz|backward|filter|filtered|forward|lag|late|plate",
    "plates_smoothed": "Hz|filter|filtered|plate|smoothed",
    "other_support": "ankle|beside|foot|left|plate|time",
    "residual_force": "axes|beside|camera|foot|forward|jump|mass|plate|synchron",
    "residual_moment": "axes|beside|height|jump|marker|mass|plate",
    "acceleration_noise": "Hz|cut-off|filter|marker|noise|shak",
    "smoothed_before": "Hz|filter|filtered|marker|noise|smoothed",
    "smoothed_here": "cut-off|marker|noise",
    "strength": "cut-off|foot|marker|mass|noise|plate",
    "without_plates": "foot|kg|left|plate",
    "mass_centre_moved": "agree|event|foot|forward|left|marker|mass|plate|sole",
    "whole_contact": "foot|plate|strike",
    "feet_measured": "plate|time",
    "whole_stride": "foot|strike|time",
    "file_events": "event|foot|frame|rate",
}


def names(id: str, cause: str) -> bool:
    """Whether a check of this id names a cause, alternatives parted by |."""
    said = NAMED.get(id) or NAMED.get(id.partition(".")[0], "")
    return bool(set(said.split("|")) & set(cause.split("|")))
