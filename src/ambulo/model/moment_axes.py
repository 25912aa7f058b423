"""The axes on which joint moments are reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

__all__ = ["MOMENT_AXES", "MomentAxes"]

MomentAxes = Literal["proximal", "distal", "jcs"]

MOMENT_AXES: Mapping[MomentAxes, str] = {
    "proximal": "the proximal segment's axes",
    "distal": "the distal segment's axes",
    "jcs": "the joint coordinate system's axes",
}
"""In words, for the log."""
