# SPDX-License-Identifier: Apache-2.0
"""Past runs on the page: listed, replayed, compared, taken along; and nothing else of the machine."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO

import pytest
from mcap.reader import make_reader

from makedo_core.replay.sharing.archive import import_run
from support.page_server import ServedPage
from support.past_runs import a_run, recording


@pytest.fixture
def runs(tmp_path):
    """Two runs; in the second the apple slips."""
    parent = tmp_path / "runs"
    return a_run(parent), a_run(parent, "Bring the apple <img onerror=x>", slip=True)


@pytest.fixture
def page(tmp_path, runs):
    """A page that shows them."""
    with ServedPage(tmp_path, runs=runs[0].parent) as served:
        yield served


def test_the_list_tells_each_run_newest_first(page, runs):
    going = recording(runs[0].parent, "Put the mug away")
    going.settle()
    listed = page.open().ask("runs")["value"]["runs"]
    assert [(entry["title"], entry["ended"], entry["state"]) for entry in listed] == [
        ("Put the mug away", "in progress", "in progress"),
        ("Bring the apple to table_2", "done", "sealed"),
        ("Bring the apple <img onerror=x>", "done", "sealed"),
    ]
    going.writer.close()
    assert len(page.open("Ben").ask("runs", most=1)["value"]["runs"]) == 1


def test_a_folder_of_runs_that_is_not_there_has_none(tmp_path):
    with ServedPage(tmp_path) as served:
        assert served.open().ask("runs")["value"] == {"runs": []}


def test_a_run_is_told_along_its_time_line_and_at_a_moment(page, runs):
    anna = page.open()
    run = anna.ask("run", run=runs[1].name)["value"]
    assert run["title"] == "Bring the apple <img onerror=x>" and run["ok"] and run["damage"] == []
    assert (run["steps"][0]["what"], run["steps"][0]["ok"]) == ("pick up apple 1 from table 1", False)
    assert [p["file"] for p in run["pictures"]] == ["start_head.png"] and run["path"][-1][1:] == [1.0, 0.5]
    assert any("it slipped" in line["text"] for line in run["lines"])
    moment = anna.ask("run_moment", run=runs[1].name, at_s=run["duration_s"])["value"]
    assert (moment["revision"], moment["picture"], moment["done"]) == (2, "start_head.png", 3)
    assert moment["base"] == {"x": 1.0, "y": 0.5, "yaw": 0.5} and moment["joints"] == {"arm_1": 0.7, "torso": 0.1}
    assert {t["id"]: t["x"] for t in moment["things"]} == {"table_1": 1.0, "table_2": 2.0, "apple_1": 2.0}


def test_a_run_in_progress_is_read_anew_each_time(page, runs):
    going = recording(runs[0].parent, "Put the mug away")
    going.settle()
    anna = page.open()
    before = len(anna.ask("run", run=going.folder.name)["value"]["lines"])
    going.note("progress", state="PLANNING", message="planning", step=0)
    going.settle()
    assert len(anna.ask("run", run=going.folder.name)["value"]["lines"]) == before + 1
    going.writer.close()


def test_two_runs_are_compared_and_one_is_kept(page, runs):
    anna = page.open()
    told = anna.ask("compare_runs", run=runs[0].name, other=runs[1].name)
    assert "they part after 0 like steps" in told["value"]["text"]
    assert anna.ask("pin_run", run=runs[0].name, pinned=True)["said"] == "It is kept."
    assert (runs[0] / "pinned").exists() and anna.ask("runs")["value"]["runs"][0]["pinned"] is True


NO_NAMES = ["..", "../runs", "/etc", "20260102-030405-none", "20260101-000000-x/../..", "a" * 121]


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_no_name_of_a_run_is_refused(page, runs, name):
    anna = page.open()
    for command, fields in (("run", {}), ("run_moment", {"at_s": 0.0}), ("compare_runs", {"other": runs[0].name})):
        assert anna.ask(command, run=name, **fields)["ok"] is False
    assert anna.ask("pin_run", run=name, pinned=True)["ok"] is False
    assert anna.ask("run_moment", run=runs[0].name, at_s=-1.0)["ok"] is False


def test_a_link_to_a_run_elsewhere_is_not_followed(page, runs, tmp_path):
    outside = a_run(tmp_path / "outside")
    link = runs[0].parent / "20260103-000000-link"
    link.symlink_to(outside)
    (runs[0] / "secret.png").symlink_to(tmp_path / "secret")
    (tmp_path / "secret").write_text("secret")
    assert page.open().ask("run", run=link.name)["ok"] is False
    for path in (f"/runs/{link.name}/start_head.png", f"/runs/{link.name}.zip", f"/runs/{runs[0].name}/secret.png"):
        assert page.request("GET", path)[0] == 404, path


def test_pictures_are_served_and_nothing_else_of_a_run(page, runs):
    status, headers, body = page.request("GET", f"/runs/{runs[0].name}/start_head.png")
    assert (status, headers["content-type"], body) == (200, "image/png", b"png")
    assert "default-src 'self'" in headers["content-security-policy"]
    for name in ("trace.jsonl", "%2e%2e%2fx.png", "..%2f..%2fx.png", "none.png", ".hidden.png", "a%00.png"):
        assert page.request("GET", f"/runs/{runs[0].name}/{name}")[0] == 404, name
    (runs[0] / "svg.svg").write_text("<svg/>")
    assert page.request("GET", f"/runs/{runs[0].name}/svg.svg")[0] == 404


def test_a_run_is_taken_along_as_one_file(page, runs, tmp_path):
    status, headers, body = page.request("GET", f"/runs/{runs[0].name}.zip")
    assert status == 200 and f'filename="{runs[0].name}.zip"' in headers["content-disposition"]
    assert "manifest.json" in zipfile.ZipFile(BytesIO(body)).namelist()
    (tmp_path / "run.zip").write_bytes(body)
    assert import_run(tmp_path / "run.zip", tmp_path / "back").name == runs[0].name
    status, _, body = page.request("GET", f"/runs/{runs[1].name}.mcap")
    messages = [json.loads(m.data) for _, _, m in make_reader(BytesIO(body)).iter_messages(topics=["/steps"])]
    assert status == 200 and [m["cause"] for m in messages] == ["GRASP_FAILED", "SUCCESS", "SUCCESS"]
    for name in ("none.zip", f"{runs[0].name}.tar", f"{runs[0].name}"):
        assert page.request("GET", f"/runs/{name}")[0] == 404


def test_a_run_in_progress_is_not_packed(page, runs):
    going = recording(runs[0].parent, "Put the mug away")
    going.settle()
    status, _, body = page.request("GET", f"/runs/{going.folder.name}.zip")
    assert status == 409 and b"is in progress" in body
    going.writer.close()


def test_what_is_damaged_is_told(page, runs):
    (runs[0] / "start_head.png").unlink()
    run = page.open().ask("run", run=runs[0].name)["value"]
    assert run["state"] == "unsealed" and "start_head.png is missing" in run["damage"]
    (runs[1] / "trace.jsonl").write_text("nothing")
    refused = page.open("Ben").ask("run", run=runs[1].name)
    assert refused["ok"] is False and "no event can be read" in refused["said"]


def test_who_has_no_pass_gets_nothing_of_a_run(tmp_path, runs):
    with ServedPage(tmp_path, always_pass=True, runs=runs[0].parent) as served:
        for path in (f"/runs/{runs[0].name}/start_head.png", f"/runs/{runs[0].name}.zip"):
            assert served.request("GET", path)[0] == 401
