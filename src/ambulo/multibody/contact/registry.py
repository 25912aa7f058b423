"""Normal and friction laws by name. A new law is a new module in the folder of its kind."""

from __future__ import annotations

from pathlib import Path

from ambulo.inputs.registry import Registry, modules_in
from ambulo.multibody.contact.named_law import FrictionLaw, NormalLaw

_HERE = Path(__file__).parent

NORMAL_LAWS = Registry(
    "normal_law",
    NormalLaw,
    modules_in(_HERE / "normal_laws", f"{__package__}.normal_laws"),
    "normal contact law",
)

FRICTION_LAWS = Registry(
    "friction_law",
    FrictionLaw,
    modules_in(_HERE / "friction_laws", f"{__package__}.friction_laws"),
    "friction law",
)
