# SPDX-License-Identifier: Apache-2.0
"""In which order kinds of things are handled when something is done: priorities by action and type, with reasons.

Source: Ud Din et al., Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning, section IV-A.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from makedo_core.ontology.taxonomy import Ontology

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class PriorityRule:
    """Things of a type come in a certain place when something is done.

    Attributes:
        action: what is done, e.g. "put".
        type: as its source calls it, e.g. "FoodItem".
        priority: the smallest comes first.
        description: when and why, to stand behind "handle it ...".
    """

    action: str
    type: str
    priority: float
    description: str


@dataclass(frozen=True, slots=True)
class Priorities:
    """Rules, and the types that their source gives to things by their labels.

    Attributes:
        rules: in the order of their source.
        types: by label; what is not there has the types that an ontology knows.
        source: file that they come from.
    """

    rules: tuple[PriorityRule, ...]
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    source: str = ""

    @property
    def actions(self) -> frozenset[str]:
        """Everything that there are rules for."""
        return frozenset(rule.action for rule in self.rules)

    def types_of(self, label: str, ontology: Ontology) -> tuple[str, ...]:
        """Types of a thing: those of the source, else those of the rules that the ontology puts it under.

        The narrowest comes first.
        """
        if label in self.types:
            return self.types[label]
        above = ontology.ancestors(label)
        known = dict.fromkeys(rule.type for rule in self.rules)
        found = [(class_of(type_name, ontology), type_name) for type_name in known]
        matching = [(len(ontology.ancestors(c)), name) for c, name in found if c is not None and c in above]
        return tuple(name for _, name in sorted(matching, key=lambda pair: (-pair[0], pair[1])))

    def rule(self, action: str, label: str, ontology: Ontology) -> PriorityRule | None:
        """The rule for doing something with a thing; None: it may come at any time."""
        by_type = {rule.type: rule for rule in reversed(self.rules) if rule.action == action}
        return next((by_type[t] for t in self.types_of(label, ontology) if t in by_type), None)


def class_of(type_name: str, ontology: Ontology) -> str | None:
    """The class of an ontology that a type stands for: "FoodItem" is food."""
    words = _HUMP.sub("_", type_name).lower()
    return ontology.class_of(words) or ontology.class_of(words.removesuffix("_item").removesuffix("_items"))
