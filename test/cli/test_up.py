# SPDX-License-Identifier: Apache-2.0
"""`makedo up`: its command line."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from makedo_cli.commands.up import split_arguments
from makedo_cli.exit_code import ExitCode
from makedo_cli.main import main
from makedo_ros.without_ros.launch_xml import LaunchError, find_launch_file

ROOT = Path(__file__).parents[2]


def test_files_and_arguments_are_told_apart():
    assert split_arguments(["makedo", "robot:=tiago", "seed:=3"]) == ("makedo", {"robot": "tiago", "seed": "3"})


def test_the_default_is_the_demo():
    assert split_arguments([]) == ("demo.launch.xml", {})


def test_a_value_may_contain_the_separator():
    assert split_arguments(["a:=b:=c"])[1] == {"a": "b:=c"}


def test_a_second_file_is_an_error(words):
    with pytest.raises(ValueError) as raised:
        split_arguments(["a", "b"])
    words(str(raised.value))


def test_an_argument_with_one_sign_is_told_how_it_is_written(capsys):
    assert main(["up", "seed=1"]) == ExitCode.USAGE
    assert "written seed:=1" in capsys.readouterr().err


@pytest.fixture
def launch_files(tmp_path):
    folder = tmp_path / "launch"
    folder.mkdir()
    for name in ("demo", "makedo"):
        (folder / f"{name}.launch.xml").touch()
    return folder


def test_a_short_name_means_a_file_of_the_package(tmp_path, launch_files):
    assert find_launch_file("demo", {"makedo": tmp_path}) == launch_files / "demo.launch.xml"


def test_a_folder_is_no_launch_file(tmp_path, launch_files, monkeypatch):
    (tmp_path / "demo").mkdir()
    monkeypatch.chdir(tmp_path)
    assert find_launch_file("demo", {"makedo": tmp_path}) == launch_files / "demo.launch.xml"


@pytest.mark.parametrize(("name", "told"), [("dmeo", "nearest: demo"), ("robot", "there are demo, makedo")])
def test_of_a_launch_file_that_is_not_there_those_that_are_there_are_named(tmp_path, launch_files, name, told):
    with pytest.raises(LaunchError, match=told):
        find_launch_file(name, {"makedo": tmp_path})


TALK = """
    import os
    from pathlib import Path
    try:
        while True:
            print("x" * 1000)
    except KeyboardInterrupt:
        Path(os.environ["ENDED"]).touch()
"""


@pytest.fixture
def up(tmp_path):
    """Starts `makedo up` with one node, which talks without end; the file `ended` says that it got a signal to end."""
    (tmp_path / "lib" / "p").mkdir(parents=True)
    launch = tmp_path / "x.launch.xml"
    launch.write_text('<launch><node pkg="p" exec="talker" name="talker"/></launch>')
    command = [sys.executable, "-m", "makedo_cli.main", "up", str(launch)]
    paths = {"AMENT_PREFIX_PATH": str(tmp_path), "PYTHONPATH": str(ROOT), "ENDED": str(tmp_path / "ended")}
    started = []

    def start(stdout, body=TALK, **variables):
        (tmp_path / "lib" / "p" / "talker").write_text(textwrap.dedent(body))
        environment = {**os.environ, **paths, **variables}
        started.append(subprocess.Popen(command, env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True))
        return started[0]

    yield start
    for process in started:
        process.kill()
        process.wait()


def test_a_reader_who_has_gone_ends_the_nodes_in_good_order(up, tmp_path, words):
    process = up(subprocess.PIPE)
    assert any("xxx" in line for line in process.stdout)
    process.stdout.close()
    _, errors = process.communicate(timeout=200)
    assert process.returncode == ExitCode.SYSTEM
    assert (tmp_path / "ended").exists()
    words(errors.splitlines()[-1])


def test_a_full_disk_ends_the_nodes_too(up, words):
    with open("/dev/full", "w") as full:
        process = up(full)
        _, errors = process.communicate(timeout=200)
    assert process.returncode == ExitCode.SYSTEM
    assert os.strerror(errno.ENOSPC) in errors
    words(errors.splitlines()[-1])


def test_a_character_that_the_terminal_lacks_ends_nothing(up):
    body = "import sys; sys.stdout.buffer.write('caf\\u00e9\\n'.encode()); print('and on')"
    output, _ = up(subprocess.PIPE, body, PYTHONIOENCODING="ascii").communicate(timeout=200)
    assert r"talker caf\xe9" in output
    assert "talker and on" in output


WAITS = f"""
    import os, sys
    from pathlib import Path
    sys.path.insert(0, {str(ROOT)!r})
    from makedo_ros.without_ros.held import wait_to_begin
    Path(os.environ["ENDED"]).with_name("read").touch()
    wait_to_begin()
    Path(os.environ["ENDED"]).touch()
"""


@pytest.mark.parametrize(("ends", "is_begun"), [("sys.exit('another one runs')", False), ("pass", True)])
def test_nothing_begins_before_the_check_has_said_that_it_may(up, tmp_path, ends, is_begun):
    check = tmp_path / "check_launch"
    check.write_text(
        f"#!{sys.executable}\nimport os, sys, time\nos.write(int(os.environ['MAKEDO_LISTENING_FD']), b'.')\n"
        f"while not os.path.exists({str(tmp_path / 'read')!r}): time.sleep(0.01)\n"
        f"assert not os.path.exists({str(tmp_path / 'ended')!r})\n{ends}\n"
    )
    check.chmod(0o755)
    nodes = '<node pkg="p" exec="talker" name="talker"/>'
    (tmp_path / "x.launch.xml").write_text(
        f'<launch><let name="checked" value="$(command \'{check}\' ignore)"/>{nodes}</launch>'
    )
    process = up(subprocess.PIPE, WAITS)
    output, errors = process.communicate(timeout=200)
    assert (tmp_path / "ended").exists() == is_begun
    assert ("started talker" in output) == is_begun
    assert ("makedo: another one runs" in errors) == (not is_begun)
    assert process.returncode == (ExitCode.SYSTEM if is_begun else 2)
