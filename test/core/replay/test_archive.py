# SPDX-License-Identifier: Apache-2.0
"""A run travels as one file, and nothing but a run comes out of it."""

from __future__ import annotations

import json
import zipfile

import pytest

from makedo_core.replay.bounds import pin
from makedo_core.replay.listing import find_run, list_runs
from makedo_core.replay.reading import RunError, read_past_run
from makedo_core.replay.sharing.archive import ArchiveError, export_run, import_run
from makedo_core.replay.timeline import RunState
from support.past_runs import a_run, recording


@pytest.fixture
def packed(tmp_path):
    """An archive of a run."""
    run = a_run(tmp_path / "runs")
    pin(run, True)
    assert export_run(run, tmp_path / "run.zip") > 100
    return tmp_path / "run.zip"


def changed(archive, target, change):
    """An archive like another whose manifest and files were changed."""
    with zipfile.ZipFile(archive) as old:
        files = {name: old.read(name) for name in old.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    change(manifest, files)
    with zipfile.ZipFile(target, "w") as new:
        for name, content in {**files, "manifest.json": json.dumps(manifest).encode()}.items():
            new.writestr(name, content)
    return target


def test_what_comes_out_is_what_went_in_but_for_the_pin(packed, tmp_path):
    run = import_run(packed, tmp_path / "elsewhere")
    assert read_past_run(run).state is RunState.SEALED and not (run / "pinned").exists()
    original = tmp_path / "runs" / run.name
    assert {p.name: p.read_bytes() for p in run.iterdir()} == {
        p.name: p.read_bytes() for p in original.iterdir() if p.name != "pinned"
    }
    assert [p.name for p in (tmp_path / "elsewhere").iterdir()] == [run.name]
    with pytest.raises(RunError, match="is there already"):
        import_run(packed, tmp_path / "elsewhere")


def test_a_run_in_progress_is_not_exported(tmp_path):
    made = recording(tmp_path)
    with pytest.raises(RunError, match="is in progress"):
        export_run(made.folder, tmp_path / "run.zip")
    made.writer.close()
    with pytest.raises(RunError, match="has no trace"):
        export_run(tmp_path, tmp_path / "run.zip")
    assert not (tmp_path / "run.zip").exists()


def _escape(manifest, files):
    files["../escaped"] = b"x"
    manifest["files"]["../escaped"] = {"size": 1, "sha256": "0" * 64}


def _run_outside(manifest, files):
    manifest["run"] = "../../20260101-000000-x"


def _bit(manifest, files):
    files["trace.jsonl"] = files["trace.jsonl"].replace(b"apple", b"lemon")


def _longer(manifest, files):
    files["trace.jsonl"] += b"x" * 100


def _bomb(manifest, files):
    for number in range(3):
        manifest["files"][f"{number}.png"] = {"size": 2**30, "sha256": "0" * 64}


def _unlisted(manifest, files):
    files["more.txt"] = b"x"


def _missing(manifest, files):
    del files["motion.jsonl"]


def _traceless(manifest, files):
    del files["trace.jsonl"], manifest["files"]["trace.jsonl"]


def _format(manifest, files):
    manifest["format"] = "other/1"


def _sum(manifest, files):
    manifest["files"]["trace.jsonl"]["sha256"] = "no sum"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_escape, "'../escaped' is no name"),
        (_run_outside, "is no name of a run"),
        (_bit, "trace.jsonl is damaged"),
        (_longer, "trace.jsonl is damaged"),
        (_bomb, "it unpacks to more than"),
        (_unlisted, "what it holds is not what manifest.json lists"),
        (_missing, "what it holds is not what manifest.json lists"),
        (_traceless, "lists no trace.jsonl"),
        (_format, "the format is 'other/1'"),
        (_sum, "files.trace.jsonl.sha256"),
    ],
)
def test_what_was_changed_on_the_way_is_refused_and_leaves_nothing(packed, tmp_path, change, told):
    wrong = changed(packed, tmp_path / "wrong.zip", change)
    with pytest.raises(ArchiveError, match=told.replace(".", r"\.")):
        import_run(wrong, tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists() or not list((tmp_path / "elsewhere").iterdir())
    assert not (tmp_path / "escaped").exists()


def test_what_is_no_archive_is_refused(tmp_path, packed):
    (tmp_path / "no.zip").write_bytes(b"no zip file")
    with pytest.raises(ArchiveError, match="is no archive of a run"):
        import_run(tmp_path / "no.zip", tmp_path / "x")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("readme", "x")
    with pytest.raises(ArchiveError, match=r"has no manifest\.json"):
        import_run(tmp_path / "other.zip", tmp_path / "x")
    (tmp_path / "cut.zip").write_bytes(packed.read_bytes()[:-200])
    with pytest.raises(ArchiveError):
        import_run(tmp_path / "cut.zip", tmp_path / "x")


def test_a_list_tells_each_run_newest_first(tmp_path):
    first = a_run(tmp_path)
    second = recording(tmp_path, "Put the mug away")
    second.settle()
    entries = list_runs(tmp_path)
    assert [e.folder for e in entries] == [second.folder, first]
    assert [(e.title, e.ending, e.state) for e in entries] == [
        ("Put the mug away", "in progress", RunState.IN_PROGRESS),
        ("Bring the apple to table_2", "done", RunState.SEALED),
    ]
    second.note("outcome", cause="SUCCESS", message="")
    second.note("record incomplete", reason="No space left on device")  # what comes after the end hides it not
    second.settle()
    assert list_runs(tmp_path, 1)[0].ending == "done"
    second.writer.close()
    third = recording(tmp_path, "Wait")
    third.writer.close()
    assert (list_runs(tmp_path, 1)[0].ending, list_runs(tmp_path, 1)[0].state) == ("no end", RunState.UNSEALED)


def test_a_run_is_found_by_what_people_write(tmp_path):
    first, second = a_run(tmp_path), a_run(tmp_path, "Put the mug away")
    assert find_run("last", tmp_path) == second == find_run("mug", tmp_path) == find_run(str(second), tmp_path)
    assert find_run(first.name, tmp_path) == first
    for text, told in (
        ("20260102", "may be 2 runs"),
        ("nothing", "there is no run 'nothing'"),
        ("", "there is no run ''"),
        ("a/b", "a/b is no run"),
        ("../x", "is no run"),
    ):
        with pytest.raises(RunError, match=told):
            find_run(text, tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(RunError, match="there is no run in"):
        find_run("last", tmp_path / "empty")
    with pytest.raises(RunError, match="cannot be read"):
        find_run("last", tmp_path / "gone")
