# SPDX-License-Identifier: Apache-2.0
"""What can be asked for in a scene as it stands, and how the physics shows whether it was done.

Errands are drawn from what the true scene graph holds, not from a list for each scene: things that a hand can take and
surfaces or containers to bring them to, lamps, doors, buttons, somebody to hand a thing to, something to pour.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.sight.colours import colours_among

GRIPPER_M = 0.08
SURFACES = ("table", "counter", "tray", "plate")  # by label: what a thing is put on
CONTAINERS = ("crate", "bin")  # by label: what it is put into
BY_LOOKS = ("lookalike", "colour")  # the instruction names the colour of the thing that it is about
PRESSED = "pressed"  # attribute in the true graph of a button that was pushed
LOOSE = "loose"  # begins an attribute in the true graph of what has loose balls in it: "loose:nuts_cup_1:8"
POURED = 7  # of 8 balls, that must lie in the container in the end
_TRIES = 200
ON = (
    "Put the {} on {}",
    "Please place the {} on {}",
    "Could you put the {} on {}?",
    "Take the {} and put it on {}",
    "I'd like the {} on {}",
    "Move the {} to {}",
)
BRING = ("Bring the {} to {}", "Take the {} to {}, please", "Could you carry the {} over to {}?", *ON)
INTO = (
    "Put the {} into {}",
    "Drop the {} in {}, please",
    "Could you place the {} inside {}?",
    "Take the {} and put it into {}",
    "I want the {} in {}",
)
GIVE = ("Hand me the {}", "Give me the {}, please", "Could you pass me the {}?", "Bring me the {}", "I'd like the {}")
OPEN = ("Open the {}", "Could you open the {}, please?", "I need the {} open")
CLOSE = ("Close the {}", "Could you close the {}, please?", "Shut the {}")
ON_AND_OFF = ("Turn {1} the {0}", "Could you switch the {0} {1}?", "Switch {1} the {0}, please")
"""What can be said for the same; the words are drawn after what is asked for."""
Judge = Callable[[SceneGraph, SceneGraph], bool]


@dataclass(frozen=True)
class Stage:
    """A scene and a robot that belongs there.

    Attributes:
        scene: folder under scenes/.
        robot: file of config/robots.
        detector: that knows the things of this scene.
    """

    scene: str
    robot: str
    detector: str = ""

    @property
    def drives(self) -> bool:
        """Whether the robot has a base; the Panda is fixed to its table."""
        return self.robot != "panda"

    def __str__(self) -> str:
        return f"{self.scene} {self.robot}"


STAGES = (
    Stage("home", "tiago_sim"),
    Stage("workshop", "tiago_sim", "simulation"),  # the network never saw it
    *(Stage(f"tabletop{part}", "panda", "auto") for part in ("", "_clearing", "_crate", "_dishes", "_pouring")),
)


@dataclass(frozen=True)
class Instruction:
    """What is said, and how the physics shows whether it was done (before, after).

    Attributes:
        target: the object or asset that it is about.
        label: of the object that it is about; empty: none.
        place: a surface that it is not about.
        strategy: that plans; empty: as configured.
        said: the same in other words; empty: it is said as `text`.
    """

    text: str
    done: Judge
    target: str
    label: str = ""
    place: str = ""
    strategy: str = ""
    said: str = ""

    @property
    def words(self) -> str:
        """What the robot is told."""
        return self.said or self.text


def instructions(
    truth: SceneGraph, rng: random.Random, fault: str = "none", *, drives: bool = True
) -> Iterator[Instruction]:
    """A stream of things that can be done in a scene as it stands, and of which a fault can be part.

    It ends where there is nothing of the kind: no door to be stuck, no other surface to move a thing to.

    Args:
        truth: the scene as it stands.
        rng: draws.
        fault: what is to go wrong meanwhile.
        drives: whether the robot brings things to places, or has all within reach.
    """
    lamp, door = _first(truth, _is_lamp), _first(truth, _is_door)
    in_vain = 0
    while in_vain < _TRIES:
        choice = 0.15 if fault == "stuck" else rng.uniform(0.3, 1.0) if fault != "none" else rng.random()
        if choice < 0.1 and lamp is not None:
            drawn: Instruction | None = _turn(lamp, rng)
        elif choice < 0.2 and door is not None:
            drawn = _move(door, rng)
        elif fault == "stuck":
            return
        elif fault == "none" and lamp is None and door is None and choice < 0.4:
            drawn = _press(truth) if choice < 0.2 else _hand_over(truth, rng)
        else:
            drawn = (_pour(truth) if fault != "move_object" else None) or _bring(truth, rng, fault, drives)
        in_vain = 0 if drawn is not None else in_vain + 1
        if drawn is not None:
            yield drawn


def loose(graph: SceneGraph, source: str, container: str) -> int:
    """How many balls from a source lie in a container, says a true graph."""
    told = [a.split(":") for a in graph[container].attributes if a.startswith(f"{LOOSE}:{source}:")]
    return sum(int(count) for _, _, count in told)


def _turn(lamp: Node, rng: random.Random) -> Instruction:
    turn, wanted = ("off", State.OFF) if State.ON in lamp.states else ("on", State.ON)
    name = _said(lamp.label)
    said = rng.choice(ON_AND_OFF).format(name, turn)
    return Instruction(f"Turn {turn} the {name}", _is(lamp.id, wanted), lamp.id, said=said)


def _move(door: Node, rng: random.Random) -> Instruction:
    wordings, wanted = (OPEN, State.OPEN) if State.CLOSED in door.states else (CLOSE, State.CLOSED)
    name = _said(door.label)
    said = rng.choice(wordings).format(name)
    return Instruction(wordings[0].format(name), _is(door.id, wanted), door.id, said=said)


def _press(truth: SceneGraph) -> Instruction | None:
    """A button tells only whether it was pushed since the start: it is asked for once."""
    button = _first(truth, lambda node: node.label == "push_button" and PRESSED not in node.attributes)
    if button is None:
        return None
    return Instruction("Press the button", lambda _, after: PRESSED in after[button.id].attributes, button.id)


def _hand_over(truth: SceneGraph, rng: random.Random) -> Instruction | None:
    person, things = _first(truth, lambda node: node.label == "person"), _things(truth)
    if person is None or not things or truth.contents(person.id):
        return None
    thing = rng.choice(things)
    name = _said(thing.label)
    judge, said = _brought(thing.label, person.id), rng.choice(GIVE).format(name)
    return Instruction(GIVE[0].format(name), judge, thing.id, thing.label, said=said)


def _pour(truth: SceneGraph) -> Instruction | None:
    full = _first(truth, lambda node: node.kind is NodeKind.OBJECT and State.FULL in node.states)
    bowl = _first(truth, lambda node: node.kind is NodeKind.ASSET and node.label == "bowl")
    if full is None or bowl is None:
        return None
    text = f"Pour the {_said(full.label).split()[0]} into the {_said(bowl.label)}"
    return Instruction(text, lambda _, after: loose(after, full.id, bowl.id) >= POURED, full.id, full.label)


def _bring(truth: SceneGraph, rng: random.Random, fault: str, drives: bool) -> Instruction | None:
    things = _things(truth)
    count = Counter(n.label for n in truth.of_kind(NodeKind.OBJECT))
    by_looks = fault in BY_LOOKS
    fitting = [n for n in things if fault != "move_object" or count[n.label] == 1]
    fitting = [n for n in fitting if not by_looks or colours_among(n.attributes)] or fitting
    if not fitting:
        return None
    thing = rng.choice(fitting)
    looks = colours_among(thing.attributes) if by_looks else ()
    there = {p.target for n in truth if n.label == thing.label and (p := truth.placement(n.id)) is not None}
    everywhere = _labelled(truth, SURFACES)
    surfaces = [s for s in everywhere if s not in there]  # elsewhere it is as good as brought
    # where there is one surface only, and on a table-top, things go into what stands beside it
    apart = drives and len(everywhere) > 1
    targets = surfaces if apart else [*surfaces, *(c for c in _labelled(truth, CONTAINERS) if c not in there)]
    if not targets or (len(surfaces) < 2 and (apart or fault == "move_object")):
        return None
    target, *others = rng.sample(targets, min(2, len(targets)))
    place = next((s for s in (*others, *surfaces) if s != target and s in surfaces), "")
    said = " ".join((*looks, _said(thing.label)))
    wordings = INTO if truth[target].label in CONTAINERS else BRING if drives else ON
    judge, words = _brought(thing.label, target, looks), rng.choice(wordings)
    reworded = words.format(said, rng.choice((target, _said(target))))
    text = wordings[0].format(said, target)
    return Instruction(text, judge, thing.id, thing.label, place, said=reworded)


def _things(truth: SceneGraph) -> list[Node]:
    """What stands about and fits the hand."""
    surfaces = _labelled(truth, SURFACES)
    return [
        n
        for n in truth.of_kind(NodeKind.OBJECT)
        if (p := truth.placement(n.id)) is not None and p.target in surfaces and min(n.size[:2]) < GRIPPER_M
    ]


def _labelled(truth: SceneGraph, labels: Collection[str]) -> list[str]:
    """Furniture by label, in the order of the labels."""
    order: Mapping[str, int] = {label: index for index, label in enumerate(labels)}
    found = [n for n in truth.of_kind(NodeKind.ASSET) if n.label in order]
    return [n.id for n in sorted(found, key=lambda n: (order[n.label], n.id))]


def _first(truth: SceneGraph, fits: Callable[[Node], bool]) -> Node | None:
    return next((node for node in truth if fits(node)), None)


def _is_lamp(node: Node) -> bool:
    return bool({State.ON, State.OFF} & node.states)


def _is_door(node: Node) -> bool:
    return node.label == "fridge"


def _said(label: str) -> str:
    return label.replace("_", " ")


def _is(node_id: str, state: State) -> Judge:
    return lambda _, after: state in after[node_id].states


def _brought(label: str, target: str, looks: Collection[str] = ()) -> Judge:
    def count(graph: SceneGraph) -> int:
        there = [graph[i] for i in graph.contents(target)]
        return sum(n.label == label and n.attributes.issuperset(looks) for n in there)

    return lambda before, after: count(after) > count(before)
