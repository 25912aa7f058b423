"""Unlucky and hostile use: the result whole, or one line that says what to do; never a trace."""

from __future__ import annotations

import csv
import errno
import hashlib
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import warnings
from contextlib import nullcontext
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import h5py
import numpy as np
import pytest
from tests.command_line import ambulo, refusal
from tests.synthetic_analysis import make_analysis

from ambulo.cli import main
from ambulo.cli.entry import machine_error
from ambulo.execution.cluster import workers_of
from ambulo.inputs.errors import InputError
from ambulo.report.write import write
from ambulo.results.csv_table import line, write_table
from ambulo.results.folder import read_folder
from ambulo.results.whole_folder import require_place, write_folder, writing
from ambulo.results.workbook import write_workbook

posix = pytest.mark.skipif(os.name != "posix", reason="no such files there")


@pytest.fixture(scope="module")
def analysed(tmp_path_factory):
    """A folder of results, to read only."""
    return write(make_analysis(), tmp_path_factory.mktemp("hostile") / "walk")


# ---- what is no file


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _link_to_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _link_to_pipe(path: Path) -> None:
    os.mkfifo(f"{path}.pipe")
    path.symlink_to(f"{path.name}.pipe")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path)


NO_FILES = (_pipe, _link_to_device, _link_to_pipe, _socket, _link_to_itself, Path.mkdir)
TAKING = (
    ("info", "{}.c3d"),
    ("markers", "{}.c3d"),
    ("info", "{}.trc"),
    ("analyse", "{}.c3d", "--mass", "70"),
    ("analyse", "walk.c3d", "--static", "{}.c3d"),
    ("info", "walk.trc", "--grf", "{}.mot"),
    ("analyse", "walk.c3d", "--config", "{}.toml"),
    ("analyse", "walk.c3d", "--norms", "{}.nc"),
    ("analyse", "walk.c3d", "--norms", "{}.toml"),
    ("analyse", "walk.c3d", "--markers", "{}.toml"),
    ("analyse", "walk.c3d", "--parameters", "{}.toml"),
    ("batch", "{}.toml"),
    ("batch", "of_table.toml"),
    ("planar", "{}.csv"),
    ("ballistic", "{}.toml"),
    ("demo", "--build", "{}.toml"),
    ("figures", "{}"),
)


