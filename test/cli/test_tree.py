# SPDX-License-Identifier: Apache-2.0
"""`makedo tree` and `makedo why` where nothing is told."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from makedo_cli.commands import tree
from makedo_cli.exit_code import ExitCode
from makedo_cli.main import main

pytestmark = pytest.mark.ros


@pytest.mark.parametrize("what", ["tree", "why"])
def test_where_nothing_is_heard_it_is_not_said_that_there_is_nothing(what, ros_domain_id, monkeypatch, capsys):
    monkeypatch.setattr(tree, "WAIT_S", 0.2)
    assert main([what]) == ExitCode.SYSTEM
    said = {"tree": "no tree", "why": "no plan"}[what]
    told = f"makedo {what}: {said} is heard of; one appears with the first instruction (`makedo do`)\n"
    assert capsys.readouterr().err.endswith(told)
