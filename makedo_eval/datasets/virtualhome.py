# SPDX-License-Identifier: Apache-2.0
"""Goals of one to five subtasks in VirtualHome's whole apartments, drawn from a seed, for the robot's own skills."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import GraphError
from makedo_core.ontology import Ontology
from makedo_eval.case import Dataset, DatasetError, OnePlan
from makedo_eval.datasets.end_state import judged_by_skills
from makedo_eval.datasets.virtualhome_goals import FOLDER, Drawn, apartments, draw
from planner_node.task import PlanningTask

GOALS = 30
"""Of each number of subtasks, as in the paper."""

MOST = 5
SEED = 1
PUBLISHED: Mapping[str, Mapping[str, float]] = {
    "prune": {"N=1": 1.0, "N=2": 1.0, "N=3": 0.85, "N=4": 0.75, "N=5": 0.733},
    "prune:policy=mcts": {"N=1": 1.0, "N=2": 0.7, "N=3": 0.45, "N=4": 0.4, "N=5": 0.0},
}
SOURCE = "the paper on taxonomy pruning, table 2: GPT-4o and MCTS act on the states that GPT-4o reduced successfully"


def load(folder: Path, ontology: Ontology, *, goal_given: bool) -> Dataset:
    """Goals in turn: one of each number of subtasks, then the next of each.

    Args:
        folder: of all data.
        ontology: classes of things.
        goal_given: whether planners are given the goal, or its subtasks in words alone.

    Raises:
        DatasetError: if an apartment is missing or malformed.
    """
    try:
        graphs = apartments(folder, ontology)
    except GraphError as error:
        raise DatasetError(f"{error}; MAKEDO_DATA must name the folder that holds {FOLDER}") from None
    drawn = [draw(graphs, ontology, subtasks, GOALS, SEED) for subtasks in range(1, MOST + 1)]
    cases = tuple(_case(goal, goal_given) for turn in zip(*drawn, strict=True) for goal in turn)
    told = "the goal is given" if goal_given else "parsed from the subtasks' words, which name furniture by its id"
    return Dataset(
        "virtualhome_goal" if goal_given else "virtualhome",
        cases,
        published={name: sum(of.values()) / len(of) for name, of in PUBLISHED.items()},
        source=SOURCE,
        comparable=f"the paper's apartments, goals of our own of the same kind; {told}; strict: the goal is reached",
        published_families=PUBLISHED,
    )


def _case(drawn: Drawn, goal_given: bool) -> OnePlan:
    given = PlanningTask(drawn.words, drawn.graph, goal=goal_to_json(drawn.goal), asks=False)
    task = given if goal_given else PlanningTask(drawn.words, drawn.graph, asks=False)
    return OnePlan(
        drawn.name,
        f"N={drawn.subtasks}",
        lambda: task,
        lambda result: judged_by_skills(result, drawn.goal, drawn.graph),
        lambda: given,
    )
