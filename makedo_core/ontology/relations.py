# SPDX-License-Identifier: Apache-2.0
"""Relations from exact to loose: what follows from what, at which cost, in which words."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from makedo_core.ontology.concept import ContradictionError, OntologyError, StatedRelation, Statement
from makedo_core.ontology.tree import closure


class Relations:
    """The hierarchy of relations. Never changed once made.

    Raises:
        ContradictionError: on an unknown weaker relation, a cycle, or one that is not looser than what it follows from.
    """

    def __init__(self, relations: Iterable[StatedRelation]) -> None:
        """Index the relations and check them."""
        self.by_name: Mapping[str, StatedRelation] = MappingProxyType({r.id: r for r in relations})
        above = {r.id: r.weaker for r in self.by_name.values()}
        self._weaker = closure(above, "relation", "subPropertyOf")
        for relation in self.by_name.values():
            for weaker in relation.weaker:
                if self.by_name[weaker].looseness <= relation.looseness:
                    raise ContradictionError(
                        f"{weaker} follows from {relation.id} and must be looser: its looseness is "
                        f"{self.by_name[weaker].looseness:g}, that of {relation.id} is {relation.looseness:g}",
                        Statement(weaker, "looseness", f"{self.by_name[weaker].looseness:g}"),
                        Statement(relation.id, "subPropertyOf", weaker),
                    )

    def generalisations(self, name: str) -> tuple[tuple[str, float], ...]:
        """Every weaker relation with the cost of being content with it, cheapest first.

        Costs add up: from a to c it costs what it costs from a to b and from b to c.

        Raises:
            OntologyError: if there is no such relation.
        """
        start = self._get(name)
        costs = [(w, self.by_name[w].looseness - start.looseness) for w in self._weaker[start.id] if w != start.id]
        return tuple(sorted(costs, key=lambda pair: (pair[1], pair[0])))

    def words(self, name: str) -> str:
        """A relation in plain words, to stand between the names of the two: "resting on".

        Raises:
            OntologyError: if there is no such relation.
        """
        relation = self._get(name)
        return relation.words or relation.id.replace("_", " ")

    def _get(self, name: str) -> StatedRelation:
        relation = self.by_name.get(str(name))
        if relation is None:
            near = difflib.get_close_matches(str(name), self.by_name, n=3, cutoff=0.0)
            raise OntologyError(f"there is no relation {str(name)!r}; nearest known: {', '.join(near) or 'none'}")
        return relation
