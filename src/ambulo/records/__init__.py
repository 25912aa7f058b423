"""Every record that passes between Ambulo's parts: frozen, array shapes declared, no algorithms.

SI units and radians throughout. World frame: X in the direction of progression, Y to the left,
Z up. Segment frames coincide with the world frame in the reference posture (standing upright,
arms hanging, facing X): x anterior, y to the left, z up, origin at the proximal joint.
Wrenches and spatial vectors are ordered (moment, force) and (angular, linear).
Missing measurements are NaN, never zero.
"""

from ambulo.records.analysis import Analysis, InputFile, MomentAxes, Provenance
from ambulo.records.bands import Bands, PeakBand, SourceEffect
from ambulo.records.comparison import WRENCH, SegmentLength, SharingComparison, WrenchDifference
from ambulo.records.curves import Diagnostic, Quantities, Quantity
from ambulo.records.devices import Devices
from ambulo.records.measurement import (
    EMG,
    Event,
    ForcePlate,
    FramesLeftOut,
    GroundReaction,
    LabFrame,
    Markers,
    PlateContact,
    PlateFault,
    PutBack,
    Subject,
    Trial,
)
from ambulo.records.model import Model
from ambulo.records.movement import Activity, Number, Phase, Stride
from ambulo.records.quality import Check, Fact, Facts, Grade, graded
from ambulo.records.sides import SIDES, Side

__all__ = [
    "EMG",
    "SIDES",
    "WRENCH",
    "Activity",
    "Analysis",
    "Bands",
    "Check",
    "Devices",
    "Diagnostic",
    "Event",
    "Fact",
    "Facts",
    "ForcePlate",
    "FramesLeftOut",
    "Grade",
    "GroundReaction",
    "InputFile",
    "LabFrame",
    "Markers",
    "Model",
    "MomentAxes",
    "Number",
    "PeakBand",
    "Phase",
    "PlateContact",
    "PlateFault",
    "Provenance",
    "PutBack",
    "Quantities",
    "Quantity",
    "SegmentLength",
    "SharingComparison",
    "Side",
    "SourceEffect",
    "Stride",
    "Subject",
    "Trial",
    "WrenchDifference",
    "graded",
]
