# SPDX-License-Identifier: Apache-2.0
"""What a user's own files teach, and what becomes of two files that say different things."""

from __future__ import annotations

import re

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind, State
from makedo_core.ontology import load_ontology
from planner_node.answering.answers import answer
from planner_node.engine import Engine
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import PhrasebookError, load_phrasebook
from planner_node.language.questions.asking import question_of
from planner_node.language.refusal import Refusal
from planner_node.language.request import Put, Request, SceneQuestion
from planner_node.language.words.typos import correct
from planner_node.task import PlanningTask, Settings
from support.words import Words

ONTOLOGY = load_ontology()


@pytest.fixture
def taught(tmp_path):
    """A book with files of these texts, named 1.yaml, 2.yaml, ..."""

    def load(*texts):
        files = [tmp_path / f"{number}.yaml" for number in range(1, len(texts) + 1)]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8")
        return load_phrasebook(*files)

    return load


@pytest.fixture
def home(world):
    return world("apple_1 on table_1", "plate_1 on table_1", "book_1 on table_1", "cup_1 on counter_1")


def read(text, graph, book=None):
    return interpret(text, ONTOLOGY, graph, book)


def clauses(text, graph, book=None):
    request = read(text, graph, book)
    assert isinstance(request, Request), request
    return request.clauses


@pytest.mark.parametrize(
    ("words", "said", "same"),
    [
        ("verbs: {kinds: {bring: [schlep]}}", "schlep the apple to table_2", "bring the apple to table_2"),
        ("verbs: {kinds: {bring: [schlep]}, doubled: [schlep]}", "schlepping the apple to table_2",
         "bringing the apple to table_2"),
        ("verbs: {kinds: {open: [unseal]}}", "unseal the fridge", "open the fridge"),
        ("verbs: {kinds: {go: [toddle to]}}", "toddle to the kitchen", "go to the kitchen"),
        ("verbs: {changes: {clean: [swab]}}", "swab the plate", "wash the plate"),
        ("verbs: {floors: {mop: [swab]}}", "swab the floor in the kitchen", "mop the floor in the kitchen"),
        ("verbs: {kinds: {start: [play]}}", "play the lamp", "start the lamp"),
        ("clauses: {polite: [be a lamb and]}", "be a lamb and open the fridge", "open the fridge"),
        ("places: {sides: {on: [athwart]}}", "put the apple athwart table_2", "put the apple on table_2"),
        ("nouns: {excepted: [sparing]}", "bring everything sparing the apple to table_2",
         "bring everything except the apple to table_2"),
        ("adjectives: {plain: [trusty]}", "bring the trusty apple to table_2", "bring the nice apple to table_2"),
        ("quantities: {counted: {2: [a brace of]}}", "bring a brace of apples to table_2",
         "bring a couple of apples to table_2"),
    ],
)  # fmt: skip
def test_a_taught_word_means_what_it_is_listed_under(home, taught, words, said, same):
    unknown = read(said, home)
    assert isinstance(unknown, Refusal) or unknown.clauses != clauses(same, home)
    untold = [re.sub(r"text='[^']*'", "", repr(clause)) for clause in clauses(said, home, taught(words))]
    assert untold == [re.sub(r"text='[^']*'", "", repr(clause)) for clause in clauses(same, home)]


def test_a_synonym_behaves_as_its_verb_in_every_way(home, taught):
    book = taught("verbs: {synonyms: {put: [plonk], set: [deck]}}")
    (put,) = clauses("plonk the book from table_1 in the living room", home, book)
    assert isinstance(put, Put)
    assert put.place.what.node_id == "living_room"  # as of "put", and of no other verb that brings
    (carried,) = clauses("put the book from table_1 in the living room", home, book)
    assert put == carried
    (covers,) = clauses("deck table_2 for two people", home, book)
    assert [t.concept for t in covers.what][:2] == ["plate", "fork"]


def test_a_synonym_of_what_is_no_verb_is_refused(taught, words: Words):
    with pytest.raises(PhrasebookError) as raised:
        taught("verbs: {synonyms: {pot: [plonk]}}")
    words(str(raised.value))


def test_an_attribute_can_be_taught_with_another_spelling(home, taught):
    book = taught("adjectives: {attributes: [cerulean], spellings: {cerulean: [azure]}}")
    (put,) = clauses("bring the azure cup to table_2", home, book)
    assert put.what[0].attributes == {"cerulean"}
    assert isinstance(read("bring the azure cup to table_2", home), Refusal)


