"""The registry of kinds of devices. A new kind is a new module and a line here."""

from __future__ import annotations

from ambulo.gait.devices.kind import DeviceKind
from ambulo.inputs.registry import Registry

DEVICES = Registry(
    "device",
    DeviceKind,
    {
        "orthosis": "ambulo.gait.devices.orthosis:KIND",
        "crutch": "ambulo.gait.devices.crutch:KIND",
    },
    "kind of device",
)
