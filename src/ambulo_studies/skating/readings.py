"""Readings of the cause that drives the skater.

The text does not state the cause, so each reading has a name.

    reaction       Consistent mechanics. The leg leans sideways, in the plane normal to the ski.
                   Extension and lean are prescribed, so the push-off is a reaction and does no
                   work along the ski. Speed comes from the exchange: momentum along the new ski
                   is kept.
    leg force      The same with the extension driver released: the push-off is a force along the
                   leg between ski and body, until the leg is straight.
    outside force  The leg leans in the direction of the ski's travel and the push-off acts on the
                   body from outside, as Bruzzo (2012, eq. 180) applies it, so that F sin(theta)
                   drives the skier. Of the momentum, only the part along the travel survives the
                   exchange.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DriveReading:
    """One reading of the cause that drives the skater.

    Args:
        name: name for readers and the command line.
        sideways: whether the leg leans normal to the ski; if not, along the ski.
        thrust: whether the push-off acts on body 3 from outside.
        released: whether the leg's extension follows the push-off; if not, it is prescribed.
        keeps_all: whether the exchange keeps all momentum along the new ski; if not, only the part
            from the velocity in the direction of travel.
    """

    name: str
    sideways: bool
    thrust: bool
    released: bool
    keeps_all: bool


REACTION = DriveReading("reaction", sideways=True, thrust=False, released=False, keeps_all=True)
LEG_FORCE = DriveReading("leg force", sideways=True, thrust=False, released=True, keeps_all=True)
OUTSIDE_FORCE = DriveReading(
    "outside force", sideways=False, thrust=True, released=False, keeps_all=False
)
READINGS = {reading.name: reading for reading in (REACTION, LEG_FORCE, OUTSIDE_FORCE)}
