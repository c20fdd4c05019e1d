# SPDX-License-Identifier: Apache-2.0
"""The bridge to unified-planning: tasks as its problems, its validator as a second opinion, our search as its engine.

The only module that imports unified_planning, which takes about a second: import it only where it is wanted.
Its environment imports the adapters of all engines that are installed for it. It is the global one here, since the
library's simulator, on which its validator rests, knows no other (1.3.0); it is not for several threads at once.

Source: Micheli et al., Unified Planning: Modeling, manipulating and solving AI planning problems in Python,
    SoftwareX 2025.
"""

from __future__ import annotations

import time
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import IO, Any

from unified_planning.engines import Credits, Engine, OptimalityGuarantee, PlanGenerationResult
from unified_planning.engines import PlanGenerationResultStatus as UnifiedStatus
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.engines.results import LogLevel, LogMessage
from unified_planning.environment import Environment, get_environment
from unified_planning.model import (
    Fluent,
    InstantaneousAction,
    MinimizeActionCosts,
    Object,
    Problem,
    ProblemKind,
)
from unified_planning.model import Variable as UnifiedVariable
from unified_planning.plans import ActionInstance, SequentialPlan

from makedo_core.goal import Variable, conjuncts
from makedo_core.plan import SkillCall
from planner_node.engines.builtin import Builtin
from planner_node.engines.compilation import without_axioms
from planner_node.engines.outcome import EngineResult, EngineStatus, PlanningEngine
from planner_node.engines.unified_conditions import Expressions, Scope
from planner_node.engines.unified_reading import from_unified
from planner_node.pddl.model import OBJECT, Action, Change, Domain, DomainError, Symbol, Task
from planner_node.pddl.simulate import ungrounded
from planner_node.search import Limits

__all__ = ["MakedoEngine", "from_unified", "register", "to_unified", "validate_with_unified"]

ENGINE_NAME = "makedo"


def to_unified(task: Task) -> Problem:
    """A task as a problem of unified-planning, in the global environment.

    Derived predicates are replaced by what they stand for. Actions and objects keep their names; a predicate,
    function or type that is called like something else gets a number after its name.

    Raises:
        DomainError: for goals in an order, recursive derived predicates, and names that the task does not have.
    """
    return _Writer(task).problem


