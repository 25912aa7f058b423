"""A source of error: what it perturbs, at which stage of the analysis, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from ambulo.gait.analysis import Stages
from ambulo.inputs.toml_file import Form
from ambulo.math.arrays import FloatArray
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Analysis, Markers, Model
from ambulo.uncertainty.geometry import segment_lengths

__all__ = ["Acts", "Nominal", "PlacedMarkers", "Source", "alike_on_both_sides"]


class Acts(IntEnum):
    """What a source changes, in the order of the analysis; everything after it is repeated."""

    PLACEMENT = 0
    """Markers of the standing and the walking subject, before the model is calibrated."""
    GEOMETRY = 1
    """The model's joints and markers, before it is fitted."""
    MARKERS = 2
    """Markers of the walk, before the model is fitted."""
    SMOOTHING = 3
    """The filter, before coordinates are differentiated."""
    INERTIA = 4
    """Masses, centres of mass and moments of inertia; the motion stays."""
    EVENTS = 5
    """Foot strikes and offs, before a ground reaction is shared."""
    REACTION = 6
    """What the plates measured, before joint forces are found."""


@dataclass(frozen=True, eq=False)
class PlacedMarkers:
    """Markers as they sit on the subject: standing (None without a static trial), and walking."""

    standing: Markers | None
    walking: Markers


@dataclass(frozen=True, eq=False)
class Nominal:
    """The analysis that is perturbed, with what its stages found."""

    analysis: Analysis
    stages: Stages

    @property
    def model(self) -> Model:
        """The model, balanced if that was asked for."""
        return self.stages.inverse.body.model

    @cached_property
    def stride(self) -> float:
        """Mean duration of a stride [s]; of the recording, where no stride is whole."""
        time = self.analysis.motion.time
        spans = [stride.stop - stride.start for stride in self.analysis.strides]
        return float(np.mean(spans)) if spans else float(time[-1] - time[0])

    @cached_property
    def lengths(self) -> FloatArray:
        """Lengths (nb,) m of the segments."""
        return segment_lengths(self.model)

    @cached_property
    def segment_of(self) -> Mapping[str, int]:
        """Segment that each tracking marker sits on."""
        model = self.model
        return dict(zip(model.marker_names, map(int, model.marker_body), strict=True))

    def turned(self) -> FloatArray:
        """Orientations (frames, nb, 3, 3) of the segments in the walk, segment to world."""
        return self.stages.inverse.body.R

    @cached_property
    def standing(self) -> FloatArray | None:
        """The same in the static trial; None without one, or where it lacks tracking markers."""
        static = self.stages.recording.static
        model = self.stages.person.model
        if static is None or not set(model.marker_names) <= set(static.markers.names):
            return None
        q = fit_model(model, static.markers).q
        return forward_kinematics(model.tree, q)[0]


@dataclass(frozen=True)
class Source:
    """A source of error.

    Args:
        title: in words, such as "segment masses".
        citation: author, year and place of the default.
        group: of sources whose effects are told apart together, such as "segment parameters".
        acts: what it changes.
        settings: form of its entries in the configuration, with their defaults.
        size: from the nominal analysis and the settings to the number of random numbers it takes;
            zero where it has nothing to change.
        change: from the nominal analysis, what `acts` says, the random numbers (size,), standard
            normal and independent, and the settings, to the perturbed.
        said: from the settings to how large it is, in words.
    """

    title: str
    citation: str
    group: str
    acts: Acts
    settings: type[Form]
    size: Callable[[Nominal, Any], int]
    change: Callable[[Nominal, Any, FloatArray, Any], Any]
    said: Callable[[Any], str]


def alike_on_both_sides(
    names: tuple[str, ...], z: FloatArray, correlation: float, mirrored: int | None = None
) -> FloatArray:
    """Numbers (n, ...) of which left and right ones are correlated.

    z_right = r z_left + sqrt(1 - r^2) z, so that each is standard normal still.

    Args:
        names: of the segments or joints, with sides.
        z: (n, ...) standard normal and independent.
        correlation: r, from 0 to 1.
        mirrored: component of the last axis that has the opposite sign on the other side.
    """
    found = z.copy()
    place = {name: k for k, name in enumerate(names)}
    for name, k in place.items():
        other = place.get(f"left_{name.removeprefix('right_')}")
        if name.startswith("right_") and other is not None:
            left = z[other].copy()
            if mirrored is not None:
                left[mirrored] *= -1.0
            found[k] = correlation * left + np.sqrt(1.0 - correlation**2) * z[k]
    return found
