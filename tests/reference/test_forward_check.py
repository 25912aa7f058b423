"""The check on a real walk: what inverse dynamics found gives the measured motion back.

Pamies-Vila (2012, section 4.7): in the open loop about 80 % of the cycle; with the controller
within 7e-8 m and 5e-6 rad at less than 5e-3 N and 4e-3 N*m.
"""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.forward_check.run import check_forward
from ambulo.gait.analysis import analyse
from ambulo.report.write import write
from ambulo.results.folder import read_folder

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def walk(data, tmp_path_factory):
    trials = data / "biomechzoo" / "HC038A"
    found = analyse(trials / "Straight" / "HC038A11.c3d", static=trials / "Static" / "HC038A01.c3d")
    folder = tmp_path_factory.mktemp("walk")
    write(found, folder)
    return read_folder(folder)


def test_the_open_loop_follows_the_whole_recording(walk):
    check = check_forward(walk)
    assert check.summary["followed_percent"] == 100.0
    assert check.summary["largest_angle_deg"] < 5.0
    assert check.summary["largest_distance_mm"] < 10.0
    assert check.summary["moments_recomputed_Nm"] < 1e-9
    assert np.abs(check.unexplained).max() < 1e-6
    # errors grow the slower the less of the body stands above where it is carried
    rows = {row["carried"]: row for row in check.summary["supports"]}
    assert rows["head"]["error_growth_per_s"] < 0.5 * rows["lumbar"]["error_growth_per_s"]
    assert rows["lumbar"]["followed_s"] > 0.8 * check.summary["recorded_s"]


@pytest.mark.parametrize("integrator", ["dop853", "rkmk4", "rk4"])
def test_the_controller_needs_less_than_the_documents(walk, integrator):
    check = check_forward(walk, integrator=integrator, control="pd")
    assert check.off.angle.max() < 5e-6
    assert check.off.distance.max() < 7e-8
    assert check.simulation.force.max() < 5e-3
    assert check.simulation.moment.max() < 4e-3


def test_every_integrator_comes_closer_with_smaller_steps(walk):
    for name in ("trapezoidal", "variational"):
        coarse, fine = (
            check_forward(walk, integrator=name, control="pd", step=step).off.angle.max()
            for step in (1e-3, 2.5e-4)
        )
        assert coarse / fine == pytest.approx(16.0, rel=0.35)
