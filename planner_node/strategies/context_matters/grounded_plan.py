# SPDX-License-Identifier: Apache-2.0
"""From a checked statement to a plan that holds in the scene: engines, simulation, and proof where there is none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from makedo_core.goals.goal import Goal, Holds, InOrder, all_of, conjuncts
from makedo_core.skills import Literal, SkillCall
from planner_node.engines.chain import solve
from planner_node.engines.outcome import EngineStatus, PlanningEngine
from planner_node.grounding.scene import Scene
from planner_node.pddl.model import DomainError
from planner_node.pddl.simulate import simulate
from planner_node.proof.backend import Manner
from planner_node.proof.proof import prove
from planner_node.proof.reachability import reachable
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.reality import Reality
from planner_node.strategies.statement import ProblemStatement, said

_STOPPED = {
    EngineStatus.TIMEOUT: Status.TIMEOUT,
    EngineStatus.MEMORY: Status.MEMORY,
    EngineStatus.CANCELED: Status.CANCELED,
}
_NO_PLAN = (EngineStatus.UNSOLVABLE_PROVEN, EngineStatus.UNSOLVABLE_INCOMPLETE)


class Fate(Enum):
    """What came of a problem."""

    PLANNED = auto()
    UNREACHABLE = auto()  # proven for the whole scene, whatever the problem declares
    REFUSED = auto()  # the problem is at fault; another one may do
    STOPPED = auto()  # a limit or the caller ended the search; nothing follows from that


@dataclass(frozen=True, slots=True)
class Grounded:
    """A plan in ids of the graph, or why there is none.

    Attributes:
        feedback: why not, a sentence each.
        calls: the plan.
        goal: what it reaches, with what it closes again.
        end: what holds in the end.
        stop: which limit, if one ended the search.
        hopeless: literals that nothing can bring about, and why.
        provisional: the calls only look whether the goal holds already, as it is thought to.
    """

    fate: Fate
    feedback: tuple[str, ...] = ()
    calls: tuple[SkillCall, ...] = ()
    goal: Goal | None = None
    end: Collection[Literal] = ()
    stop: Status | None = None
    hopeless: tuple[tuple[Literal, str], ...] = ()
    provisional: bool = False


@dataclass(frozen=True)
class GroundedPlanner:
    """What plans are made with and held against.

    Attributes:
        engines: asked in their order.
        tidy_up: close again what a plan opened.
        manner: how it is to be done.
    """

    reality: Reality
    scene: Scene
    engines: Sequence[PlanningEngine]
    tidy_up: bool
    manner: Manner

    def plan(self, statement: ProblemStatement, goal: Goal, limits: SearchLimits) -> Grounded:
        """A plan for a statement that is free of faults.

        The engines get the things that it declares. If those do not suffice, the whole scene is searched: a goal is
        called unreachable only where it is.

        Args:
            statement: whose literals are reached.
            goal: formula that they entail.
            limits: of everything.
        """
        try:
            task = self.reality.task(statement)
        except DomainError as error:
            return Grounded(Fate.REFUSED, (str(error),))
        result = solve(task, self.engines, limits)
        if result.status in _STOPPED:
            return Grounded(Fate.STOPPED, (result.message,), stop=_STOPPED[result.status])
        if result.status in _NO_PLAN:
            return self._anywhere(statement, goal, limits)
        if result.status is not EngineStatus.PLAN:
            return Grounded(Fate.REFUSED, (f"the planner cannot use the problem: {result.message}",))
        run = simulate(task, result.calls)
        if not run.outcome.ok:
            return Grounded(Fate.REFUSED, (f"the plan that was found does not work: {run.outcome}",))
        found = self._checked(statement, goal, tuple(self.reality.call(call) for call in result.calls))
        return self._tidied(statement, found, limits) if found.fate is Fate.PLANNED else found

    def already(self, statement: ProblemStatement, goal: Goal) -> Grounded:
        """A goal that holds: nothing is done but looking at what is only believed."""
        looks = self.scene.backend.already_so(goal)
        return replace(self._checked(statement, goal, looks), provisional=bool(looks))

    def _checked(self, statement: ProblemStatement, goal: Goal, calls: tuple[SkillCall, ...]) -> Grounded:
        """The plan, if every call can be made in the scene and the goal holds in the end."""
        both = all_of((*conjuncts(statement.goal), *conjuncts(goal)))
        validation = self.reality.validate(statement, calls, both)
        if not validation.outcome.ok:
            return Grounded(Fate.REFUSED, (f"the plan does not work in the scene: {validation.outcome}",))
        return Grounded(Fate.PLANNED, calls=calls, goal=goal, end=validation.end)

    def _anywhere(self, statement: ProblemStatement, goal: Goal, limits: SearchLimits) -> Grounded:
        """A plan with all that the scene has, or the proof that there is none."""
        backend = self.scene.backend
        try:
            proof = prove(backend, (*statement.stages, statement.wanted), limits, self.manner, tidy=False)
            unproven = proof.status is Status.UNSOLVABLE and bool(statement.stages)
            together = prove(backend, (statement.wanted,), limits, self.manner, tidy=False) if unproven else proof
        except DomainError as error:
            return Grounded(Fate.REFUSED, (str(error),))
        if proof.status is Status.SOLVED:
            return self._checked(statement, goal, proof.calls)
        hopeless = self._hopeless(
            tuple(dict.fromkeys(x for part in (*statement.stages, statement.wanted) for x in part))
        )
        if together.status is Status.SOLVED and not hopeless:
            return Grounded(Fate.REFUSED, ("there is a plan, but none was found that keeps the order of the steps",))
        if together.status not in (Status.UNSOLVABLE, Status.SOLVED):
            return Grounded(Fate.STOPPED, ("the search of the whole scene was stopped",), stop=together.status)
        feedback = tuple(f"{said(literal)} cannot be brought about: {why}" for literal, why in hopeless)
        return Grounded(
            Fate.UNREACHABLE,
            feedback or ("it is proven that the facts of the goal cannot hold together",),
            hopeless=hopeless,
        )

    def _hopeless(self, wanted: Sequence[Literal]) -> tuple[tuple[Literal, str], ...]:
        """Literals that are unreachable even in a world without deletions."""
        backend = self.scene.backend
        problem = backend.problem(wanted, self.manner, wide=True)
        reached = reachable(problem)
        missed = [x for x in wanted if not reached.issuperset(problem.numbers_of(x))]
        return tuple((x, backend.why(problem, x, self.manner)) for x in missed)

    def _tidied(self, statement: ProblemStatement, found: Grounded, limits: SearchLimits) -> Grounded:
        """The plan with what it opened closed again where that can be done; else as it is."""
        closable = self.scene.backend.closable(statement.wanted) if self.tidy_up else ()
        opened = tuple(x for x in closable if x not in found.end)
        if not opened or found.goal is None:
            return found
        *earlier, last = found.goal.parts if isinstance(found.goal, InOrder) else (found.goal,)
        last = all_of((*conjuncts(last), *(Holds(x) for x in opened)))
        goal = InOrder((*earlier, last)) if earlier else last
        wanted = replace(statement, wanted=(*statement.wanted, *opened))
        result = solve(self.reality.task(wanted), self.engines, limits)
        if result.status is not EngineStatus.PLAN:
            return found
        tidy = self._checked(wanted, goal, tuple(self.reality.call(call) for call in result.calls))
        return tidy if tidy.fate is Fate.PLANNED else found
