# SPDX-License-Identifier: Apache-2.0
"""Has a language model say how what the engine chose is reached, and takes its plan only where it holds.

What is pursued, and that it can be reached at all, is proven without the model; so a model can make a plan longer but
never an instruction fail.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from makedo_core.cancel import Cancelled
from makedo_core.goals.goal import Holds, all_of, satisfied, staged
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ports import KnowledgeGraph
from makedo_llm.ladder import Adviser, NoModel
from planner_node.grounding.scene import Scene
from planner_node.pddl.names import node_id
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.hierarchical.ablation import Ablation
from planner_node.strategies.hierarchical.graph_retrieval import QueriedKnowledge
from planner_node.strategies.hierarchical.guided import Guided, plan_guided
from planner_node.strategies.hierarchical.prover import Hierarchy
from planner_node.strategies.hierarchical.retrieval import Knowledge, TaskKnowledge


@dataclass
class Advice:
    """Proves by macro actions of a model. For one planning.

    Attributes:
        hierarchy: proves without it, and cuts plans into macro actions.
        source: where what matters is retrieved from; None: the planning task.
        note: how the last plan came about, for people.
        guided: what the model made of the last goal; None: it was not asked, or gave no usable answer.
    """

    hierarchy: Hierarchy
    adviser: Adviser
    instruction: str
    ablation: Ablation
    source: KnowledgeGraph | None = None
    note: str = ""
    guided: Guided | None = None

    def prove(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """Calls that reach the literals of each stage."""
        self.note, self.guided = "", None
        proof = self.hierarchy.prove(scene, stages, limits, manner)
        if proof.status is not Status.SOLVED or not proof.calls:
            return proof
        goal = staged([(i, all_of([Holds(x) for x in stage])) for i, stage in enumerate(stages)])
        task = scene.backend.task(goal, manner)
        if task is None:
            self.note = "This goal cannot be told to a language model; I planned without one."
            return proof
        try:
            knowledge: Knowledge = TaskKnowledge(task, partial(_label, scene.graph))
            queried = None
            if self.source is not None:
                knowledge = queried = QueriedKnowledge(self.source, knowledge, partial(_id, scene.graph))
            guided = plan_guided(task, self.instruction, self.adviser, self.ablation, knowledge=knowledge)
        except Cancelled:
            if limits.reached(0) is not Status.TIMEOUT:
                return Proof(Status.CANCELED, states=proof.states)
            self.note = "A language model took longer than it may; I planned without it."
            return proof
        if isinstance(guided, NoModel):
            why = "; ".join(guided.notes) or "none is configured"
            self.note = f"No language model gave a usable answer ({why}); I planned without one."
            return proof
        self.guided = guided
        calls = tuple(scene.backend.call(call) for call in guided.calls)
        validation = scene.backend.validate(calls, goal)
        wrong = next((o for o in (guided.run.outcome, validation.outcome) if not o.ok), None)
        if wrong is not None:
            self.note = f"A language model's plan does not hold ({wrong.message.rstrip('.')}); I planned without it."
        else:
            self.note = "A language model wrote the plan; that it reaches the goal was checked without it."
        if queried is not None and queried.problem:
            why = queried.problem.rstrip(".")
            self.note += f" The knowledge graph did not answer ({why}); the model was shown what the scene graph says."
        if wrong is not None:
            return proof
        wanted = dict.fromkeys(literal for stage in stages for literal in stage)
        kept, closed = (
            tuple(x for x in some if satisfied(Holds(x), validation.end)) for some in (wanted, proof.closed)
        )
        self.hierarchy.recut(calls)
        return replace(proof, calls=calls, kept=kept, closed=closed)


def _id(graph: SceneGraph, name: str) -> str:
    """The node of a thing by its id, or by its name in PDDL."""
    return name if name in graph else node_id(name)


def _label(graph: SceneGraph, name: str) -> str:
    """The class of a node by its id, or by its name in PDDL; empty if there is no such node."""
    known = _id(graph, name)
    return graph[known].label if known in graph else ""
