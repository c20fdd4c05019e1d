# SPDX-License-Identifier: Apache-2.0
"""`makedo doctor`: its command line and its report."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from makedo_cli.commands.doctor import Report, _examined, as_json, show, write
from makedo_cli.main import parser
from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.doctor.snapshot import NodeSeen, Snapshot
from makedo_core.files.robot_files import robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml
from support.words import Words

ROBOTS = Path(__file__).parents[2] / "config" / "robots"
FINDINGS = (
    Finding(Area.NODES, "/planner", Level.OK, "active"),
    Finding(Area.NODES, "/executor", Level.WARNING, "busy", "look again"),
    Finding(Area.JOINTS, "arm_[4]", Level.FAULT, "not reported", "correct arm.joints[4]"),
)


def report(findings=FINDINGS, **wrong) -> Report:
    fit = robot_config_from_yaml(ROBOTS / "tiago.yaml")
    robot = replace(fit, **wrong)
    return Report(ROBOTS / "tiago.yaml", robot, tuple(findings), fit, FINDINGS[2:], 4.2)


def makedo_doctor(*words) -> int:
    args = parser().parse_args(["doctor", *map(str, words)])
    return args.run(args)


def test_a_robot_is_named_or_a_file(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text("")
    assert robot_file("tiago", (ROBOTS,)) == ROBOTS / "tiago.yaml"
    assert robot_file(str(own), (ROBOTS,)) == own


def test_a_robot_that_there_is_not_names_those_that_there_are(words: Words):
    with pytest.raises(ValueError) as raised:
        robot_file("tiagoo", (ROBOTS,))
    words(str(raised.value))


def test_a_file_is_not_replaced_without_force(tmp_path, words: Words):
    there = tmp_path / "there.yaml"
    there.write_text("mine")
    with pytest.raises(ValueError) as raised:
        makedo_doctor("--write", there)
    words(str(raised.value))
    with pytest.raises(FileExistsError):
        write(report(), there, replace=False)
    assert there.read_text() == "mine"


def test_force_without_a_file_is_refused(words: Words):
    with pytest.raises(ValueError) as raised:
        makedo_doctor("--force")
    words(str(raised.value))


def test_what_is_written_says_what_was_changed_and_what_was_not(tmp_path, words: Words):
    path = tmp_path / "fit.yaml"
    path.write_text("older")
    write(report(joint_states="joints"), path, replace=True)
    text = path.read_text()
    words(*(line for line in text.splitlines() if line.startswith("#")))
    assert robot_config_from_yaml(path) == report().fit


def test_a_fault_of_several_lines_stays_a_comment_in_what_is_written(tmp_path):
    path, found = tmp_path / "fit.yaml", "cannot configure: Traceback:\n  File x\nValueError: no: [such\n"
    fault = Finding(Area.NODES, "/planner", Level.FAULT, found, "mend it")
    write(replace(report(), remaining=(fault,)), path, replace=False)
    words = "/planner: cannot configure: Traceback: File x ValueError: no: [such"
    assert f"# still to be mended: {words}\n" in path.read_text()
    assert robot_config_from_yaml(path) == report().fit


def test_the_table_has_every_finding_with_its_remedy_and_counts_them(capsys, words: Words):
    show(report(joint_states="joints"), None)
    said = capsys.readouterr().out
    assert "/executor: busy" in said and "> look again" in said
    words(said)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({}, "no name had to be changed"), ({"joint_states": "joints"}, "Changed in fit.yaml")],
)
def test_the_table_says_what_was_written(capsys, wrong, words):
    show(report(FINDINGS[:1], **wrong), Path("fit.yaml"))
    said = capsys.readouterr().out
    assert words in said
    assert "no faults, no warnings, 1 check passed" in said


def test_json_has_everything():
    value = as_json(report(joint_states="joints"))
    assert value["seconds"] == 4.2
    assert [f["level"] for f in value["findings"]] == ["ok", "warning", "fault"]
    assert value["findings"][2]["remedy"] == "correct arm.joints[4]"
    assert value["fitting"] == [{"key": "joint_states", "before": "joints", "after": "joint_states"}]


def test_an_executor_that_appears_late_is_asked_for_its_description_after_all(monkeypatch):
    from makedo_cli import session
    from makedo_ros.doctor import asking, collecting

    answers = iter([None, "tiago_sim"])
    snapshots = iter([Snapshot(nodes={"/left/executor": NodeSeen()}), Snapshot()])
    node = SimpleNamespace(get_namespace=lambda: "/left", get_service_names_and_types=list)
    monkeypatch.setattr(session, "Session", lambda *_: nullcontext(SimpleNamespace(node=node)))
    monkeypatch.setattr(asking, "robot_file_of", lambda *_: next(answers))
    monkeypatch.setattr(collecting, "snapshot_of", lambda *_: next(snapshots))
    examined = _examined(parser().parse_args(["doctor", "--namespace", "left"]))
    assert examined.file.name == "tiago_sim.yaml"
