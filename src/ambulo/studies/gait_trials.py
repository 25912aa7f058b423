"""The walks on which the gait studies run: the demo subject, and a public trial where at hand."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Literal

from ambulo.demo.trial import make_trial
from ambulo.gait.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.records import Analysis
from ambulo.studies.trials import public_trial

__all__ = ["DOCUMENT_MASS", "WITHOUT_TRIAL", "analysed_public_walk", "analysed_walks"]

DOCUMENT_MASS = 85.0
"""kg, of the document's subject; its forces and moments are scaled from it by body weight."""

WITHOUT_TRIAL = (
    "The public trial HC038A is left out: set AMBULO_DATA to the folder of public trials."
)

_WALK = "biomechzoo/HC038A/Straight/HC038A11.c3d"
_STATIC = "biomechzoo/HC038A/Static/HC038A01.c3d"


def analysed_walks(consistency: Literal["fit", "natural"] = "fit") -> dict[str, Analysis]:
    """Analyses by the whole-body method, by the name of the walk.

    Args:
        consistency: how segments are made rigid.
    """
    choice = Configuration(method="whole-body", consistency=consistency, compare_sharing=True)
    with tempfile.TemporaryDirectory() as folder:
        walk, static, _ = make_trial(Path(folder))
        with_sex = choice.model_copy(update={"sex": "m"})
        found = {"demo subject": analyse(walk, static=static, configuration=with_sex)}
    public = analysed_public_walk(choice)
    if public is not None:
        found["HC038A"] = public
    return found


def analysed_public_walk(choice: Configuration) -> Analysis | None:
    """The public trial's analysis, None where it is not at hand."""
    walk, standing = public_trial(_WALK), public_trial(_STATIC)
    if walk is None or standing is None:
        return None
    return analyse(walk, static=standing, configuration=choice)
