# SPDX-License-Identifier: Apache-2.0
"""The scene graph simulator: an action that a model chose becomes skill calls, or feedback on why it cannot be done.

Names and functions that do not exist, and what has no meaning, go back to the model. What only lacks intermediate steps
gets them: going there, opening what is closed, confirming by a look what is only remembered, moving what is in the way.
The steps come from the in-process search on the memory graph, so that every correction is proven.

Source: Onishchenko et al., LookPlanGraph, section IV-C and appendix A1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from makedo_core.goals.facts import facts, holds
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.engine import Prover
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Stages
from planner_node.proof.search import SearchLimits, Status
from planner_node.seeking.look_instead import stages_of
from planner_node.strategies.memory_graph.answers import Action, Function
from planner_node.strategies.memory_graph.memory import SceneMemory

_STATES = {
    Function.OPEN: Literal(Predicate.OPEN, ("?object",)),
    Function.CLOSE: Literal(Predicate.CLOSED, ("?object",)),
    Function.TURN_ON: Literal(Predicate.SWITCHED_ON, ("?object",)),
    Function.TURN_OFF: ~Literal(Predicate.SWITCHED_ON, ("?object",)),
}
_PLACES = {"ontop": Predicate.ON, "inside": Predicate.INSIDE}


@dataclass(frozen=True, slots=True)
class FeasibleAction:
    """An action that can be done.

    Attributes:
        memory: after it.
        calls: that do it, with what was missing before it.
        looks: it ends with looking at something: what is there shows only when it is carried out.
    """

    memory: SceneMemory
    calls: tuple[SkillCall, ...] = ()
    looks: bool = False


@dataclass(frozen=True, slots=True)
class Feedback:
    """Why an action cannot be done, for the model."""

    text: str


@dataclass(frozen=True)
class SceneGraphSimulator:
    """Checks and completes actions.

    Attributes:
        ontology: of the scene.
        prove: finds skill calls.
        limits: of each search.
    """

    ontology: Ontology
    prove: Prover
    limits: SearchLimits

    def correct(self, memory: SceneMemory, action: Action) -> FeasibleAction | Feedback:
        """An action made feasible, or why it cannot be. `done` is for the caller to judge."""
        if action.function not in tuple(Function):
            return Feedback(f"there is no function {action.function!r}; there are {', '.join(Function)}")
        function = Function(action.function)
        if function is Function.DONE:
            return FeasibleAction(memory)
        node = self._node(memory, action.node, "node")
        if isinstance(node, Feedback):
            return node
        match function:
            case Function.GO_TO:
                return self._go(memory, node)
            case Function.DISCOVER:
                return self._discover(memory, node)
            case Function.PICK_UP:
                return self._with_object(memory, node, Literal(Predicate.HOLDING, (node.id,)))
            case Function.REARRANGE:
                return self._rearrange(memory, node, action)
        if node.kind is not NodeKind.ASSET:
            return Feedback(f"{node.id} is no furniture; {function} takes furniture")
        return self._reach(memory, _STATES[function].bind({"?object": node.id}))

    def _node(self, memory: SceneMemory, name: str, argument: str) -> Node | Feedback:
        """The node of a name; like a model's own mistakes, a name that is nearly right is not guessed."""
        if name in memory.graph and memory.graph[name].kind is not NodeKind.AGENT:
            return memory.graph[name]
        near = get_close_matches(name.lower(), [n.id for n in memory.graph], n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; use names of <memory>"
        return Feedback(f"the {argument} {name!r} does not exist{hint}" if name else f"{argument} is missing")

    def _go(self, memory: SceneMemory, node: Node) -> FeasibleAction | Feedback:
        """To a room; to something else means to its room."""
        room = node.id if node.kind is NodeKind.ROOM else memory.graph.room_of(node.id)
        if room is None:
            return Feedback(f"nobody knows in which room {node.id} is; go to a room")
        return FeasibleAction(replace(memory, room=room))

    def _discover(self, memory: SceneMemory, node: Node) -> FeasibleAction | Feedback:
        """Look into furniture; an object means what it rests on."""
        if node.kind is NodeKind.ROOM:
            inside = [n.id for n in memory.graph.of_kind(NodeKind.ASSET) if memory.graph.room_of(n.id) == node.id]
            return Feedback(f"{node.id} is a room; discover furniture in it: {', '.join(inside) or 'there is none'}")
        place = node.id if node.kind is NodeKind.ASSET else memory.graph.support(node.id)
        if place is None or memory.graph[place].kind is not NodeKind.ASSET:
            return Feedback(f"{node.id} rests on no furniture that could be looked at")
        if place in memory.inspected:
            return Feedback(f"{place} was looked into already; what was found there is in <memory>")
        scene = self._scene(memory)
        literal = Literal(Predicate.EXPLORED, ("?object",))
        return self._proven(memory, scene, stages_of(place, literal, scene), looks=True)

    def _rearrange(self, memory: SceneMemory, node: Node, action: Action) -> FeasibleAction | Feedback:
        """Bring an object onto or into furniture."""
        predicate = _PLACES.get(action.relation)
        if predicate is None:
            return Feedback(f"the relation is {action.relation!r}; it must be ontop or inside")
        place = self._node(memory, action.destination, "destination")
        if isinstance(place, Feedback):
            return place
        if place.kind is not NodeKind.ASSET:
            return Feedback(f"{place.id} is no furniture; the robot puts things on or into furniture only")
        return self._with_object(memory, node, Literal(predicate, (node.id, place.id)))

    def _with_object(self, memory: SceneMemory, node: Node, wanted: Literal) -> FeasibleAction | Feedback:
        """Do something with an object; one that is only remembered is confirmed by a look first."""
        if node.kind is not NodeKind.OBJECT:
            return Feedback(f"{node.id} cannot be carried; name an object")
        if not memory.is_there(node):
            return Feedback(f"{node.id} is not where it was remembered; discover where it is")
        support = memory.graph.support(node.id)
        if node.is_belief and support is not None and support not in memory.inspected:
            return self._discover(memory, node)
        return self._reach(memory, wanted)

    def _reach(self, memory: SceneMemory, wanted: Literal) -> FeasibleAction | Feedback:
        """Make a literal true by whatever it takes."""
        scene = self._scene(memory)
        if holds(wanted, facts(memory.graph, memory.failures)):
            return Feedback("that is so already; choose another action, or done")
        return self._proven(memory, scene, ((wanted,),))

    def _proven(
        self, memory: SceneMemory, scene: Scene, stages: Stages, looks: bool = False
    ) -> FeasibleAction | Feedback:
        proof = self.prove(scene, stages, self.limits, Manner())
        if proof.status is Status.SOLVED:
            return FeasibleAction(memory.after(proof.calls), proof.calls, looks)
        if proof.status is not Status.UNSOLVABLE:
            return Feedback("no way to do that was found in time")
        return Feedback(_why(scene, [literal for stage in stages for literal in stage]))

    def _scene(self, memory: SceneMemory) -> Scene:
        return Scene(memory.graph, self.ontology, memory.failures, asks=False)


def _why(scene: Scene, wanted: Sequence[Literal]) -> str:
    """Why one of some literals cannot become true."""
    problem = scene.backend.problem(wanted, Manner())
    reasons = (scene.backend.why(problem, literal, Manner()) for literal in wanted)
    return f"that cannot be done: {next((r for r in reasons if r), 'nothing brings it about')}"