class _Writer:
    """Builds a problem; holds which of its parts stands for which of the task."""

    def __init__(self, task: Task) -> None:
        task = without_axioms(task)
        domain = task.domain
        self._environment = get_environment()
        self._taken = {*domain.actions, *(v.name for v in (*domain.constants, *task.objects))}
        self._types = self._all_types(domain, task)
        self.problem = Problem(task.name, self._environment)
        fluents = {s.name: self._fluent(s, number=False) for s in domain.predicates.values()}
        fluents |= {s.name: self._fluent(s, number=True) for s in domain.functions.values()}
        things = dict.fromkeys((*domain.constants, *task.objects))
        self.objects = {v.name: Object(v.name, self._types[v.type], self._environment) for v in things}
        self.problem.add_objects(self.objects.values())
        manager = self._environment.expression_manager
        self._expressions = Expressions(manager, fluents, self.objects, self._variable)
        self.actions = {action.name: self._action(action) for action in domain.actions.values()}
        self.problem.add_actions(self.actions.values())
        if any(action.cost != 1.0 for action in domain.actions.values()):
            costs = {self.actions[a.name]: self._expressions.number(a.cost) for a in domain.actions.values()}
            self.problem.add_quality_metric(MinimizeActionCosts(costs, environment=self._environment))
        for fact in task.initial:
            self.problem.set_initial_value(self._expressions.fluent(fact.predicate, fact.terms, {}), True)
        for (function, terms), value in task.values.items():
            number = self._expressions.number(value)
            self.problem.set_initial_value(self._expressions.fluent(function, terms, {}), number)
        for part in conjuncts(task.goal):
            self.problem.add_goal(self._expressions.condition(part, {}))

    def _unique(self, name: str) -> str:
        """A name that nothing else has: there must be no two in a problem, whatever they are of."""
        number, unique = 1, name
        while unique in self._taken:
            number += 1
            unique = f"{name}_{number}"
        self._taken.add(unique)
        return unique

    def _all_types(self, domain: Domain, task: Task) -> dict[str, Any]:
        """Every type. The one above all is there only if it is used: most planners like flat types better."""
        manager = self._environment.type_manager
        used = {v.type for v in _variables(domain)} | {v.type for v in (*domain.constants, *task.objects)}
        made: dict[str, Any] = {}
        if OBJECT in used:
            made[OBJECT] = manager.UserType(self._unique(OBJECT))

        def make(name: str) -> Any:
            if name not in made and name != OBJECT:
                father = make(domain.types[name])
                made[name] = manager.UserType(self._unique(name), father)
            return made.get(name)

        for name in domain.types:
            make(name)
        return made

    def _fluent(self, symbol: Symbol, number: bool) -> Fluent:
        manager = self._environment.type_manager
        of = manager.RealType() if number else manager.BoolType()
        fluent = Fluent(self._unique(symbol.name), of, self._signature(symbol.parameters), self._environment)
        self.problem.add_fluent(fluent, default_initial_value=None if number else False)
        return fluent

    def _signature(self, parameters: Iterable[Variable]) -> OrderedDict[str, Any]:
        return OrderedDict((v.name.lstrip("?"), self._types[v.type]) for v in parameters)

    def _variable(self, variable: Variable) -> UnifiedVariable:
        if variable.type not in self._types:
            raise DomainError(f"{variable.name} is of type {variable.type!r}; known are {', '.join(self._types)}")
        return UnifiedVariable(variable.name.lstrip("?"), self._types[variable.type], self._environment)

    def _action(self, action: Action) -> InstantaneousAction:
        made = InstantaneousAction(action.name, self._signature(action.parameters), self._environment)
        manager, expressions = self._environment.expression_manager, self._expressions
        scope: Scope = {
            v.name: manager.ParameterExp(p) for v, p in zip(action.parameters, made.parameters, strict=True)
        }
        for part in conjuncts(action.precondition):
            made.add_precondition(expressions.condition(part, scope))
        for effect in action.effects:
            variables, inner = expressions.bound(effect.variables, scope)
            fluent = expressions.fluent(effect.literal.predicate, effect.literal.terms, inner)
            condition = expressions.condition(effect.condition, inner)
            made.add_effect(fluent, not effect.literal.negated, condition, forall=variables)
        for change in action.numeric:
            add = {
                Change.ASSIGN: made.add_effect,
                Change.INCREASE: made.add_increase_effect,
                Change.DECREASE: made.add_decrease_effect,
            }[change.change]
            add(expressions.fluent(change.function, change.terms, scope), expressions.number(change.amount))
        return made

    def plan(self, calls: Iterable[SkillCall]) -> SequentialPlan:
        """Calls whose names are those of the task, as a plan of the problem."""
        steps = [ActionInstance(self.actions[c.skill], tuple(self.objects[a] for a in c.arguments)) for c in calls]
        return SequentialPlan(steps, self._environment)


def _variables(domain: Domain) -> Iterable[Variable]:
    """Every typed variable of the declarations, the actions and their quantified effects."""
    for symbol in (*domain.predicates.values(), *domain.functions.values()):
        yield from symbol.parameters
    for action in domain.actions.values():
        yield from action.parameters
        for effect in action.effects:
            yield from effect.variables


def validate_with_unified(task: Task, calls: Sequence[SkillCall]) -> tuple[str, ...]:
    """What unified-planning's own validator has against a plan; empty if it is valid.

    Raises:
        DomainError: as `to_unified`.
    """
    wrong = tuple(f"Step {n}, {call}: {w}." for n, call in enumerate(calls, 1) if (w := ungrounded(call, task)))
    if wrong:
        return wrong
    written = _Writer(task)
    validator = SequentialPlanValidator(environment=written.problem.environment)
    result = validator.validate(written.problem, written.plan(calls))
    if result:
        return ()
    return tuple(m.message for m in result.log_messages or ()) or ("the plan is invalid; no reason is given",)


