# SPDX-License-Identifier: Apache-2.0
"""What the command line refuses before anything else sees it, and its exit codes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from rich.console import Console

from makedo_cli.commands.do import Ended, ProgressPrinter, check, show
from makedo_cli.exit_code import ExitCode, answered, exit_code
from makedo_cli.instruction.interruption import Interruption
from makedo_cli.instruction.strictness import strict
from makedo_cli.instruction.waiting import GONE_S, Waiting
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.plan import Relaxation, RelaxationKind
from support.command import ROOT, makedo
from support.words import Words


@pytest.mark.parametrize(
    ("instruction", "words"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("x" * 10_000, "10,000 characters; at most 2,000"),
        ("bring the \udcff apple", "not valid UTF-8"),
        ("bring the \ufffd apple", "not valid UTF-8"),
    ],
)
def test_an_unusable_instruction_is_refused_with_a_reason(instruction, words):
    outcome = check(instruction)
    assert outcome.cause is FailureCause.INVALID_INSTRUCTION
    assert words in outcome.message


def test_an_instruction_in_any_script_is_accepted():
    assert check("Bring den Apfel zu 机 2, bitte schön").ok


@pytest.mark.parametrize("cause", list(FailureCause))
def test_every_cause_has_an_exit_code_and_only_success_is_zero(cause):
    assert (exit_code(cause) is ExitCode.OK) == (cause is FailureCause.SUCCESS)


@pytest.mark.parametrize(
    ("cause", "code"),
    [
        (FailureCause.SUCCESS, ExitCode.OK),
        (FailureCause.PRECONDITION_FAILED, ExitCode.NOT_IN_ORDER),  # nothing to pause
        (FailureCause.EXECUTION_FAILED, ExitCode.NOT_IN_ORDER),  # not known to stand
        (FailureCause.NOT_ACTIVE, ExitCode.SYSTEM),
        (FailureCause.TIMEOUT, ExitCode.SYSTEM),
    ],
)
def test_the_exit_code_of_an_order_tells_a_no_from_nobody_who_could_say_it(cause, code):
    assert answered(cause) is code


@pytest.mark.parametrize(
    ("cause", "moved", "code"),
    [
        (FailureCause.EFFECT_NOT_OBSERVED, False, ExitCode.REFUSED),
        (FailureCause.UNSOLVABLE_PROVEN, True, ExitCode.FAILED),  # after it drove and opened
        (FailureCause.UNSOLVABLE_PROVEN, False, ExitCode.REFUSED),
        (FailureCause.NOT_APPROVED, False, ExitCode.REFUSED),
        (FailureCause.COMPONENT_LOST, True, ExitCode.SYSTEM),
        (FailureCause.STOPPED, True, ExitCode.STOPPED),
    ],
)
def test_the_exit_code_of_a_failure_tells_whether_anything_moved(cause, moved, code):
    assert exit_code(cause, moved=moved) is code


LESS = Relaxation(RelaxationKind.SUBSTITUTE, "juice", "milk carton 1", ("there is no juice",), 1.0)


@pytest.mark.parametrize("changes", [(), (LESS,)])
def test_what_was_not_done_to_the_letter_is_made_do_with_and_has_an_exit_code_of_its_own(changes):
    console = Console(file=io.StringIO(), width=200)
    code = show(Ended(Outcome(), "milk carton 1 is on table 2", moved=True, relaxations=changes), console)
    assert code is (ExitCode.MADE_DO if changes else ExitCode.OK)
    word = "made do" if changes else "done"
    assert console.file.getvalue() == f"{word}: milk carton 1 is on table 2\n"


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        ("", "relaxation:strict=yes"),
        ("relaxation", "relaxation:strict=yes"),
        ("relaxation:proposer=llm", "relaxation:proposer=llm,strict=yes"),
    ],
)
def test_strictness_is_an_option_of_the_strategy(strategy, expected):
    assert strict(strategy) == expected


def test_a_strategy_that_cannot_be_strict_is_refused():
    with pytest.raises(MakedoError, match="--strict is for the strategy relaxation; 'prune' changes goals"):
        strict("prune")


@pytest.mark.parametrize("word", [b"", b"x" * 10_000, b"bring \xff"])
def test_the_command_itself_refuses_them_with_exit_code_2(word):
    result = makedo("do", word)
    assert result.returncode == ExitCode.USAGE, result.stderr
    assert "invalid instruction" in result.stdout


def test_a_process_of_its_own_does_so_too():
    command = [sys.executable, "-m", "makedo_cli.main", "do", b"bring \xff"]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    result = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=False)
    assert result.returncode == ExitCode.USAGE, result.stderr
    assert b"invalid instruction" in result.stdout


def _feedback(state, message, step=0, call=(), relaxations=()):
    from makedo.action import ExecuteInstruction
    from makedo.msg import Relaxation as RelaxationMessage
    from makedo.msg import SkillCall as CallMessage
    from makedo.msg import TaskStatus

    skill, *arguments = call or ("",)
    status = TaskStatus(
        state=getattr(TaskStatus, state), step=step, steps=2 if step else 0, message=message,
        current=CallMessage(skill=skill, arguments=arguments),
    )  # fmt: skip
    changes = [RelaxationMessage(asked=a, instead=b, reason="none is left") for a, b in relaxations]
    return SimpleNamespace(feedback=ExecuteInstruction.Feedback(status=status, relaxations=changes))


def test_progress_tells_each_step_and_each_change_once():
    printed = io.StringIO()
    progress = ProgressPrinter(Console(file=printed, width=100, highlight=False))
    go, pick = ("go_to", "table_1"), ("pick_up", "apple_1", "table_1")
    change = [("milk", "juice")]
    progress.on_feedback(_feedback("PLANNING", "interpreting"))
    progress.on_feedback(_feedback("PLANNING", "searching"))
    progress.on_feedback(_feedback("PLANNING", "trying the plan out without moving"))
    progress.on_feedback(_feedback("EXECUTING", "go to table 1", 1, go, change))
    progress.on_feedback(_feedback("EXECUTING", "pick up apple 1 from table 1", 2, pick, change))
    progress.on_feedback(_feedback("RECOVERING", "it slipped; trying again", 2, pick, change))
    lines = [line[9:].strip() for line in printed.getvalue().splitlines() if "making do" not in line]
    assert lines == [
        "interpreting",
        "trying the plan out without moving",
        "1/2 go to table 1",
        "2/2 pick up apple 1 from table 1",
        "it slipped; trying again",
    ]
    assert printed.getvalue().count("making do") == 1


def test_progress_tells_the_lights_once_and_what_is_not_green():
    from makedo.action import ExecuteInstruction
    from makedo.msg import PlannedCall as PlannedCallMessage
    from makedo.msg import SkillCall as CallMessage

    printed = io.StringIO()
    progress = ProgressPrinter(Console(file=printed, width=100, highlight=False))
    unseen = ("YELLOW", "not seen yet")
    rows = [("go_to", "GREEN", ""), ("open", *unseen), ("open", *unseen), ("close", "RED", "no motion [was] found")]
    lights = []
    for skill, colour, reason in rows:
        call = CallMessage(skill=skill, arguments=["fridge_1"])
        lights.append(PlannedCallMessage(call=call, light=getattr(PlannedCallMessage, colour), reason=reason))
    for _ in range(2):
        progress.on_feedback(SimpleNamespace(feedback=ExecuteInstruction.Feedback(dry_run=lights)))
    assert [line.strip() for line in printed.getvalue().splitlines()] == [
        "● tried out without moving: 1 of 4 steps are green",
        "● 2 cannot be known yet: not seen yet",
        "● step 4, close fridge 1: no motion [was] found",
    ]


def test_who_must_approve_is_told_how():
    printed = io.StringIO()
    progress = ProgressPrinter(Console(file=printed, width=100, highlight=False))
    progress.on_feedback(_feedback("WAITING_FOR_APPROVAL", "it would make do: juice instead of milk"))
    assert "juice instead of milk" in printed.getvalue()
    assert "`makedo approve` or `makedo deny`" in printed.getvalue()


def test_an_executor_that_blinks_is_waited_for_and_one_that_is_gone_is_not(words: Words):
    pytest.importorskip("rclpy")
    from makedo_ros.runtime.clients import CallError

    now, served = [0.0], [True]
    waiting = Waiting(Interruption(), Console(file=io.StringIO()), lambda: served[0], clock=lambda: now[0])
    for at_s, there in ((1.0, False), (GONE_S, True), (GONE_S + 1.0, False), (2 * GONE_S, False)):
        now[0], served[0] = at_s, there
        assert not waiting.for_result()
    now[0] = 2 * GONE_S + 0.5
    with pytest.raises(CallError) as lost:
        waiting.for_result()
    words(str(lost.value))
    assert lost.value.cause is FailureCause.COMPONENT_LOST


@pytest.mark.parametrize(
    ("cause", "message", "shown"),
    [
        (FailureCause.STOPPED, "it was stopped: operator", "stopped: operator"),
        (FailureCause.STOPPED, "it was stopped", "stopped"),
        (FailureCause.STOPPED, "the stop button is pressed", "stopped: the stop button is pressed"),
        (FailureCause.GRASP_FAILED, "the fingers closed on nothing", "grasp failed: the fingers closed on nothing"),
        (FailureCause.TIMEOUT, "", "timeout"),
    ],
)
def test_the_cause_of_a_failure_is_said_once(cause, message, shown):
    console = Console(file=io.StringIO(), width=200)
    show(Ended(Outcome(cause, message)), console)
    assert console.file.getvalue() == f"{shown}\n"
