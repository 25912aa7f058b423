"""A folder of results is whole at every moment: killed at each step, names taken."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.inputs.errors import InputError
from ambulo.report.write import write
from ambulo.results.whole_folder import destination, require_as_written, require_place, write_folder

WRITER = """
import os, sys
from pathlib import Path
from ambulo.results.whole_folder import write_folder

folder, mark, last, overwrite = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1"
steps = 0

def step(event, arguments):
    # before everything that changes the disk: the process ends there, with nothing tidied up
    global steps
    changes = event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir")
    if changes or (event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR)):
        steps += 1
        if steps == last:
            os._exit(9)

def fill(fresh):
    (fresh / "tables").mkdir()
    for name in ("a.nc", "tables/b.csv", "c.json"):
        with (fresh / name).open("w") as file:
            file.write(mark * 20000)

sys.addaudithook(step)
write_folder(folder, fill, overwrite=overwrite)
sys.stdout.write(str(steps))
"""


def written(folder, mark, last=0, overwrite=False):
    """The ending of a process that writes, killed before its step `last`."""
    arguments = [str(folder), mark, str(last), "1" if overwrite else "0"]
    return subprocess.run(
        [sys.executable, "-c", WRITER, *arguments], capture_output=True, text=True, check=False
    )


def fill(mark):
    def into(folder):
        (folder / "a.nc").write_text(mark)

    return into


def held(folder):
    """What a folder holds, if it is whole by its manifest; None if there is none."""
    if not folder.exists():
        return None
    names = json.loads((folder / "manifest.json").read_text())["sha256"]
    assert set(names) == {"a.nc", "tables/b.csv", "c.json"} | ({"bone/d.svg"} & set(names))
    require_as_written(folder, *names)
    contents = {(folder / name).read_text() for name in names}
    assert len(contents) == 1, "files of two writers"
    return contents.pop()[0]


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_kill_at_any_step_leaves_old_whole_new_whole_or_none(overwrite, tmp_path):
    total = int(written(tmp_path / "count", "n").stdout)
    assert total >= 7, "a folder within, four files, the folder itself and its name"
    ends = []
    for last in range(1, 60):
        folder = tmp_path / f"{last}" / "walk"
        folder.parent.mkdir()
        if overwrite:
            assert written(folder, "o").returncode == 0
        ending = written(folder, "n", last, overwrite)
        assert ending.returncode in (0, 9), ending.stderr
        ends.append(held(folder))
        beside = {path.name.split("-")[0] for path in folder.parent.iterdir()}
        assert beside <= {"walk", ".walk.writing"}
        require_place(folder, overwrite=True)
        # between two renames nothing is lost
        assert held(folder) == ("o" if overwrite and ends[-1] is None else ends[-1])
        left = [path for path in folder.parent.glob(".walk.*") if (path / "held").exists()]
        assert [path for path in left if (path / "held").read_text()] == []
        # what a kill leaves does not stand in the way
        assert written(folder, "z", overwrite=True).returncode == 0
        assert held(folder) == "z"
        if ending.returncode == 0:
            break
    assert len(ends) >= total
    first = ends.index("n")
    assert first >= 7
    assert set(ends[:first]) == ({"o", None} if overwrite else {None})
    assert set(ends[first:]) == {"n"}


def test_an_analysis_touches_nothing_but_the_fresh_folder(tmp_path):
    """Every file of a whole analysis, the netCDF too, is written where no reader looks."""
    opened: list[Path] = []
    listening = [True]

    def note(event, arguments):
        if listening and event == "open" and isinstance(arguments[0], str | Path):
            wanted = str(arguments[1] or "")
            if any(letter in wanted for letter in "wax+"):
                opened.append(Path(arguments[0]))

    sys.addaudithook(note)
    try:
        made = write(make_analysis(), tmp_path / "walk")
    finally:
        listening.clear()
    inside = {p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file()}
    ours = [p.relative_to(tmp_path).parts for p in opened if p.is_relative_to(tmp_path)]
    assert {parts[0].split("-")[0] for parts in ours} == {".walk.writing"}
    assert {"/".join(parts[2:]) for parts in ours if parts[1] == "new"} == inside
    assert {parts[1] for parts in ours} == {"new", "held"}
    assert {"results.nc", "model.json", "report.html", "manifest.json"} <= inside
    assert [path.name for path in tmp_path.iterdir()] == ["walk"]


def test_names_that_are_taken_are_counted_on(tmp_path):
    folder = tmp_path / "walk"
    assert write_folder(folder, fill("1")) == folder
    assert write_folder(folder, fill("2")) == tmp_path / "walk-2"
    assert write_folder(folder, fill("3")) == tmp_path / "walk-3"
    assert write_folder(folder, fill("4"), overwrite=True) == folder
    assert [(tmp_path / n / "a.nc").read_text() for n in ("walk", "walk-2", "walk-3")] == [
        "4", "2", "3",
    ]  # fmt: skip
    (tmp_path / "empty").mkdir()
    assert write_folder(tmp_path / "empty", fill("5")) == tmp_path / "empty"


def test_another_process_that_takes_the_name_meanwhile_is_not_overwritten(tmp_path):
    def slow(folder):
        fill("mine")(folder)
        write_folder(tmp_path / "walk", fill("theirs"))

    assert write_folder(tmp_path / "walk", slow) == tmp_path / "walk-2"
    assert (tmp_path / "walk" / "a.nc").read_text() == "theirs"
    assert (tmp_path / "walk-2" / "a.nc").read_text() == "mine"


def test_what_was_made_from_old_results_goes_with_them(tmp_path):
    folder = write_folder(tmp_path / "walk", fill("1"))
    write_folder(folder / "bone", fill("of 1"), overwrite=True)
    write_folder(folder, fill("2"), overwrite=True)
    assert not (folder / "bone").exists()


def test_nothing_is_replaced_that_ambulo_did_not_write(tmp_path):
    folder = write_folder(tmp_path / "walk", fill("1"))
    for place in (folder, folder / "mine", write_folder(folder / "bone", fill("of 1"))):
        place.mkdir(exist_ok=True)
        (place / "notes.txt").write_text("mine")
        with pytest.raises(InputError, match=r"notes\.txt in this folder was not written by Amb"):
            write_folder(folder, fill("2"), overwrite=True)
        assert (folder / "a.nc").read_text() == "1"
        (place / "notes.txt").unlink()
    # what a desktop leaves in every folder is nobody's
    (folder / ".DS_Store").write_text("")
    assert write_folder(folder, fill("2"), overwrite=True) == folder
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="this is a file"):
        destination(tmp_path / "file")


def test_an_error_while_writing_leaves_the_old_and_no_litter(tmp_path):
    folder = write_folder(tmp_path / "walk", fill("1"))

    def broken(fresh):
        (fresh / "half").write_text("…")
        (fresh / "no" / "folder").write_text("")

    with pytest.raises(InputError) as refused:
        write_folder(folder, broken, overwrite=True)
    assert refused.value.where == str(folder / "no" / "folder")
    assert (folder / "a.nc").read_text() == "1"
    assert [path.name for path in tmp_path.iterdir()] == ["walk"]
