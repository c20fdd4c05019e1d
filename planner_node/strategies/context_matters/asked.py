# SPDX-License-Identifier: Apache-2.0
"""What an instruction asks for, as far as it is known without a model: goals of a model are compared with that.

Where the grammar does not understand the instruction, the first goal that a model states is taken for what was asked,
and that is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from makedo_core.failure import FailureCause
from makedo_core.goals.facts import words
from makedo_core.goals.goal import OBJECT_VARIABLE, Goal
from makedo_core.goals.goal_text import number_word, spoken
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.grounding.ground import ground
from planner_node.grounding.missing import bare_text
from planner_node.grounding.scene import KID_SAFE, NON_ALCOHOLIC, Scene
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.llm.words import places_of, words_of
from planner_node.relaxation.explored import asked_goal
from planner_node.relaxation.stated import stated

_SAFETY = (KID_SAFE, NON_ALCOHOLIC)


@dataclass(frozen=True, slots=True)
class Asked:
    """An instruction with its reading.

    Attributes:
        demands: what is demanded; empty while nobody has read the instruction.
        unread: why the grammar did not understand it; empty: it did, and the demands are its own.
        requirements: demands of safety that words of the instruction make, for things of a reading that is a model's.
        request: what the grammar read; None: it did not understand.
    """

    instruction: str
    demands: tuple[Demand, ...] = ()
    unread: str = ""
    requirements: frozenset[str] = frozenset()
    request: Request | None = None

    @property
    def goal(self) -> Goal | None:
        """What was asked as a formula; None while nobody has read it."""
        return asked_goal(self.demands) if self.demands else None

    def read_as(self, wanted: Sequence[Literal]) -> Asked:
        """With a model's goal as the reading: each literal is a demand."""
        demands = tuple(
            Demand(
                words(literal),
                1,
                literal.terms[:1],
                (Literal(literal.predicate, (OBJECT_VARIABLE, *literal.terms[1:]), literal.negated),),
            )
            for literal in wanted
        )
        return replace(self, demands=demands)

    def impossible(self, graph: SceneGraph) -> str:
        """Which demand counting shows to be impossible, in words; empty if none."""
        return next((reason for d in self.demands if (reason := shortage(d, graph))), "")


def understand(instruction: str, scene: Scene, book: Phrasebook | None = None) -> Asked | Refusal:
    """The grammar's reading, or none.

    Text that is no instruction is refused, and so is a question of which place is meant where there is somebody to
    ask: a model must not answer it. What the grammar does not understand, a model may.
    """
    request = interpret(instruction, scene.ontology, scene.graph, book)
    if not isinstance(request, Refusal):
        request = stated(request, scene, book)
    found = request if isinstance(request, Refusal) else ground(request, scene, book)
    if isinstance(request, Refusal) or isinstance(found, Refusal):
        assert isinstance(found, Refusal)
        if found.cause in (FailureCause.INVALID_INSTRUCTION, FailureCause.AMBIGUOUS):
            return found
        return Asked(instruction, (), found.message, required(instruction, scene.book))
    return Asked(instruction, tuple(_counted(d) for d in found), request=request)


def _counted(demand: Demand) -> Demand:
    """A demand for all that there is not even one of asks for one; one for at most so many, for what there is."""
    if demand.count == 0 and not demand.wanted:
        return replace(demand, count=1)
    if demand.phrase is None or not demand.phrase.or_fewer or not demand.wanted:
        return demand
    return replace(demand, count=min(demand.count, len(demand.wanted)))


def required(instruction: str, book: Phrasebook) -> frozenset[str]:
    """Demands of safety by the words of an instruction, whatever they belong to."""
    text = words_of(instruction)
    signs = book.models.requirements.items()
    return frozenset(str(r) for sign, r in signs if r in _SAFETY and places_of(words_of(sign), text))


def shortage(demand: Demand, graph: SceneGraph) -> str:
    """Why a demand cannot be met, as far as counting shows; empty if it may."""
    there = [w for w in demand.wanted if w in graph]
    if not there:
        first = spoken(demand.wanted[0]) if demand.wanted else demand.text
        return f"I know of no {bare_text(demand.phrase) if demand.phrase else first} here"
    if demand.count > len(there):
        return f"I know of only {number_word(len(there))} for {demand.text}"
    places = {t for literal in demand.literals for t in literal.terms if t != OBJECT_VARIABLE}
    if not demand.literals or (places and not any(p in graph for p in places)):
        named = bare_text(demand.place.what) if demand.place else spoken(min(places, default=demand.text))
        return f"I know of no {named} here"
    return ""
