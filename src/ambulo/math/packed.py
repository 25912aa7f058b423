"""The form in which compiled code receives a system, force, law or scheme: its own NamedTuple."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol


class Packed(Protocol):
    """Any NamedTuple. `math.dispatch.implements` defines the operations of its class."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...
