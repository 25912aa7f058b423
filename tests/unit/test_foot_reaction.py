"""Ground reaction of a foot as tables give it."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ambulo.records import GroundReaction
from ambulo.results.foot_reaction import ground_reaction_quantities


def test_moments_are_those_about_the_ankle_and_what_is_not_known_is_nan():
    rng = np.random.default_rng(3)
    force, point = rng.normal(size=(2, 5, 2, 3))
    free = rng.normal(size=(5, 2))
    up = np.array([0.0, 0.0, 1.0])
    known = np.ones((5, 2), dtype=bool)
    known[3, 1] = False
    ground = GroundReaction(
        time=np.arange(5) / 100.0,
        force=force,
        moment_origin=np.cross(point, force) + free[..., None] * up,
        centre_of_pressure=point,
        free_moment=free,
        known=known,
        source="plates",
    )
    ankles = {"left_ankle": rng.normal(size=(5, 3)), "right_ankle": rng.normal(size=(5, 3))}
    columns = ground_reaction_quantities(ground, SimpleNamespace(joint=ankles.get))
    values = {column.name: column.values for column in columns}
    for s, side in enumerate(("left", "right")):
        seen = known[:, s]
        # as the centre of pressure is seen from the ankle
        wanted = (
            np.cross(point[:, s] - ankles[f"{side}_ankle"], force[:, s]) + free[:, s, None] * up
        )
        for i, axis in enumerate("xyz"):
            np.testing.assert_allclose(values[f"{side}_M{axis}"][seen], wanted[seen, i], atol=1e-12)
            np.testing.assert_array_equal(values[f"{side}_F{axis}"][seen], force[seen, s, i])
            np.testing.assert_array_equal(values[f"{side}_cop_{axis}"][seen], point[seen, s, i])
            for name in (f"{side}_M{axis}", f"{side}_F{axis}", f"{side}_cop_{axis}"):
                assert np.isnan(values[name][~seen]).all()
