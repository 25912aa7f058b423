"""From a motion-capture trial to the forces inside the body.

    found = ambulo.analyse("walk.c3d", static="static.c3d")
    found.moments["left_knee_flexion"].values        # (frames,) N*m
    found.plot.moments()
    found.save("walk")                               # ambulo.load("walk") reads it again

Every name is imported when it is first used, so `import ambulo` takes no time.
"""

from typing import TYPE_CHECKING

from ambulo.inputs.by_need import by_need

__all__ = [
    "Analysis",
    "Configuration",
    "InputError",
    "Markers",
    "Quantity",
    "Subject",
    "Trial",
    "__version__",
    "analyse",
    "analyse_trial",
    "gait",
    "load",
    "multibody",
    "read_configuration",
    "read_trial",
]

if TYPE_CHECKING:
    from ambulo import gait, multibody
    from ambulo.analysis import Analysis, analyse, analyse_trial, load
    from ambulo.gait.configuration import Configuration, read_configuration
    from ambulo.inputs.errors import InputError
    from ambulo.inputs.version import VERSION as __version__
    from ambulo.mocap.files.trial_file import read_trial
    from ambulo.records import Markers, Quantity, Subject, Trial
else:
    _HOME = {
        "Analysis": "ambulo.analysis",
        "Configuration": "ambulo.gait.configuration",
        "InputError": "ambulo.inputs.errors",
        "Markers": "ambulo.records",
        "Quantity": "ambulo.records",
        "Subject": "ambulo.records",
        "Trial": "ambulo.records",
        "__version__": "ambulo.inputs.version:VERSION",
        "analyse": "ambulo.analysis",
        "analyse_trial": "ambulo.analysis",
        "gait": "ambulo.gait:",
        "load": "ambulo.analysis",
        "multibody": "ambulo.multibody:",
        "read_configuration": "ambulo.gait.configuration",
        "read_trial": "ambulo.mocap.files.trial_file",
    }

    __getattr__ = by_need(__name__, _HOME)

    def __dir__():
        return sorted(__all__)
