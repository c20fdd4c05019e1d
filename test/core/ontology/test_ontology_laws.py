# SPDX-License-Identifier: Apache-2.0
"""Laws of the ontology, over pairs of all its classes and over small made-up ones."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.ontology import Concept, Ontology, OntologyError, StatedRelation, load_ontology
from makedo_core.ontology.words import plural

HOUSEHOLD = load_ontology()
classes = st.sampled_from(sorted(HOUSEHOLD.concepts))
labels = classes | st.sampled_from(sorted(HOUSEHOLD.names)) | st.text("abc_ -", max_size=12)
often = settings(max_examples=400, deadline=None)


@given(labels, labels)
@often
def test_standing_in_is_symmetric(first, second):
    assert HOUSEHOLD.functional_class(first, second) == HOUSEHOLD.functional_class(second, first)


@given(labels, labels)
@often
def test_the_shared_class_is_above_both_and_none_is_narrower(first, second):
    found = HOUSEHOLD.functional_class(first, second)
    shared = [
        c.breadth
        for c in HOUSEHOLD.concepts.values()
        if c.breadth is not None and HOUSEHOLD.is_a(first, c.id) and HOUSEHOLD.is_a(second, c.id)
    ]
    if found is not None:
        assert HOUSEHOLD.is_a(first, found.id)
        assert HOUSEHOLD.is_a(second, found.id)
        assert found.breadth == min(shared)
    elif HOUSEHOLD.class_of(first) and HOUSEHOLD.class_of(second):
        assert not shared


@pytest.mark.slow
def test_over_all_pairs_what_may_be_given_instead_has_no_hazard_that_was_not_asked_for():
    def up(name: str) -> set[str]:
        return {name}.union(*(up(parent) for parent in HOUSEHOLD.concepts[name].parents))

    hazards = {c: {h for a in up(c) for h in HOUSEHOLD.concepts[a].hazards} for c in HOUSEHOLD.concepts}
    safe = {c for c in HOUSEHOLD.concepts if HOUSEHOLD.kid_safe(c)}
    assert not any(hazards[c] for c in safe)
    for asked, instead in itertools.product(HOUSEHOLD.concepts, repeat=2):
        if not HOUSEHOLD.new_hazards(asked, instead):
            assert hazards[instead] <= hazards[asked], (asked, instead)


@given(labels, labels)
@often
def test_a_part_has_all_hazards_of_the_whole(label, other):
    if HOUSEHOLD.is_a(label, other) and HOUSEHOLD.class_of(other):
        assert HOUSEHOLD.hazards(other) <= HOUSEHOLD.hazards(label)
        assert HOUSEHOLD.affordances(other) <= HOUSEHOLD.affordances(label) | {"edible", "drinkable"}


def test_breadth_grows_with_generality():
    for concept in HOUSEHOLD.concepts.values():
        for above in HOUSEHOLD.ancestors(concept.id):
            broader = HOUSEHOLD.concepts[above].breadth
            if concept.breadth is not None and broader is not None:
                assert concept.breadth <= broader, (concept.id, above)


def test_weakening_a_relation_step_by_step_costs_what_it_costs_at_once():
    for name in HOUSEHOLD.relations.by_name:
        direct = dict(HOUSEHOLD.generalisations(name))
        assert name not in direct
        assert all(cost > 0 for cost in direct.values())
        for middle, cost in direct.items():
            for end, rest in HOUSEHOLD.generalisations(middle):
                assert direct[end] == pytest.approx(cost + rest)


def test_generalisations_come_cheapest_first():
    for name in HOUSEHOLD.relations.by_name:
        costs = [cost for _, cost in HOUSEHOLD.generalisations(name)]
        assert costs == sorted(costs)


edges = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12)


@given(edges)
@settings(deadline=None)
def test_a_taxonomy_is_accepted_exactly_if_it_has_no_cycle(pairs):
    parents = {n: tuple(sorted({f"c{b}" for a, b in pairs if a == n})) for n in range(7)}
    reach = {n: {b for a, b in pairs if a == n} for n in range(7)}
    for middle, start in itertools.product(range(7), repeat=2):  # Warshall
        if middle in reach[start]:
            reach[start] |= reach[middle]
    concepts = [Concept(f"c{n}", above) for n, above in parents.items()]
    relations = [StatedRelation(f"c{n}", above, looseness=1.0) for n, above in parents.items()]
    if any(n in reach[n] for n in reach):
        with pytest.raises(OntologyError, match="class cycle"):
            Ontology(concepts)
        with pytest.raises(OntologyError, match="relation cycle"):
            Ontology((), relations)
    else:
        tree = Ontology(concepts)
        assert all(tree.ancestors(f"c{n}") == {f"c{n}"} | {f"c{m}" for m in reach[n]} for n in reach)


@given(classes)
@often
def test_a_plural_of_a_class_names_it(concept):
    spoken = concept.replace("_", " ")
    forms = HOUSEHOLD.concepts[concept].plurals or (plural(spoken),)
    assert all(HOUSEHOLD.names[form] == concept for form in forms)


@given(labels)
@often
def test_a_label_that_is_described_behaves_like_its_class(label):
    concept = HOUSEHOLD.class_of(label)
    if concept is not None:
        assert HOUSEHOLD.head(label) == concept
        assert HOUSEHOLD.ancestors(label) - {label} == HOUSEHOLD.ancestors(concept) - {label}
        assert HOUSEHOLD.kid_safe(label) is HOUSEHOLD.kid_safe(concept)
        assert HOUSEHOLD.usual_places(label) == HOUSEHOLD.usual_places(concept)
    else:
        assert not HOUSEHOLD.qualities(label)
        assert not HOUSEHOLD.kid_safe(label)
