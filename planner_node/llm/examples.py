# SPDX-License-Identifier: Apache-2.0
"""Examples for a prompt with the names of the scene at hand: they show a small model which words to use.

They depend on the scene alone, so that the questions of one scene share all that stands before the instruction.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from makedo_core.goals.facts import facts
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import Predicate


@dataclass(frozen=True, slots=True)
class Example:
    """An instruction with its answer, in the form of `request_schema.InterpretedRequest`."""

    instruction: str
    answer: dict[str, Any]


def scene_examples(graph: SceneGraph) -> tuple[Example, ...]:
    """At most three: one thing, all of a kind, a state; none where the scene has nothing for them."""
    return tuple((*_moved(graph), *_switched(graph)))


def examples_text(examples: tuple[Example, ...]) -> str:
    """Examples for a prompt, two lines each."""
    return "\n".join(f"Instruction: {e.instruction}\n{json.dumps(e.answer, ensure_ascii=False)}" for e in examples)


def _moved(graph: SceneGraph) -> Iterator[Example]:
    """Of the labels of the scene the rarest for one thing, the commonest for all of a kind."""
    here = Counter(n.label for n in graph.of_kind(NodeKind.OBJECT) if graph.support(n.id) is not None)
    surfaces = sorted({x.terms[0] for x in facts(graph) if x.predicate is Predicate.SURFACE})
    if not here or not surfaces:
        return
    one = min(here, key=lambda label: (here[label], label))
    many = max(here, key=lambda label: (here[label], label))
    for label, place, single in ((one, surfaces[0], True), (many, surfaces[-1], False)):
        name, where = label.replace("_", " "), place.replace("_", " ")
        said = f"the {name}" if single else f"every single {name}"
        if not single and (here[label] < 2 or label == one):
            return
        wish = f"Uh, {said} goes over to {where}, will you" if single else f"It would be nice to have {said} on {where}"
        thing = {"said": said, "words": name, "count": 1 if single else "all"}
        clause = {"kind": "put", "what": [thing], "place": {"said": where, "words": place, "side": "on"}}
        amount = f"the {name}" if single else f"all {name}"
        yield Example(wish, {"reading": f"Put {amount} on {where}.", "clauses": [clause], "cannot": []})


def _switched(graph: SceneGraph) -> Iterator[Example]:
    switches = sorted({x.terms[0] for x in facts(graph) if x.predicate is Predicate.SWITCHABLE})
    if switches:
        name = switches[0].replace("_", " ")
        what = {"said": name, "words": switches[0], "count": 1}
        clause = {"kind": "set_state", "what": what, "state": "off"}
        yield Example(
            f"Nobody needs {name} burning any more",
            {"reading": f"Switch off {name}.", "clauses": [clause], "cannot": []},
        )
