"""Mechanical systems in several formulations, with common forces, contact and integrators."""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "bvp",
    "chain",
    "constrained",
    "contact",
    "flexible",
    "forces",
    "integrators",
    "natural",
    "tree",
]

if TYPE_CHECKING:
    from ambulo.multibody import (
        bvp,
        chain,
        constrained,
        contact,
        flexible,
        forces,
        integrators,
        natural,
        tree,
    )
else:

    def __getattr__(name):
        if name in __all__:
            return import_module(f"ambulo.multibody.{name}")
        raise AttributeError(f"module 'ambulo.multibody' has no attribute {name!r}")

    def __dir__():
        return sorted(__all__)
