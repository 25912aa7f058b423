"""What a public function cannot use of what it is handed is said in one line, by the argument."""

from __future__ import annotations

import re

import pytest
from tests.synthetic_analysis import make_analysis

import ambulo
from ambulo.inputs.errors import InputError


@pytest.fixture(scope="module")
def found():
    return ambulo.Analysis.of(make_analysis())


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda f: ambulo.analyse(3),
            "path: 3 is not a path. Give the path of a file; for a trial in",
        ),
        (lambda f: ambulo.analyse(f.trial), "path: a Trial is not a path. Give the path of a file"),
        (
            lambda f: ambulo.analyse("a.c3d", static=3),
            "static: 3 is not a path. Give a string",
        ),
        (
            lambda f: ambulo.analyse("a.trc", grf=b"x"),
            "grf: b'x' is not a path. Give a string",
        ),
        (
            lambda f: ambulo.analyse("a.c3d", configuration={"sex": "m"}),
            "configuration: a dict is not a Configuration. Give ambulo.Configuration(...), or",
        ),
        (
            lambda f: ambulo.analyse_trial(f.trial, configuration={}),
            "configuration: a dict is not a Configuration. Give",
        ),
        (
            lambda f: ambulo.analyse_trial("a.c3d"),
            "trial: 'a.c3d' is not a Trial. Give one of ambulo.read_trial; files are for "
            "ambulo.anal",
        ),
        (lambda f: ambulo.analyse_trial(f.trial, "b.c3d"), "static: 'b.c3d' is not a Trial. Give"),
        (lambda f: ambulo.load(3), "folder: 3 is not a path. Give a string or a pathlib.Path"),
        (lambda f: ambulo.read_trial(None), "path: None is not a path. Give"),
        (lambda f: ambulo.read_configuration(3), "path: 3 is not a path. Give"),
        (lambda f: f.save(3), "folder: 3 is not a path. Give"),
        (lambda f: f.to_c3d(3), "path: 3 is not a path. Give"),
        (lambda f: f.save(""), "folder: '' is not a path. Give"),
        (lambda f: f.to_c3d("a\0"), "path: 'a\\x00' is not a path. Give"),
        (lambda f: f.to_pandas([]), "table: [] is not the name of a table. Choose one of"),
        (
            lambda f: f.to_pandas("momentz"),
            "table: there is no table 'momentz'. Did you mean moments?",
        ),
        (
            lambda f: f.to_pandas("joint_powers_per_kg"),
            "table: there is no table 'joint_powers_per_kg'. Give \"joint_powers\", and divide",
        ),
        (
            lambda f: f.to_pandas("EMG"),
            "table: there is no table 'EMG'. The recording contains no electromyograms",
        ),
        (
            lambda f: f.to_pandas("muscle_activity"),
            "table: there is no table 'muscle_activity'. The recording contains no electromyograms",
        ),
        (
            lambda f: f.to_pandas("grf"),
            "table: there is no table 'grf'. Did you mean ground_reaction?",
        ),
        (
            lambda f: f.to_pandas("joint_reaction"),
            "table: there is no table 'joint_reaction'. The forces of the joints are in no table: "
            "take joint_forces of the analysis",
        ),
        (
            lambda f: f.to_pandas("moments_by_stride"),
            'table: there is no table \'moments_by_stride\'. Give "moments" with over="stride"',
        ),
        (
            lambda f: f.to_pandas("joint_moments_bands", over="stride"),
            "table: there is no table 'joint_moments_bands'. For error bands, analyse with unc",
        ),
        (lambda f: f.to_pandas(3), "table: 3 is not the name of a table. Choose one of"),
        (lambda f: f.to_pandas("angles", over="cycle"), "over: curves are over time or the stride"),
        (
            lambda f: f.to_pandas("strides", over="stride"),
            "over: the table strides contains no curves",
        ),
    ],
)
def test_another_kind_is_refused_in_a_line(found, call, said):
    with pytest.raises(InputError, match=f"^{re.escape(said)}") as refused:
        call(found)
    assert "\n" not in str(refused.value)


def test_no_bands_by_none():
    assert ambulo.Configuration(uncertainty=None) == ambulo.Configuration()


def test_the_groups_of_a_table(found):
    pytest.importorskip("pandas")
    assert found.to_pandas("moments").shape == (len(found.motion.time), len(found.moments))
    every = len(found.angles) + len(found.moments) + len(found.powers)
    assert found.to_pandas().shape[1] == every
