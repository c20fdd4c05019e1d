# SPDX-License-Identifier: Apache-2.0
"""What a PDDL text means, what is mended in it when asked to, and that no text keeps the reader busy."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.goals.goal import AllOf, AnyOf, Comparator, Compare, Exists, ForAll, Holds, Not, Variable, literals
from makedo_core.skills import Literal
from planner_node.engines.builtin import Builtin
from planner_node.pddl.mistakes import PddlError, TextPosition
from planner_node.pddl.model import Domain, Effect, NumericChange, NumericEffect, Symbol
from planner_node.pddl.reading.expressions import MAX_DEPTH
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_condition, read_task
from planner_node.pddl.reading.tokens import MAX_CHARACTERS, MAX_TOKENS
from planner_node.pddl.writer import domain_to_pddl, task_to_pddl
from planner_node.proof.search import SearchLimits
from support.public_data import PUBLIC_DATA, cases_of, needs
from support.tiers import slow
from support.words import Words

DATA = PUBLIC_DATA / "contextmatters" / "domains"

KITCHEN = """
; a small kitchen
(define (domain kitchen)
  (:requirements :adl :derived-predicates :numeric-fluents :action-costs)
  (:types place thing - object
          cup tin - thing
          sink - place)
  (:constants tap - sink)
  (:predicates (at ?x - thing ?p - place) (clean ?x - thing) (holding ?x - thing) (free) (bare ?p - place))
  (:functions (level ?c - cup) - number (total-cost) - number)
  (:derived (bare ?p - place) (not (exists (?x - thing) (at ?x ?p))))
  (:action take
    :parameters (?x - thing ?p - place)
    :precondition (and (free) (at ?x ?p) (imply (clean ?x) (not (= ?p tap))))
    :effect (and (not (free)) (not (at ?x ?p)) (holding ?x) (increase (total-cost) 2.5)))
  (:ACTION fill
    :parameters (?c - cup)
    :precondition (and (holding ?c) (< (level ?c) 3) (>= 5 (level ?c)))
    :effect (and (assign (level ?c) 5) (decrease (level ?c) 0.5) (forall (?x - thing) (when (at ?x tap) (clean ?x)))))
  (:action rest :parameters ())
)
"""
MUG_AND_HALL = (Variable("mug", "cup"), Variable("hall", "place"))


def lit(predicate: str, *terms: str) -> Literal:
    return Literal(predicate, terms)


@pytest.fixture(scope="module")
def kitchen() -> Domain:
    reading = read_domain(KITCHEN)
    assert reading.notes == ()
    return reading.value


def test_declarations_are_read(kitchen):
    assert kitchen.name == "kitchen"
    assert kitchen.types == {
        "place": "object",
        "thing": "object",
        "cup": "thing",
        "tin": "thing",
        "sink": "place",
    }
    assert kitchen.constants == (Variable("tap", "sink"),)
    assert kitchen.predicates["at"] == Symbol("at", (Variable("?x", "thing"), Variable("?p", "place")))
    assert kitchen.functions == {"level": Symbol("level", (Variable("?c", "cup"),))}
    assert kitchen.requirements == (":adl", ":derived-predicates", ":numeric-fluents", ":action-costs")


def test_a_derived_predicate_is_declared_and_defined(kitchen):
    rule = kitchen.derived["bare"]
    assert rule.symbol == kitchen.predicates["bare"] == Symbol("bare", (Variable("?p", "place"),))
    assert rule.condition == Not(Exists((Variable("?x", "thing"),), Holds(lit("at", "?x", "?p"))))


def test_an_action_is_read(kitchen):
    take = kitchen.operators["take"]
    assert take.parameters == (Variable("?x", "thing"), Variable("?p", "place"))
    clean_elsewhere = AnyOf((Holds(~lit("clean", "?x")), Holds(~lit("=", "?p", "tap"))))
    assert take.precondition == AllOf((Holds(lit("free")), Holds(lit("at", "?x", "?p")), clean_elsewhere))
    assert take.effects == (Effect(~lit("free")), Effect(~lit("at", "?x", "?p")), Effect(lit("holding", "?x")))
    assert take.cost == 2.5


def test_quantified_conditional_and_numeric_effects_are_read(kitchen):
    fill = kitchen.operators["fill"]
    assert fill.effects == (Effect(lit("clean", "?x"), Holds(lit("at", "?x", "tap")), (Variable("?x", "thing"),)),)
    assert fill.numeric == (
        NumericEffect(NumericChange.ASSIGN, "level", ("?c",), 5.0),
        NumericEffect(NumericChange.DECREASE, "level", ("?c",), 0.5),
    )


def test_a_number_may_stand_on_either_side_of_a_comparison(kitchen):
    below = Compare("level", ("?c",), Comparator.LESS, 3.0)
    at_most = Compare("level", ("?c",), Comparator.AT_MOST, 5.0)
    assert kitchen.operators["fill"].precondition == AllOf((Holds(lit("holding", "?c")), below, at_most))


def test_an_action_may_need_and_do_nothing(kitchen):
    rest = kitchen.operators["rest"]
    assert rest.precondition == AllOf(())
    assert rest.effects == rest.numeric == ()


def test_actions_cost_nothing_only_where_costs_are_declared(kitchen):
    assert kitchen.operators["rest"].cost == 0.0
    assert read_domain("(define (domain d) (:action a :parameters ()))").value.operators["a"].cost == 1.0


DRIVING = """
(define (domain driving)
  (:requirements :action-costs)
  (:predicates (at ?p) (road ?p ?q))
  (:functions (total-cost) - number (way ?p ?q) - number (toll) - number)
  (:action drive
    :parameters (?p ?q)
    :precondition (and (at?p)(road ?p ?q))
    :effect (and (not (at?p)) (at ?q) (increase (total-cost) (way ?p ?q)))){}
)
"""
PAYING = "(:action pay :parameters () :effect (increase (total-cost) (toll)))"
DRIVE = """(define (problem p) (:domain driving) (:objects a b)
  (:init (at a) (road a b) (= (way a b) 12) (= (toll) 2) (= (total-cost) 0))
  (:goal (at b)) (:metric minimize (total-cost)))"""


def test_the_cost_of_an_action_may_be_a_function_of_its_arguments():
    domain = read_domain(DRIVING.format(PAYING)).value
    assert domain.operators["drive"].cost_of == ("way", ("?p", "?q"))
    assert domain.operators["pay"].cost_of == ("toll", ())
    assert domain.requirements == (":action-costs",)
    task = read_task(DRIVE, domain).value
    assert task.values == {("way", ("a", "b")): 12.0, ("toll", ()): 2.0}
    written = read_domain(domain_to_pddl(domain)).value
    assert {n: o.cost_of for n, o in written.operators.items()} == {n: o.cost_of for n, o in domain.operators.items()}
    assert read_task(task_to_pddl(task), written).value.values == task.values
    found = Builtin().solve(task, SearchLimits())
    assert [str(call) for call in found.calls] == ["drive(a, b)"]


def test_a_function_that_is_no_cost_is_a_number_all_the_same():
    with pytest.raises(PddlError, match="no requirement ':numeric-fluents', needed by the functions"):
        read_domain(DRIVING.format(""))


@pytest.mark.parametrize(
    ("effect", "mistake"),
    [
        ("(increase (total-cost) (+ 1 2))", "arithmetic ('+')"),
        ("(increase (total-cost) (total-cost))", "found '(total-cost ...)'; expected a plain number"),
        ("(increase (total-cost) (wag))", "the undeclared function 'wag'"),
        ("(increase (total-cost) (way a))", "terms of 'way'"),
        ("(and (increase (total-cost) (toll)) (increase (total-cost) 1))", "a second increase of total-cost"),
    ],
)
def test_a_cost_that_is_neither_number_nor_function_is_refused(effect, mistake):
    with pytest.raises(PddlError, match=re.escape(mistake)):
        read_domain(DRIVING.format(f"(:action pay :parameters () :effect {effect})"), tolerant=True)


def test_a_variable_may_follow_a_name_without_a_space():
    domain = read_domain(DRIVING.format(PAYING)).value
    assert lit("at", "?p") in literals(domain.operators["drive"].precondition)


def test_nested_quantifiers_and_conditions_of_effects_add_up():
    text = """(define (domain d) (:requirements :adl) (:predicates (p ?x ?y) (q ?x))
      (:action a :parameters (?x)
        :effect (forall (?y) (when (q ?y) (forall (?z) (when (q ?z) (not (p ?y ?z))))))))"""
    (effect,) = read_domain(text).value.operators["a"].effects
    y, z = Variable("?y", "object"), Variable("?z", "object")
    both = AllOf((Holds(lit("q", "?y")), Holds(lit("q", "?z"))))
    assert effect == Effect(~lit("p", "?y", "?z"), both, (y, z))


def test_a_task_is_read(kitchen):
    text = """(define (problem p) (:domain kitchen)
      (:objects mug - cup hall - place)
      (:init (at mug hall) (not (clean mug)) (free) (= (level mug) -1.5) (= (total-cost) 0))
      (:goal (and (clean mug) (bare hall) (= (level mug) 5)))
      (:metric minimize (total-cost)))"""
    reading = read_task(text, kitchen)
    assert reading.notes == ()
    task = reading.value
    assert (task.name, task.domain, task.objects) == ("p", kitchen, MUG_AND_HALL)
    assert task.initial == {lit("at", "mug", "hall"), lit("free")}
    assert task.values == {("level", ("mug",)): -1.5}
    assert task.goal == AllOf(
        (Holds(lit("clean", "mug")), Holds(lit("bare", "hall")), Compare("level", ("mug",), Comparator.EQUAL, 5.0))
    )


def test_a_task_may_declare_what_its_goal_needs(words: Words):
    domain = read_domain("(define (domain d) (:predicates (p)))").value
    text = "(define (problem x) (:domain d) {} (:init) (:goal (or (p))))"
    assert read_task(text.format("(:requirements :disjunctive-preconditions)"), domain).value.goal == AnyOf(
        (Holds(lit("p")),)
    )
    with pytest.raises(PddlError) as raised:
        read_task(text.format(""), domain)
    words(str(raised.value))


@pytest.mark.parametrize("fact", ["(bare hall)", "(not (bare hall))"])
def test_a_derived_predicate_is_no_fact_of_the_initial_state(kitchen, fact, words: Words):
    text = f"(define (problem p) (:domain kitchen) (:objects hall - place) (:init {fact}) (:goal (free)))"
    with pytest.raises(PddlError) as raised:
        read_task(text, kitchen)
    words(str(raised.value))


def test_a_condition_by_itself_is_read(kitchen):
    wanted = ForAll((Variable("?x", "cup"),), Holds(lit("at", "?x", "hall")))
    for text in ("(forall (?x - cup) (at ?x hall))", "(:goal (forall (?x - cup) (at ?x hall)))"):
        assert read_condition(text, kitchen, objects=MUG_AND_HALL).value == wanted
    free = read_condition("(at ?x tap)", kitchen, variables=[Variable("?x", "cup")])
    assert free.value == Holds(lit("at", "?x", "tap"))
    assert read_condition("()", kitchen).value == AllOf(())


def test_a_variable_may_be_of_a_type_above_the_parameters(kitchen):
    text = "(exists (?x - object) (at ?x tap))"
    assert read_condition(text, kitchen).value == Exists((Variable("?x", "object"),), Holds(lit("at", "?x", "tap")))


def test_a_predicate_may_be_called_like_a_constraint():
    domain = read_domain("(define (domain d) (:predicates (within ?a ?b)))").value
    things = [Variable("cup", "object")]
    assert read_condition("(within cup cup)", domain, objects=things).value == Holds(lit("within", "cup", "cup"))


def test_a_double_negation_stays_one(kitchen):
    assert read_condition("(not (not (free)))", kitchen).value == Not(Holds(~lit("free")))


# --- what stands around the PDDL


FENCED = "Sure! Here it is (as asked):\n\n```pddl\n(define (domain d)\n  (:predicates (p)))\n```\nHave fun :)\n"


def test_fences_and_prose_are_left_out_with_a_note(words: Words):
    reading = read_domain(FENCED)
    assert list(reading.value.predicates) == ["p"]
    assert [note.place for note in reading.notes] == [TextPosition(1, 1), TextPosition(7, 1)]
    words(str(reading.notes[0]))


def test_places_inside_of_a_fence_are_those_of_the_whole_text(words: Words):
    with pytest.raises(PddlError) as raised:
        read_domain(FENCED.replace("(p)", "(p) (7)"))
    words(str(raised.value))


def test_prose_without_fences_is_left_out_with_a_note():
    reading = read_domain("The domain (small) is: (define (domain d)) I hope (really) that it helps.")
    assert [note.message for note in reading.notes] == [
        "text before the PDDL is left out: 'The domain ( small ) is:'",
        "text after the PDDL is left out: 'I hope ( really ) that it helps.'",
    ]


def test_of_several_definitions_the_one_asked_for_is_read():
    both = "(define (domain d) (:predicates (p))) (define (problem x) (:domain d) (:init (p)) (:goal (p)))"
    reading = read_domain(both)
    assert [note.message for note in reading.notes] == ["the definition of a problem is left out"]
    assert read_task(both, reading.value).value.initial == {lit("p")}
    fenced = (
        "```\n(define (domain d) (:predicates (p)))\n```\n```\n(define (problem x) (:domain d) (:init) (:goal (p)))```"
    )
    assert read_task(fenced, read_domain(fenced).value).value.goal == Holds(lit("p"))


def test_a_byte_order_mark_is_passed_over():
    assert read_domain("\ufeff(define (domain d))").value.name == "d"


# --- tolerance


def _mended(text: str) -> tuple[Domain, str]:
    """A text that is refused as it is, read with tolerance."""
    with pytest.raises(PddlError):
        read_domain(text)
    reading = read_domain(text, tolerant=True)
    assert reading.notes
    return reading.value, "\n".join(map(str, reading.notes))


def test_tolerance_closes_parentheses_at_the_end(words: Words):
    domain, notes = _mended("(define (domain d)\n (:predicates (p)\n")
    assert list(domain.predicates) == ["p"]
    words(notes)


def test_tolerance_leaves_out_parentheses_too_many_at_the_end(words: Words):
    _, notes = _mended("(define (domain d)))))")
    words(notes)


def test_tolerance_does_not_guess_where_a_section_should_have_ended(words: Words):
    with pytest.raises(PddlError) as raised:
        read_domain("(define (domain d) (:types a (:predicates (p)))", tolerant=True)
    words(str(raised.value))


def test_tolerance_adds_missing_requirements(words: Words):
    domain, notes = _mended(
        "(define (domain d) (:types a) (:predicates (p)) (:action x :parameters () :precondition (not (p))))"
    )
    assert domain.requirements == (":typing", ":negative-preconditions")
    words(notes)


def test_tolerance_leaves_out_unknown_requirements(words: Words):
    domain, notes = _mended("(define (domain d) (:requirements :strips :magic :preferences))")
    assert domain.requirements == (":strips",)
    words(notes)


def test_tolerance_reads_names_whatever_their_case(kitchen, words: Words):
    text = "(at Mug HALL)"
    with pytest.raises(PddlError) as raised:
        read_condition(text, kitchen, objects=MUG_AND_HALL)
    words(str(raised.value))
    reading = read_condition(text.replace("at", "AT"), kitchen, objects=MUG_AND_HALL, tolerant=True)
    assert reading.value == Holds(lit("at", "mug", "hall"))
    assert len(reading.notes) == 3


def test_tolerance_declares_parents_that_are_no_types(words: Words):
    domain, notes = _mended("(define (domain d) (:requirements :typing) (:types cup tin - Thing sink - Object))")
    assert domain.types == {"cup": "Thing", "tin": "Thing", "sink": "object", "Thing": "object"}
    words(notes)
    domain, notes = _mended("(define (domain d) (:requirements :typing) (:types cup - THING thing))")
    assert domain.types == {"cup": "thing", "thing": "object"}
    words(notes)


def test_tolerance_declares_a_predicate_from_its_uses(words: Words):
    text = """(define (domain d) (:requirements :adl) (:types cup tin - thing thing)
      (:predicates (held ?x - thing))
      (:action a :parameters (?c - cup) :precondition (washed ?c) :effect (held ?c))
      (:action b :parameters (?t - tin) :precondition (held ?t) :effect (washed ?t)))"""
    domain, notes = _mended(text)
    assert domain.predicates["washed"] == Symbol("washed", (Variable("?x1", "thing"),))
    words(notes)
    _, notes = _mended(text.replace(":effect (washed ?t)", ":effect (held ?t)"))
    words(notes)


def test_tolerance_takes_no_misspelt_predicate_for_a_new_one(words: Words):
    text = "(define (domain d) (:predicates (is-free)) (:action a :parameters () :precondition (is-fre)))"
    with pytest.raises(PddlError) as raised:
        read_domain(text, tolerant=True)
    words(str(raised.value))


def test_an_undeclared_predicate_has_one_number_of_terms(words: Words):
    text = "(define (domain d) (:action a :parameters (?x) :precondition (washed ?x) :effect (washed)))"
    with pytest.raises(PddlError) as raised:
        read_domain(text, tolerant=True)
    words(str(raised.value))


def test_tolerance_does_not_invent_predicates_for_a_goal(kitchen, words: Words):
    with pytest.raises(PddlError) as raised:
        read_condition("(polished mug)", kitchen, objects=MUG_AND_HALL, tolerant=True)
    words(str(raised.value))


def test_tolerance_keeps_an_object_of_too_wide_a_type_and_says_so(kitchen, words: Words):
    things = [Variable("thing_1", "thing")]
    with pytest.raises(PddlError) as raised:
        read_condition("(> (level thing_1) 1)", kitchen, objects=things)
    words(str(raised.value))
    reading = read_condition("(> (level thing_1) 1)", kitchen, objects=things, tolerant=True)
    words(str(reading.notes[0]))


def test_tolerance_reads_a_task_of_a_domain_with_another_name(kitchen):
    text = "(define (problem p) (:domain cuisine) (:objects tap - sink) (:init) (:goal (free)) (:metric maximize (x)))"
    with pytest.raises(PddlError) as raised:
        read_task(text, kitchen)
    assert len(raised.value.mistakes) == 3
    reading = read_task(text, kitchen, tolerant=True)
    assert reading.value.objects == ()
    assert [note.message.split("; ")[1] for note in reading.notes] == ["read as 'kitchen'", "left out", "left out"]


# --- hostile texts


HOSTILE = {
    "a megabyte of opening parentheses": "(" * 1_000_000,
    "a megabyte of closing parentheses": ")" * 1_000_000,
    "a megabyte of opened definitions": "(define " * 120_000,
    "deep nesting": "(define (domain d) (:action a :parameters () :precondition " + "(not " * MAX_DEPTH,
    "too long": " " * (MAX_CHARACTERS + 1),
    "too many words": "(define (domain d) (:types " + "a " * MAX_TOKENS + "))",
    "as many words as are allowed": "(define (domain d) (:types " + "a " * (MAX_TOKENS - 8) + "))",
    "different unknown words": "(define (domain d) (:predicates " + " ".join(f"w{i}" for i in range(90_000)) + "))",
    "a long word": "(define (domain " + "d" * 10_000 + "))",
    "NUL bytes": "\x00" * 1_000_000,
    "unicode": "(define (domain \u0434\u043e\u043c\U0001f916) (:predicates (\u2014)))",
    "lone surrogates": "(define (domain \udc80\ud800))",
    "a long chain of types": "(define (domain d) (:types " + " ".join(f"t{i} - t{i + 1}" for i in range(30_000)) + "))",
    "many variables": "(define (domain d) (:action a :parameters (" + " ".join(f"?v{i}" for i in range(50_000)) + ")))",
    "many undeclared predicates": "(define (domain d) (:action a :parameters () :effect (and "
    + " ".join(f"(p{i})" for i in range(30_000))
    + ")))",
    "many fences": "```\n" * 200_000,
    "many infinite numbers": "(define (domain d) (:functions (f)) (:action a :parameters () :effect (and "
    + "(increase (f) 9e999) " * 10_000
    + ")))",
}


@pytest.mark.parametrize("tolerant", [False, *slow(True)])
@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_text_is_refused(case, tolerant):
    with pytest.raises(PddlError) as raised:
        read_domain(HOSTILE[case], tolerant=tolerant)
    assert len(str(raised.value)) < 100_000
    str(raised.value).encode("utf-8")


def test_deep_nesting_is_told_where_it_becomes_too_deep(words: Words):
    with pytest.raises(PddlError) as raised:
        read_domain(HOSTILE["deep nesting"])
    words(str(raised.value))


def test_as_deep_as_allowed_is_read(kitchen):
    depth = MAX_DEPTH - 1
    assert read_condition("(not " * depth + "(free)" + ")" * depth, kitchen).value


@given(st.text(alphabet="()?:;- \n`abdefinot0.9=", max_size=300), st.booleans())
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text, tolerant):
    try:
        read_domain(text, tolerant=tolerant)
    except PddlError as error:
        assert error.mistakes


@given(st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=300, deadline=None)
def test_a_damaged_domain_is_read_or_refused(rng: random.Random, tolerant):
    words = KITCHEN.split(" ")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(words))
        words[at : at + 1] = rng.choice(([], [words[rng.randrange(len(words))]], [words[at], words[at]], ["("], [")"]))
    try:
        read_domain(" ".join(words), tolerant=tolerant)
    except PddlError as error:
        assert error.mistakes


# --- evaluation data


@pytest.mark.parametrize(
    "family", cases_of(DATA, ["dining-setup", "general", "house-cleaning", "laundry", "pc-assembly"])
)
def test_a_domain_of_the_evaluation_data_is_read(family):
    reading = read_domain((DATA / f"{family}-domain.pddl").read_text(encoding="utf-8"))
    assert reading.notes == ()
    assert {"move_to", "grab", "drop"} <= set(reading.value.operators)


@needs(DATA)
def test_the_domain_that_forgets_a_predicate_is_mended_only_when_asked_to(words: Words):
    text = (DATA / "office-setup-domain.pddl").read_text(encoding="utf-8")
    with pytest.raises(PddlError) as raised:
        read_domain(text, source="office")
    words(str(raised.value))
    reading = read_domain(text, tolerant=True)
    assert reading.value.derived["empty"].symbol == Symbol("empty", (Variable("?m", "container"),))
    assert [note.message for note in reading.notes] == [
        "no requirement ':negative-preconditions', needed by the derived predicate 'empty'; added",
        "no requirement ':universal-preconditions', needed by the derived predicate 'empty'; added",
        "the derived predicate 'empty', which is not declared; declared as '(empty ?m - container)'",
    ]
