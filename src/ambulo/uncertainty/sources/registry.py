"""The sources of error by name: a new one is a new module and a line here."""

from __future__ import annotations

from ambulo.inputs.registry import Registry
from ambulo.uncertainty.source import Source

_HERE = "ambulo.uncertainty.sources"

SOURCES = Registry(
    "error_source",
    Source,
    {
        "segment_mass": f"{_HERE}.segment_mass:SOURCE",
        "segment_length": f"{_HERE}.segment_length:SOURCE",
        "segment_mass_centre": f"{_HERE}.segment_mass_centre:SOURCE",
        "segment_inertia": f"{_HERE}.segment_inertia:SOURCE",
        "segment_table": f"{_HERE}.segment_table:SOURCE",
        "footwear": f"{_HERE}.footwear:SOURCE",
        "joint_centres": f"{_HERE}.joint_centres:SOURCE",
        "marker_placement": f"{_HERE}.marker_placement:SOURCE",
        "camera_noise": f"{_HERE}.camera_noise:SOURCE",
        "soft_tissue": f"{_HERE}.soft_tissue:SOURCE",
        "fit_weights": f"{_HERE}.fit_weights:SOURCE",
        "foot_roll": f"{_HERE}.foot_roll:SOURCE",
        "filter_cutoff": f"{_HERE}.filter_cutoff:SOURCE",
        "smoothing_loss": f"{_HERE}.smoothing_loss:SOURCE",
        "plate_force": f"{_HERE}.plate_force:SOURCE",
        "plate_moment": f"{_HERE}.plate_moment:SOURCE",
        "centre_of_pressure": f"{_HERE}.centre_of_pressure:SOURCE",
        "plate_position": f"{_HERE}.plate_position:SOURCE",
        "synchronisation": f"{_HERE}.synchronisation:SOURCE",
        "event_times": f"{_HERE}.event_times:SOURCE",
    },
    "source of error",
)
