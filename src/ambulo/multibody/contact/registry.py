"""Contact and friction laws by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ambulo.multibody.contact.adams_impact import AdamsImpact
from ambulo.multibody.contact.bristle import Bristle
from ambulo.multibody.contact.flores import Flores
from ambulo.multibody.contact.hunt_crossley import HuntCrossley
from ambulo.multibody.contact.kelvin_voigt import KelvinVoigt
from ambulo.multibody.contact.lankarani_nikravesh import LankaraniNikravesh
from ambulo.multibody.contact.lugre import LuGre
from ambulo.multibody.contact.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.viscous import Viscous

__all__ = ["FRICTION_LAWS", "NORMAL_LAWS"]

NORMAL_LAWS: Mapping[str, Any] = {
    "hunt-crossley": HuntCrossley,
    "adams-impact": AdamsImpact,
    "lankarani-nikravesh": LankaraniNikravesh,
    "flores": Flores,
    "kelvin-voigt": KelvinVoigt,
}

FRICTION_LAWS: Mapping[str, Any] = {
    "regularised-coulomb": RegularisedCoulomb,
    "bristle": Bristle,
    "lugre": LuGre,
    "viscous": Viscous,
}
