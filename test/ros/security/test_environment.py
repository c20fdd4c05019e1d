# SPDX-License-Identifier: Apache-2.0
"""What the environment asks for of security is had, or refused in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from makedo_ros.launch_check.arguments import main, problems_with
from makedo_ros.security.environment import (
    OPERATOR,
    WATCHER,
    Protection,
    UnsecuredError,
    asked,
    own_enclave,
    problems,
    ros_arguments,
    told,
    unavailable,
)

ROOT = Path(__file__).parents[3]
FILES = ("cert.pem", "key.pem", "permissions.p7s", "identity_ca.cert.pem", "permissions_ca.cert.pem", "governance.p7s")
ENFORCE = {"ROS_SECURITY_ENABLE": "true", "ROS_SECURITY_STRATEGY": "Enforce"}


def library(folder: Path, words: bytes, name: str = "librmw_fastrtps_shared_cpp.so") -> dict[str, str]:
    (folder / "lib").mkdir(exist_ok=True)
    (folder / "lib" / name).write_bytes(b"\x7fELF..." + words)
    return {"AMENT_PREFIX_PATH": f"/no/such:{folder}"}


def keystore(folder: Path, *enclaves: str) -> dict[str, str]:
    for enclave in enclaves:
        (folder / "enclaves" / enclave.strip("/")).mkdir(parents=True)
        for name in FILES:
            (folder / "enclaves" / enclave.strip("/") / name).touch()
    return {"ROS_SECURITY_KEYSTORE": str(folder)}


def test_nothing_is_asked_for_as_a_rule():
    assert problems({}, (OPERATOR,)) == []
    assert ros_arguments({}) is None
    assert "security is off: whoever reaches ROS here commands the robot" in told({})
    assert "whole subnet" in told({})
    assert "of this machine only" in told({"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"})


@pytest.mark.parametrize("word", ["True", "1", "yes", "TRUE"])
def test_what_ros_takes_for_no_is_not_taken_for_yes(word):
    (problem,) = problems({"ROS_SECURITY_ENABLE": word}, ())
    assert f"{word!r}, which ROS takes for no" in problem


@pytest.mark.parametrize("word", ["enforce", "ENFORCE", "Strict"])
def test_what_ros_takes_for_permissive_is_not_taken_for_enforced(word):
    environment = {**ENFORCE, "ROS_SECURITY_STRATEGY": word}
    assert "which ROS takes for Permissive" in problems(environment, ())[0]
    assert asked(environment).protection is Protection.PERMISSIVE


def test_a_dds_without_security_is_told_before_anything_runs_unprotected(tmp_path):
    there = library(tmp_path, b"This Fast DDS version doesn't have the security libraries")
    assert "built without security" in unavailable(there)
    for environment in (ENFORCE, {"ROS_SECURITY_ENABLE": "true"}):
        (problem,) = problems({**environment, **there}, (OPERATOR,))
        assert "ROS_SECURITY_ENABLE is true, but the DDS that is installed here was built without security" in problem
        with pytest.raises(UnsecuredError, match="built without security"):
            ros_arguments({**environment, **there})


def test_the_library_of_the_chosen_implementation_counts(tmp_path):
    there = library(tmp_path, b"This Fast DDS version doesn't have the security libraries")
    there |= library(tmp_path, b"... does not have security support enabled", "librmw_cyclonedds_cpp.so")
    assert "rmw_cyclonedds" in unavailable({**there, "RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp"})
    assert unavailable({**there, "RMW_IMPLEMENTATION": "rmw_another"}) == ""
    library(tmp_path, b"builtin.PKI-DH")
    assert unavailable(there) == ""


def test_an_enclave_that_lacks_something_is_told(tmp_path):
    assert "names no keystore" in problems(ENFORCE, (OPERATOR,))[0]
    assert "is no keystore" in problems({**ENFORCE, "ROS_SECURITY_KEYSTORE": str(tmp_path)}, (OPERATOR,))[0]
    there = {**ENFORCE, **keystore(tmp_path, OPERATOR)}
    assert problems(there, (OPERATOR,)) == []
    assert ros_arguments(there) == ["--ros-args", "--enclave", OPERATOR]
    assert "no usable enclave /makedo/watcher" in problems(there, (WATCHER,))[0]
    (tmp_path / "enclaves" / "makedo" / "operator" / "key.pem").unlink()
    assert "missing or unreadable: key.pem" in problems(there, (OPERATOR,))[0]
    assert "on and enforced" in told(there)


def test_a_machine_that_has_only_the_watchers_enclave_watches(tmp_path):
    there = {**ENFORCE, **keystore(tmp_path, WATCHER)}
    assert own_enclave(there) == WATCHER
    assert own_enclave({**there, **keystore(tmp_path, OPERATOR)}) == OPERATOR
    assert own_enclave({**there, "ROS_SECURITY_ENCLAVE_OVERRIDE": WATCHER}) == WATCHER


def test_permissive_is_let_pass_and_told(tmp_path):
    assert problems({"ROS_SECURITY_ENABLE": "true"}, (OPERATOR,)) == []
    assert "permissive" in told({"ROS_SECURITY_ENABLE": "true"})


def test_a_launch_is_refused_where_an_enclave_of_it_is_missing(tmp_path, monkeypatch, capsys):
    for name, value in {**ENFORCE, **keystore(tmp_path, "/makedo/stack")}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("makedo_ros.security.environment.unavailable", lambda _: "")
    share = str(ROOT)
    (problem,) = problems_with({"share": share, "page": "true"})
    assert "/makedo/page" in problem
    assert problems_with({"share": share, "page": "false"}) == []
    assert "/makedo/robot" in problems_with({"share": share, "motion": "none"})[0]
    assert main([f"share:={ROOT}", "page:=true"]) == 1
    assert "Makedo cannot start: the keystore" in capsys.readouterr().err


def test_what_rcl_does_here_is_what_is_said_of_it(tmp_path):
    """With an enclave, rcl makes no node where DDS has no security; where it has, the empty files are refused."""
    code = "import rclpy; rclpy.init(args=['--ros-args', '--enclave', '/makedo/operator']); rclpy.create_node('x')"
    environment = {**os.environ, **ENFORCE, **keystore(tmp_path, OPERATOR)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode != 0
    assert bool(unavailable(os.environ)) == ("doesn't have the security libraries" in done.stderr), done.stderr
