"""The input of checks, and their form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.single_steps import PlateStep, steps_on_plates
from ambulo.gait.other_support import OtherSupport
from ambulo.gait.stages.balance import Balanced
from ambulo.gait.stages.calibrate import Calibration
from ambulo.gait.stages.curves import Curves
from ambulo.gait.stages.ground import Reactions
from ambulo.gait.stages.markers import NamedMarkers
from ambulo.gait.stages.steps import Steps
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Activity, Check, Trial

_CROUCHED = 40.0
"""deg; at their straightest the knees of 83 children have 5, deviation 6 (Schwartz et al. 2008); in
one public recording of a gait with bent knees 50 and 59."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """The parts of an analysis that checks use.

    Args:
        trial: as recorded; named, person, steps, balanced, ground, curves: results of the stages.
        activity: what the subject did.
        body: the model in motion.
        measured: (frames, nm, 3) m, markers that the model follows, before smoothing.
        marker_residual: (frames, nm) m, distance of the model's markers from these markers (NaN:
            gap).
        residual: (frames, 6) N*m, N: residual of plates and motion at the root.
        settled: (frames,) away from foot strikes and offs.
        unlike: what the motion shows if it contradicts the requested activity, the end of a
            sentence; otherwise "".
        other_support: support by something besides the feet; supported: its frames (frames,).
    """

    trial: Trial
    named: NamedMarkers
    person: Calibration
    activity: Activity
    body: ModelMotion
    steps: Steps
    balanced: Balanced
    ground: Reactions
    curves: Curves
    measured: FloatArray
    marker_residual: FloatArray
    residual: FloatArray
    settled: BoolArray
    supported: BoolArray
    unlike: str = ""
    other_support: tuple[OtherSupport, ...] = ()

    @property
    def mass(self) -> float:
        """The given mass, kg."""
        mass = self.body.model.subject.mass
        assert mass is not None
        return mass

    @property
    def body_weight(self) -> float:
        """N, from the given mass."""
        return self.mass * STANDARD_GRAVITY

    @cached_property
    def whole_steps(self) -> tuple[PlateStep, ...]:
        """Foot contacts that one plate measures wholly."""
        if self.steps.plates is None:
            return ()
        return tuple(steps_on_plates(self.trial, self.steps, self.steps.plates, self.body_weight))

    @cached_property
    def crouched(self) -> bool:
        """Whether no knee is ever nearly straight. The hips are then not under the trunk."""
        knees = [q.values for q in self.curves.angles if q.name.endswith("_knee_flexion")]
        known = [knee[np.isfinite(knee)] for knee in knees]
        return all(knee.size and knee.min() > _CROUCHED for knee in known) and bool(known)

    @property
    def whole_body(self) -> bool:
        """Whether the model's segments make up the whole subject."""
        return self.body.model.whole_body


@runtime_checkable
class FigureFunction(Protocol):
    """The function of a check, from the evidence to its findings."""

    def __call__(self, evidence: Evidence, /) -> Sequence[Finding] | Sequence[Check]:
        """Findings, of which the table makes words; of other packages checks of rows of their own.

        Nothing where the check does not concern the analysis, and one that is not known where it
        would but the trial does not allow it.
        """
        ...
