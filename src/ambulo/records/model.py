"""The scaled model of the subject, with its markers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.tree.tree import Tree
from ambulo.records.measurement import Subject


@dataclass(frozen=True, eq=False)
class Model(BriefRepr):
    """The model of a person: tree, names, and the positions of the markers on it.

    Args:
        name: skeleton, e.g. "body18".
        segments: (nb,) names in the order of the tree, e.g. "left_thigh".
        joints: (nb,) names; joint i connects segment i to its parent; joints[0] is "root".
        tree: geometry and inertia.
        subject: the person to whom it was scaled.
        parameters: name of the segment parameter table.
        whole_body: whether its segments make up the whole subject.
        marker_names: (nm,) tracking markers, as in the trial.
        marker_body: (nm,) segment index.
        marker_local: (nm, 3) m, in the segment frame.
        marker_weight: (nm,) relative weight in the fit.
        points: landmarks fixed in a segment, name -> (segment index, (3,) m in its frame), such as
            "left_heel", "left_toe", "left_metatarsal".
        soles: side -> two angles, rad: roll of the sole against the floor while the foot is loaded,
            and inversion of the ankle in standing; both positive with the lateral side down. They
            are used as far as the markers of the foot do not show its roll.
        notes: what was assumed when the model was built; one sentence each.
    """

    name: str
    segments: tuple[str, ...]
    joints: tuple[str, ...]
    tree: Tree
    subject: Subject
    parameters: str
    whole_body: bool = True
    marker_names: tuple[str, ...] = ()
    marker_body: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    marker_local: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    marker_weight: FloatArray = field(default_factory=lambda: np.zeros(0))
    points: Mapping[str, tuple[int, FloatArray]] = field(default_factory=dict)
    soles: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def mass(self) -> float:
        """Total mass, kg."""
        return float(self.tree.mass.sum())
