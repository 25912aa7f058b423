"""The contact of least misfit (eq. 6.13), by least squares from many beginnings.

The misfit has many local minima. Least squares with exact derivatives end in one within some twenty
steps; from the best of them the search jumps on by chance, until a number of jumps in a row gain
nothing. An evolution (Hansen 2006) does not end by 60 000 evaluations, where it still hangs on its
seed: by three seeds Fz of HC038A ended up to an eighth apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from ambulo.foot_contact.design import SoleDesign, sole_design
from ambulo.foot_contact.estimation import estimate
from ambulo.foot_contact.misfit import Accuracy, Wanted, normalised_errors
from ambulo.math.arrays import FloatArray
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.friction_laws.viscous import Viscous
from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
from ambulo_studies.contact_fits.cases import ContactCase

Bounds = Literal["table 6.2", "with the printed optima"]

LAW = LankaraniNikravesh(3e4, 1.5, 0.5)
_BRISTLE = Bristle(0.5, 0.05, 5e4, 50.0, 0.0)

_BEGINNINGS = 8
_IDLE = 20
"""Jumps in a row that gain nothing, after which the search ends."""
_GAIN = 1e-3
"""Of the misfit: less is none."""
_REDRAWN = 0.15
"""Share of the variables that every other jump draws anew."""
_JUMP = 0.15
"""Of the way between bounds, by which the other jumps move all of them."""
_SETTLED = 1e-5
_UNHEARD = 1e7
"""N, N*m: standard deviation of components that do not count."""
_EXACT = 1e-3
"""NRMSE below which a component weighs no more."""


def design_of(case: ContactCase, bounds: Bounds, *, friction: bool) -> SoleDesign:
    """Four spheres a foot, 40 variables or with friction 72."""
    law = _BRISTLE if friction else Viscous(0.0)
    return sole_design(case.spheres(bounds, friction=friction), LAW, law)


def least_misfit(
    design: SoleDesign, case: ContactCase, wanted: Wanted, weights: FloatArray
) -> tuple[FloatArray, float]:
    """Values (2, spheres, values) of least weighted NRMSE, and that.

    Args:
        design: what is identified.
        case: the walk; wanted: its resultant or its plates.
        weights: (6,) h, in the order of COMPONENTS.
    """
    rng, n = np.random.default_rng(1), len(design.free)
    best, least = min(
        (_minimum(design, case, wanted, weights, rng.uniform(size=n)) for _ in range(_BEGINNINGS)),
        key=lambda found: found[1],
    )
    jumps = idle = 0
    while idle < _IDLE:
        if jumps % 2:
            to = np.clip(best + rng.normal(0.0, _JUMP, n), 0.0, 1.0)
        else:
            to = np.where(rng.random(n) < _REDRAWN, rng.uniform(size=n), best)
        part, misfit = _minimum(design, case, wanted, weights, to)
        idle = 0 if misfit < (1.0 - _GAIN) * least else idle + 1
        if misfit < least:
            best, least = part, misfit
        jumps += 1
    return _values(design, best), least


def _minimum(
    design: SoleDesign, case: ContactCase, wanted: Wanted, weights: FloatArray, part: FloatArray
) -> tuple[FloatArray, float]:
    """Where least squares end from a design (variables,), parts of the way between bounds.

    A sum of roots is least where squares are that weigh by them (Weiszfeld 1937), so that with
    several components they are weighed anew until nothing is gained.
    """
    heard, least = weights > 0.0, np.inf
    nrmse, values = np.full(6, 0.2), _values(design, part)
    size = np.roll(wanted.ranges, 3, axis=1).mean(axis=0) * np.sqrt(wanted.counted.sum())
    while True:
        root = np.sqrt(np.maximum(nrmse, _EXACT) / np.where(heard, weights, 1.0))
        deviation = np.where(heard, size * root, _UNHEARD)
        accuracy = Accuracy(tuple(deviation[:3]), tuple(deviation[3:]))
        aim = replace(wanted, accuracy=accuracy)
        values = estimate(design, case.feet, aim, start=values, settled=_SETTLED).values
        of_groups = normalised_errors(design, values, case.feet, wanted)[1][:, heard]
        found = float((of_groups @ weights[heard]).sum())
        if heard.sum() == 1 or found > (1.0 - _GAIN) * least:
            break
        least, nrmse[heard] = found, of_groups.mean(axis=0)
    variables = design.variables(values)
    return (variables - design.lower) / (design.upper - design.lower), found


def _values(design: SoleDesign, part: FloatArray) -> FloatArray:
    return design.values(design.lower + part * (design.upper - design.lower))
