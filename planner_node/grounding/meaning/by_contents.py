# SPDX-License-Identifier: Apache-2.0
"""What is called by another word for its class, and says so on its label: of soft drinks, "sodas" are the soda cans."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.grounding.scene import Scene
from planner_node.language.request import NounPhrase

_CONTENT = "consumable"


def labels_called_so(phrase: NounPhrase, instruction: str, scene: Scene) -> frozenset[str]:
    """Labels that say the word by which an instruction calls the class of a phrase; empty: none, or by its own name.

    Args:
        phrase: of things to eat or drink; it need not have the word itself ("two more").
        instruction: as it was said, in small letters.
        scene: whose labels are looked at.
    """
    concept = scene.ontology.concepts.get(phrase.concept or "")
    if concept is None or phrase.node_id is not None:
        return frozenset()
    said = [word for word in concept.synonyms if word in instruction]
    if not said or not scene.ontology.is_a(concept.id, _CONTENT):
        return frozenset()
    words = set(instruction.replace(",", " ").replace(".", " ").split())
    called = [word for word in said if word in words or plural(word) in words]
    return frozenset(label for label in scene.by_label if any(label.startswith(f"{word}_") for word in called))
