# SPDX-License-Identifier: Apache-2.0
"""The launch check tells whoever runs it that it listens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from makedo_ros.launch_check.listening import TOLD_TO, tell_listening
from support.waiting import LIMIT_S

ROOT = Path(__file__).resolve().parents[3]


def test_it_is_told_once():
    heard, told = os.pipe()
    environment = {TOLD_TO: str(told)}
    tell_listening(environment)
    tell_listening(environment)
    assert os.read(heard, 10) == b"."
    assert os.read(heard, 10) == b""  # and that is all
    os.close(heard)


@pytest.mark.parametrize("environment", [{}, {TOLD_TO: ""}, {TOLD_TO: "x"}, {TOLD_TO: "9999"}])
def test_nobody_need_want_to_know(environment):
    tell_listening(environment)


@pytest.mark.ros
def test_the_check_tells_when_arguments_are_fine_and_not_before(ros_domain_id):
    def hears(*words: str) -> tuple[bytes, int]:
        heard, told = os.pipe()
        command = [sys.executable, str(ROOT / "bin" / "check_launch"), f"share:={ROOT}", *words]
        environment = {**os.environ, TOLD_TO: str(told)}
        done = subprocess.run(command, env=environment, pass_fds=(told,), capture_output=True, timeout=LIMIT_S)
        os.close(told)
        with open(heard, "rb") as file:
            return file.read(), done.returncode

    assert hears("robot:=tiago", "namespace:=nobody_else") == (b".", 0)
    assert hears("robot:=nobody") == (b"", 1)
