# SPDX-License-Identifier: Apache-2.0
"""ROS node `planner`: the ROS action plan_instruction and services: relax_goal, validate_plan, select_objects.

Planning runs in worker threads, so that the node goes on answering, cancelling and beating while it plans.
"""

from __future__ import annotations

import os
import threading
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup

from makedo_core.contract.choice import ChoiceError
from makedo_core.conversation.habit import SPEAKER, Habit, HabitKind, Remember, ToldHabits
from makedo_core.conversation.past import past_from_json
from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.goals.goal import GoalError, Holds
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.goals.hand import too_wide
from makedo_core.graph.scene_graph import GraphError, SceneGraph, check_relations
from makedo_core.ontology import memberships_of
from makedo_core.ontology.wordnet import PACKAGE
from makedo_core.skills import Literal, Predicate
from makedo_ros.conversions.known_failures import known_failures_from_ros
from makedo_ros.conversions.nouns import graph_from_ros, outcome_to_ros
from makedo_ros.conversions.plans.contracts import choices_from_ros
from makedo_ros.conversions.plans.plans import plan_from_ros, plan_to_ros
from makedo_ros.conversions.questions import question_to_ros
from makedo_ros.correction_client import CorrectionClient
from makedo_ros.habit_feed import HabitFeed
from makedo_ros.knowledge_client import KnowledgeClient
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED
from makedo_ros.runtime.spin import run
from makedo_ros.story_feed import StoryFeed
from planner_node.assembly import AssembledPlanner, Choices, assemble
from planner_node.engines.installed import OWN
from planner_node.previews import OUTRUN, Previews
from planner_node.proof.validate import Validation, validate
from planner_node.selection import Selection
from planner_node.strategies.parts import StrategyError
from planner_node.task import PlanningTask, Result, Settings
from planner_node.telling.planning import NOT_KEPT, only_planned

from makedo.action import PlanInstruction  # isort: skip
from makedo.msg import Plan as PlanMessage  # isort: skip
from makedo.msg import SceneGraph as SceneGraphMessage  # isort: skip
from makedo.srv import RelaxGoal, SelectObjects, ValidatePlan  # isort: skip

WORKERS = 2
_GOAL_EXAMPLE = goal_to_json(Holds(Literal(Predicate.ON, ("apple_1", "table_2"))))
_Answer = TypeVar("_Answer", Result, Selection, Validation)


