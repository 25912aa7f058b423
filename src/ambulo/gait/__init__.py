"""The main task: from a trial to joint forces and moments.

The stages are functions of this package, from records to records. Each stage can be called again
alone: `gait.invert(found.model, found.motion, found.inverted_ground, axes=found.moment_axes)`.
"""

from typing import TYPE_CHECKING

from ambulo.inputs.by_need import by_need

__all__ = [
    "balance",
    "calibrate",
    "check",
    "compare_sharing",
    "differentiate",
    "filter_markers",
    "find_activity",
    "find_ground",
    "find_markers",
    "find_steps",
    "fit",
    "invert",
    "joint_curves",
    "read",
    "recorded",
]

if TYPE_CHECKING:
    from ambulo.gait.stages.activity import find_activity
    from ambulo.gait.stages.balance import balance
    from ambulo.gait.stages.calibrate import calibrate
    from ambulo.gait.stages.check import check
    from ambulo.gait.stages.compare_sharing import compare_sharing
    from ambulo.gait.stages.curves import joint_curves
    from ambulo.gait.stages.differentiate import differentiate
    from ambulo.gait.stages.filter import filter_markers
    from ambulo.gait.stages.fit import fit
    from ambulo.gait.stages.ground import find_ground
    from ambulo.gait.stages.invert import invert
    from ambulo.gait.stages.markers import find_markers
    from ambulo.gait.stages.read import read, recorded
    from ambulo.gait.stages.steps import find_steps
else:
    _STAGE = {
        "balance": "balance",
        "calibrate": "calibrate",
        "check": "check",
        "compare_sharing": "compare_sharing",
        "differentiate": "differentiate",
        "filter_markers": "filter",
        "find_ground": "ground",
        "find_markers": "markers",
        "find_activity": "activity",
        "find_steps": "steps",
        "fit": "fit",
        "invert": "invert",
        "joint_curves": "curves",
        "read": "read",
        "recorded": "read",
    }

    _HOME = {name: f"ambulo.gait.stages.{stage}" for name, stage in _STAGE.items()}
    __getattr__ = by_need(__name__, _HOME)

    def __dir__():
        return sorted(__all__)
