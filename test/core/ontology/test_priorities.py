# SPDX-License-Identifier: Apache-2.0
"""Priority rules: read from RDF, and found for things by their types."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_core.ontology import OntologyError, load_ontology
from makedo_core.ontology.priorities import Priorities, PriorityRule, class_of
from makedo_core.ontology.priorities_rdf import OURS, read_priorities
from support.public_data import PUBLIC_DATA, needs

PUBLISHED = PUBLIC_DATA / "llm_tamp_003" / "assets" / "smart_kitchen.rdf"
HEAD = "@prefix ex: <http://www.example.org/kitchen_ontology#> .\n"
ONE = 'ex:r a ex:ActionPriority ; ex:hasAction "put" ; ex:hasObjectType "FoodItem" ; ex:hasPriority {} .'


@pytest.fixture(scope="module")
def ontology():
    return load_ontology()


def written(tmp_path: Path, text: str, name: str = "rules.ttl") -> Path:
    path = tmp_path / name
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def test_every_type_of_our_rules_is_a_class_of_our_ontology(ontology):
    rules = read_priorities(OURS).rules
    assert rules and all(class_of(rule.type, ontology) == rule.type for rule in rules)
    assert all(rule.description for rule in rules)


@pytest.mark.parametrize(
    "action, first, then",
    [
        ("put", "basket", "bowl"),
        ("put", "bowl", "apple"),
        ("put", "cup", "cracker_box"),
        ("serve", "plate", "apple"),
        ("clean", "apple", "sugar_box"),
        ("clean", "tomato_can", "plate"),
        ("arrange", "cereal_box", "cup"),
        ("arrange", "cup", "banana"),
    ],
)
def test_our_rules_put_one_thing_before_another(ontology, action, first, then):
    priorities = read_priorities(OURS)
    assert priorities.rule(action, first, ontology).priority < priorities.rule(action, then, ontology).priority


def test_what_no_rule_speaks_of_may_come_at_any_time(ontology):
    priorities = read_priorities(OURS)
    assert priorities.rule("put", "fork", ontology) is None
    assert priorities.rule("dance", "apple", ontology) is None
    assert priorities.types_of("gizmo", ontology) == ()


def test_the_narrowest_type_counts(ontology):
    wide, narrow = PriorityRule("put", "food", 1, ""), PriorityRule("put", "boxed_food", 2, "")
    priorities = Priorities((wide, narrow))
    assert priorities.types_of("sugar_box", ontology) == ("boxed_food", "food")
    assert priorities.rule("put", "sugar_box", ontology) is narrow
    assert priorities.rule("put", "apple", ontology) is wide


def test_what_a_source_says_of_a_label_counts_more_than_the_ontology(ontology):
    priorities = Priorities((PriorityRule("put", "Crockery", 1, ""),), {"apple": ("Crockery",)})
    assert priorities.rule("put", "apple", ontology).type == "Crockery"
    assert priorities.rule("put", "plate", ontology).type == "Crockery"


@pytest.mark.parametrize(
    "type_name, concept", [("FoodItem", "food"), ("Crockery", "crockery"), ("BoxedFood", "boxed_food"), ("Gizmo", None)]
)
def test_types_in_other_spellings_are_found_in_the_ontology(ontology, type_name, concept):
    assert class_of(type_name, ontology) == concept


def test_rules_are_read_with_actions_types_priorities_and_reasons(tmp_path):
    text = ONE.format('"2"') + ' ex:r ex:hasDescription "  after\\n crockery . " .'
    priorities = read_priorities(written(tmp_path, text))
    assert priorities.rules == (PriorityRule("put", "FoodItem", 2.0, "after crockery"),)
    assert priorities.actions == {"put"}


def test_individuals_of_classes_give_types_to_labels(tmp_path):
    text = ONE.format(1) + (
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
        'ex:FoodItem a owl:Class . ex:apple a ex:FoodItem ; rdfs:label "apple" . ex:Action a owl:Class .'
        'ex:put a ex:Action ; rdfs:label "put" .'
    )
    assert read_priorities(written(tmp_path, text)).types == {"apple": ("FoodItem",)}


@pytest.mark.parametrize(
    "text, told",
    [
        ('ex:r a ex:ActionPriority ; ex:hasAction "put" ; ex:hasPriority 1 .', "r: lacks hasObjectType"),
        ('ex:r a ex:ActionPriority ; ex:hasObjectType "x" ; ex:hasPriority 1 .', "r: lacks hasAction"),
        ('ex:r a ex:ActionPriority ; ex:hasAction "put" ; ex:hasObjectType "x" .', "r: lacks hasPriority"),
        (ONE.format('"soon"'), "hasPriority is 'soon'; it must be a number"),
        (ONE.format('"nan"'), "hasPriority is 'nan'"),
        ("ex:a ex:b ex:c .", "so no rule"),
        ("this is not turtle", "cannot be read as turtle"),
    ],
)
def test_rules_that_cannot_be_used_are_refused_with_their_place(tmp_path, text, told):
    with pytest.raises(OntologyError, match=told) as caught:
        read_priorities(written(tmp_path, text))
    assert "rules.ttl" in str(caught.value)


def test_files_that_are_not_there_or_of_another_kind_are_refused(tmp_path):
    with pytest.raises(OntologyError, match="no such file"):
        read_priorities(tmp_path / "none.ttl")
    with pytest.raises(OntologyError, match=r"is \.csv; expected one of \.rdf"):
        read_priorities(tmp_path / "rules.csv")
    broken = tmp_path / "rules.rdf"
    broken.write_text("<rdf", encoding="utf-8")
    with pytest.raises(OntologyError, match="cannot be read as xml"):
        read_priorities(broken)


@needs(PUBLISHED)
def test_the_published_ontology_is_read_as_it_is(ontology):
    priorities = read_priorities(PUBLISHED)
    assert len(priorities.rules) == 9 and priorities.actions == {"put", "clean", "arrange"}
    assert priorities.types["sugar_box"] == ("BoxedFood",)
    assert priorities.rule("put", "bowl", ontology).priority < priorities.rule("put", "apple", ontology).priority
    assert priorities.rule("clean", "apple", ontology).priority < priorities.rule("clean", "cup", ontology).priority
