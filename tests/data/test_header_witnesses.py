"""What a header says is weighed against what the file holds, and said where it loses."""

from __future__ import annotations

import numpy as np
import pytest
from tests.data.test_hostile_files import TRC, trc_rows

from ambulo.inputs.errors import InputError
from ambulo.mocap.files.trc import read_trc

HEAD = TRC.format(frames=40, markers=2, unit="m")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD.replace("40", "900"), "promises 900 frames; the file holds 40"),
        (TRC.format(frames=40, markers=28, unit="m"), "promises 28 markers; the file holds 2"),
        (HEAD.replace("NumFrames", "NumFrame").replace("NumMarkers", "NumMarker"), ""),
        (HEAD.replace("NumFrames", "Pictures"), "does not say how many frames"),
        (HEAD.replace("DataRate", "Rate"), "no frame rate; the times step by 0.01 s"),
        (HEAD.replace("\n100\t", "\n0\t"), "no frame rate; the times step by 0.01 s"),
    ],
)
def test_a_trc_is_what_it_holds(tmp_path, text, said):
    path = tmp_path / "walk.trc"
    path.write_text(text + trc_rows(40))
    found = read_trc(path)
    path.write_text(HEAD + trc_rows(40))
    whole = read_trc(path)
    assert whole.notes == ()
    assert found.names == whole.names
    assert found.rate == pytest.approx(100.0)
    np.testing.assert_array_equal(found.position, whole.position)
    assert len(found.notes) == bool(said)
    assert said in "".join(found.notes)


def test_a_trc_whose_rows_fit_no_names_is_refused(tmp_path):
    path = tmp_path / "walk.trc"
    path.write_text(HEAD.replace("\tLHEE", "") + trc_rows(40))
    with pytest.raises(InputError, match="8 cells for 5 columns"):
        read_trc(path)
