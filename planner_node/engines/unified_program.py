# SPDX-License-Identifier: Apache-2.0
"""The program that `unified.py` runs: solves one task with an engine of unified-planning, or lists the engines.

It is a process of its own because importing the library imports the adapters of all engines that are installed, some
of them under the GPL, and because an engine can be ended only from outside.

    python -m planner_node.engines.unified_program REQUEST ANSWER

Both are JSON files. A request without "engine" is answered with {"engines": [name, ...]}; any other one with
{"status": name of a PlanGenerationResultStatus, "plan": ["action argument ...", ...], "message": text}.

Source: Micheli et al., Unified Planning: Modeling, manipulating and solving AI planning problems in Python,
    SoftwareX 2025.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unified_planning.engines import PlanGenerationResultStatus
from unified_planning.engines.factory import Factory
from unified_planning.engines.meta_engine import MetaEngine
from unified_planning.environment import Environment, get_environment
from unified_planning.io import PDDLReader
from unified_planning.model import Fluent, InstantaneousAction, Problem


def planners(factory: Factory) -> list[str]:
    """Names of the engines that find plans. Engines built around another one are left out."""
    found = {name: factory.engine(name) for name in factory.engines}
    return sorted(n for n, e in found.items() if e.is_oneshot_planner() and not issubclass(e, MetaEngine))


def instantiated_problem(strips: Mapping[str, Any], environment: Environment) -> Problem:
    """A problem of facts without terms and actions without parameters, named after their numbers: "f3", "a17"."""
    problem = Problem("makedo", environment)
    facts = [Fluent(f"f{number}", environment=environment) for number in range(strips["facts"])]
    for fact in facts:
        problem.add_fluent(fact, default_initial_value=False)
    for number in strips["initial"]:
        problem.set_initial_value(facts[number], True)
    for number, (needs, adds, deletes) in enumerate(strips["operators"]):
        action = InstantaneousAction(f"a{number}", _env=environment)
        for fact in needs:
            action.add_precondition(facts[fact])
        for fact in adds:
            action.add_effect(facts[fact], True)
        for fact in deletes:
            action.add_effect(facts[fact], False)
        problem.add_action(action)
    for number in strips["goal"]:
        problem.add_goal(facts[number])
    return problem


def solved(request: Mapping[str, Any], environment: Environment) -> dict[str, Any]:
    """How the engine that a request names ends on its task."""
    factory = environment.factory
    if "strips" in request:
        problem = instantiated_problem(request["strips"], environment)
    else:
        problem = PDDLReader(environment).parse_problem(request["domain"], request["task"])
    engine = factory.engine(request["engine"])
    if not engine.supports(problem.kind):
        beyond = sorted(problem.kind.features - engine.supported_kind().features)
        status = PlanGenerationResultStatus.UNSUPPORTED_PROBLEM.name
        return {"status": status, "plan": [], "message": f"it does not support {', '.join(beyond)}"}
    with factory.OneshotPlanner(name=request["engine"]) as planner:
        result = planner.solve(problem)
    actions = result.plan.actions if result.plan else ()
    steps = [" ".join([a.action.name, *map(str, a.actual_parameters)]) for a in actions]
    said = "\n".join(m.message for m in result.log_messages or ())
    return {"status": result.status.name, "plan": steps, "message": said[-(2**14) :]}


def main(request: Path, answer: Path) -> None:
    """Read a request, write its answer."""
    asked = json.loads(request.read_text(encoding="utf-8"))
    environment = get_environment()
    environment.credits_stream = None
    environment.error_used_name = False  # a domain may call an action and a predicate "open"
    found = solved(asked, environment) if "engine" in asked else {"engines": planners(environment.factory)}
    answer.write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
