"""Contact and friction laws by name: a new one is a new module and a line here."""

from __future__ import annotations

from ambulo.inputs.registry import Registry
from ambulo.multibody.contact.named_law import FrictionLaw, NormalLaw

_HERE = "ambulo.multibody.contact"

NORMAL_LAWS = Registry(
    "normal_law",
    NormalLaw,
    {
        "hunt-crossley": f"{_HERE}.hunt_crossley:LAW",
        "adams-impact": f"{_HERE}.adams_impact:LAW",
        "lankarani-nikravesh": f"{_HERE}.lankarani_nikravesh:LAW",
        "flores": f"{_HERE}.flores:LAW",
        "kelvin-voigt": f"{_HERE}.kelvin_voigt:LAW",
    },
    "normal contact law",
)

FRICTION_LAWS = Registry(
    "friction_law",
    FrictionLaw,
    {
        "bristle": f"{_HERE}.bristle:LAW",
        "regularised-coulomb": f"{_HERE}.regularised_coulomb:LAW",
        "lugre": f"{_HERE}.lugre:LAW",
        "viscous": f"{_HERE}.viscous:LAW",
    },
    "friction law",
)
