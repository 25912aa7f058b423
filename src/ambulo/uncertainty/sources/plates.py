"""Errors of the force plates."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.records import GroundReaction
from ambulo.uncertainty.plate_errors import with_wrench
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm


class _PlateForce(SourceForm):
    largest: float = Field(
        default=0.01, ge=0, le=0.2, description="largest error (3 sigma), share of full scale"
    )
    horizontal: float = Field(default=500.0, gt=0, description="full scale, N")
    vertical: float = Field(default=2500.0, gt=0, description="full scale, N")

    def size(self, nominal: Nominal) -> int:
        return 3 * len(nominal.surfaces)

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        """A force on the middle of each plate; both feet on it share the error."""
        scale = np.array([self.horizontal, self.horizontal, self.vertical])
        offset = self.largest / 3.0 * scale * z.reshape(-1, 3)
        force, moment = reaction.force.copy(), reaction.moment_origin.copy()
        for surface, e in zip(nominal.surfaces, offset, strict=True):
            force[surface.loaded] += e
            moment[surface.loaded] += vector_product(surface.middle, e)
        return with_wrench(reaction, force, moment)

    def said(self) -> str:
        return (
            f"largest offset {100 * self.largest:g} % (3 sigma) of {self.horizontal:g} N "
            f"horizontally and {self.vertical:g} N vertically, separately for each plate"
        )


PLATE_FORCE = Source(
    "plate forces",
    "data sheets, 0.2 to 2 % of full scale: Pàmies-Vilà 2012, section 5.4.3",
    "force plates",
    Acts.REACTION,
    _PlateForce,
)


class _PlateMoment(SourceForm):
    largest: float = Field(
        default=0.002, ge=0, le=0.2, description="largest error (3 sigma), share of full scale"
    )
    full_scale: float = Field(default=500.0, gt=0, description="N*m")

    def size(self, nominal: Nominal) -> int:
        return 3 * len(nominal.surfaces)

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        offset = self.largest / 3.0 * self.full_scale * z.reshape(-1, 3)
        moment = reaction.moment_origin.copy()
        for surface, e in zip(nominal.surfaces, offset, strict=True):
            moment[surface.loaded] += e
        return with_wrench(reaction, reaction.force, moment)

    def said(self) -> str:
        return (
            f"largest offset {100 * self.largest:g} % (3 sigma) of {self.full_scale:g} N·m, "
            "separately for each plate"
        )


PLATE_MOMENT = Source(
    "plate moments",
    "data sheets, 0.2 to 2 % of full scale: Pàmies-Vilà 2012, section 5.4.3; the smallest of "
    "these values, because offsets are subtracted before a trial",
    "force plates",
    Acts.REACTION,
    _PlateMoment,
)


class _CentreOfPressure(SourceForm):
    sigma: float = Field(default=0.002, ge=0, le=0.05, description="m, along each horizontal axis")

    def size(self, nominal: Nominal) -> int:
        return 2 * len(nominal.surfaces)

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        shift = np.pad(self.sigma * z.reshape(-1, 2), ((0, 0), (0, 1)))
        moment = reaction.moment_origin.copy()
        for surface, e in zip(nominal.surfaces, shift, strict=True):
            on = surface.loaded
            moment[on] += vector_product(e, reaction.force[on])
        return with_wrench(reaction, reaction.force, moment)

    def said(self) -> str:
        return (
            f"sigma {1e3 * self.sigma:g} mm along each horizontal axis, separately for each plate"
        )


CENTRE_OF_PRESSURE = Source(
    "centre of pressure",
    "Bobbert & Schamhardt 1990; Chockalingam, Giakas & Iossifidou 2002",
    "force plates",
    Acts.REACTION,
    _CentreOfPressure,
)


class _PlatePosition(SourceForm):
    sigma: float = Field(default=0.002, ge=0, le=0.05, description="m, along each axis")
    turn: float = Field(default=0.3, ge=0, le=10, description="degrees, about the vertical")

    def size(self, nominal: Nominal) -> int:
        return 4 if nominal.surfaces else 0

    def change(self, nominal: Nominal, reaction: GroundReaction, z: FloatArray) -> GroundReaction:
        """All plates moved and turned about their middle: what they measure goes with them."""
        middle = np.mean([surface.middle for surface in nominal.surfaces], axis=0)
        angle = np.radians(self.turn) * z[3]
        c, s = np.cos(angle), np.sin(angle)
        R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        # about the middle, turned, and back about the origin from where the middle now is
        about = reaction.moment_origin - vector_product(middle, reaction.force)
        force = reaction.force @ R.T
        moved = middle + self.sigma * z[:3]
        return with_wrench(reaction, force, about @ R.T + vector_product(moved, force))

    def said(self) -> str:
        return (
            f"sigma {1e3 * self.sigma:g} mm along each axis and {self.turn:g}° about the vertical, "
            "the same for all plates"
        )


PLATE_POSITION = Source(
    "plate position",
    "Collins, Adamczyk, Ferris & Kuo 2009",
    "force plates",
    Acts.REACTION,
    _PlatePosition,
)
