"""The form in which compiled code takes a system, force, law or scheme: a NamedTuple of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol


class Packed(Protocol):
    """Any NamedTuple; its class says in `math.dispatch.implements` how operations are done."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...
