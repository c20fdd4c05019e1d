# SPDX-License-Identifier: Apache-2.0
"""Words that no class is called: the last word of a label of the scene, and groups that WordNet knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Relation, RelationType
from makedo_core.ontology import MembershipSource, load_ontology
from makedo_core.ontology.concept import Concept
from makedo_core.ontology.taxonomy import Ontology
from makedo_core.ontology.wordnet import PACKAGE, open_wordnet
from planner_node.engine import Engine
from planner_node.language.interpret import interpret
from planner_node.language.refusal import Refusal
from planner_node.task import PlanningTask
from support.small_worlds import make_world
from test.support import plain_instructions

WORDNET = open_wordnet()
needs_wordnet = pytest.mark.skipif(WORDNET is None, reason=f"the files of {PACKAGE} are not here")


def planned(instruction: str, *facts: str, asks: bool = False):
    return Engine(load_ontology(), wordnet=WORDNET).plan(PlanningTask(instruction, make_world(*facts), asks=asks))


def carried(result) -> set[str]:
    return {call.arguments[0] for call in result.plan.calls if call.skill in ("put_on", "put_inside")}


def test_the_last_word_of_one_label_names_it(ontology):
    world = make_world("toy_car_1 on table_1", "apple_1 on table_1")
    result = Engine(ontology).plan(PlanningTask("bring the car to table_2", world, asks=False))
    assert carried(result) == {"toy_car_1"}


def test_the_last_word_of_several_labels_names_none(ontology):
    world = make_world("bottle_opener_1 on table_1", "can_opener_1 on table_1")
    request = interpret("bring the opener to table_2", ontology, world)
    assert isinstance(request, Refusal) and request.cause is FailureCause.UNKNOWN_OBJECT


@needs_wordnet
@pytest.mark.parametrize(
    ("said", "members"),
    [
        ("all the instruments", {"cello_1", "oboe_1"}),
        ("the woodwinds", {"oboe_1"}),
        ("the violoncello", {"cello_1"}),
        ("all the clothes", {"kimono_1"}),
        ("all the vegetables", {"rutabaga_1"}),
    ],
)
def test_what_surely_belongs_to_a_group_is_taken_and_its_source_named(said, members):
    facts = [f"{label}_1 on table_1" for label in ("cello", "oboe", "kimono", "rutabaga", "gravel")]
    result = planned(f"bring {said} to table_2", *facts)
    assert carried(result) == members
    assert {m.label for m in result.memberships} == {m.removesuffix("_1") for m in members}
    assert all(m.source is MembershipSource.WORDNET for m in result.memberships)


@needs_wordnet
def test_a_word_that_wordnet_knows_is_no_typing_error():
    result = planned("bring the lute to table_2", "flute_1 on table_1", "apple_1 on table_1")
    assert result.plan is None and result.outcome.cause is FailureCause.UNKNOWN_OBJECT
    assert "flute" in result.candidates


@needs_wordnet
@pytest.mark.parametrize("word", ["dulcimer", "after dinner", "swimming pool", "dodo"])
def test_nothing_without_a_meaning_in_common_is_offered(word):
    result = planned(f"bring the {word} to table_2", "plate_1 on table_1", "ruler_1 on table_1", "lime_1 on table_1")
    assert result.plan is None and not {"plate", "ruler", "lime", "door", "water dispenser"} & set(result.candidates)


def test_names_follow_the_scene_and_the_ontology_that_are_read_with(ontology):
    world = make_world("toy_car_1 on table_1", "apple_1 on table_1")
    assert isinstance(interpret("bring the tram to table_2", ontology, world), Refusal)
    tram = replace(world["toy_car_1"], id="toy_tram_1", label="toy_tram")
    with_tram = world.changed(put=[tram], add=[Relation("toy_tram_1", RelationType.ON, "table_1")])
    assert not isinstance(interpret("bring the tram to table_2", ontology, with_tram), Refusal)
    assert isinstance(interpret("bring the tram to table_2", ontology, world), Refusal)
    with_trams = Ontology([*ontology.concepts.values(), Concept("tram", ("toy",))])
    assert not isinstance(interpret("bring the tram to table_2", with_trams, world), Refusal)


def test_which_of_the_valuables_of_somebody_is_meant_is_asked():
    """Of kids' belongings it is asked which they are; what is valuable shows in what a thing is."""
    told = plain_instructions.result_of("bedroom", "Hide one of Peter's valuable belongings").outcome.message
    assert told.startswith("Nothing tells which thing is Peter's. Which one is meant: phone 1, ")
    assert "necklace 1" in told