class PlannerNode(MakedoNode):
    """Holds the engine and the newest scene graph; every answer carries a typed outcome."""

    def __init__(self) -> None:
        super().__init__("planner")
        self._planner: AssembledPlanner | None = None
        self._knowledge = KnowledgeClient(self)
        self._told = HabitFeed(self)
        self._corrections = CorrectionClient(self)
        self._deeds = StoryFeed(self)
        self._speaker_at = ""
        self._newest: SceneGraphMessage | None = None
        self._read: tuple[SceneGraphMessage, SceneGraph] | None = None
        self._lock = threading.Lock()
        self._planned = 0
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="planner")
        self._preview_worker = ThreadPoolExecutor(1, thread_name_prefix="preview")  # so that none holds up a plan
        self._previews = Previews()
        self._closing = threading.Event()

    def configure(self) -> None:
        """Read parameters and the ontology; create the action and the services."""
        first = self._planner is None
        self._speaker_at = str(self.parameter("speaker_at", "", "where people are who speak, unless they said"))
        self._planner = assemble(self._choices(), os.environ, self._knowledge)
        engine = self._planner.engine
        names = [engine.first.name if engine.first else "own search", *(e.name for e in engine.engines)]
        self.get_logger().info(f"planning engines: {', '.join(names)}")
        if memberships_of(engine.ontology).base is None:
            self.get_logger().info(f"no {PACKAGE}: labels and groups that the ontology does not describe stay unknown")
        if first:
            group = ReentrantCallbackGroup()
            self.create_subscription(SceneGraphMessage, "scene_graph", self._on_graph, LATCHED)
            self.create_service(RelaxGoal, "relax_goal", self._on_relax_goal, callback_group=group)
            self.create_service(SelectObjects, "select_objects", self._on_select_objects, callback_group=group)
            self.create_service(ValidatePlan, "validate_plan", self._on_validate_plan, callback_group=group)
            self._server = ActionServer(
                self,
                PlanInstruction,
                "plan_instruction",
                self._on_plan_instruction,
                goal_callback=lambda _: GoalResponse.ACCEPT,  # a rejection could not say why
                cancel_callback=lambda _: CancelResponse.ACCEPT,
                callback_group=group,
            )

    def _choices(self) -> Choices:
        """What the parameters say."""
        settings = Settings(
            time_limit_s=self._number("time_limit_s", 10.0, "longest time for one planning [s, wall]"),
            max_relaxation_cost=self._number("max_relaxation_cost", 8.0, "goals changed further are refused"),
            max_states=int(self._number("max_states", 200_000, "most states that one search looks at")),
            tidy_up=bool(self.parameter("tidy_up", True, "close again what a plan opened")),
            asks=bool(self.parameter("asks", True, "there is an operator who answers questions")),
        )
        files = self.parameter("ontology_files", [""], "more ontologies in Turtle")
        words = self.parameter("word_files", [""], "more words and household knowledge in YAML")
        dangers = self.parameter("danger_files", [""], "files that change what is dangerous, in YAML")
        engines = self.parameter("engines", ["fast-downward"], "engines that are asked where the first is at a loss")
        llm_file = str(self.parameter("llm_file", "", "settings of language models"))
        robot = str(self.parameter("robot_file", "", "config/robots/<robot>.yaml; empty: TIAGo's hand"))
        embeddings = str(self.parameter("embeddings", "", "folder of a sentence encoder that breaks ties"))
        return Choices(
            settings,
            [Path(str(f)) for f in files if f],
            [str(n) for n in engines],
            str(self.parameter("strategy", "relaxation", "how plans are made")),
            str(self.parameter("proposer", "search", "who proposes changes of a goal: search or llm")),
            Path(llm_file) if llm_file else None,
            Path(embeddings) if embeddings else None,
            [str(m) for m in self.parameter("strategies", [""], "Python modules with further strategies")],
            str(self.parameter("engine", OWN, "planning engine that finds skill calls; own: the in-process search")),
            [Path(str(f)) for f in words if f],
            Path(robot) if robot else None,
            [Path(str(f)) for f in dangers if f],
        )

    def diagnostics(self) -> Mapping[str, str]:
        """How much was planned, and on which graph."""
        revision = "none" if self._newest is None else str(self._newest.revision)
        return {"plans made": str(self._planned), "graph revision": revision}

    def close(self) -> None:
        """End planning and the worker threads."""
        self._closing.set()
        self._workers.shutdown(wait=True, cancel_futures=True)
        self._preview_worker.shutdown(wait=True, cancel_futures=True)

    def _number(self, name: str, default: float, description: str) -> float:
        return float(self.parameter(name, default, description))

    def _on_graph(self, message: SceneGraphMessage) -> None:
        self._newest = message  # read when needed: most snapshots are never planned on

    def _graph(self, given: SceneGraphMessage) -> SceneGraph:
        """The graph of a request, or the newest one if the request has none.

        Raises:
            GraphError: if it contradicts itself, or there is none.
        """
        if given.id:
            graph = graph_from_ros(given)
            check_relations(graph.nodes, graph.relations)  # anybody may have sent this one
            return graph
        newest = self._newest
        if newest is None:
            raise GraphError("no scene graph was given and none has been published yet")
        with self._lock:
            if self._read is None or self._read[0] is not newest:
                self._read = (newest, graph_from_ros(newest))
            return self._read[1]

    async def _on_plan_instruction(self, handle: ServerGoalHandle) -> PlanInstruction.Result:
        request = handle.request

        def on_stage(stage: str, progress: float) -> None:
            if handle.is_active:
                handle.publish_feedback(PlanInstruction.Feedback(stage=stage, progress=progress))

        def work(planner: AssembledPlanner) -> Result:
            task = PlanningTask(
                instruction=request.instruction,
                graph=self._graph(request.graph),
                known_failures=known_failures_from_ros(request.known_failures),
                goal=request.goal,
                time_limit_s=max(float(request.time_limit_s), 0.0),
                past=past_from_json(request.past),
                choices=choices_from_ros(request.choices),
                terms=True,
                habits=self._habits(),
                story=self._deeds.story,
                cancelled=lambda: handle.is_cancel_requested or self._closing.is_set(),
                on_stage=on_stage,
            )
            return self._kept(self._plan(planner, task, request.strategy))

        result = await self._answered(work, Result)
        answer = PlanInstruction.Result(
            outcome=outcome_to_ros(result.outcome),
            plan=_plan_message(result),
            explanation=result.explanation,
            candidates=list(result.candidates),
            question=question_to_ros(result.question),
        )
        if result.outcome.ok:
            handle.succeed()
        elif result.outcome.cause is FailureCause.CANCELED and handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        return answer

    async def _answered(
        self,
        work: Callable[[AssembledPlanner], _Answer],
        failed: Callable[[Outcome], _Answer],
        workers: ThreadPoolExecutor | None = None,
    ) -> _Answer:
        """The answer of work with the planner in a worker thread; errors become outcomes."""
        planner = self._planner
        if planner is None or not self.is_active:
            return failed(Outcome(FailureCause.NOT_ACTIVE, "the planner is not active"))
        try:
            answer: _Answer = await self.in_worker(lambda: work(planner), workers or self._workers)
        except GraphError as error:
            return failed(Outcome(FailureCause.INVALID_GRAPH, str(error)))
        except ChoiceError as error:
            return failed(Outcome(error.cause, str(error)))
        except MakedoError as error:
            return failed(Outcome(FailureCause.INVALID_GOAL, str(error)))
        except Exception:  # noqa: BLE001 - outermost callback: a bug ends the request, not the node
            self.get_logger().error(traceback.format_exc())
            last = traceback.format_exc().strip().splitlines()[-1]
            return failed(Outcome(FailureCause.INTERNAL_ERROR, f"a bug in the planner: {last}"))
        return answer

    def _plan(self, planner: AssembledPlanner, task: PlanningTask, strategy: str) -> Result:
        try:
            planner.strategies.named(strategy)
        except StrategyError as error:
            return Result(Outcome(FailureCause.INVALID_INSTRUCTION, str(error)), explanation=str(error))
        result = planner.plan(task, strategy)
        self._planned += result.plan is not None
        cost = f", relaxation cost {result.plan.relaxation_cost:.2f}" if result.plan else ""
        self.get_logger().info(f"{task.instruction[:80]!r}: {result.outcome}{cost}")
        return result

    def _habits(self) -> ToldHabits:
        """What was told, and what is configured."""
        if not self._speaker_at:
            return self._told.habits
        configured = Remember(Habit(HabitKind.STANDS, SPEAKER, self._speaker_at))
        return ToldHabits().changed((configured, *map(Remember, self._told.habits)))

    def _kept(self, result: Result) -> Result:
        """A result with what it tells kept, or with the word that it could not be."""
        problem = "" if not result.changes or self._told.tell(result.changes) else NOT_KEPT
        corrected = self._corrections.correct(result.corrections)
        if not corrected.ok:
            problem = f"{problem} But I could not take that over: {str(corrected).rstrip('.')}.".strip()
        if not problem:
            return result
        explanation, goal_text = f"{result.explanation} {problem}", f"{result.goal_text} {problem}"
        return replace(result, explanation=explanation, goal_text=goal_text)

    async def _on_relax_goal(self, request: RelaxGoal.Request, response: RelaxGoal.Response) -> RelaxGoal.Response:
        preview = self._previews.begin(str(request.caller), int(request.number))

        def work(planner: AssembledPlanner) -> Result:
            if preview.is_over:
                return OUTRUN
            task = PlanningTask(
                request.instruction,
                self._graph(request.graph),
                habits=self._habits(),
                story=self._deeds.story,
                choices=choices_from_ros(request.choices),
                terms=True,
                cancelled=lambda: preview.is_over or self._closing.is_set(),
            )
            result = only_planned(self._plan(planner, task, request.strategy))
            return OUTRUN if preview.is_over else result

        result = await self._answered(work, Result, self._preview_worker)
        self._previews.end(preview)
        response.outcome = outcome_to_ros(result.outcome)
        response.plan = _plan_message(result)
        response.explanation = result.explanation
        response.candidates = list(result.candidates)
        response.question = question_to_ros(result.question)
        return response

    async def _on_select_objects(
        self, request: SelectObjects.Request, response: SelectObjects.Response
    ) -> SelectObjects.Response:
        def work(planner: AssembledPlanner) -> Selection:
            return planner.engine.select(PlanningTask(request.instruction, self._graph(request.graph)))

        selection: Selection = await self._answered(work, Selection)
        response.outcome = outcome_to_ros(selection.outcome)
        response.id = [node_id for node_id, _ in selection.roles]
        response.role = bytes(role for _, role in selection.roles)
        response.candidates = list(selection.candidates)
        return response

    async def _on_validate_plan(
        self, request: ValidatePlan.Request, response: ValidatePlan.Response
    ) -> ValidatePlan.Response:
        def work(planner: AssembledPlanner) -> Validation:
            try:
                plan = plan_from_ros(request.plan)
            except GoalError as error:
                raise GoalError(f"{error}; a goal looks like {_GOAL_EXAMPLE}") from None
            graph = self._graph(request.graph)
            return validate(plan.calls, plan.goal, graph, too_wide(graph, planner.hand))

        validation: Validation = await self._answered(work, Validation)
        response.outcome = outcome_to_ros(validation.outcome)
        response.failing_step = validation.failing_step
        response.failing_literals = list(validation.reasons)
        return response


def _plan_message(result: Result) -> PlanMessage:
    """The plan as a message; an empty one if there is none."""
    if result.plan is None:
        return PlanMessage()
    return plan_to_ros(result.plan, result.goal_text)


def main() -> int:
    """Run the node."""
    return run(PlannerNode)
