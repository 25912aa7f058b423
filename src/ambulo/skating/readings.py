"""What drives the skater: the text leaves it open, so each reading has a name.

A           Consistent mechanics. The leg leans sideways, in the plane normal to the ski; extension
            and lean are prescribed, so the push-off is a reaction and does no work along the ski.
            Speed comes from the exchange: momentum along the new ski is kept.
A released  The same with the extension driver released: the push-off is a force along the leg
            between ski and body, until the leg is straight.
B           The leg leans in the direction of the ski's travel and the push-off acts on the body
            from outside, as Bruzzo (2012, eq. 180) applies it, so that F sin(theta) drives the
            skier; of the momentum only the part in the direction of travel survives the exchange.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["A_RELEASED", "READINGS", "A", "B", "Reading"]


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


A = Reading("A", sideways=True, thrust=False, released=False, keeps_all=True)
A_RELEASED = Reading("A released", sideways=True, thrust=False, released=True, keeps_all=True)
B = Reading("B", sideways=False, thrust=True, released=False, keeps_all=False)
READINGS = {reading.name: reading for reading in (A, A_RELEASED, B)}
