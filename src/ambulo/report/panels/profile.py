"""How far a walk's angles are from normal walking: profile and score."""

from __future__ import annotations

from functools import partial

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Side
from ambulo.report.gait_profile import (
    PELVIS,
    VARIABLES,
    gait_profile_scores,
    movement_analysis_profile,
)
from ambulo.report.page_data import Column, Row, TablePanel
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import title
from ambulo.results.foot_progression import foot_progression
from ambulo.results.gait_cycle import cycle_curves


def mean_angle(scene: Scene, side: Side, variable: str) -> FloatArray | None:
    """A side's variable (101,) [deg] over its strides; None where any of it is not known."""
    analysis = scene.analysis
    angles = {q.name: q for q in (*analysis.angles, *foot_progression(analysis, scene.posture))}
    quantity = angles.get(variable if variable in PELVIS else f"{side}_{variable}")
    if quantity is None or not scene.strides_of(side):
        return None
    curve = cycle_curves(analysis.motion.time, quantity.values, scene.strides_of(side)).mean
    return curve if np.isfinite(curve).all() else None


def profile_panel(scene: Scene) -> TablePanel | None:
    """One row a variable and the score below; None of what is no walk with whole strides."""
    if not scene.activity.walking:
        return None
    profile = movement_analysis_profile(partial(mean_angle, scene), scene.usual_band)
    scores = gait_profile_scores(profile)
    if not scores:
        return None
    columns = [Column("angle")]
    columns += [Column(side, "°", number=True, role=side, decimals=1) for side in SIDES]
    rows: list[list[str | float | None]] = [
        [title(variable), *(profile.get(f"{side}_{variable}") for side in SIDES)]
        for variable in VARIABLES
    ]
    rows.append(
        ["Gait Profile Score", *(scores.get(f"{side}_gait_profile_score") for side in SIDES)]
    )
    known = [
        f"{scores[name]:.1f}° {said}"
        for name, said in (
            ("gait_profile_score", "both legs"),
            *((f"{side}_gait_profile_score", side) for side in SIDES),
        )
        if name in scores
    ]
    return TablePanel(
        "profile",
        "Gait Profile Score",
        columns,
        [Row(row) for row in rows],
        caption="Root mean square difference of the mean curve from the mean of "
        f"{scene.usual_band.population} ({scene.usual_band.name}) over the stride "
        "(Baker et al. 2009). For both legs the pelvis counts once, by the left strides.",
        folded=True,
        line=", ".join(known) + "; of a turn, beside straight walks" * bool(scene.turn),
    )


PANEL = Panel("legs", profile_panel)
