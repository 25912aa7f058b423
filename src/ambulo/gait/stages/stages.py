"""The results of all stages of an analysis in one record."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.activity import Recognised
from ambulo.gait.stages.balance import Balanced
from ambulo.gait.stages.calibrate import Calibration
from ambulo.gait.stages.filter import Filtered
from ambulo.gait.stages.fit import Fitted
from ambulo.gait.stages.ground import Reactions
from ambulo.gait.stages.invert import Inverse
from ambulo.gait.stages.markers import NamedMarkers
from ambulo.gait.stages.read import Recording
from ambulo.gait.stages.steps import Steps
from ambulo.math.brief_repr import BriefRepr


@dataclass(frozen=True, eq=False)
class Stages(BriefRepr):
    """The results of all stages of an analysis, so that each stage can be run again.

    Args:
        choice: the choices of the analysis.
        recording, named, person, filtered, fitted: of the stages read, markers, calibrate, filter
            and fit.
        recognised, steps, balanced, ground: of the parts of the stage ground.
        inverse: of the stage invert.
    """

    choice: Configuration
    recording: Recording
    named: NamedMarkers
    person: Calibration
    filtered: Filtered
    fitted: Fitted
    recognised: Recognised
    steps: Steps
    balanced: Balanced
    ground: Reactions
    inverse: Inverse
