# SPDX-License-Identifier: Apache-2.0
"""Changes that no skill makes: left to a machine that makes them, or prepared for people to make."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, State
from makedo_core.plan import Relaxation, RelaxationKind
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.phrasebook.household import Machine, MachineRules
from planner_node.language.things import NounPhrase, Place, Side

READY_COST = 2.5  # all is ready, and people do it


def by_machine(
    text: str,
    phrase: NounPhrase,
    nodes: Sequence[Node],
    quality: str,
    using: NounPhrase | None,
    scene: Scene,
    rules: MachineRules,
) -> tuple[Demand, ...]:
    """Things are put into a machine, which is closed and switched on; empty: there is none for them here.

    Args:
        text: what is to be done, for people.
        phrase: what was spoken of.
        nodes: the things that it names; none, and what stands in for them goes into the machine for such things.
        quality: what they are to become.
        using: in which machine, if that was said.
        scene: where the machines are.
        rules: which machine does what.
    """
    things = [n for n in nodes if n.kind is NodeKind.OBJECT]
    for rule in rules.does:
        able = tuple(n.id for n in things if rule.makes == quality and scene.ontology.is_a(n.label, rule.of))
        lacking = not nodes and rule.makes == quality and scene.ontology.is_a(phrase.concept or "", rule.of)
        machine = _machine(rule, using, scene) if able or lacking else None
        inside = scene.put(Side.INSIDE, machine) if machine is not None else None
        if machine is None or inside is None:
            continue
        count = (len(able) or 1) if phrase.count is None else phrase.count
        note = f"{spoken(machine.id)} makes {phrase.text} {quality}"
        steps = [Demand(phrase.text, count, able, (inside,), phrase, note=note)]
        if rule.runs:
            states = [*((State.CLOSED,) if machine.states & OPENINGS else ()), State.ON]
            states += [] if rule.stops else [State.OFF]
            for stage, state in enumerate(states, 1):
                literal = scene.backend.state(state)
                if literal is not None:
                    steps.append(Demand(text, 1, (machine.id,), (literal,), stage=stage))
        return tuple(steps)
    return ()


def _machine(rule: Machine, using: NounPhrase | None, scene: Scene) -> Node | None:
    """The first machine of a kind that things can be put into and, if it has to run, that has a switch."""
    for node in scene.graph.of_kind(NodeKind.ASSET):
        named = using is None or scene.is_named(node, using)
        if not named or not scene.ontology.is_a(node.label, rule.machine):
            continue
        has_switch = node.model is not None and node.model.switch is not None
        switched = has_switch or bool(node.states & {State.ON, State.OFF})
        if scene.offers(node, Side.INSIDE) and (switched or not rule.runs):
            return node
    return None


def made_ready(
    text: str,
    phrase: NounPhrase,
    nodes: Sequence[Node],
    quality: str,
    using: NounPhrase | None,
    scene: Scene,
    rules: MachineRules,
) -> tuple[Demand, ...]:
    """Brings the things needed for it to furniture, for people to do it; empty: nothing can be brought.

    Only with nobody to ask: an operator who can be asked hears that there is no skill for it.
    """
    kind = using.concept if using is not None and using.concept else rules.tools.get(quality)
    places = [n for n in nodes if n.kind is NodeKind.ASSET and scene.offers(n, Side.ON)]
    if scene.asks or kind is None or not places:
        return ()
    tools = tuple(n.id for n in scene.objects if scene.ontology.is_a(n.label, kind))
    literals = tuple(x for n in places if (x := scene.put(Side.ON, n)) is not None)
    if not tools or not literals:
        return ()
    needed, reason = scene.ontology.phrase(kind), f"I have no skill for {text}"
    change = Relaxation(RelaxationKind.WEAKEN_RELATION, text, f"bringing {needed}", (reason,), READY_COST)
    tool = NounPhrase(needed, kind)
    return (Demand(text, 1, tools, literals, tool, Place(Side.ON, phrase), instead=change),)
