# SPDX-License-Identifier: Apache-2.0
"""Contradictions between statements about classes, each told with the statements that make it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from makedo_core.ontology.concept import Concept, ContradictionError, Statement

KID_SAFE = "kid_safe"
PLACES = frozenset({"furniture", "surface", "container"})
"""What a thing can be looked for at, and thrown away in, is one of these."""


def check(
    concepts: Mapping[str, Concept], ancestors: Mapping[str, frozenset[str]], hazards: Mapping[str, frozenset[str]]
) -> None:
    """Check classes whose parents are known to be sound.

    Raises:
        ContradictionError: on a class that is both safe for kids and hazardous, or a functional class that is broader
            than one above it.
    """
    for name in concepts:
        if hazards[name]:
            _check_kid_safe(name, concepts, ancestors)
        if concepts[name].breadth is not None:
            _check_breadth(name, concepts, ancestors)


def _check_kid_safe(name: str, concepts: Mapping[str, Concept], ancestors: Mapping[str, frozenset[str]]) -> None:
    above = sorted(ancestors[name])
    safe = [Statement(a, "quality", KID_SAFE) for a in above if KID_SAFE in concepts[a].qualities]
    if safe:
        unsafe = [Statement(a, "hazard", h) for a in above for h in sorted(concepts[a].hazards)]
        words = ", ".join(sorted({s.value for s in unsafe}))
        ways = [edge for s in (*safe, *unsafe) for edge in _way_up(name, s.subject, concepts, ancestors)]
        raise ContradictionError(f"{name} is said to be {KID_SAFE} and has hazards: {words}", *safe, *unsafe, *ways)


def _way_up(
    name: str, above: str, concepts: Mapping[str, Concept], ancestors: Mapping[str, frozenset[str]]
) -> Iterator[Statement]:
    """The statements by which a class is below another."""
    while name != above:
        parent = next(p for p in concepts[name].parents if above in ancestors[p])
        yield Statement(name, "subClassOf", parent)
        name = parent


def _check_breadth(name: str, concepts: Mapping[str, Concept], ancestors: Mapping[str, frozenset[str]]) -> None:
    own = concepts[name].breadth or 0.0
    for above in sorted(ancestors[name] - {name}):
        breadth = concepts[above].breadth
        if breadth is not None and breadth < own:
            raise ContradictionError(
                f"{name} has breadth {own:g}, above the {breadth:g} of {above}, of which it is a part: the narrower a "
                "class, the smaller its breadth",
                Statement(name, "breadth", f"{own:g}"),
                Statement(above, "breadth", f"{breadth:g}"),
                *_way_up(name, above, concepts, ancestors),
            )


def check_places(concepts: Mapping[str, Concept], ancestors: Mapping[str, frozenset[str]]) -> None:
    """Check that every place is one.

    Raises:
        ContradictionError: on a place of use, waste or washing that is no furniture, surface or container.
    """
    for concept in concepts.values():
        stated = {"usuallyAt": concept.usually_at, "disposedIn": concept.disposed_in, "washedIn": concept.washed_in}
        for said, places in stated.items():
            for place in places:
                if not ancestors.get(place, frozenset()) & PLACES:
                    raise ContradictionError(
                        f"{said} of {concept.id} names {place}, which is no furniture, surface or container",
                        Statement(concept.id, said, place),
                    )
