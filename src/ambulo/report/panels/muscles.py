"""When the muscles were active: envelopes of the electromyograms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.mocap.emg import BAND, ENVELOPE
from ambulo.report.page_data import LinesPanel, Plot, Series, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import meaning
from ambulo.results.muscle_activity import muscle_activity

# of an envelope in percent of its greatest: what noise stays above but for a tenth of the time
_HALF, _SELDOM = 0.5, 10.0

# what laboratories label channels, in words
_MUSCLES = {
    "bic_fem": "Biceps femoris",
    "gast": "Gastrocnemius",
    "gastroc": "Gastrocnemius",
    "glut_max": "Gluteus maximus",
    "glut_med": "Gluteus medius",
    "hams": "Hamstrings",
    "rect": "Rectus femoris",
    "rect_fem": "Rectus femoris",
    "sol": "Soleus",
    "tib_ant": "Tibialis anterior",
    "vast_lat": "Vastus lateralis",
    "vast_med": "Vastus medialis",
}


def muscles_panel(scene: Scene) -> LinesPanel | None:
    """One plot a muscle, both sides in it; None where no electromyogram was recorded."""
    by_muscle: dict[str, list[Series]] = {}
    quantities = muscle_activity(scene.analysis)
    # a muscle that works in turns is silent in between; one that holds a posture need not be
    noise = [
        quantity.name.replace("emg_", "").replace("_", " ")
        for quantity in quantities
        if scene.activity.stepping and _is_noise(quantity.values)
    ]
    for quantity in quantities:
        side = meaning(quantity.name).side
        muscle = quantity.name.removeprefix(f"{side}_").removeprefix("emg_")
        role = side or "ink"
        series = Series(side or muscle, role, quantity.values, cut=side)
        by_muscle.setdefault(muscle, []).append(series)
    if not by_muscle:
        return None
    plots = [
        Plot(title=_called(muscle), units=(Unit("%"),), series=series,
             positive="active", least=20.0)
        for muscle, series in by_muscle.items()
    ]  # fmt: skip
    return LinesPanel(
        id="muscles",
        title="Muscle activity",
        plots=plots,
        clock="trial",
        columns=min(len(plots), 4),
        caption=(
            f"{_said_of_noise(noise)}Electromyograms from {BAND[0]:g} to {BAND[1]:g} Hz, "
            f"rectified, envelope to {ENVELOPE:g} Hz, in percent of each channel's greatest value "
            "in the trial: heights of different muscles or sides cannot be compared, times can."
        ),
        # noise is there for who looks for it
        folded=len(noise) == len(quantities),
    )


def _called(muscle: str) -> str:
    """A channel's muscle by its name; what is no usual abbreviation stays."""
    name, _, number = muscle.rpartition("_")
    if name.lower() in _MUSCLES and number.isdigit():
        return f"{_MUSCLES[name.lower()]} {number}"
    return _MUSCLES.get(muscle.lower(), muscle.replace("_", " ").capitalize())


def _is_noise(values: FloatArray) -> bool:
    """Whether an envelope hardly ever falls below half of its greatest value."""
    known = values[np.isfinite(values)]
    return bool(known.size) and float(np.percentile(known, _SELDOM)) > _HALF * float(known.max())


def _said_of_noise(names: Sequence[str]) -> str:
    if not names:
        return ""
    which, fall = ("Channel", "falls") if len(names) == 1 else ("Channels", "fall")
    return (
        f"{which} {', '.join(names)} hardly ever {fall} below half of the greatest value while the "
        "subject steps: noise rather than muscles. "
    )


PANEL = Panel("joints", muscles_panel)
