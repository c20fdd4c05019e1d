# SPDX-License-Identifier: Apache-2.0
"""The scene graph and the ontology as one RDF graph that answers SPARQL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import OntologyError, load_ontology
from makedo_core.ontology.turtle import HOUSEHOLD
from makedo_core.record.answer import QueryAnswer
from scene_graph_node.knowledge.answer import QueryLimits
from scene_graph_node.knowledge.fact import Triple
from scene_graph_node.knowledge.knowledge import KnowledgeBase, open_knowledge
from scene_graph_node.knowledge.ledger import Ledger
from scene_graph_node.knowledge.rdf.store import MOST_CHARACTERS, SCENE, TripleStore
from scene_graph_node.knowledge.rdf.terms import PREFIXES
from scene_graph_node.knowledge.statements import facts_of_node

ONTOLOGY = load_ontology()
LIMITS = QueryLimits(timeout_s=30.0)


def scene() -> SceneGraph:
    nodes = [
        Node("kitchen", "kitchen", NodeKind.ROOM),
        Node("hall", "hall", NodeKind.ROOM),
        Node("table_1", "table", NodeKind.ASSET, Pose((1.0, 2.0, 0.0)), (0.8, 1.2, 0.75)),
        Node("fridge_1", "fridge", NodeKind.ASSET, states=frozenset({State.CLOSED})),
        Node("bowl_1", "bowl", NodeKind.OBJECT, attributes=frozenset({"red"})),
        Node("chips_1", "chips", NodeKind.OBJECT, confidence=0.3),
        Node("apple_1", "apple", NodeKind.OBJECT, last_seen=4.5),
        Node("milk_1", "milk_carton", NodeKind.OBJECT, confidence=0.0),
        Node("can_1", "cola_can", NodeKind.OBJECT),
        Node(AGENT_ID, "robot", NodeKind.AGENT),
    ]
    relations = {
        Relation("table_1", RelationType.IN, "kitchen"),
        Relation("kitchen", RelationType.CONNECTED, "hall"),
        Relation("bowl_1", RelationType.ON, "table_1"),
        Relation("chips_1", RelationType.ON, "table_1"),
        Relation("chips_1", RelationType.NEXT_TO, "bowl_1"),
        Relation("apple_1", RelationType.INSIDE, "bowl_1"),
        Relation("milk_1", RelationType.INSIDE, "fridge_1"),
        Relation("can_1", RelationType.HELD_BY, AGENT_ID),
        Relation(AGENT_ID, RelationType.AT, "table_1"),
    }
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 7, "home")


@pytest.fixture(scope="module")
def knowledge() -> Iterator[KnowledgeBase]:
    with open_knowledge() as result:
        result.follow(scene())
        yield result


def count(knowledge: KnowledgeBase) -> str:
    return knowledge.ask("SELECT (COUNT(*) AS ?n) { ?a ?b ?c }", LIMITS).rows[0][0]


def first_column(answer: QueryAnswer) -> list[str]:
    assert answer.outcome.ok, answer.outcome
    return sorted(row[0] for row in answer.rows)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("?x a :snack ; :supported_by ?t", ["g:chips_1"]),  # a class and a relation that were not stated
        ("?x :on g:table_1", ["g:bowl_1", "g:chips_1"]),
        ("?x :near g:bowl_1", ["g:apple_1", "g:chips_1"]),
        ("g:bowl_1 :next_to ?x", ["g:chips_1"]),  # was stated the other way round
        ("g:hall :connected ?x", ["g:kitchen"]),
        ("?x (:on|:inside)+ g:table_1", ["g:apple_1", "g:bowl_1", "g:chips_1"]),
        ("?x :at_place*/:in_room ?r . ?r :kind 'room'", ["g:apple_1", "g:bowl_1", "g:chips_1", "g:table_1"]),
        ("g:robot :holding ?x", ["g:can_1"]),
        ("g:robot :robot_near ?x", ["g:table_1"]),
        ("?x :state 'closed'", ["g:fridge_1"]),
        ("?x :attribute 'red'", ["g:bowl_1"]),
        ("?x :label 'apple'", ["g:apple_1"]),
        ("?x :kind 'object' ; :belief true", ["g:chips_1", "g:milk_1"]),
        ("?x :lastSeen ?t FILTER (?t > 4)", ["g:apple_1"]),
        ("?x :sizeZ ?h FILTER (?h > 0.7)", ["g:table_1"]),
        ("?x :inside g:fridge_1", []),  # known to be gone
        ("g:fridge_1 a ?c . ?c :affordance :openable BIND (g:fridge_1 AS ?x)", ["g:fridge_1"]),
        ("?x a [ rdfs:subClassOf* :furniture ]", ["g:fridge_1", "g:table_1"]),
        ("?x :label ?l FILTER regex(?l, '^COLA', 'i')", ["g:can_1"]),
    ],
)
def test_a_pattern_finds(knowledge, pattern, found):
    assert first_column(knowledge.ask(f"SELECT DISTINCT ?x WHERE {{ {pattern} }}", LIMITS)) == found


def test_the_pose_is_told_with_its_heading(knowledge):
    graph = scene()
    turned = replace(graph["table_1"], pose=Pose.planar(1.0, -2.0, 0.5, z=0.1))
    knowledge.follow(graph.changed(put=[turned]))
    answer = knowledge.ask("SELECT ?x ?y ?z ?a { g:table_1 :x ?x ; :y ?y ; :z ?z ; :yaw ?a }", LIMITS)
    knowledge.follow(graph)
    assert [float(v) for v in answer.rows[0]] == pytest.approx([1.0, -2.0, 0.1, 0.5])
    assert answer.columns == ("x", "y", "z", "a")


def test_how_far_a_door_is_open_is_told_once_it_was_measured(knowledge):
    graph = scene()
    door = replace(graph["fridge_1"].with_state(State.OPEN), opening=1.25)
    assert knowledge.ask("SELECT ?v { g:fridge_1 :opening ?v }", LIMITS).rows == ()
    knowledge.follow(graph.changed(put=[door]))
    answer = knowledge.ask("SELECT ?v { g:fridge_1 :opening ?v }", LIMITS)
    knowledge.follow(graph)
    assert answer.rows == (("1.25",),)


def test_numbers_and_truths_are_written_as_people_do(knowledge):
    answer = knowledge.ask("SELECT ?x ?b { g:table_1 :x ?x ; :belief ?b }", LIMITS)
    assert answer.rows == (("1.0", "false"),)


def test_an_unknown_pose_and_size_say_nothing(knowledge):
    answer = knowledge.ask("ASK { { g:fridge_1 :x ?v } UNION { g:fridge_1 :sizeX ?v } }", LIMITS)
    assert answer.outcome.ok
    assert answer.rows == (("false",),)


def test_ask_answers_true_or_false(knowledge):
    answer = knowledge.ask("ASK { g:apple_1 a :food }", LIMITS)
    assert (answer.columns, answer.rows) == (("answer",), (("true",),))


def test_the_columns_of_a_star_are_sorted_and_what_is_not_bound_is_empty(knowledge):
    answer = knowledge.ask("SELECT * { g:apple_1 :label ?l OPTIONAL { g:apple_1 :state ?a } }", LIMITS)
    assert answer.columns == ("a", "l")
    assert answer.rows == (("", "apple"),)


def test_other_names_stand_in_angle_brackets(knowledge):
    answer = knowledge.ask("SELECT ?x { BIND (<urn:other:thing> AS ?x) }", LIMITS)
    assert answer.rows == (("<urn:other:thing>",),)


def test_rows_beyond_the_limit_are_left_out_and_it_is_said(knowledge):
    answer = knowledge.ask("SELECT ?x { ?x :kind 'object' }", replace(LIMITS, max_rows=2))
    assert len(answer.rows) == 2
    assert answer.truncated
    assert not knowledge.ask("SELECT ?x { ?x :kind 'object' }", replace(LIMITS, max_rows=5)).truncated


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "empty; expected SELECT or ASK"),
        (" \n", "empty"),
        ("SELEC ?x { ?x a :snack }", "line 1, column 1: expected SELECT or ASK, found 'SELEC'"),
        ("SELECT ?x WHERE {\n ?x a }", "line 2, column 2: expected } or another whole statement, found '?x'"),
        ("SELECT ?x WHERE { ?x a :snack", "expected } or another whole statement, the query ends"),
        ("ASK { ?x a :snack }\nplease", "line 2, column 1: expected end of text, found 'please'"),
        ("ASK { ?x a food:snack }", "prefix : food (prefixes known without PREFIX: :, g:, h:, prov:, rdf:"),
        ("SELECT ?x " + "{" * 400 + "}" * 400, "nested too deeply"),
        ("SELECT ?x { BIND ('\\U99999999' AS ?x) }", "no character"),
        ("ASK { } " + "#" * 20_000, "at most 20000"),
        ("SELECT ?x { BIND ('\\uD800' AS ?x) }", "no character"),
        ("SELECT (1 AS ?x)\n{ BIND (2 AS ?x) }", "line 2, column 19: The SELECT overrides an existing variable"),
        ("SELECT ?x ?y { ?x a ?y } GROUP BY ?x", "The SELECT contains a variable that is unbound"),
    ],
)
def test_what_is_no_query_is_told_with_the_place_and_what_was_expected(knowledge, query, said):
    answer = knowledge.ask(query, LIMITS)
    assert answer.outcome.cause is FailureCause.INVALID_INSTRUCTION
    assert said in answer.outcome.message
    assert not answer.rows


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("INSERT DATA { g:a a :snack }", "INSERT is refused"),
        ("PREFIX a: <urn:a>\ndelete where { ?x ?y ?z }", "DELETE is refused"),
        ("LOAD <http://localhost/a.ttl>", "LOAD is refused"),
        ("SELECT ?x { SERVICE <http://localhost/> { ?x ?y ?z } }", "SERVICE is refused"),
        ("ASK { FILTER EXISTS { { SELECT ?x { SERVICE SILENT <http://localhost/> { ?x ?y ?z } } } } }", "SERVICE"),
        ("SELECT ?x FROM <file:///etc/passwd> { ?x ?y ?z }", "FROM is refused"),
        ("ASK FROM NAMED <file:///etc/passwd> { ?x ?y ?z }", "FROM is refused"),
        ("CONSTRUCT { ?x a :a } { ?x a :snack }", "CONSTRUCT is refused; expected SELECT or ASK"),
        ("DESCRIBE g:apple_1", "DESCRIBE is refused"),
    ],
)
def test_what_could_change_or_reach_or_hang_something_is_refused(knowledge, query, said):
    before = count(knowledge)
    answer = knowledge.ask(query, LIMITS)
    assert answer.outcome.cause is FailureCause.NOT_CAPABLE
    assert said in answer.outcome.message
    assert count(knowledge) == before


def test_graph_names_a_part_of_what_is_known(knowledge):
    answer = knowledge.ask("SELECT DISTINCT ?g { GRAPH ?g { ?a ?b ?c } } ORDER BY ?g", LIMITS)
    assert [row[0] for row in answer.rows] == ["<urn:makedo:ontology>", "<urn:makedo:scene>"]
    assert knowledge.ask("ASK { GRAPH <urn:makedo:ontology> { g:apple_1 ?b ?c } }", LIMITS).rows == (("false",),)


def test_a_pattern_that_backtracks_without_end_elsewhere_is_answered(knowledge):
    query = "ASK { FILTER regex('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '(a+)+$') }"
    assert knowledge.ask(query, replace(LIMITS, timeout_s=2.0)).rows == (("false",),)


def test_an_answer_without_end_is_refused_before_it_is_written(knowledge):
    long = "x" * 9_000
    query = f"SELECT ?a {{ BIND ('{long}' AS ?a) ?s ?p ?o }}"
    answer = knowledge.ask(query, replace(LIMITS, max_rows=100_000))
    assert answer.outcome.cause is FailureCause.NOT_CAPABLE
    assert f"more than {MOST_CHARACTERS:,} characters" in answer.outcome.message


def test_a_user_s_own_ontology_is_known_too(tmp_path: Path):
    file = tmp_path / "own.ttl"
    file.write_text(
        "@prefix : <urn:makedo:household#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        ":astronaut_bar rdfs:subClassOf :snack .\n"
    )
    with open_knowledge(file) as own:
        own.follow(SceneGraph({"bar_1": Node("bar_1", "astronaut_bar", NodeKind.OBJECT)}))
        assert first_column(own.ask("SELECT ?x { ?x a :snack }", LIMITS)) == ["g:bar_1"]
        assert first_column(own.ask("SELECT ?x { :astronaut_bar rdfs:subClassOf ?x }", LIMITS)) == [":snack"]
    with pytest.raises(OntologyError, match="no such file"):
        open_knowledge(tmp_path / "missing.ttl")


def in_step(store: TripleStore, ledger: Ledger, graph: SceneGraph, whole: bool = False) -> None:
    delta = ledger.follow(graph)
    store.follow(delta.added, delta.removed, graph.revision, whole)


def test_a_date_is_told_where_the_clock_shows_one(knowledge):
    def seen(last_seen: float) -> SceneGraph:
        return SceneGraph({"a_1": Node("a_1", "apple", NodeKind.OBJECT, last_seen=last_seen)})

    store = TripleStore()
    for last_seen, rows in ((4.5, ()), (1_767_323_045.5, (("2026-01-02T03:04:05.500000+00:00",),)), (1e300, ())):
        in_step(store, Ledger(ONTOLOGY), seen(last_seen), whole=True)
        assert store.answer("SELECT ?t { g:a_1 :lastSeenAt ?t }", 10).rows == rows


def test_a_label_that_is_no_name_of_the_ontology_belongs_to_the_class_of_its_last_words():
    store = TripleStore()
    in_step(store, Ledger(ONTOLOGY), SceneGraph({"p_1": Node("p_1", "dirty plate", NodeKind.OBJECT)}))
    assert first_column(store.answer("SELECT ?x { ?x a :plate ; :label 'dirty plate' }", 10)) == ["g:p_1"]


@given(st.text(min_size=1))
@settings(deadline=None)
def test_whatever_a_thing_is_called_it_is_told_as_it_is(label):
    store = TripleStore()
    node = Node("a_1", label, NodeKind.OBJECT, attributes=frozenset({label}))
    in_step(store, Ledger(ONTOLOGY), SceneGraph({"a_1": node}, revision=3))
    said = label.encode("utf-8", "replace").decode()
    assert store.answer("SELECT ?l ?a { g:a_1 :label ?l ; :attribute ?a }", 10).rows == ((said, said),)
    assert store.revision == 3


def test_no_property_of_nodes_is_called_as_something_in_the_ontology():
    full = Node(
        "a", "table", NodeKind.ASSET, Pose(), (1.0, 1.0, 1.0), last_seen=2e9, states=frozenset({State.OPEN}),
        attributes=frozenset({"red"}),
    )  # fmt: skip
    properties = {fact.property for fact in facts_of_node(full, ONTOLOGY)} - {"type"} | {"connected"}
    assert len(properties) == 20
    store = TripleStore()
    store.read_ontology(HOUSEHOLD)
    spoken_of = {str(term) for s, p, o, _ in store.dataset.quads() for term in (s, p, o)}
    assert not {PREFIXES[""] + name for name in properties} & spoken_of


def test_a_changed_node_touches_its_own_triples_only():
    graph = scene()
    ledger = Ledger(ONTOLOGY)
    ledger.follow(graph)
    delta = ledger.follow(graph.changed(put=[graph["fridge_1"].with_state(State.OPEN)]))
    assert delta.removed == {Triple("fridge_1", "state", "closed")}
    assert delta.added == {Triple("fridge_1", "state", "open")}
    assert not ledger.follow(graph.changed(put=[graph["fridge_1"].with_state(State.OPEN)])).added


def test_a_fact_stays_while_another_relation_gives_it():
    graph = scene()
    ledger = Ledger(ONTOLOGY)
    beside = Relation("chips_1", RelationType.NEXT_TO, "table_1")
    ledger.follow(graph.changed(add=[beside]))
    removed = ledger.follow(graph).removed
    assert "next_to" in {fact.property for fact in removed}
    assert not {"near", "in_room"} & {fact.property for fact in removed if fact.subject == "chips_1"}


LABELS = st.sampled_from(["apple", "bowl", "cola_can", "dirty_plate", "unheard_of"])
NUMBERS = st.sampled_from([-0.0, 0.0, 1.5, -2.0])


@st.composite
def scenes(draw: st.DrawFn) -> SceneGraph:
    ids = draw(st.sets(st.sampled_from("abcdef")))
    nodes = {"t": Node("t", "table", NodeKind.ASSET), "u": Node("u", "shelf", NodeKind.ASSET)}
    relations: set[Relation] = set()
    for name in sorted(ids):
        pose = Pose((draw(NUMBERS), draw(NUMBERS), 0.0), draw(st.sampled_from([(0, 0, 0, 1), (0, 0, 1, -0.0)])))
        confidence = draw(st.sampled_from([0.0, 0.3, 1.0]))
        states = draw(st.frozensets(st.sampled_from(list(State))))
        nodes[name] = Node(name, draw(LABELS), NodeKind.OBJECT, pose, confidence=confidence, states=states)
        kinds = draw(st.sets(st.sampled_from([RelationType.ON, RelationType.INSIDE, RelationType.NEXT_TO])))
        kinds -= {RelationType.INSIDE} if RelationType.ON in kinds else set()
        relations |= {Relation(name, kind, draw(st.sampled_from("tu"))) for kind in sorted(kinds)}
        if relations and draw(st.booleans()):
            relations.add(Relation("t", RelationType.NEXT_TO, name))
    return SceneGraph(nodes, frozenset(relations))


@settings(max_examples=60, deadline=None)
@given(st.lists(scenes(), min_size=1, max_size=4))
@pytest.mark.slow
def test_following_says_in_the_end_what_beginning_there_would_say(snapshots):
    followed, ledger = TripleStore(), Ledger(ONTOLOGY)
    for snapshot in snapshots:
        in_step(followed, ledger, snapshot)
    begun = TripleStore()
    in_step(begun, Ledger(ONTOLOGY), snapshots[-1], whole=True)
    assert set(followed.dataset.graph(SCENE)) == set(begun.dataset.graph(SCENE))
    in_step(followed, ledger, SceneGraph())
    assert len(followed.dataset.graph(SCENE)) == 1  # its revision
