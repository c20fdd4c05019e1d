# SPDX-License-Identifier: Apache-2.0
"""The whole command line, and the part of it that one subcommand needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from makedo_cli.main import _MODULES, main, parser


def commands(command: str = "") -> tuple[str, ...]:
    (choices,) = (a.choices for a in parser(command)._actions if isinstance(a.choices, dict))
    return tuple(choices)


def test_the_whole_command_line_has_every_subcommand_in_the_order_of_its_modules():
    assert commands() == tuple(c for declared in _MODULES.values() for c in declared)


@pytest.mark.parametrize(("module", "declared"), _MODULES.items())
def test_a_subcommand_needs_its_own_module_only(module, declared):
    for command in declared:
        assert commands(command) == declared, module


def test_an_unknown_subcommand_is_told_of_all_that_there_are(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["stopp"])
    assert ended.value.code == 2
    message = capsys.readouterr().err
    assert "'stopp'" in message
    assert all(f"'{c}'" in message for c in commands())


def test_nobody_who_stops_the_robot_waits_for_the_planner():
    code = "import sys; from makedo_cli.main import parser; parser('stop'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in done.stdout.split()}
    assert imported.isdisjoint({"planner_node", "rdflib", "yaml", "mcap", "pydantic"})