def test_a_feeling_can_be_taught(home, taught):
    said = "I'm knackered."
    assert isinstance(read(said, home), Refusal)
    refusal = read(said, home, taught("remarks: {feelings: [{feeling: [knackered], wants: pillow, called: a pillow}]}"))
    assert isinstance(refusal, Refusal)
    assert refusal.cause is FailureCause.AMBIGUOUS
    assert "a pillow" in refusal.message


def test_a_kit_can_be_taught_and_replaces_ours_of_the_same_name(home, taught):
    book = taught(
        """
        kits:
          made_of:
            - {for: [fruit salad], part: fruit, needed: [apple, banana], welcome: [orange]}
            - {for: [sandwich], part: food, needed: [bread, ham]}
        """
    )
    (put,) = clauses("bring the necessary ingredients for a fruit salad to table_2", home, book)
    assert [(t.concept, t.implied) for t in put.what] == [("apple", False), ("banana", False), ("orange", True)]
    (put,) = clauses("bring the necessary ingredients for a sandwich to table_2", home, book)
    assert [t.concept for t in put.what] == ["bread", "ham"]
    (put,) = clauses("bring the necessary ingredients for a cheese sandwich to table_2", home, book)
    assert [t.concept for t in put.what] == ["bread", "cheese", "butter"]  # ours still


def test_a_table_setting_can_be_taught_and_replaces_ours_of_the_same_name(home, taught):
    book = taught(
        """
        table_settings:
          usual: {each: [plate], people: 3}
          occasions:
            - {for: [a picnic], each: [plate, cup], shared: [basket], people: 4}
            - {for: [breakfast], each: [bowl]}
          courses:
            - {for: [ramen], each: [bowl]}
        """
    )

    def covers(text):
        (put,) = clauses(text, home, book)
        return [(t.count, t.concept) for t in put.what]

    assert covers("set table_2 for a picnic") == [(4, "plate"), (4, "cup"), (1, "basket")]
    assert covers("set table_2 for breakfast") == [(2, "bowl")]
    assert covers("set table_2, we'll have ramen") == [(3, "bowl")]
    assert covers("set table_2") == [(3, "plate")]


def test_a_machine_can_be_taught_and_comes_before_ours(world, taught):
    cooler = Node("cool_box_1", "cool_box", NodeKind.ASSET, states=frozenset({State.CLOSED, State.OFF}))
    graph = world("apple_1 on table_1", extra=(cooler,))
    request = interpret("cool the apple", ONTOLOGY, graph)
    assert isinstance(request, Request)

    def steps(*texts):
        found = ground(request, Scene(graph, ONTOLOGY), taught(*texts))
        assert not isinstance(found, Refusal), found
        return [(*demand.wanted, *map(str, demand.literals)) for demand in found]

    ours = [("apple_1", "inside(?object, fridge_1)")]
    assert steps() == ours
    assert steps("machines: {does: [{makes: cold, of: fruit, machine: cool_box}]}") == [
        ("apple_1", "inside(?object, cool_box_1)"),
        ("cool_box_1", "closed(?object)"),
        ("cool_box_1", "switched_on(?object)"),
    ]
    assert steps("machines: {does: [{makes: cold, of: bread, machine: cool_box}]}") == ours


def test_a_noun_for_whatever_there_is_can_be_taught(home, taught):
    book = taught("nouns: {anything: [clobber]}")
    assert isinstance(read("bring all the clobber on table_1 to table_2", home), Refusal)
    assert len(bring_all("clobber", home, book)) == len(bring_all("stuff", home)) == 3


def bring_all(noun, graph, book=None):
    request = read(f"bring all the {noun} on table_1 to table_2", graph, book)
    (demand,) = ground(request, Scene(graph, ONTOLOGY, book=book))
    return demand.wanted


@pytest.mark.parametrize(("attribute", "spoils"), [("rotten", True), ("wormy", True), ("red", False)])
def test_what_spoils_a_thing_can_be_taught(world, taught, attribute, spoils):
    apple = Node("apple_1", "apple", NodeKind.OBJECT, attributes=frozenset({attribute}))
    scene = Scene(world("apple_1 on table_1", extra=[apple]), ONTOLOGY, book=taught("adjectives: {spoilt: [wormy]}"))
    assert scene.meets(apple, "edible") is not spoils


def test_what_nobody_puts_down_of_a_thing_can_be_taught(home, taught):
    file = "adjectives: {attributes: [borrowed], unmarked: [borrowed]}"

    def demanded(*texts):
        book = taught("adjectives: {attributes: [borrowed]}", *texts)
        return ground(read("bring the borrowed book to table_2", home, book), Scene(home, ONTOLOGY, book=book))

    (demand,) = demanded(file)
    assert demand.wanted == ("book_1",) and "borrowed" in demand.note
    (demand,) = demanded()
    assert demand.wanted == ()


