"""Folders written before numbers changed: they say what differs, and are not set beside others."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import h5py
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.inputs.errors import AmbuloWarning, InputError
from ambulo.population.compare import compare
from ambulo.population.norms import make_norms
from ambulo.records.analysis import FORMAT, SINCE
from ambulo.results.folder import read_folder, write_results
from ambulo.results.posture import posture
from ambulo.results.whole_folder import write_folder, write_manifest


def compared(folders):
    return compare({folder: read_folder(folder) for folder in folders})


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Of three people: of this format, of that before there was a number, of one to come."""
    walk, found = make_analysis(), {}
    for name, written in (("Ann", FORMAT), ("Bo", FORMAT), ("Cem", FORMAT + 1)):
        model = replace(walk.model, subject=replace(walk.model.subject, name=name))
        made = replace(walk.provenance, format=written)
        mine = replace(walk, model=model, provenance=made)
        folder = found[name] = tmp_path_factory.mktemp("formats") / name
        write_folder(folder, partial(write_results, mine, posture(mine.model, mine.motion)))
    with h5py.File(found["Bo"] / "results.nc", "r+") as file:
        del file.attrs["format"]
        content = json.loads(file["record/content"][()])
        del content["provenance"]["format"]
        file["record/content"][()] = json.dumps(content)
    write_manifest(found["Bo"])
    return found


def test_an_older_folder_opens_with_a_line_that_says_what_differs(folders, recwarn):
    assert read_folder(folders["Ann"]).provenance.format == FORMAT
    assert not recwarn.list
    with pytest.warns(
        AmbuloWarning,
        match=rf"writes format {FORMAT}\. In format 1, {SINCE[1]}\. Analyse",
    ):
        older = read_folder(folders["Bo"])
    assert older.provenance.format == 1


def test_what_is_written_again_keeps_its_format(folders, tmp_path):
    with pytest.warns(AmbuloWarning):
        older = read_folder(folders["Bo"])
    again = partial(write_results, older, posture(older.model, older.motion))
    write_folder(tmp_path / "again", again)
    with pytest.warns(AmbuloWarning, match="has format 1"):
        read_folder(tmp_path / "again")


@pytest.mark.filterwarnings("ignore:.*has format 1")
def test_a_newer_folder_is_refused(folders):
    said = rf"format {FORMAT + 1} is not known to .* a newer one wrote it.*Update"
    with pytest.raises(InputError, match=said):
        read_folder(folders["Cem"])
    for others in (["Ann"], ["Bo"], ["Cem"]):
        with pytest.raises(InputError, match=said):
            compared([*(folders[name] for name in others), folders["Cem"]])


def test_formats_are_not_mixed(folders):
    mixed = [folders["Ann"], folders["Bo"]]
    refused = pytest.raises(InputError, match=r"Bo: these results have format 1.*Analyse these")
    with pytest.warns(AmbuloWarning), refused:
        compared(mixed)
    with pytest.warns(AmbuloWarning), pytest.raises(InputError, match="have format 1"):
        make_norms(mixed)
