"""Activity of the muscles: envelopes of the electromyograms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.mocap.emg import BAND, ENVELOPE
from ambulo.report.page_data import LinesPanel, Plot, Series, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import meaning
from ambulo.results.over_time import muscle_activity

# percentiles of an envelope: 1.2 to 1.7 times apart in 32 channels of noise (two recordings),
# 2.8 times and more where muscles turn on and off
_OFF, _ON, _TWICE = 10.0, 90.0, 2.0
# of the greatest value: where the rest stays below, one spike is all there is
_FLAT = 0.1

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
    "tib_post": "Tibialis posterior",
    "vast_lat": "Vastus lateralis",
    "vast_med": "Vastus medialis",
}


def muscles_panel(scene: Scene) -> LinesPanel | None:
    """One plot for each muscle with both sides; None if no electromyogram was recorded."""
    by_muscle: dict[str, list[Series]] = {}
    quantities = muscle_activity(scene.analysis)
    # a muscle that works in turns is silent in between; one that holds a posture need not be
    noise: list[str] = []
    said: dict[str, list[str]] = {}
    for quantity in quantities:
        side = meaning(quantity.name).side
        muscle = quantity.name.removeprefix(f"{side}_").removeprefix("emg_")
        role = side or "ink"
        series = Series(side or "side not known", role, quantity.values, cut=side)
        by_muscle.setdefault(muscle, []).append(series)
        if scene.activity.stepping and _is_noise(quantity.values):
            noise.append(f"{side} {_called(muscle)}" if side else _called(muscle))
            said.setdefault(muscle, []).append(side or "")
    if not by_muscle:
        return None
    plots = [
        Plot(title=_title(muscle), units=(Unit("%"),), series=series,
             positive=f"active{_beside(said.get(muscle, []))}", least=20.0)
        for muscle, series in by_muscle.items()
    ]  # fmt: skip
    return LinesPanel(
        id="muscles",
        title="Muscle activity",
        plots=plots,
        clock="trial",
        columns=min(len(plots), 4),
        caption=(
            f"{_said_of_noise(noise)}Electromyograms were band-pass filtered from "
            f"{BAND[0]:g} to {BAND[1]:g} Hz (at most 0.45 of the sampling rate) and rectified. "
            f"Their envelopes have a cut-off of {ENVELOPE:g} Hz. 100 % is the greatest value of "
            "each channel in the trial. The times of different muscles or sides can therefore be "
            "compared, but not their heights."
        ),
        # noise is there for who looks for it
        folded=len(noise) == len(quantities),
    )


def _title(muscle: str) -> str:
    called = _called(muscle)
    return f"Channel {called}" if called[0].isdigit() else called


def _called(muscle: str) -> str:
    """A channel's muscle by its name; what is no usual abbreviation stays."""
    name, _, number = muscle.rpartition("_")
    if name.isdigit():
        return f"{name} ({number})"
    if name.lower() in _MUSCLES and number.isdigit():
        return f"{_MUSCLES[name.lower()]} {number}"
    letters = muscle.upper() if len(muscle) == 2 else muscle.replace("_", " ").capitalize()
    return _MUSCLES.get(muscle.lower(), letters)


def _is_noise(values: FloatArray) -> bool:
    """Whether an envelope neither rises nor falls, but for a tenth of the time."""
    known = values[np.isfinite(values)]
    if not known.size:
        return False
    off, on = np.percentile(known, [_OFF, _ON])
    return bool(on < _TWICE * off or on < _FLAT * known.max())


def _beside(sides: Sequence[str]) -> str:
    """At the plot of a muscle: whose channel shows no activity."""
    which = f"{sides[0]}: " if len(sides) == 1 and sides[0] else ""
    return f"; {which}perhaps noise" if sides else ""


def _said_of_noise(names: Sequence[str]) -> str:
    if not names:
        return ""
    which, changes = ("Channel", "does") if len(names) == 1 else ("Channels", "do")
    return (
        f"{which} {', '.join(names)} {changes} not switch on and off while the subject steps. This "
        "is noise, or a muscle that does not rest. "
    )


PANEL = Panel("joints", muscles_panel)
