"""Contact of spheres on bodies with planes; normal and tangential laws by name.

The laws of `ContactSphere` and of `spheres_on_ground` (in `multibody.tree`), the ground, and what a
law of your own implements. A name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from ambulo.inputs.by_need import by_need

__all__ = [
    "FRICTION_LAWS",
    "NORMAL_LAWS",
    "AdamsImpact",
    "Bristle",
    "Flores",
    "FrictionLaw",
    "HuntCrossley",
    "KelvinVoigt",
    "LankaraniNikravesh",
    "LuGre",
    "NormalLaw",
    "RegularisedCoulomb",
    "Viscous",
    "contact_energy",
    "friction_energy",
    "friction_force",
    "normal_force",
    "plane",
    "step",
]

if TYPE_CHECKING:
    from ambulo.multibody.contact.friction_laws.bristle import Bristle
    from ambulo.multibody.contact.friction_laws.lugre import LuGre
    from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
    from ambulo.multibody.contact.friction_laws.viscous import Viscous
    from ambulo.multibody.contact.ground import plane, step
    from ambulo.multibody.contact.law import (
        contact_energy,
        friction_energy,
        friction_force,
        normal_force,
    )
    from ambulo.multibody.contact.named_law import FrictionLaw, NormalLaw
    from ambulo.multibody.contact.normal_laws.adams_impact import AdamsImpact
    from ambulo.multibody.contact.normal_laws.flores import Flores
    from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
    from ambulo.multibody.contact.normal_laws.kelvin_voigt import KelvinVoigt
    from ambulo.multibody.contact.normal_laws.lankarani_nikravesh import LankaraniNikravesh
    from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
else:
    _CONTACT = "ambulo.multibody.contact"
    __getattr__ = by_need(
        __name__,
        {
            "FRICTION_LAWS": f"{_CONTACT}.registry",
            "NORMAL_LAWS": f"{_CONTACT}.registry",
            "AdamsImpact": f"{_CONTACT}.normal_laws.adams_impact",
            "Bristle": f"{_CONTACT}.friction_laws.bristle",
            "Flores": f"{_CONTACT}.normal_laws.flores",
            "FrictionLaw": f"{_CONTACT}.named_law",
            "HuntCrossley": f"{_CONTACT}.normal_laws.hunt_crossley",
            "KelvinVoigt": f"{_CONTACT}.normal_laws.kelvin_voigt",
            "LankaraniNikravesh": f"{_CONTACT}.normal_laws.lankarani_nikravesh",
            "LuGre": f"{_CONTACT}.friction_laws.lugre",
            "NormalLaw": f"{_CONTACT}.named_law",
            "RegularisedCoulomb": f"{_CONTACT}.friction_laws.regularised_coulomb",
            "Viscous": f"{_CONTACT}.friction_laws.viscous",
            "contact_energy": f"{_CONTACT}.law",
            "friction_energy": f"{_CONTACT}.law",
            "friction_force": f"{_CONTACT}.law",
            "normal_force": f"{_CONTACT}.law",
            "plane": f"{_CONTACT}.ground",
            "step": f"{_CONTACT}.ground",
        },
    )

    def __dir__():
        return sorted(__all__)
