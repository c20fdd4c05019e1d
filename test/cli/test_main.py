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


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["stopp"], "there is no command 'stopp'; nearest: stop"),
        (["dance"], "there is no command 'dance'; there are "),
        (["plan", "open", "the", "fridge"], 'makedo plan "open the fridge"'),
        (["do", "--strict", "open", "the", "fridge"], 'makedo do "open the fridge"'),
        (["plan", "open it", "--sceen", "home"], "plan has no option --sceen; nearest: --scene"),
        (["demo", "--sed", "3"], "demo has no option --sed; nearest: --seed"),
        (["up", "--seed", "1"], "are written name:=value, e.g. seed:=1"),
        (["stop", "now"], "stop has no place for 'now'"),
        (["queue", "list", "all"], "queue has no place for 'all'"),
    ],
)
def test_what_is_misspelt_or_left_over_is_told_with_what_helps(capsys, given, told):
    assert main(given) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_without_a_command_all_of_them_are_shown(capsys):
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert all(f"    {c} " in capsys.readouterr().err for c in commands()[:1])


def test_a_file_that_is_not_there_is_named_without_the_number_of_the_error(capsys, tmp_path):
    assert main(["plan", "open the fridge", "--graph", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err == f"makedo: {tmp_path / 'none.json'}: no such file or directory\n"


def test_nobody_who_stops_the_robot_waits_for_the_planner():
    code = "import sys; from makedo_cli.main import parser; parser('stop'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in done.stdout.split()}
    assert imported.isdisjoint({"planner_node", "rdflib", "yaml", "mcap", "pydantic"})
