"""The form of progress messages."""

from __future__ import annotations

from collections.abc import Callable

OnStage = Callable[[str], None]
"""A function that is called with the name of each stage when it begins."""

OnPart = Callable[[str, float], None]
"""A function that is called with the present task and the share of the work that is done, 0 to 1.
"""
