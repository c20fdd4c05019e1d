# SPDX-License-Identifier: Apache-2.0
"""Action parser and mapper: from a line that a model wrote to the call that it most likely means.

All calls that can ever be made in the scene are known; the one whose name and arguments are most alike is taken, and
of equals one that can be made now. So a small slip of the pen costs nothing, and no call is ever made up.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 3.3 (action parser and action mapper).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from makedo_core.ontology.similarity import Similarity
from makedo_core.skills import SkillCall
from planner_node.proof.problem import OperatorInstance, Problem

LEAST_ALIKE = 0.6
_LINE = re.compile(r"^\s*(?:\d+[.):]\s*|[-*]\s+)?(.*?)[\s.;]*$")
_TOKEN = re.compile(r"[\w?-]+")


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A line as it was written: the name of a skill and its arguments."""

    name: str
    arguments: tuple[str, ...]


def parse(line: str) -> WrittenCall | None:
    """The action of a line such as "2. pick-up(egg_1, pan_1)" or "(pick_up egg_1 pan_1)"; None: there is none."""
    found = _LINE.match(line)
    tokens = _TOKEN.findall(found[1]) if found else []
    return WrittenCall(tokens[0], tuple(tokens[1:])) if tokens else None


class SpelledAlike:
    """How alike names are by their letters, for where no sentence encoder is installed; a `Similarity`."""

    def similarity(self, first: str, second: str) -> float:
        """From 0 to 1, in either order."""
        one, other = sorted((_plain(first), _plain(second)))
        return 1.0 if one == other else 0.99 * SequenceMatcher(None, one, other).ratio()


class ActionMapper:
    """Maps written actions to the calls of one problem."""

    def __init__(self, problem: Problem, similarity: Similarity | None = None) -> None:
        """Index the calls that can ever be made."""
        self._similarity: Similarity = similarity or SpelledAlike()
        self._by_skill: dict[str, list[OperatorInstance]] = {}
        for instance in problem.instances:
            self._by_skill.setdefault(instance.call.skill, []).append(instance)
        self._known: dict[tuple[str, str], float] = {}

    def call(self, written: WrittenCall, able: Callable[[OperatorInstance], bool]) -> SkillCall | str:
        """The call that is meant, or why none is.

        Args:
            written: what was written.
            able: whether an instance can be applied now, drives aside.
        """
        skill = max(self._by_skill, key=lambda s: self._alike(written.name, s), default="")
        if not skill or self._alike(written.name, skill) < LEAST_ALIKE:
            return f"there is no skill {written.name!r}; there are {', '.join(sorted(self._by_skill))}"
        ranked = max(
            self._by_skill[skill], key=lambda o: (self._fit(written.arguments, o.call.arguments), able(o), str(o.call))
        )
        pairs = zip(written.arguments, ranked.call.arguments, strict=False)
        if min((self._alike(a, b) for a, b in pairs), default=1.0) < LEAST_ALIKE:
            said = f"{written.name}({', '.join(written.arguments)})"
            return f"{said} is no call that can be made here; the most alike is {ranked.call}"
        return ranked.call

    def _fit(self, written: tuple[str, ...], arguments: tuple[str, ...]) -> float:
        """How alike arguments are, place by place; to write too few or too many is no slip of the pen."""
        alike = sum(self._alike(a, b) for a, b in zip(written, arguments, strict=False))
        return round(alike - abs(len(written) - len(arguments)), 3)

    def _alike(self, first: str, second: str) -> float:
        key = (first, second)
        if key not in self._known:
            exact = _plain(first) == _plain(second)
            self._known[key] = 1.0 if exact else self._similarity.similarity(first, second)
        return self._known[key]


def nearest(name: str, among: Mapping[str, object], similarity: Similarity) -> str | None:
    """The name that is most alike; None: none is alike enough."""
    best = max(among, key=lambda other: similarity.similarity(name, other), default=None)
    return best if best is not None and similarity.similarity(name, best) >= LEAST_ALIKE else None


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")
