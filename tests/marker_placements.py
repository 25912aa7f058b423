"""Other marker sets on the man of made recordings, where anatomy has them and no regression asks.

Landmarks lie on his bones: the pelvis has its own breadth and depth, so that regressions miss his
hips as they miss people's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.demo.marker_placement import place_markers
from ambulo.demo.walking_man import SOLE
from ambulo.records import SIDES, Model

_ASIS = np.array([0.045, 0.125, 0.085])
_PSIS = np.array([-0.115, 0.045, 0.100])
_KNEE, _ANKLE = 0.055, 0.040
"""m, half a joint's breadth with the marker's radius."""
_HEAD = 0.73 * (SOLE.heel + SOLE.toe) - SOLE.heel
_FIRST = np.array([_HEAD, -0.045, 0.025 - SOLE.ankle_height])
_FIFTH = np.array([_HEAD - 0.025, 0.050, 0.020 - SOLE.ankle_height])
_HEEL = np.array([-SOLE.heel - 0.007, 0.0, 0.030 - SOLE.ankle_height])


@dataclass(frozen=True)
class Placement:
    """Markers (m,) on segments at local (m, 3) m; `standing` are stuck on for the static alone."""

    names: tuple[str, ...]
    body: np.ndarray
    local: np.ndarray
    standing: frozenset[str] = frozenset()


def pamies37(model: Model) -> Placement:
    """As the demo has them."""
    placed = place_markers(model)
    return Placement(placed.names, placed.body, placed.local)


def helen_hayes(model: Model) -> Placement:
    """Wands beside thighs and shanks, one sacral marker; medial markers when he stands (Kadaba et
    al. 1990, under OrthoTrak's names)."""
    at: dict[str, tuple[str, np.ndarray]] = {"V.Sacral": ("pelvis", _PSIS * [1, 0, 1])}
    for letter, side, out, knee, ankle in _legs(model):
        at |= {
            f"{letter}.ASIS": ("pelvis", _ASIS * out),
            f"{letter}.Thigh": (f"{side}_thigh", out * [0.0, 0.17, -0.22]),
            f"{letter}.Knee": (f"{side}_thigh", knee + out * [0.0, _KNEE, 0.0]),
            f"{letter}.Knee.Medial": (f"{side}_thigh", knee - out * [0.0, _KNEE, 0.0]),
            f"{letter}.Shank": (f"{side}_shank", out * [0.0, 0.13, -0.25]),
            f"{letter}.Ankle": (f"{side}_shank", ankle + out * [0.0, _ANKLE, 0.0]),
            f"{letter}.Ankle.Medial": (f"{side}_shank", ankle - out * [0.0, _ANKLE, 0.0]),
            f"{letter}.Heel": (f"{side}_hindfoot", _HEEL * out),
            f"{letter}.Toe": (
                f"{side}_hindfoot",
                np.array([_HEAD, 0.0, 0.055 - SOLE.ankle_height]),
            ),
        }
    return _placement(model, at, lambda name: name.endswith("Medial"))


def cast(model: Model) -> Placement:
    """Clusters of four on thighs and shanks; condyles and malleoli when he stands (Cappozzo et al.
    1995)."""
    at: dict[str, tuple[str, np.ndarray]] = {}
    for letter, side, out, knee, ankle in _legs(model):
        at |= {
            f"{letter}ASI": ("pelvis", _ASIS * out),
            f"{letter}PSI": ("pelvis", _PSIS * out),
            f"{letter}LFC": (f"{side}_thigh", knee + out * [0.0, _KNEE, 0.0]),
            f"{letter}MFC": (f"{side}_thigh", knee - out * [0.0, _KNEE, 0.0]),
            f"{letter}LMAL": (f"{side}_shank", ankle + out * [0.0, _ANKLE, 0.0]),
            f"{letter}MMAL": (f"{side}_shank", ankle - out * [0.0, _ANKLE, 0.0]),
            f"{letter}CAL": (f"{side}_hindfoot", _HEEL * out),
            f"{letter}MT1": (f"{side}_hindfoot", _FIRST * out),
            f"{letter}MT2": (f"{side}_hindfoot", _FIFTH * out),
        }
        for segment, letters, depth in (("thigh", "TH", 0.085), ("shank", "TB", 0.065)):
            plate = ((0.03, -0.16), (-0.03, -0.17), (0.03, -0.26), (-0.03, -0.25))
            for k, (x, z) in enumerate(plate, start=1):
                at[f"{letter}{letters}{k}"] = (f"{side}_{segment}", out * [x, depth, z])
    return _placement(model, at, lambda name: name[1:] in ("LFC", "MFC", "LMAL", "MMAL"))


def _legs(model: Model):
    """Letter, side, factors that mirror to that side, knee in the thigh and ankle in the shank."""
    for side, left in zip(SIDES, (1.0, -1.0), strict=True):
        knee, ankle = (
            model.tree.p_PJ[model.joints.index(f"{side}_{name}")] for name in ("knee", "ankle")
        )
        yield side[0].upper(), side, np.array([1.0, left, 1.0]), knee, ankle


def _placement(
    model: Model, at: Mapping[str, tuple[str, np.ndarray]], standing: Callable[[str], bool]
) -> Placement:
    return Placement(
        tuple(at),
        np.array([model.segments.index(segment) for segment, _ in at.values()]),
        np.array([place for _, place in at.values()]),
        frozenset(name for name in at if standing(name)),
    )


MARKERS: Mapping[str, Callable[[Model], Placement]] = {
    "pamies37": pamies37,
    "helen_hayes": helen_hayes,
    "cast": cast,
}