def test_what_tells_another_word_from_a_typing_error_can_be_taught(taught):
    def read_as(*texts):
        return correct(("childx",), ("child", "bring"), (), taught(*texts).spelling).words

    assert (read_as(), read_as("spelling: {negating_endings: [x]}")) == (("child",), ("childx",))


def test_colours_can_be_taught(world, taught):
    book = taught("adjectives: {attributes: [ochre], colours: [ochre]}")
    cup = Node("cup_1", "cup", NodeKind.OBJECT, attributes=frozenset({"ochre"}))
    graph = world("cup_1 on table_1", extra=[cup])

    def told(used):
        question = question_of("what colour is the cup", ONTOLOGY, graph, used)
        assert isinstance(question, SceneQuestion), question
        return answer(question, Scene(graph, ONTOLOGY, book=used)).told

    assert (told(book), told(None)) == (("ochre",), ())


def test_a_file_read_later_comes_first(taught):
    first = "machines: {does: [{makes: dry, of: tableware, machine: towel_rail}], tools: {dry: sponge}}"
    second = "machines: {does: [{makes: dry, of: tableware, machine: dish_dryer}], tools: {dry: cloth}}"
    book = taught(first, second)
    assert [m.machine for m in book.machines.does[:3]] == ["dish_dryer", "towel_rail", "microwave"]
    assert book.machines.tools == {"clean": "cleaning_tool", "dry": "cloth"}


def test_the_same_thing_may_be_said_twice(taught):
    book = taught("verbs: {kinds: {bring: [bring, schlep]}}", "verbs: {kinds: {bring: [schlep]}}")
    assert book.said_verbs.find(["schlep"], 0) is not None


@pytest.mark.parametrize(
    ("texts", "parts"),
    [
        (("verbs: {kinds: {take: [bring]}}",),
         ("1.yaml: line 1", "verbs.kinds.take: 'bring' is already in verbs.kinds.'bring'", "words/verbs.yaml: line ")),
        (("verbs: {changes: {clean: [bring]}}",), ("verbs.changes.clean: 'bring' is already", "verbs.yaml")),
        (("verbs:\n  kinds:\n    bring: [schlep]", "verbs:\n  changes:\n    clean:\n      - schlep"),
         ("2.yaml: line 4", "verbs.changes.clean: 'schlep' is already in verbs.kinds.'bring'", "1.yaml: line 3")),
        (("verbs: {synonyms: {put: [open]}}",), ("verbs.synonyms.put: 'open' is already in verbs.kinds.'open'",)),
        (("places: {sides: {inside: [on]}}",), ("places.sides.inside: 'on' is already in places.sides.'on'",)),
        (("quantities: {counted: {2: [a dozen]}}",), ("quantities.counted.2: 'a dozen'", "counted.'12'")),
        (("quantities: {counted: {2: [all]}}",), ("quantities.counted.2: 'all'", "counted.all")),
        (("adjectives: {spellings: {red: [gray]}}",), ("adjectives.spellings.red: 'gray'", "spellings.'grey'")),
    ],
)  # fmt: skip
def test_a_word_that_would_mean_two_things_is_refused_with_both_places(taught, texts, parts):
    with pytest.raises(PhrasebookError) as refused:
        taught(*texts)
    for part in (*parts, "a word has one meaning, so take it out here"):
        assert part in str(refused.value)


def test_no_book_changes_another(home, taught):
    mine = taught("verbs: {kinds: {bring: [schlep]}}")
    said = "schlep the apple to table_2"
    assert isinstance(read(said, home, mine), Request)
    assert isinstance(read(said, home), Refusal)
    assert isinstance(read(said, home, load_phrasebook()), Refusal)


def test_an_engine_plans_with_the_words_that_it_was_given(home, taught):
    said = PlanningTask("Schlep the apple to table_2", home)
    assert Engine(ONTOLOGY, Settings()).plan(said).outcome.cause is FailureCause.NOT_UNDERSTOOD
    engine = Engine(ONTOLOGY, Settings(), book=taught("verbs: {kinds: {bring: [schlep]}}"))
    assert engine.plan(said).outcome.cause is FailureCause.SUCCESS


def test_a_file_that_was_changed_is_read_again(home, taught):
    said = "schlep the apple to table_2"
    assert isinstance(read(said, home, taught("verbs: {kinds: {bring: [ferry]}}")), Refusal)
    assert isinstance(read(said, home, taught("verbs: {kinds: {bring: [schlep]}}")), Request)
