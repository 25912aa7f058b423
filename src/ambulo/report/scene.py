"""Data for all panels of the report: the analysis, and quantities that several panels need."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.mocap.direction import direction_walked
from ambulo.mocap.files.lab_frame import turned_by
from ambulo.model.segment_parameters import CHILD_HEIGHT, CHILD_MASS
from ambulo.records import (
    SIDES,
    Activity,
    Analysis,
    GroundReaction,
    Quantities,
    Quantity,
    Side,
    Stride,
)
from ambulo.report.gait_profile import PELVIS, VARIABLES, movement_analysis_profile
from ambulo.report.normal_band import DEFAULT, NormalBand, Norms, load_norms
from ambulo.results.catalogue import axes_in_words
from ambulo.results.columns import body_mass, per_kg
from ambulo.results.conventions import conventions
from ambulo.results.dimensionless_speed import dimensionless_speed, leg_length
from ambulo.results.foot_progression import foot_progression
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.gait_cycle import StrideParameters, cycle_curves, stances, stride_parameters
from ambulo.results.posture import Posture, posture
from ambulo.results.trust import Trust, trust

GROWN = 18.0
"""Age in years from which a subject is compared with adults."""
# hip to floor of stature (Drillis & Contini 1966, in Winter 2009)
_LEGS_OF_STATURE = 0.530


@dataclass(frozen=True, eq=False)
class Scene:
    """An analysis with its postures, stride parameters, masses and the normal band.

    Args:
        norms: normal data; None takes those of the analysis.
    """

    analysis: Analysis
    norms: str | None = None

    @cached_property
    def posture(self) -> Posture:
        """Segments in the world."""
        return posture(self.analysis.model, self.analysis.motion)

    @cached_property
    def strides(self) -> tuple[StrideParameters, ...]:
        """Distance and time parameters of every stride."""
        return stride_parameters(self.analysis, self.posture)

    @cached_property
    def trust(self) -> Mapping[str, Trust]:
        """Grade and ± of each quantity, by "group/name"."""
        return trust(self.analysis, self.strides)

    @cached_property
    def standing(self) -> Mapping[Side, Sequence[tuple[float, float]]]:
        """From strike to off [s] of each stance of each foot, within the trial."""
        time, events = self.analysis.motion.time, self.analysis.events
        return {side: stances(events, side, float(time[0]), float(time[-1])) for side in SIDES}

    @property
    def activity(self) -> Activity:
        """Activity of the subject."""
        return self.analysis.activity

    @property
    def simulated(self) -> bool:
        """Whether the subject is simulated, so that the truth is known."""
        return bool(self.analysis.truth)

    @property
    def on_treadmill(self) -> bool:
        """Whether the floor moves under the standing feet."""
        return self.activity.treadmill

    @cached_property
    def reactions(self) -> Quantities:
        """Columns of the used ground reaction."""
        return Quantities(ground_reaction_quantities(self.ground, self.posture))

    @cached_property
    def mass(self) -> float:
        """Body mass [kg]."""
        return body_mass(self.analysis)

    @cached_property
    def weight(self) -> float:
        """Body weight [N]."""
        return self.mass * float(-self.analysis.model.tree.gravity[2])

    @cached_property
    def usual_band(self) -> NormalBand:
        """Normal walking at the free speed, with which profiles of many trials are compared."""
        return self._norms.at(None)

    @cached_property
    def mean_angles(self) -> Mapping[tuple[Side, str], FloatArray]:
        """Mean curves (101,) [deg] over each side's completely known strides."""
        analysis = self.analysis
        angles = {q.name: q for q in (*analysis.angles, *foot_progression(analysis, self.posture))}
        found: dict[tuple[Side, str], FloatArray] = {}
        for side in SIDES:
            names = {v: v if v in PELVIS else f"{side}_{v}" for v in VARIABLES}
            mine = [variable for variable, name in names.items() if name in angles]
            if mine and self.strides_of(side):
                values = np.stack([angles[names[variable]].values for variable in mine], axis=1)
                curves = cycle_curves(analysis.motion.time, values, self.strides_of(side)).mean
                known = np.isfinite(curves).all(axis=0)
                found |= {(side, mine[k]): curves[:, k] for k in np.flatnonzero(known)}
        return found

    @cached_property
    def profile(self) -> Mapping[str, float]:
        """Gait variable scores [deg] by quantity, relative to normal walking at the free speed."""
        mean = self.mean_angles
        return movement_analysis_profile(lambda side, v: mean.get((side, v)), self.usual_band)

    @cached_property
    def choice(self) -> Mapping[str, Any]:
        """Choices of the analysis: entries of its configuration."""
        found: Mapping[str, Any] = json.loads(self.analysis.provenance.configuration)
        return found

    @property
    def _norms(self) -> Norms:
        return load_norms(self.norms or self.choice.get("norms", DEFAULT))

    @cached_property
    def band(self) -> NormalBand:
        """Normal walking at the walk's dimensionless speed.

        Raises:
            InputError: the file of the normal data is not there, or its moments have other axes.
        """
        found = self._norms.at(dimensionless_speed(self.analysis, self.posture, self.strides))
        if self.choice.get("model") != "planar":
            found.require(conventions(self.analysis))
        return found

    @cached_property
    def perhaps_a_child(self) -> str:
        """A sentence if the age is not known, and stature or mass are a child's; otherwise ""."""
        subject = self.analysis.model.subject
        if subject.age is not None or not self.analysis.activity.stepping:
            return ""
        legs = leg_length(self.posture)
        stature = subject.height or legs / _LEGS_OF_STATURE
        if stature < CHILD_HEIGHT:
            small = f"{stature:.2f} m" if subject.height else f"legs of {legs:.2f} m"
        elif self.mass < CHILD_MASS:
            small = f"{self.mass:.0f} kg"
        else:
            return ""
        return f"The age is not given, and with {small} this may be a child."

    @property
    def activity_in_words(self) -> str:
        """Activity of the subject, with the turn."""
        turn = f", {self.turn_in_words}" if self.turn else ""
        return f"{self.activity.noun}{turn}"

    @cached_property
    def turn(self) -> float:
        """Turn of a stepping subject [deg]; zero for straight walking and for steps in place."""
        return float(np.degrees(turned_by(self._path))) if self.activity.stepping else 0.0

    @property
    def turn_in_words(self) -> str:
        """The turn with its side, as "turns left by 85°"."""
        path, third = self._path, max(len(self._path) // 3, 1)
        (x, y), (u, v) = path[third] - path[0], path[-1] - path[-1 - third]
        leftwards = x * v - y * u
        return f"turns {SIDES[int(leftwards < 0.0)]} by {self.turn:.0f}°"

    @cached_property
    def turning_stride(self) -> tuple[Stride, float]:
        """The stride over which the direction walked changes most, and by how much [deg]."""
        analysis = self.analysis
        time, strides = analysis.motion.time, analysis.strides
        walked = direction_walked(time, self.posture.p_WB[:, 0], strides, self.activity)
        turned = [abs(float(np.ptp(np.interp([s.start, s.stop], time, walked)))) for s in strides]
        most = int(np.argmax(turned))
        return strides[most], float(np.degrees(turned[most]))

    @cached_property
    def _path(self) -> FloatArray:
        """Path (frames, 2) m of the pelvis over the floor, where it is known."""
        time, floor = self.analysis.motion.time, self.activity.floor
        path = self.posture.p_WB[:, 0, :2] - time[:, None] * floor
        return np.asarray(path[np.isfinite(path).all(axis=1)])

    @property
    def moment_axes(self) -> str:
        """Axes of the moments, in words."""
        return axes_in_words("{moments}", self.analysis)

    def group(self, name: str) -> tuple[Quantity, ...]:
        """Quantities of "angles" [deg], "moments" [N*m/kg] or "powers" [W/kg]."""
        quantities: tuple[Quantity, ...] = getattr(self.analysis, name)
        return quantities if name == "angles" else per_kg(quantities, self.mass)

    def scale(self, group: str) -> float:
        """Factor from a group's unit in the tables to the unit of `group`."""
        return 1.0 if group == "angles" else 1.0 / self.mass

    def strides_of(self, side: Side) -> list[Stride]:
        """Strides of one foot."""
        return [s for s in self.analysis.strides if s.side == side]

    @property
    def ground(self) -> GroundReaction:
        """The used ground reaction."""
        return self.analysis.ground