_STATUS = {
    EngineStatus.PLAN: UnifiedStatus.SOLVED_SATISFICING,
    EngineStatus.UNSOLVABLE_PROVEN: UnifiedStatus.UNSOLVABLE_PROVEN,
    EngineStatus.UNSOLVABLE_INCOMPLETE: UnifiedStatus.UNSOLVABLE_INCOMPLETELY,
    EngineStatus.TIMEOUT: UnifiedStatus.TIMEOUT,
    EngineStatus.MEMORY: UnifiedStatus.MEMOUT,
    EngineStatus.INVALID_INPUT: UnifiedStatus.UNSUPPORTED_PROBLEM,  # it has no word for a mistake
    EngineStatus.UNSUPPORTED: UnifiedStatus.UNSUPPORTED_PROBLEM,
    EngineStatus.CRASH: UnifiedStatus.INTERNAL_ERROR,
    EngineStatus.CANCELED: UnifiedStatus.INTERNAL_ERROR,  # unified-planning cancels nothing and has no word for it
}


class MakedoEngine(Engine, OneshotPlannerMixin):
    """An engine of ours behind unified-planning's OneshotPlanner. The built-in search unless another is given.

    Args:
        engine: what solves the tasks.
        states: most states that it may look at.
    """

    def __init__(self, engine: PlanningEngine | None = None, states: int = 200_000, **options: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self._engine = engine or Builtin()
        self._states = states

    @property
    def name(self) -> str:
        """The name under which it is registered."""
        return ENGINE_NAME

    @staticmethod
    def supported_kind() -> ProblemKind:
        """Classical problems without numbers. Plans are not optimised, so no quality metric is listed."""
        kind = ProblemKind(version=2)
        kind.set_problem_class("ACTION_BASED")
        kind.set_typing("FLAT_TYPING")
        kind.set_typing("HIERARCHICAL_TYPING")
        for condition in ("NEGATIVE", "DISJUNCTIVE", "EXISTENTIAL", "UNIVERSAL"):
            kind.set_conditions_kind(f"{condition}_CONDITIONS")
        kind.set_conditions_kind("EQUALITIES")
        kind.set_effects_kind("CONDITIONAL_EFFECTS")
        kind.set_effects_kind("FORALL_EFFECTS")
        kind.set_effects_kind("FLUENTS_IN_BOOLEAN_ASSIGNMENTS")
        kind.set_effects_kind("STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS")
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Whether all features of a problem are supported."""
        return bool(problem_kind <= MakedoEngine.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Plans are plans; the shortest one is not looked for."""
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits:
        """What is printed when the engine is used."""
        said = "Instantiation by relaxed reachability, greedy best-first search with the FF heuristic."
        return Credits("Makedo", "The Makedo authors", "", "", "Apache-2.0", said, said)

    def _solve(
        self,
        problem: Problem,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | tuple[IO[str], IO[str]] | None = None,
    ) -> PlanGenerationResult:
        """Solve a problem within a timeout [s]; one line on how it went goes to the output stream."""
        started = time.monotonic()
        if heuristic is not None:
            warnings.warn(f"{self.name} searches with its own heuristic; the given one is not used", stacklevel=3)
        try:
            task = from_unified(problem)
        except DomainError as error:
            result = EngineResult(EngineStatus.UNSUPPORTED, message=f"The problem is not supported: {error}.")
        else:
            deadline_s = started + timeout if timeout is not None else float("inf")
            result = self._engine.solve(task, Limits(deadline_s, self._states))
        stream = output_stream[0] if isinstance(output_stream, tuple) else output_stream
        if stream is not None:
            stream.write(f"{result.message}\n")
        plan = _plan(problem, result.calls) if result.status is EngineStatus.PLAN else None
        metrics = {"engine_internal_time": str(time.monotonic() - started)}
        logs = [LogMessage(LogLevel.INFO, result.message)]
        return PlanGenerationResult(_STATUS[result.status], plan, self.name, metrics, logs)


def _plan(problem: Problem, calls: Iterable[SkillCall]) -> SequentialPlan:
    """Calls whose names are those of a problem, as its plan."""
    steps = [ActionInstance(problem.action(c.skill), tuple(problem.object(a) for a in c.arguments)) for c in calls]
    return SequentialPlan(steps, problem.environment)


def register(environment: Environment | None = None) -> None:
    """Make `OneshotPlanner(name="makedo")` work, in an environment or the global one. Twice is once."""
    factory = get_environment(environment).factory
    if ENGINE_NAME not in factory.engines:
        factory.add_engine(ENGINE_NAME, __name__, MakedoEngine.__name__)
