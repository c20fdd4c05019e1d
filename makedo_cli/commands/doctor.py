# SPDX-License-Identifier: Apache-2.0
"""`makedo doctor`: what is wrong between a robot's description and the running system, and what helps.

It listens and asks; nothing moves.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from makedo_cli.exit_code import ExitCode
from makedo_core.doctor.examine import examine
from makedo_core.doctor.finding import Area, Finding, Level, faults
from makedo_core.doctor.fitting import Correction, changes, fitted
from makedo_core.doctor.joints import is_another
from makedo_core.files.robot_files import ROBOT, robot_file
from makedo_core.files.robot_yaml import robot_config_from_yaml, robot_config_to_yaml
from makedo_core.robot_config import RobotConfig
from makedo_ros.without_ros.launcher import PackageShares

_EXECUTOR_S = 4.0  # how long an executor is looked for, to learn its robot's description
_COLOURS = {Level.OK: "green", Level.WARNING: "yellow", Level.FAULT: "red"}


@dataclass(frozen=True, slots=True)
class Report:
    """What an examination brought.

    Attributes:
        file: of the description.
        robot: description.
        findings: about it and the running system.
        fit: the description made to fit what runs.
        remaining: faults that stay with `fit`.
        seconds: that it took [s, wall].
        is_another: another robot runs, whose names are not taken over.
        anybody: some other node is heard of.
    """

    file: Path
    robot: RobotConfig
    findings: tuple[Finding, ...]
    fit: RobotConfig
    remaining: tuple[Finding, ...]
    seconds: float
    is_another: bool = False
    anybody: bool = True

    @property
    def changes(self) -> tuple[Correction, ...]:
        """What would have to be changed in the description."""
        return changes(self.robot, self.fit)


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("doctor", help="check a robot's description against what runs; nothing moves")
    parser.add_argument(
        "--robot", help=f"a name of config/robots, or a file (default: the running executor's, else {ROBOT})"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write a robot's description that fits what runs")
    parser.add_argument("--force", action="store_true", help="let --write replace a file")
    parser.add_argument("--namespace", default="", help="ROS namespace of the stack")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """The subcommand; 0 if there is no fault."""
    if args.force and args.write is None:
        raise ValueError("--force goes with --write FILE")
    if args.write is not None and args.write.exists() and not args.force:
        raise ValueError(f"{args.write} exists; --force replaces it")
    report = _examined(args)
    if args.write is not None and report.is_another:
        what = f"no joint of {report.file.name} is reported, but others: another robot runs, or not all drivers do"
        raise ValueError(f"{what}; {args.write} is not written")
    if args.write is not None:
        write(report, args.write, replace=args.force)
    if args.json:
        sys.stdout.write(json.dumps(as_json(report), indent=1, ensure_ascii=False) + "\n")
    else:
        show(report, args.write)
    if not report.anybody:
        return ExitCode.SYSTEM
    return ExitCode.NOT_IN_ORDER if faults(report.findings) else ExitCode.OK


def as_json(report: Report) -> dict[str, Any]:
    """A report for programs."""
    return {
        "robot": str(report.file),
        "seconds": round(report.seconds, 1),
        "findings": [
            {"area": f.area.value, "subject": f.subject, "level": f.level.value, "found": f.found, "remedy": f.remedy}
            for f in report.findings
        ],
        "fitting": [{"key": c.key, "before": c.before, "after": c.after} for c in report.changes],
    }


def _examined(args: argparse.Namespace) -> Report:
    from makedo_cli.elsewhere import elsewhere
    from makedo_cli.session import Session
    from makedo_ros.doctor.asking import robot_file_of
    from makedo_ros.doctor.collecting import snapshot_of
    from makedo_ros.doctor.needs import complete, namespace_of, needs_of

    namespace = namespace_of(args.namespace)
    robots = PackageShares(os.environ)["makedo"] / "config" / "robots"
    begun = time.monotonic()
    with Session("makedo_doctor", namespace) as session:
        name = args.robot or robot_file_of(session.node, namespace, _EXECUTOR_S)
        while True:
            file = robot_file(name or ROBOT, (robots,))
            robot = robot_config_from_yaml(file)
            needs = needs_of(robot, namespace)
            snapshot = snapshot_of(session.node, robot, needs)
            if name or complete("executor", namespace) not in snapshot.nodes:
                break
            name = robot_file_of(session.node, namespace, _EXECUTOR_S) or ROBOT  # it came late
        other = "" if complete("executor", namespace) in snapshot.nodes else elsewhere(session.node)
    fit = fitted(robot, needs, snapshot) if snapshot.nodes else robot
    remaining = faults(examine(fit, needs_of(fit, namespace), snapshot))
    seconds = time.monotonic() - begun
    findings = (security_found(os.environ), *_beside(other), *examine(robot, needs, snapshot))
    another = is_another(robot, snapshot.joints)
    return Report(file, robot, findings, fit, remaining, seconds, another, bool(snapshot.nodes))


def _beside(other: str) -> tuple[Finding, ...]:
    """A stack that runs under other names than was asked for; `other`: as `elsewhere` says it."""
    found, _, remedy = other.removeprefix("; ").rpartition(": ")
    return (Finding(Area.NODES, "Makedo", Level.WARNING, found, f"to look at that one, {remedy}"),) if found else ()


def security_found(environment: Mapping[str, str]) -> Finding:
    """How this terminal is protected, and with it all that it hears: secured nodes hear no others."""
    from makedo_ros.security.environment import Protection, asked, told

    if asked(environment).protection is Protection.PERMISSIVE:
        remedy = "export ROS_SECURITY_STRATEGY=Enforce"
        return Finding(Area.SECURITY, "SROS2", Level.WARNING, told(environment), remedy)
    return Finding(Area.SECURITY, "SROS2", Level.OK, told(environment))


def write(report: Report, path: Path, *, replace: bool) -> None:
    """Write the description that fits, and read it back.

    Raises:
        FileExistsError: if the file is there and must not be replaced.
        RobotConfigError: if what was written cannot be read, which is a bug.
    """
    head = [
        "SPDX-License-Identifier: Apache-2.0",
        f"Written by `makedo doctor` from {report.file.name}: names as they were found running, measures unchanged.",
        *(f"changed: {change}" for change in report.changes),
        *(f"still to be mended: {fault.subject}: {fault.found}" for fault in report.remaining),
    ]
    text = "".join(f"# {' '.join(words.split())}\n" for words in head) + robot_config_to_yaml(report.fit)
    with path.open("w" if replace else "x", encoding="utf-8") as file:
        file.write(text)
    robot_config_from_yaml(path)


def show(report: Report, written: Path | None) -> None:
    """A report for people; `written`: where the description that fits was written to."""
    console = Console(highlight=False)
    table = Table.grid(padding=(0, 2))
    for width in (11, 7):
        table.add_column(width=width)
    table.add_column(overflow="fold")
    area = None
    for finding in report.findings:
        remedy = f"\n[bold]>[/] {escape(finding.remedy)}" if finding.remedy else ""
        table.add_row(
            "" if finding.area is area else f"[bold]{finding.area.value}[/]",
            f"[{_COLOURS[finding.level]}]{finding.level.value}[/]",
            f"{escape(finding.subject)}: {escape(finding.found)}{remedy}",
        )
        area = finding.area
    console.print(table)
    console.print(f"\n{_counted(report.findings)}; {report.file.name} against what runs, {report.seconds:.1f} s")
    if report.changes:
        console.print("\nWhat would fit, by name:" if written is None else f"\nChanged in {written}:")
        for change in report.changes:
            console.print(f"  {escape(str(change))}")
        if written is None:
            console.print("`makedo doctor --write FILE` writes it.")
    elif written is not None:
        console.print(f"{written} is written; no name had to be changed")


def _counted(findings: Sequence[Finding]) -> str:
    numbers = {level: sum(f.level is level for f in findings) for level in Level}
    return (
        f"{_number(numbers[Level.FAULT], 'fault')}, {_number(numbers[Level.WARNING], 'warning')}, "
        f"{_number(numbers[Level.OK], 'check')} passed"
    )


def _number(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"
