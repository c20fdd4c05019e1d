# SPDX-License-Identifier: Apache-2.0
"""A launch whose processes are started before it is known whether they may begin."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path

import pytest

from makedo_ros.launch_check.listening import TOLD_TO
from makedo_ros.without_ros.check_beside import CheckBeside
from makedo_ros.without_ros.launch_xml import LaunchError, NodeCommand
from makedo_ros.without_ros.launcher import Launcher
from support.waiting import until

ROOT = Path(__file__).resolve().parents[3]
WAITING = f"""
    import os, signal, sys
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    sys.path.insert(0, {str(ROOT)!r})
    print("reads")
    from makedo_ros.without_ros.held import wait_to_begin
    wait_to_begin()
    print("begins", repr(sys.stdin.read()))
    import time; time.sleep(200)
"""
ONCE_ENDED = """
    import pathlib, sys
    there = pathlib.Path(__file__ + ".ended")
    if not there.exists():
        there.touch()
        sys.exit(3)
"""


@pytest.fixture
def launch(tmp_path):
    """A launcher with its programs: `commands(name=body)`; `lines` and `deaths` are what it told."""
    (tmp_path / "lib" / "p").mkdir(parents=True)

    class Launch:
        def __init__(self) -> None:
            self.lines: list[tuple[str, str]] = []
            self.deaths: list[tuple[str, int]] = []
            self.launcher = Launcher(
                {**os.environ, "AMENT_PREFIX_PATH": str(tmp_path)},
                lambda name, line: self.lines.append((name, line)),
                lambda name, code: self.deaths.append((name, code)),
            )

        def commands(self, **bodies: str) -> list[NodeCommand]:
            for name, body in bodies.items():
                (tmp_path / "lib" / "p" / name).write_text(textwrap.dedent(body))
            return [NodeCommand(name, "p", name, (), respawn_s=0.01) for name in bodies]

    made = Launch()
    yield made
    made.launcher.stop()


def test_programs_read_their_libraries_until_they_may_begin(launch):
    said = []

    def may_begin() -> bool:
        until(lambda: ("node", "reads") in launch.lines)
        said.extend(launch.lines)
        return True

    assert launch.launcher.start(launch.commands(node=WAITING), may_begin)
    until(lambda: len(launch.lines) == 2)
    assert said == [("node", "reads")]
    assert launch.lines[1] == ("node", "begins ''")  # nothing else is to be read


def test_a_program_that_cannot_wait_is_started_once_all_may_begin(launch):
    other = "print('runs'); import time; time.sleep(200)"

    def may_begin() -> bool:
        until(lambda: launch.lines)
        return True

    assert launch.launcher.start(launch.commands(other=other, node=WAITING), may_begin)
    until(lambda: len(launch.lines) == 3)
    assert launch.lines[0] == ("node", "reads")
    assert set(launch.lines[1:]) == {("other", "runs"), ("node", "begins ''")}


def test_where_nobody_wants_to_know_any_more_nothing_begins(launch):
    def may_begin() -> bool:
        until(lambda: launch.lines)
        return False

    assert not launch.launcher.start(launch.commands(node=WAITING, other="print('runs')"), may_begin)
    launch.launcher.stop()
    assert launch.lines == [("node", "reads")]
    assert launch.launcher.running() == ()


def test_a_refusal_lets_nothing_begin(launch):
    def may_begin() -> bool:
        until(lambda: launch.lines)
        raise LaunchError("another one runs")

    with pytest.raises(LaunchError, match="another one runs"):
        launch.launcher.start(launch.commands(node=WAITING), may_begin)
    launch.launcher.stop()
    assert launch.lines == [("node", "reads")]


def test_what_ends_while_it_waits_is_started_again_and_waits_again(launch):
    def may_begin() -> bool:
        until(lambda: ("node", "reads") in launch.lines)
        return True

    assert launch.launcher.start(
        launch.commands(node=textwrap.dedent(ONCE_ENDED) + textwrap.dedent(WAITING)), may_begin
    )
    until(lambda: ("node", "begins ''") in launch.lines)
    assert [line for _, line in launch.lines] == [
        "ended with exit code 3; it is started again", "reads", "begins ''",
    ]  # fmt: skip


def test_what_is_dead_when_all_may_begin_holds_up_nobody(launch):
    def may_begin() -> bool:
        until(lambda: len(launch.lines) == 2)
        launch.launcher.processes["dead"].kill()
        launch.launcher.processes["dead"].wait()
        return True

    dead, node = launch.commands(dead=WAITING, node=WAITING)
    assert launch.launcher.start([dead, node], may_begin)
    until(lambda: ("node", "begins ''") in launch.lines)


@pytest.fixture
def check(tmp_path):
    """A launch check of one's own: its command, given what it does; `tell()` says that it listens."""

    def written(body: str) -> list[str]:
        path = tmp_path / "check_launch"
        telling = f"def tell(): os.write(int(os.environ[{TOLD_TO!r}]), b'.')"
        path.write_text(f"#!{sys.executable}\nimport os, sys, time\n{telling}\n{textwrap.dedent(body)}")
        path.chmod(0o755)
        return [str(path), "seed:=1"]

    return written


def never() -> bool:
    """Somebody wants to know."""
    return False


def test_a_check_that_listens_goes_on_beside(check):
    with CheckBeside() as beside:
        assert beside(check("tell(); time.sleep(0.3)")) == ""
        assert beside.verdict(never)


def test_a_check_refuses_after_it_has_listened(check):
    with CheckBeside() as beside:
        beside(check("tell(); sys.exit('another one runs')"))
        with pytest.raises(LaunchError, match=r"^another one runs$"):
            beside.verdict(never)


def test_a_check_refuses_before_it_listens(check):
    with CheckBeside() as beside, pytest.raises(LaunchError, match=r"^no such robot$"):
        beside(check("sys.exit('no such robot')"))


def test_a_check_that_has_nothing_to_listen_for_is_over_at_once(check):
    with CheckBeside() as beside:
        assert beside(check("print('fine')")) == "fine\n"
        assert beside.verdict(never)


def test_a_check_that_dies_without_a_word_refuses(check):
    with CheckBeside() as beside, pytest.raises(LaunchError, match="exit code -9"):
        beside(check("os.kill(os.getpid(), 9)"))


def test_who_does_not_want_to_know_does_not_wait(check):
    with CheckBeside() as beside:
        beside(check("tell(); time.sleep(200)"))
        assert not beside.verdict(lambda: True)
    assert beside._listening[0].returncode == -9


def test_a_check_that_is_not_there_is_said(tmp_path):
    with CheckBeside() as beside, pytest.raises(LaunchError, match=r"cannot run .*check_launch: No such file"):
        beside([str(tmp_path / "check_launch")])


def test_other_commands_are_waited_for():
    with CheckBeside() as beside:
        assert beside([sys.executable, "-c", "print('a map')"]) == "a map\n"
        assert beside.verdict(never)
