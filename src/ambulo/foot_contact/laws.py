"""The laws of a foot's contact by name, and their parameters as values of a sphere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ambulo.foot_contact.design import PLACE, name_of_friction, values_in_order
from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import implementation_of
from ambulo.multibody.contact.law import friction_step
from ambulo.multibody.contact.named_law import FrictionLaw, NormalLaw
from ambulo.multibody.contact.pointed import has_own_states
from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS

NORMAL = "hunt-crossley"
"""Default normal law. It does not need the speed at which a contact began."""
FRICTION = "bristle"
"""Default friction law (Pamies-Vila 2012, eqs. 6.6 to 6.12)."""


@dataclass(frozen=True, eq=False)
class ContactLaws:
    """A normal law and a friction law for the spheres under the feet."""

    normal: NormalLaw
    friction: FrictionLaw

    @property
    def usual(self) -> Mapping[str, float]:
        """Usual values of the laws' parameters, by the names of a sphere's values."""
        names = values_in_order(self.normal.usual, self.friction.usual)[len(PLACE) :]
        values = (*_numbers(self.normal), *_numbers(self.friction))
        return dict(zip(names, values, strict=True))

    @property
    def ranges(self) -> Mapping[str, tuple[float, float]]:
        """Ranges of identified parameters, by the same names."""
        own = self.normal.usual
        of_friction = self.friction.ranges.items()
        return {**self.normal.ranges, **{name_of_friction(x, own): r for x, r in of_friction}}

    @property
    def least(self) -> Mapping[str, float]:
        """Smallest allowed values of the parameters, by the same names."""
        own = self.normal.usual
        known = {**self.normal.least, **{name_of_friction(x, own): y
                                         for x, y in self.friction.least.items()}}  # fmt: skip
        return {name: known.get(name, 0.0) for name in self.usual}


def laws_named(normal: str = NORMAL, friction: str = FRICTION) -> ContactLaws:
    """The two laws with these names, for identification.

    Raises:
        InputError: there is no such law, it has no ranges for identification, or its own states
            have no implicit rule.
    """
    found = ContactLaws(
        NORMAL_LAWS.named(normal, "normal_law"), FRICTION_LAWS.named(friction, "friction_law")
    )
    for name, law in ((normal, found.normal), (friction, found.friction)):
        if not law.ranges:
            raise InputError(
                what=f"{name} cannot be identified: its parameters have no ranges",
                where=law.source,
                remedy="Give ranges where the law is defined, or choose another law",
            )
    kind = type(found.friction.usual)
    if implementation_of(friction_step, kind) is None and has_own_states(found.friction.usual):
        raise InputError(
            what=f"{friction} cannot be identified: its own states have no implicit rule",
            where=found.friction.source,
            remedy="Implement friction_step of multibody/contact/law.py, or choose another law",
        )
    return found


def _numbers(law: NormalLaw | FrictionLaw) -> tuple[float, ...]:
    return tuple(float(getattr(law.usual, name)) for name in law.usual._fields)
