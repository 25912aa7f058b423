"""Difference of a walk's angles from normal walking: profile and score."""

from __future__ import annotations

from ambulo.records import SIDES
from ambulo.report.gait_profile import VARIABLES, gait_profile_scores
from ambulo.report.page_data import Column, TablePanel, TableRow
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import title


def profile_panel(scene: Scene) -> TablePanel | None:
    """One row for each variable, with the score below; None if the trial is not a walk with whole
    strides.
    """
    if not scene.activity.walking:
        return None
    profile = scene.profile
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
    other_speed = scene.band.population != scene.usual_band.population
    return TablePanel(
        "profile",
        "Gait Profile Score",
        columns,
        [TableRow(row) for row in rows],
        caption="Root mean square difference over the stride between the mean curve of each angle "
        f"and the mean curve of {scene.usual_band.population} ({scene.usual_band.name}). Source: "
        "Baker et al. 2009. The score of both legs contains the pelvis only once, from the left "
        "strides."
        + (
            " The score of every walk is defined by the free speed, so that scores of several "
            f"walks can be compared. The curves are compared with the speed nearest to this walk: "
            f"{scene.band.short}."
        )
        * other_speed,
        folded=True,
        line=", ".join(known) + ". This turn is compared with straight walks" * bool(scene.turn),
    )


PANEL = Panel("legs", profile_panel)
