"""The form of progress messages."""

from __future__ import annotations

from collections.abc import Callable

OnStage = Callable[[str], None]
"""Told the name of each stage as it begins."""

OnPart = Callable[[str, float], None]
"""Told what is being done, and which part of the work is done, 0 to 1."""
