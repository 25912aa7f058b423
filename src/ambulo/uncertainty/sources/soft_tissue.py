"""Movement of skin over bone: correlated in time, and partly common to the markers of a segment.

Filter and markers would average out white noise of the same size. Skin slides nearly in proportion
to the flexion of the joints at its segment's ends (Camomilla et al. 2013; Bonci et al. 2014). On
the thigh it correlates highly with knee flexion, on the shank moderately (Barre, Aissaoui, Aminian
& Dumas 2017). So half of the variance follows flexion. The other half has the same harmonics of the
stride as flexion in this walk, at random phases. The fit follows both. The common movement of the
markers of thigh and shank lies in the sagittal plane, along the bone and forwards (Barre et al.
2017). The other segments are assumed to behave in the same way.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import Markers
from ambulo.records.sides import without_side
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm

_SAGITTAL = np.array([[1.0], [0.0], [1.0]])
"""Axes of a segment along which its markers move together: forward and up."""

_FLEXION = ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")


class _Settings(SourceForm):
    thigh: float = Field(default=0.008, ge=0, le=0.05, description="m, rms along each axis")
    shank: float = Field(default=0.005, ge=0, le=0.05, description="m, rms along each axis")
    foot: float = Field(default=0.002, ge=0, le=0.05, description="m, rms along each axis")
    trunk: float = Field(
        default=0.004, ge=0, le=0.05, description="m, rms along each axis, pelvis and torso"
    )
    other: float = Field(
        default=0.003, ge=0, le=0.05, description="m, rms along each axis, arms and head"
    )
    together: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="share of the variance in the sagittal plane that is common to the markers of "
        "a segment",
    )
    following: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="share of the variance that follows the flexion of the segment's joints",
    )
    harmonics: int = Field(
        default=6,
        ge=1,
        le=10,
        description="highest harmonic of the stride in the rest of the variance",
    )

    def size(self, nominal: Nominal) -> int:
        ends = _ends(nominal)
        return 3 * (len(ends) * 2 * self.harmonics + int(ends.sum()))

    def _shares(self, nominal: Nominal) -> FloatArray:
        """Rms (harmonics,) of each harmonic in the flexion of hips, knees and ankles, 1 in all."""
        analysis = nominal.analysis
        basis = _courses(analysis.motion.time, nominal.stride, np.ones(self.harmonics))
        basis = np.concatenate([np.ones_like(basis[:1]), basis]).T
        found = np.zeros(self.harmonics)
        for quantity in analysis.angles:
            if quantity.name.endswith(_FLEXION):
                parts = np.linalg.lstsq(basis, quantity.values, rcond=None)[0][1:]
                found += np.square(parts).reshape(2, -1).sum(axis=0)
        return np.asarray(np.sqrt(found / found.sum()))

    def _rms(self, segment: str) -> float:
        kind = without_side(segment)
        by_kind = {
            "thigh": self.thigh,
            "shank": self.shank,
            "foot": self.foot,
            "hindfoot": self.foot,
            "forefoot": self.foot,
            "pelvis": self.trunk,
            "torso": self.trunk,
        }
        return by_kind.get(kind, self.other)

    def change(self, nominal: Nominal, markers: Markers, z: FloatArray) -> Markers:
        """Flexion of neighbouring joints and harmonics of the stride, in the segments' frames."""
        course = _courses(markers.time, nominal.stride, self._shares(nominal))
        nb, ends = nominal.model.tree.nb, _ends(nominal)
        phases, slopes = np.split(z, [len(ends) * 3 * len(course)])
        # each row has unit rms: (moving, 3 axes, frames)
        moves = phases.reshape(-1, 3, len(course)) @ course
        bent = ends @ np.square(nominal.flexion).mean(axis=1)
        # a segment whose joints are stiff has the harmonics alone
        share = np.where(bent > 0.0, self.following, 0.0)
        along = np.zeros((3, *ends.shape))
        along[:, ends] = slopes.reshape(3, -1)
        along *= np.sqrt(share / np.where(bent > 0.0, bent, 1.0))[:, None]
        moves *= np.sqrt(1.0 - share)[:, None, None]
        moves += (along @ nominal.flexion).swapaxes(0, 1)
        shared, own = moves[:nb], moves[nb:]
        position = markers.position.copy()
        R = nominal.turned()
        for k, (name, body) in enumerate(nominal.segment_of.items()):
            rms = self._rms(nominal.model.segments[body])
            share = self.together * _SAGITTAL
            local = rms * (np.sqrt(share) * shared[body] + np.sqrt(1.0 - share) * own[k])
            position[:, markers.names.index(name)] += np.einsum("fij,jf->fi", R[:, body], local)
        return replace(markers, position=position)

    def said(self) -> str:
        return (
            f"rms along each axis {1e3 * self.thigh:g} mm on thighs, {1e3 * self.shank:g} mm "
            f"on shanks, {1e3 * self.foot:g} mm on feet, {1e3 * self.trunk:g} mm on pelvis and "
            f"trunk, {1e3 * self.other:g} mm elsewhere. {100 * self.following:g} % of the variance "
            "follows the flexion of the segment's joints. The rest has the harmonics of the stride "
            f"that the flexion has, up to harmonic {self.harmonics}. {100 * self.together:g} % of "
            "the variance in the sagittal plane is common to the markers of a segment"
        )


def _ends(nominal: Nominal) -> BoolArray:
    """Joints (moving, nb), by the segments that hang on them, at both ends of each that moves.

    First each segment for its markers together, then each marker.
    """
    parents = nominal.model.tree.parent
    found = np.diag(np.asarray(parents) >= 0)
    for k, parent in enumerate(parents):
        if parent >= 0:
            found[parent, k] = True
    return np.concatenate([found, found[list(nominal.segment_of.values())]])


def _courses(time: FloatArray, stride: float, share: FloatArray) -> FloatArray:
    """Cosines and sines (2 harmonics, frames) whose sum with standard normal factors has rms 1.

    Args:
        share: (harmonics,) rms of each, 1 together.
    """
    order = np.arange(1, len(share) + 1)
    phase = 2.0 * np.pi * order[:, None] * (time - time[0]) / stride
    # a cos + b sin with independent normal a, b has the variance of one of them at every instant
    return np.concatenate([share[:, None] * np.cos(phase), share[:, None] * np.sin(phase)])


SOURCE = Source(
    "soft tissue",
    "Leardini et al. 2005; Peters et al. 2010; Bonci et al. 2014; Barré et al. 2017",
    "soft tissue",
    Acts.MARKERS,
    _Settings,
)
