# SPDX-License-Identifier: Apache-2.0
"""What was done, asked in SPARQL: the questions of docs/knowledge.md."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import load_ontology
from makedo_core.ontology.turtle import HOUSEHOLD
from makedo_core.record.lesson import Lesson
from makedo_core.record.skill_outcome import EventTime, RunLog, SkillOutcome
from makedo_core.skills import SkillCall
from scene_graph_node.knowledge.fact import Triple
from scene_graph_node.knowledge.history import facts_of, facts_of_outcome
from scene_graph_node.knowledge.ledger import Ledger
from scene_graph_node.knowledge.rdf.store import TripleStore
from scene_graph_node.knowledge.rdf.terms import PREFIXES

NOW = datetime.now(timezone.utc).replace(microsecond=250_000)
RUN = "20260102-030405-bring-it"
PICK = SkillCall("pick_up", ("can_1", "table_1"))


def deeds(run: str = RUN, began: datetime = NOW) -> tuple[SkillOutcome, SkillOutcome]:
    """A grasp that slips, and another one that does not."""
    log = RunLog(run, "Bring it", began, EventTime(0.0, 100.0, 6))
    slipped = Outcome(FailureCause.GRASP_FAILED, 'it "slipped"\nand fell')
    failed = log.step_done(PICK, slipped, EventTime(1.0, 110.0, 7), "retry", "/runs/a/failed_pick_up_1_head.png")
    return failed, log.step_done(PICK, SUCCESS, EventTime(2.5, 120.5, 8))


@pytest.fixture(scope="module")
def store() -> TripleStore:
    result = TripleStore()
    result.read_ontology(HOUSEHOLD)
    can = Node("can_1", "cola_can", NodeKind.OBJECT, last_seen=NOW.timestamp())
    table = Node("table_1", "table", NodeKind.ASSET)
    graph = SceneGraph({"can_1": can, "table_1": table}, frozenset({Relation("can_1", RelationType.ON, "table_1")}))
    delta = Ledger(load_ontology()).follow(graph)
    result.follow(delta.added, delta.removed, 1, whole=True)
    for outcome in (*deeds(), *deeds("20250101-000000-old", NOW - timedelta(days=3))):
        result.record(facts_of_outcome(outcome))
    return result


def test_which_skills_failed_since_yesterday_and_why(store):
    query = (
        "SELECT ?call ?cause ?message ?then { ?x :succeeded false ; :call ?call ; :cause ?cause ; :message ?message ; "
        ":then ?then ; prov:endedAtTime ?when FILTER (?when > NOW() - 'P1D'^^xsd:dayTimeDuration) }"
    )
    said = ("pick_up(can_1, table_1)", "GRASP_FAILED", 'it "slipped"\nand fell', "retry")
    assert store.answer(query, 10).rows == (said,)


def test_when_something_was_last_seen_and_where(store):
    answer = store.answer("SELECT ?x ?where ?when { ?x a :cola_can ; :at_place ?where ; :lastSeenAt ?when }", 10)
    ((thing, where, when),) = answer.rows
    assert (thing, where) == ("g:can_1", "g:table_1")
    assert datetime.fromisoformat(when) == pytest.approx(NOW, abs=timedelta(milliseconds=1))


def test_how_often_a_skill_succeeded_with_a_kind_of_thing(store):
    query = (
        "SELECT ?ok (COUNT(*) AS ?n) { ?e :skill 'pick_up' ; prov:used ?x ; :succeeded ?ok . ?x a :drink } "
        "GROUP BY ?ok ORDER BY ?ok"
    )
    assert store.answer(query, 10).rows == (("false", "2"), ("true", "2"))


def test_an_outcome_is_told_in_full(store):
    answer = store.answer(f"SELECT ?p ?v {{ GRAPH <urn:makedo:history> {{ h:{RUN}.1 ?p ?v }} }}", 50)
    said = {}
    for what, value in answer.rows:
        said.setdefault(what, set()).add(value)
    began = NOW.isoformat(timespec="microseconds")
    assert said == {
        "rdf:type": {":SkillExecution", "prov:Activity"},
        ":partOf": {f"h:{RUN}"},
        ":instruction": {"Bring it"},
        ":skill": {"pick_up"},
        ":call": {"pick_up(can_1, table_1)"},
        "prov:used": {"g:can_1", "g:table_1"},
        "prov:wasAssociatedWith": {"g:robot"},
        "prov:startedAtTime": {began},
        "prov:endedAtTime": {(NOW + timedelta(seconds=1)).isoformat(timespec="microseconds")},
        ":began": {"100.0"},
        ":ended": {"110.0"},
        ":step": {"1"},
        ":attempt": {"1"},
        ":succeeded": {"false"},
        ":cause": {"GRASP_FAILED"},
        ":message": {'it "slipped"\nand fell'},
        ":then": {"retry"},
        ":picture": {"/runs/a/failed_pick_up_1_head.png"},
        ":revisionBefore": {"6"},
        ":revisionAfter": {"7"},
    }


def test_what_is_not_known_is_not_said(store):
    plain = replace(deeds()[1], revision_before=0, revision_after=0)
    told = {fact.property for fact in facts_of_outcome(plain)}
    assert not told & {"message", "then", "picture", "revisionBefore", "revisionAfter"}


def test_an_outcome_that_is_told_twice_is_one(store):
    def count() -> str:
        return store.answer("SELECT (COUNT(*) AS ?n) { GRAPH <urn:makedo:history> { ?a ?b ?c } }", 1).rows[0][0]

    before = count()
    store.record(facts_of_outcome(deeds()[0]))
    assert count() == before


def test_a_run_can_be_named_in_a_query(store):
    answer = store.answer(f"SELECT ?call {{ ?x :partOf h:{RUN} ; :call ?call ; :step 1 ; :attempt 2 }}", 10)
    assert answer.rows == (("pick_up(can_1, table_1)",),)


def test_no_property_of_the_history_is_called_as_something_in_the_ontology():
    def ours(fact: Triple) -> str:
        return PREFIXES[""] + fact.property if isinstance(fact.property, str) else ""

    store = TripleStore()
    store.read_ontology(HOUSEHOLD)
    spoken_of = {str(term) for s, p, o, _ in store.dataset.quads() for term in (s, p, o)}
    assert not {ours(fact) for outcome in deeds() for fact in facts_of_outcome(outcome)} & spoken_of
    assert not {PREFIXES[""] + "SkillExecution", PREFIXES[""] + "InstructionRun"} & spoken_of


def test_how_many_calls_of_a_run_came_before_the_first_failure():
    store = TripleStore()
    log = RunLog("run", "Bring it", NOW, EventTime(0.0, 100.0, 6))
    slipped = Outcome(FailureCause.GRASP_FAILED, "it slipped")
    for number, outcome in enumerate((SUCCESS, SUCCESS, slipped, SUCCESS), 1):
        store.record(facts_of_outcome(log.step_done(PICK, outcome, EventTime(number, 100.0 + number, 6))))
    query = (
        "SELECT ?run (SUM(IF(?before, 1, 0)) AS ?done) (COUNT(*) AS ?all) "
        "{ ?e :partOf ?run ; :succeeded ?ok ; :ended ?end BIND (?ok && NOT EXISTS "
        "{ ?f :partOf ?run ; :succeeded false ; :ended ?earlier FILTER (?earlier < ?end) } AS ?before) } "
        "GROUP BY ?run ORDER BY ?run"
    )
    assert store.answer(query, 10).rows == (("h:run", "2", "4"),)


def test_a_macro_action_that_was_learnt_twice_is_one_with_two_times():
    store = TripleStore()
    for learnt_s in (1.7e9, 1.8e9):
        store.record(facts_of(Lesson("?1 is on ?2", ("pick_up(?1)", "put_on(?1, ?2)"), "{}", "Bring it", learnt_s)))
    query = (
        "SELECT ?target ?calls (COUNT(DISTINCT ?when) AS ?uses) "
        "{ ?m a :MacroAction ; :target ?target ; :calls ?calls ; :learntAt ?when } GROUP BY ?target ?calls"
    )
    assert store.answer(query, 10).rows == (("?1 is on ?2", "pick_up(?1); put_on(?1, ?2)", "2"),)
