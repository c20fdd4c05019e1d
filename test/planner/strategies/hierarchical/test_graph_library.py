# SPDX-License-Identifier: Apache-2.0
"""The macro-action library in the knowledge graph: learnt, read back after a restart, and what goes wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from makedo_cli.knowledge.offline_knowledge import OfflineKnowledge
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.record.answer import QueryAnswer
from planner_node.strategies.hierarchical.macros.graph_library import LEARNT, GraphLibrary
from planner_node.strategies.hierarchical.macros.library_file import library_to_turtle, macro_to_json
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.registry import make_strategy
from planner_node.task import PlanningTask
from support.words import Words

DOWN = QueryAnswer(Outcome(FailureCause.COMPONENT_LOST, "nobody serves query_knowledge"))
SHARED = "hierarchical:library=graph"
BRING = "bring the apple to table_2"


@dataclass
class Scripted:
    """A knowledge graph that answers the same to everything, and keeps what it receives."""

    answer: QueryAnswer
    learnt: list = field(default_factory=list)

    def ask(self, query: str, max_rows: int) -> QueryAnswer:
        return self.answer

    def learn(self, lessons) -> None:
        self.learnt.extend(lessons)


@pytest.fixture
def plan(engine, kitchen):
    return lambda knowledge, instruction=BRING: make_strategy(SHARED, Parts(engine, knowledge=knowledge)).plan(
        PlanningTask(instruction, kitchen)
    )


def test_what_one_planning_learnt_the_next_finds_also_after_a_restart(plan, kitchen, tmp_path, words: Words):
    for times in (1, 2):
        with OfflineKnowledge(kitchen, folder=tmp_path / "knowledge") as knowledge:
            result = plan(knowledge)
            assert result.outcome.ok
            words(result.explanation)
            library, problem = GraphLibrary(knowledge).read()
        assert not problem and library.uses
        assert set(library.uses.values()) == {times}
    assert "pick_up" in library_to_turtle(library)


def test_macro_actions_of_another_robot_are_used(engine, plan, kitchen):
    other = Scripted(QueryAnswer(SUCCESS))
    plan(other)
    rows = tuple((lesson.definition, "3") for lesson in other.learnt)
    assert rows and {lesson.instruction for lesson in other.learnt} == {BRING}
    library, _ = GraphLibrary(Scripted(QueryAnswer(SUCCESS, ("definition", "uses"), rows))).read()
    assert set(library.uses.values()) == {3}
    assert {macro_to_json(macro) for macro in library.uses} == {definition for definition, _ in rows}


def test_where_the_knowledge_graph_is_down_the_last_library_serves_and_that_is_told(plan, words: Words):
    result = plan(Scripted(DOWN))
    assert result.outcome.ok
    words(result.explanation)


def test_a_definition_that_cannot_be_read_is_left_out_and_told():
    library, problem = GraphLibrary(Scripted(QueryAnswer(SUCCESS, (), (("{}", "1"),)))).read()
    assert not library.uses and problem.startswith("macro action: target: ")


def test_without_a_knowledge_graph_the_option_is_refused(engine, words: Words):
    with pytest.raises(StrategyError) as raised:
        make_strategy(SHARED, Parts(engine))
    words(str(raised.value))


def test_learning_the_same_twice_counts_twice(kitchen, plan):
    with OfflineKnowledge(kitchen) as knowledge:
        for _ in range(2):
            plan(knowledge)
        answer = knowledge.ask(LEARNT, 100)
    assert answer.outcome.ok and {uses for _, uses in answer.rows} == {"2"}


def test_what_cannot_be_kept_is_told(kitchen, plan, tmp_path, caplog, words: Words):
    (tmp_path / "file").write_text("no folder")
    with OfflineKnowledge(kitchen, folder=tmp_path / "file") as knowledge:
        result = plan(knowledge)
    assert result.outcome.ok
    words(result.explanation)
    words(caplog.text)
