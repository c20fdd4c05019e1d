# SPDX-License-Identifier: Apache-2.0
"""Whether a plan is right, by unified-planning's validator, which shares no code with any planner measured here."""

from __future__ import annotations

from collections.abc import Sequence

from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.engines.results import ValidationResultStatus
from unified_planning.exceptions import UPException
from unified_planning.io import PDDLReader

from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.derived import plain
from makedo_eval.contextmatters.expressions import NestedList, PddlTextError, parse, replaced, section, typed, write

# Exceptions of its reader on malformed text.
_UNREADABLE = (PddlTextError, UPException, SyntaxError, AssertionError, KeyError, ValueError)
_MARK = "the-"


def rejection(domain: str, problem: str, steps: Sequence[SkillCall]) -> str:
    """Why a plan is not accepted; empty where it is.

    Args:
        domain: PDDL text.
        problem: PDDL text with the goal that the plan is for.
        steps: actions with their arguments.
    """
    reader = PDDLReader()
    try:
        plain_domain, plain_problem = plain(domain, problem)
        task = reader.parse_problem_string(plain_domain, write(_marked(parse(plain_problem))))
    except _UNREADABLE as error:
        return f"the problem does not parse: {_told(error)}"
    lines = (f"({' '.join((step.skill, *(_MARK + argument for argument in step.arguments)))})" for step in steps)
    try:
        plan = reader.parse_plan_string(task, "\n".join(lines))
        result = SequentialPlanValidator().validate(task, plan)
    except _UNREADABLE as error:
        return f"the plan does not parse: {_told(error)}"
    if result.status is ValidationResultStatus.VALID:
        return ""
    where = f" at {result.inapplicable_action}" if result.inapplicable_action is not None else ""
    return f"not valid{where}: {result.reason.name.lower().replace('_', ' ') if result.reason else 'no reason given'}"


def _marked(problem: NestedList) -> NestedList:
    """The problem with a mark before the name of each object.

    PDDL lets an object and its type have one name (robot - robot); the validator does not.
    """
    objects = typed(section(problem, ":objects"))
    names = {name: _MARK + name for name, _ in objects}
    listed = [word for name, type_ in objects for word in (names[name], "-", type_)]
    marked: NestedList = []
    for part in problem:
        if not isinstance(part, list) or part[:1] not in ([":objects"], [":init"], [":goal"]):
            marked.append(part)
        else:
            marked.append([":objects", *listed] if part[0] == ":objects" else replaced(part, names))
    return marked


def _told(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}"
