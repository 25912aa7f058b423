"""Stage equip: the forces of devices on the body."""

from __future__ import annotations

from dataclasses import replace

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.configuration import Configuration
from ambulo.gait.devices.registry import DEVICES
from ambulo.gait.stages.read import Recording
from ambulo.records import Devices


def equip(body: ModelMotion, recording: Recording, choice: Configuration) -> ModelMotion:
    """The body in motion with the devices of the configuration on it.

    Raises:
        InputError: a device does not fit model or trial, or its file does not fit the trial.
    """
    acting = (
        DEVICES[device.kind].act(device, body, recording.trial, recording.plates)
        for device in choice.device
    )
    return replace(body, devices=Devices.together(acting))
