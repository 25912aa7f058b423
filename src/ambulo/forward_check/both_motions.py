"""A simulated motion and the measured one as a page shows them, on each other."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import Tree
from ambulo.report.page_data import Clock, Page, PanelGroup, SceneMotion

CLOCK = "simulation"
"""By which scenes and curves go together."""


def poses(tree: Tree, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Orientations (frames, nb, 3, 3) and origins (frames, nb, 3) [m]; NaN where q is."""
    known = np.isfinite(q).all(axis=1)
    R = np.full((len(q), tree.nb, 3, 3), np.nan)
    p = np.full((len(q), tree.nb, 3), np.nan)
    R[known], p[known] = forward_kinematics(tree, q[known])
    return R, p


def both_motions(tree: Tree, simulated: FloatArray, measured: FloatArray) -> list[SceneMotion]:
    """The simulated motion, then the measured one as a pale body; q (frames, nq) of each."""
    motions = []
    for word, q, ghost in (("simulated", simulated, False), ("measured", measured, True)):
        R, p = poses(tree, q)
        known = np.isfinite(R).all(axis=(1, 2, 3))
        turns = np.full((*p.shape[:2], 4), np.nan)
        turns[known] = from_matrix(R[known])
        motions.append(SceneMotion(word, p, turns, ghost=ghost))
    return motions


def page_of(
    title: str, setting: str, sections: list[PanelGroup], time: FloatArray, start: float = 0.0
) -> Page:
    """A page with Ambulo's version under its title; time: (frames,) s, of scenes and curves; start:
    s, shown first.
    """
    return Page(
        title=title,
        subtitle=f"{setting[:1].upper()}{setting[1:]} Ambulo {VERSION}.",
        footer=f"Made with Ambulo {VERSION}.",
        sections=sections,
        clocks={CLOCK: Clock(time, start=start)},
    )
