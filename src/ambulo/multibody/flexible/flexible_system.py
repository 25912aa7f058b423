"""Systems of rigid and flexible bodies, with the joints, drivers, forces and integrators of rigid
bodies.

In the constraint rows, an interface's frame is a body whose motion follows from the floating frame
and the modal coordinates. The chain rule converts its rows and loads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained import dense
from ambulo.multibody.constrained.body import Body
from ambulo.multibody.constrained.forces.applied import Gravity
from ambulo.multibody.constrained.forces.law import CompiledForce
from ambulo.multibody.constrained.packing import COORDINATE, Order, PackedBodies, PackedConstrained
from ambulo.multibody.constrained.rows import Constraint
from ambulo.multibody.constrained.system import System
from ambulo.multibody.constrained.tables import Force
from ambulo.multibody.flexible.floating_frame import Elastic, FlexibleBody


class FlexibleSystem(System):
    """Rigid and flexible bodies. The coordinates are those of the bodies in order, then the modal
    coordinates.

    Args:
        rigid: rigid bodies.
        flexible: flexible bodies; joints and forces attach to `body.at(interface)`.
        constraints, forces: as in `System`. Gravity acts on the deformed bodies.

    Raises:
        InputError: names are not unique, or a joint or force refers to a body that is not in the
            system.
    """

    def __init__(
        self,
        rigid: Sequence[Body],
        flexible: Sequence[FlexibleBody],
        constraints: Sequence[Constraint],
        forces: Sequence[CompiledForce | Force] = (),
    ) -> None:
        moving = (*rigid, *(body.frame for body in flexible))
        followers = tuple(at for body in flexible for at in body.attachments.values())
        super().__init__((*moving, *followers), constraints, forces)
        self._given = (rigid, flexible, constraints, forces)
        self.flexible = tuple(flexible)
        self.bodies = moving
        self._real = int(self.packed.bodies.start[len(moving)])
        start = np.cumsum([self._real, *(len(body.stiffness) for body in flexible)]).tolist()
        self._elastic = [slice(*ends) for ends in pairwise(start)]
        self._refuse_coordinates(len(moving))
        self.tables = replace(self.tables, packed=self._packed(len(moving)))
        self.workspace = dense.workspace_of(self.packed)

    def _refuse_coordinates(self, moving: int) -> None:
        """Nothing, if no row holds a coordinate of an interface's frame, which has none."""
        rows = self.packed.rows
        for kind, ends, label in zip(rows.kind, rows.ends, self.row_names, strict=True):
            if kind[0] == COORDINATE and ends[0] >= moving:
                raise InputError(
                    what="an interface of a flexible body has no coordinates of its own",
                    where=label,
                    remedy="Drive its points and directions, or coordinates of the floating frame",
                )

    def _packed(self, moving: int) -> PackedConstrained:
        """The tables with the flexible bodies in them: interfaces are frames, and not bodies."""
        rigid, bodies = self.tables.packed, self.flexible
        most = max((len(body.stiffness) for body in bodies), default=0)

        def by_mode(arrays: list[FloatArray], *shape: int) -> FloatArray:
            """Arrays whose places by mode are filled up with zeros."""
            whole = np.zeros((len(arrays), *shape))
            for k, array in enumerate(arrays):
                whole[k][tuple(slice(size) for size in array.shape)] = array
            return whole

        owners = [(body, k, name) for k, body in enumerate(bodies) for name in body.attachments]
        inertias = [body.integrals for body in bodies]
        elastic = Elastic(
            bodies=moving,
            first=self._real,
            frame=np.arange(moving - len(bodies), moving),
            start=np.cumsum([0, *(len(body.stiffness) for body in bodies)]),
            mass=np.array([s.mass for s in inertias], dtype=np.float64),
            static=by_mode([s.static for s in inertias], 3),
            linear=by_mode([s.linear for s in inertias], most, 3),
            xx=by_mode([s.xx.ravel() for s in inertias], 9),
            xs=by_mode([s.xs.reshape(-1, 9) for s in inertias], most, 9),
            ss=by_mode([s.ss.reshape(*s.ss.shape[:2], 9) for s in inertias], most, most, 9),
            stiffness=by_mode([body.stiffness for body in bodies], most),
            damping=by_mode([body.damping for body in bodies], most),
            owner=np.array([k for _, k, _ in owners], dtype=np.int64),
            place=by_mode([body.places[name] for body, _, name in owners], 3),
            shape=by_mode([body.shapes[name].T for body, _, name in owners], most, 6),
            gravity=np.array(
                [f.acceleration if isinstance(f, Gravity) else (0, 0, 0) for f in self.forces],
                dtype=np.float64,
            ).reshape(-1, 3),
        )
        velocities = 6 * moving + int(elastic.start[-1])
        last = np.full(velocities + rigid.rows.solved, velocities + rigid.rows.solved - 1)
        body, row = 6 * np.arange(moving), velocities + np.arange(rigid.rows.solved)
        real = rigid.bodies
        return rigid._replace(
            bodies=PackedBodies(
                real.start[: moving + 1], real.code[:moving], real.reference[:moving],
                real.mass[:moving], real.inertia[:moving],
            ),
            order=Order(body, row, last, last),
            elastic=elastic,
        )  # fmt: skip

    # ------------------------------------------------------------------ sizes and names

    @property
    def n(self) -> int:
        """Number of generalised coordinates, including modal coordinates."""
        return self._elastic[-1].stop if self._elastic else self._real

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """Names of the bodies' coordinates, then of the modes of each body."""
        modes = tuple(
            f"{body.name} mode {k + 1}"
            for body in self.flexible
            for k in range(len(body.stiffness))
        )
        return (*super().coordinate_names, *modes)

    def elastic_of(self, body: FlexibleBody) -> slice:
        """Place of a body's modal coordinates in q."""
        return self._elastic[self.flexible.index(body)]

    def elastic_energy(self, q: FloatArray) -> float:
        """Strain energy of all flexible bodies [J]."""
        return sum(body.elastic_energy(q[self.elastic_of(body)]) for body in self.flexible)

    @property
    def work_names(self) -> tuple[str, ...]:
        """Names of what does work: applied forces, elasticity and damping of each flexible body,
        and the drivers together."""
        elastic = (f"{body.name} elasticity" for body in self.flexible)
        return (*(force.name for force in self.forces), *elastic, "drivers")