@posix
@pytest.mark.parametrize("make", NO_FILES, ids=lambda make: make.__name__.strip("_"))
def test_what_is_no_file_is_refused_and_never_waited_for(make, recording, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(recording[0], "walk.c3d")
    marks = "PathFileType\t4\t(X/Y/Z)\tw.trc\nDataRate\tNumFrames\tNumMarkers\tUnits\n"
    Path("walk.trc").write_text(
        f"{marks}100\t2\t1\tmm\nFrame#\tTime\tA\n\t\tX1\tY1\tZ1\n\n1\t0\t1\t2\t3\n2\t.01\t1\t2\t3\n"
    )
    Path("of_table.toml").write_text('trials = "no.csv"\n')
    for ending in ("", ".c3d", ".trc", ".mot", ".toml", ".nc", ".csv"):
        make(Path(f"no{ending}"))
    for command in TAKING:
        said = refusal(*(part.format("no") for part in command))
        assert "no" in said


@posix
def test_a_study_passes_over_what_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = []
    for k, make in enumerate(NO_FILES):
        names.append(f"no{k}.c3d")
        make(Path(names[-1]))
    rows = "".join(f'[[trial]]\nsubject = "S"\ntrial = "{name}"\n' for name in names)
    Path("study.toml").write_text(rows)
    ending = ambulo("batch", "study.toml", "--workers", 1)
    assert ending.status == 2, ending
    with Path("study-ambulo/averages/trials.csv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [row["state"] for row in table] == ["failed"] * len(names)
    assert all(row["message"].startswith(row["trial"]) for row in table)


@posix
@pytest.mark.parametrize("name", ["results.nc", "model.json", "manifest.json"])
def test_a_pipe_among_results_is_refused(name, analysed, tmp_path):
    shutil.copytree(analysed, tmp_path / "walk")
    (tmp_path / "walk" / name).unlink()
    os.mkfifo(tmp_path / "walk" / name)
    with pytest.raises(InputError):
        read_folder(tmp_path / "walk")


# ---- where results go


@pytest.mark.parametrize("out", ["", "/", "//", "/.."])
@pytest.mark.parametrize(
    "command",
    [
        ("analyse", "walk.c3d"),
        ("demo",),
        ("batch", "study.toml"),
        ("compare", "a", "b"),
        ("norms", "a"),
        ("planar", "points.csv"),
        ("ballistic", "problem.toml"),
        ("study", "simo1986_spin_up"),
    ],
    ids=lambda command: command[0],
)
def test_an_output_without_a_name_is_refused(command, out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "--out" in refusal(*command, "--out", out)
    assert list(tmp_path.iterdir()) == []


def test_results_go_into_the_folder_one_stands_in(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    before = Path.cwd().stat().st_ino
    made = write(make_analysis(), ".")
    assert made == tmp_path / "here"
    assert Path().stat().st_ino == before
    assert read_folder(".").trial.markers.names
    assert not [name for name in os.listdir() if name.startswith(".")]
    with pytest.raises(InputError, match="you are working in it"):
        write(make_analysis(), ".", overwrite=True)
    monkeypatch.chdir("tables")
    with pytest.raises(InputError, match="you are working in it"):
        write(make_analysis(), "..", overwrite=True)
    assert read_folder("..").trial.markers.names
    assert write(make_analysis(), "..") == tmp_path / "here-2"


def test_an_error_leaves_the_folder_one_stands_in_empty(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def fail(fresh):
        (fresh / "half").write_text("half")
        raise OSError(28, "No space left on device", str(fresh / "half"))

    with pytest.raises(InputError, match="Make room"):
        write_folder(Path(), fail)
    assert os.listdir() == []


@posix
def test_a_folder_that_is_gone_is_said(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert "no longer exists" in refusal("demo", "--out", "x")
    monkeypatch.chdir(tmp_path)


@posix
def test_normal_data_replace_no_device(analysed, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert ambulo("norms", analysed, "--out", pipe).status == 2
    assert pipe.is_fifo()


def test_what_killed_figures_left_does_not_bar_new_results(analysed, tmp_path):
    folder = tmp_path / "walk"
    shutil.copytree(analysed, folder)
    left = folder / ".figures.writing-0a1b2c3d"
    (left / "new").mkdir(parents=True)
    (left / "held").write_text(platform.node(), encoding="utf-8")
    assert require_place(folder, overwrite=True) == folder
    assert not left.exists()


def test_what_is_read_is_not_replaced(analysed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(analysed, "walk")
    (tmp_path / "walk" / "recording").mkdir()
    shutil.copy(analysed / "results.nc", "walk/recording/walk.c3d")
    for command in (("compare", analysed, "walk"), ("analyse", "walk/recording/walk.c3d")):
        assert "would replace walk" in refusal(*command, "--out", "walk", "--overwrite")


# ---- what the machine refuses


def test_results_that_may_not_be_read(analysed, monkeypatch):
    def refused(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("ambulo.results.whole_folder.digest", refused)
    with pytest.raises(InputError, match=r"results\.nc cannot be read \(Permission denied\)"):
        read_folder(analysed)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EAGAIN, errno.EMFILE])
def test_no_permission_no_process_and_no_file_left_are_no_defects(number):
    assert os.strerror(number) in machine_error(OSError(number, os.strerror(number), "walk"))


@pytest.mark.skipif(sys.platform != "linux", reason="no such limit there")
@pytest.mark.parametrize("megabytes", [90, 330])
def test_too_little_memory_for_the_libraries_is_said(megabytes, recording):
    """Left to themselves they hang with 90 MB and end the process with up to 330."""
    limit = f'ulimit -v {1024 * megabytes}; exec "$@"'
    command = ["sh", "-c", limit, "sh", sys.executable, "-m", "ambulo", "analyse", recording[0]]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("ambulo: the memory: less than 384 MB are free")
    assert done.stderr.count("\n") == 1


def test_no_process_left_is_not_laid_to_the_folder(tmp_path):
    with pytest.raises(BlockingIOError), writing(tmp_path):
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")


def test_workers_that_do_not_start(monkeypatch):
    def failing(**_):
        raise RuntimeError("Nanny failed to start.")

    dask = SimpleNamespace(
        LocalCluster=failing, config=SimpleNamespace(set=lambda _: nullcontext())
    )
    monkeypatch.setattr("ambulo.execution.cluster._imported", lambda _: dask)
    with pytest.raises(InputError, match=r"Nanny failed to start.*--workers"), workers_of("local"):
        pass


# ---- names that are not text, and streams that lack letters


def test_a_kind_that_ends_in_a_space_is_seen(recording, tmp_path):
    shutil.copy(recording[0], tmp_path / "walk.c3d ")
    assert "'.c3d '" in refusal("info", tmp_path / "walk.c3d ")


def test_a_name_with_a_nul_is_refused(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text('[[trial]]\nsubject = "S\\u0000"\ntrial = "walk.c3d"\n')
    assert "NUL" in refusal("batch", study)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text there")
def test_a_study_whose_name_is_not_text(tmp_path):
    study = tmp_path / os.fsdecode(b"\xfc.toml")
    study.write_text(f'[[trial]]\nsubject = "S"\ntrial = "{"x" * 300}.c3d"\n')
    ending = ambulo("batch", study, "--workers", 1)
    assert ending.status == 2, ending
    assert "trials.csv says why" in ending.out


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text there")
def test_results_of_a_file_whose_name_is_not_text(analysed, tmp_path):
    from dataclasses import replace

    analysis = make_analysis()
    path = tmp_path / os.fsdecode(b"Gang_\xfcbung.c3d")
    found = replace(
        analysis,
        trial=replace(analysis.trial, path=path, notes=(str(path),)),
        log=(*analysis.log, str(path)),
    )
    made = write(found, tmp_path / os.fsdecode(b"\xfc"), also=["xlsx"])
    assert read_folder(made).trial.path == path
    for file in made.rglob("*"):
        if file.suffix in (".csv", ".json", ".html", ".txt", ".mot", ".trc", ".xml"):
            file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "encoding",
    ["ascii", "latin-1", "cp437", "cp850", "cp932", "cp1252", "koi8-r", "utf-8", "idna"],
)
@pytest.mark.parametrize("json_wanted", [False, True])
def test_a_stream_that_lacks_a_letter(encoding, json_wanted, recording):
    out = TextIOWrapper(BytesIO(), encoding=encoding)
    argv = ["ambulo", "info", str(recording[0]), *["--json"] * json_wanted]
    with patch.object(sys, "argv", argv), patch.object(sys, "stdout", out):
        with pytest.raises(SystemExit) as end:
            main()
        out.flush()
    assert end.value.code == 0
    said = out.buffer.getvalue().decode(out.encoding)
    assert "markers" in said
    if json_wanted:
        assert json.loads(said) == json.loads(ambulo("info", recording[0], "--json").out)


@pytest.mark.parametrize("left", ["garbage", "complete_bash", "complete_zsh", ""])
def test_a_variable_of_a_shell_that_completes_nothing_is_left_alone(left, recording, monkeypatch):
    monkeypatch.setenv("_AMBULO_COMPLETE", left)
    assert ambulo("info", recording[0]).status == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [("1–2 N·m ≤ ±3°", "1-2 N.m <= +/-3deg"), ("Fuß, naïve", "Fu?, naive"), ("\udcfc", "?")],
)
def test_letters_that_are_lacking_are_spelt(text, shown):
    from ambulo.inputs.printable import spelt

    error = UnicodeEncodeError("ascii", text, 0, len(text), "")
    whole = "".join(c if c.isascii() else spelt_one(spelt, c) for c in text)
    assert whole == shown
    assert spelt(error)[1] == len(text)


def spelt_one(spelt, letter):
    return spelt(UnicodeEncodeError("ascii", letter, 0, 1, ""))[0]


# ---- spreadsheets and terminals

FORMULAS = ("=cmd|'/c calc'!A1", "@SUM(1)", "+1+1", "-1+1", "\t=1", "\r=1", "＝1")


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    table = tmp_path / "t.csv"
    write_table(table, [text, "x"], [[text, 1.0], ["-1.5", None], ["plain", float("nan")]])
    with table.open(newline="", encoding="utf-8") as file:
        first, second, *rest = csv.reader(file)
    # in one line of one cell, whoever reads it
    shown = " =1" if text == "\r=1" else f"'{text}"
    assert first[0] == second[0] == shown
    assert [row[0] for row in rest] == ["-1.5", "plain"]
    assert line([text], [1.0]).lstrip('"').startswith(shown[0])
    # a table that somebody else has written, too
    table.write_text(f'"{text}",nan\nx\x07,1e999\n', encoding="utf-8", newline="")
    sheet = openpyxl.load_workbook(write_workbook([table], tmp_path / "t.xlsx")).active
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}


STEERING = (
    "\x1b]0;owned\x07",
    "\x1b[2J",
    "\x9b31m",
    "\x08\x08",
    "\u202e",
    "\u2066",
    "\x00",
    "\n\r",
)


@posix
def test_names_steer_no_terminal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = "".join(
        f"[[trial]]\nsubject = {json.dumps('S' + said)}\ncondition = {json.dumps('c' + said)}\n"
        f'trial = "none.c3d"\n'
        for said in STEERING
        if "\0" not in said  # which no study may have
    )
    Path("study.toml").write_text(rows, encoding="utf-8")
    for more in ((), ("--json",), ("--quiet",)):
        ending = ambulo("batch", "study.toml", "--workers", 1, *more)
        assert ending.status == 2, ending
        for said in (ending.out, ending.err):
            assert said.replace("\n", "").isprintable(), ascii(said)
    failed = json.loads(ambulo("batch", "study.toml", "--workers", 1, "--json").out)["failed"]
    assert any("\x1b]0;owned\x07" in name for name in failed)


def test_a_name_in_a_trial_steers_no_terminal(tmp_path):
    from dataclasses import replace

    from ambulo.report.terminal import print_result

    analysis = make_analysis()
    path = Path("a\x1b]0;owned\x07[bold].c3d")
    bad = replace(analysis.checks[0], grade="look", found="\x1b[2Jfound\u202e", remedy="Look\x07.")
    found = replace(
        analysis, trial=replace(analysis.trial, path=path), checks=(bad, *analysis.checks[1:])
    )
    out = TextIOWrapper(BytesIO(), encoding="utf-8")
    with patch.object(sys, "stdout", out):
        print_result(found, tmp_path / "r\x1b[2J")
        out.flush()
    said = out.buffer.getvalue().decode()
    assert "[bold].c3d" in said
    assert said.replace("\n", "").isprintable()


# ---- warnings of libraries


@pytest.mark.parametrize("verbose", [False, True])
def test_warnings_of_libraries_are_for_who_asks(verbose, recording, monkeypatch, tmp_path):
    from ambulo.gait import inspection

    def warned(*given, **choices):
        warnings.warn("an argument goes", FutureWarning, stacklevel=1)
        raise InputError("planted")

    monkeypatch.setattr(inspection, "inspect", warned)
    more = []
    if verbose:
        monkeypatch.setattr("ambulo.cli.entry._verbose", lambda: True)
    ending = ambulo("info", recording[0], *more)
    assert ending.status == 2
    assert ("an argument goes" in ending.err) is verbose
    assert ending.err.count("\n") == 1 + verbose


# ---- damaged results

MODEL = {
    "a second root": ("tree/parent/3", -1),
    "a parent that is not there": ("tree/parent/3", 99),
    "a huge weight": ("markers/weight/0", 10**400),
    "a true body": ("markers/body/0", True),
    "a body that is not there": ("markers/body/0", -1),
    "a position that is text": ("markers/local/0/0", "nan"),
    "a boundless inertia": ("tree/inertia/0/0/0", 1e308),
    "a negative inertia": ("tree/inertia/0/0/0", -1.0),
    "no rotation": ("tree/R_PJ/0/0/0", 2.0),
    "no mass": ("tree/mass/0", 0.0),
    "a joint that is a number": ("tree/joint/0", 3),
    "names that are numbers": ("segments", [1, 2]),
    "a name that is a list": ("name", ["body18"]),
    "a landmark without a place": ("points/left_heel/local", [0.0]),
    "no subject": ("subject", None),
    "a heavy subject": ("subject/mass", 1e300),
    "a subject that is text": ("subject/mass", "heavy"),
    "notes that are a text": ("notes", "note"),
    "lists in lists": ("tree/mass", [[[[[]]]]]),
    "no tree": ("tree", []),
    "another format": ("format", 0),
    "a true format": ("format", True),
}
RECORD = {
    "a value that is true": ("angles/0/values/0", True),
    "a variable that is not there": ("angles/0/values/0", "none"),
    "a column that is not there": ("angles/0/values", ["joint_angles", 10**6]),
    "a column from the end": ("angles/0/values", ["joint_angles", -1]),
    "another variable's shape": ("motion/q", ["time"]),
    "a time that is text": ("events", [{"side": "left", "kind": "off", "time": "soon"}]),
    "a side that is none": ("strides", [{"side": "up", "start": 0.0, "stop": 1.0}]),
    "a plate that is not there": ("contacts/0/plate", 99),
    "a true name": ("marker_set", True),
    "a path that is a number": ("trial/path", 3),
    "gates that are a text": ("gates", "good"),
    "no gates": ("gates", None),
    "a grade that is none": ("gates/0/grade", "fine"),
    "a number without end": ("gates/0/value", 10**400),
    "a mapping that is a list": ("timing", []),
    "everything in brackets": ("", []),
}


def _planted(content, place, value):
    """The content with a value at a place such as tree/parent/3."""
    if not place:
        return value
    *above, last = [int(key) if key.isdigit() else key for key in place.split("/")]
    inner = content
    for key in above:
        inner = inner[key]
    inner[last] = value
    return content


def _signed(folder: Path, **more: object) -> None:
    """Write the manifest anew, as somebody does who means it."""
    path = folder / "manifest.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    for name in ("results.nc", "model.json"):
        content["sha256"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    path.write_text(json.dumps({**content, **more}), encoding="utf-8")


@pytest.fixture
def copy(analysed, tmp_path):
    shutil.copytree(analysed, tmp_path / "walk")
    return tmp_path / "walk"


def _refused(folder: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_folder(folder)
    said = str(caught.value)
    assert "walk" in caught.value.where
    assert caught.value.remedy
    assert len(said) < 500
    return said


@pytest.mark.parametrize(("place", "value"), MODEL.values(), ids=MODEL)
def test_a_damaged_model_is_refused(place, value, copy):
    path = copy / "model.json"
    content = _planted(json.loads(path.read_text(encoding="utf-8")), place, value)
    path.write_text(json.dumps(content), encoding="utf-8")
    _signed(copy)
    assert "model.json" in _refused(copy)


@pytest.mark.parametrize(("place", "value"), RECORD.values(), ids=RECORD)
def test_a_damaged_record_is_refused(place, value, copy):
    with h5py.File(copy / "results.nc", "r+") as file:
        content = file["record/content"]
        said = _planted(json.loads(content.asstr()[()]), place, value)
        content[()] = json.dumps(said)
    _signed(copy)
    assert "results.nc" in _refused(copy)


def _time_of_motion(file):
    (name,) = json.loads(file["record/content"].asstr()[()])["motion"]["time"]
    return file[name]


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: _time_of_motion(file).__setitem__(1, -5.0),
        lambda file: _time_of_motion(file).__setitem__(1, np.nan),
        lambda file: file.__delitem__("record/content"),
        lambda file: file["record/content"].__setitem__((), "[" * 100_000),
        lambda file: file["record/content"].__setitem__((), "not JSON"),
    ],
)
def test_damaged_variables_are_refused(damage, copy):
    with h5py.File(copy / "results.nc", "r+") as file:
        damage(file)
    _signed(copy)
    _refused(copy)


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", '{"sha256": []}', "", "\xff\x00"])
def test_a_damaged_manifest_is_refused(text, copy):
    (copy / "manifest.json").write_text(text, encoding="latin-1")
    assert "manifest.json" in _refused(copy)


@pytest.mark.parametrize("version", ["99.0", "0.2", "0.10.0rc1", "1"])
def test_results_of_a_newer_version_are_said_to_be_that(version, copy):
    _signed(copy, ambulo=version)
    said = _refused(copy)
    assert version in said
    assert "newer" in said


@pytest.mark.parametrize("version", ["0.1.7", "0.0.9", "0.1.0+local", None, "none"])
def test_results_of_other_versions_are_read(version, copy):
    _signed(copy, ambulo=version)
    assert read_folder(copy).trial.markers.names


def test_a_field_of_a_newer_version_is_said_to_be_that(copy):
    with h5py.File(copy / "results.nc", "r+") as file:
        content = file["record/content"]
        said = json.loads(content.asstr()[()])
        said["activity"]["mood"] = "good"
        content[()] = json.dumps(said)
    _signed(copy)
    assert "newer" in _refused(copy)
    path = copy / "model.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"format": 1', '"format": 2', 1))
    _signed(copy)
    assert "newer" in _refused(copy)


# ---- small


def test_a_long_chain_of_sets_is_called_that(recording, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for k in range(60):
        Path(f"s{k}.toml").write_text(f'extends = "s{k + 1}.toml"\n')
    said = refusal("info", recording[0], "--markers", "s0.toml")
    assert "chain of extensions" in said


def test_a_long_name_of_a_subject_has_its_link(tmp_path):
    from ambulo.population.kept import link_trials

    (tmp_path / "trials" / "1").mkdir(parents=True)
    kept = [(("ü" * 600,), "1"), (("ü" * 599 + "b",), "1"), (("short",), "1")]
    assert link_trials(tmp_path, "trials", kept) == ""
    assert len(list((tmp_path / "by_name").iterdir())) == 3
