"""The sources of error by name. A new source needs a form, a source and a line here."""

from __future__ import annotations

from ambulo.inputs.registry import Registry
from ambulo.uncertainty.source import Source

_HERE = "ambulo.uncertainty.sources"

SOURCES = Registry(
    "error_source",
    Source,
    {
        "segment_mass": f"{_HERE}.segments:SEGMENT_MASS",
        "segment_length": f"{_HERE}.segments:SEGMENT_LENGTH",
        "segment_mass_centre": f"{_HERE}.segments:SEGMENT_MASS_CENTRE",
        "segment_inertia": f"{_HERE}.segments:SEGMENT_INERTIA",
        "segment_table": f"{_HERE}.segments:SEGMENT_TABLE",
        "footwear": f"{_HERE}.footwear:SOURCE",
        "joint_centres": f"{_HERE}.joint_centres:SOURCE",
        "marker_placement": f"{_HERE}.marker_placement:SOURCE",
        "camera_noise": f"{_HERE}.camera_noise:SOURCE",
        "soft_tissue": f"{_HERE}.soft_tissue:SOURCE",
        "fit_weights": f"{_HERE}.fit_weights:SOURCE",
        "foot_roll": f"{_HERE}.foot_roll:SOURCE",
        "filter_cutoff": f"{_HERE}.smoothing:FILTER_CUTOFF",
        "smoothing_loss": f"{_HERE}.smoothing:SMOOTHING_LOSS",
        "plate_force": f"{_HERE}.plates:PLATE_FORCE",
        "plate_moment": f"{_HERE}.plates:PLATE_MOMENT",
        "centre_of_pressure": f"{_HERE}.plates:CENTRE_OF_PRESSURE",
        "plate_position": f"{_HERE}.plates:PLATE_POSITION",
        "synchronisation": f"{_HERE}.times:SYNCHRONISATION",
        "event_times": f"{_HERE}.times:EVENT_TIMES",
    },
    "source of error",
)
