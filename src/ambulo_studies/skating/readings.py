"""What drives the skater: the text leaves it open, so each reading has a name.

reaction       Consistent mechanics. The leg leans sideways, in the plane normal to the ski;
               extension and lean are prescribed, so the push-off is a reaction and does no work
               along the ski. Speed comes from the exchange: momentum along the new ski is kept.
leg force      The same with the extension driver released: the push-off is a force along the leg
               between ski and body, until the leg is straight.
outside force  The leg leans in the direction of the ski's travel and the push-off acts on the body
               from outside, as Bruzzo (2012, eq. 180) applies it, so that F sin(theta) drives the
               skier; of the momentum only the part along the travel survives the exchange.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reading:
    """One reading of what drives the skater.

    Args:
        name: for people and the command line.
        sideways: the leg leans normal to the ski (else along it).
        thrust: the push-off acts on body 3 from outside.
        released: the leg's extension follows the push-off (else it is prescribed).
        keeps_all: the exchange keeps momentum along the new ski; else only what the velocity in
               the direction of travel leaves of it.
    """

    name: str
    sideways: bool
    thrust: bool
    released: bool
    keeps_all: bool


REACTION = Reading("reaction", sideways=True, thrust=False, released=False, keeps_all=True)
LEG_FORCE = Reading("leg force", sideways=True, thrust=False, released=True, keeps_all=True)
OUTSIDE_FORCE = Reading(
    "outside force", sideways=False, thrust=True, released=False, keeps_all=False
)
READINGS = {reading.name: reading for reading in (REACTION, LEG_FORCE, OUTSIDE_FORCE)}
