"""HC038A's masses and their centres, fitted to the plates of one walk, taken into another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.wrenches import about
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import Analysis
from ambulo_studies.gait_trials import TURN, analysed_public_walk
from ambulo_studies.shared_again import problem_of, resultant_error

FITTED = "our masses and centres: fitted to the plates of another walk of hers"
"""What is taken out of a recorded walk's error; its own plates have no part in it."""

_GROUPS = (("pelvis",), ("torso",), ("neck", "head"), ("upper_arm",), ("forearm", "hand"),
           ("thigh",), ("shank",), ("foot",))  # fmt: skip
"""Segments, by a part of their names, whose masses and centres change together on both sides."""

_UNSURE = np.array([0.15, 0.02, 0.02, 0.02])
"""Of a mass, its share; of a centre, m: what tables of segment parameters differ by."""

_CORRELATED = 5.0
"""Frames at 100 Hz over which the error of a resultant is the same."""


def with_masses_of_the_turn(analysis: Analysis) -> Analysis | None:
    """A straight walk's motion with the masses that the turn asks for; None without its file."""
    turn = analysed_public_walk(Configuration(method="whole-body"), TURN)
    return None if turn is None else changed(analysis, fitted_to(turn))


def fitted_to(plates: Analysis) -> FloatArray:
    """What (groups, 4) masses and centres need so that a motion gives its plates' resultant.

    Least squares over the frames where plates know all, errors weighed by their own size, the
    change by how far tables differ; shares of the mass, and m.
    """
    centre, _ = centre_of_mass(plates.model.tree, plates.motion.q)

    def error(change: FloatArray) -> FloatArray:
        return about(centre, resultant_error(problem_of(changed(plates, change))))

    before = error(np.zeros((len(_GROUPS), 4)))
    known = np.isfinite(before).all(axis=1)
    weight = 1.0 / np.sqrt(_CORRELATED * np.mean(before[known] ** 2, axis=0))
    small = 1e-3
    columns = [
        (weight * (error(small * one) - before)[known]).ravel() / small
        for one in np.eye(4 * len(_GROUPS)).reshape(-1, len(_GROUPS), 4)
    ]
    unsure = np.tile(_UNSURE, len(_GROUPS))
    matrix = np.vstack([np.column_stack(columns), np.diag(1.0 / unsure)])
    wanted = np.concatenate([-(weight * before[known]).ravel(), np.zeros(unsure.size)])
    return np.asarray(np.linalg.lstsq(matrix, wanted)[0].reshape(-1, 4))


def changed(analysis: Analysis, change: FloatArray) -> Analysis:
    """The same motion of a body with other masses, their sum kept, and centres."""
    tree = analysis.model.tree
    mass, com = tree.mass.copy(), tree.com.copy()
    for k, segment in enumerate(analysis.model.segments):
        of = next(x for x, names in zip(change, _GROUPS, strict=True)
                  if any(name in segment for name in names))  # fmt: skip
        mass[k] *= 1.0 + of[0]
        com[k] += of[1:] * [1.0, -1.0 if segment.startswith("right") else 1.0, 1.0]
    mass *= tree.mass.sum() / mass.sum()
    model = replace(analysis.model, tree=replace(tree, mass=mass, com=com))
    return replace(analysis, model=model)
