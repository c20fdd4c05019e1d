# SPDX-License-Identifier: Apache-2.0
"""Malformed PDDL texts. "@@" stands before the place that the first mistake must name; it is no part of the text."""

from __future__ import annotations

HEAD = """(define (domain home)
  (:requirements :adl :derived-predicates :numeric-fluents :action-costs)
"""
TYPES = "  (:types room thing - object cup - thing)\n"
CONSTANTS = "  (:constants kitchen - room)\n"
PREDICATES = "  (:predicates (in ?x - thing ?r - room) (full ?c - cup) (tidy))\n"
FUNCTIONS = "  (:functions (level ?c - cup) - number (total-cost) - number)\n"
ALL = HEAD + TYPES + CONSTANTS + PREDICATES + FUNCTIONS
GOOD = ALL + "  (:action wait :parameters () :precondition () :effect (and)))\n"


def _with(section: str) -> str:
    return f"{ALL}  {section})\n"


def _condition(text: str, parameters: str = "?x - thing ?r - room") -> str:
    return _with(f"(:action act :parameters ({parameters}) :precondition {text} :effect (tidy))")


def _effect(text: str) -> str:
    return _with(f"(:action act :parameters (?x - thing ?r - room ?c - cup) :precondition () :effect {text})")


SYNTAX = {
    "empty": ("@@", "no text; expected (define (domain ...) ...)"),
    "only a comment": ("@@; (define (domain d))", "no text"),
    "only prose": ("@@I cannot do that.", "the text 'I cannot do that.'"),
    "define without a kind": ("@@(define)", "a definition of nothing; expected exactly one (define (domain"),
    "a problem instead": ("@@(define (problem p) (:domain d))", "a definition of problem"),
    "two domains": ("(define (domain a)) @@(define (domain b))", "a second domain"),
    "two fenced domains": (
        "```\n(define (domain a))\n```\n```@@\n(define (domain b))\n```",
        "2 of 2 fenced blocks",
    ),
    "never closed": (
        GOOD.rstrip()[:-1].replace("(define", "@@(define"),
        "'(define' that is never closed; expected 1 more",
    ),
    "two never closed": (
        HEAD + "  @@(:predicates (tidy)",
        "'(:predicates' that is never closed; expected 2 more closing parentheses",
    ),
    "section inside a section": (
        HEAD + "  @@(:types room\n  (:predicates (tidy)))",
        "'(:types' that is not closed before ':predicates' in line 4, column 4",
    ),
    "field inside a precondition": (
        _with("(:action act :parameters () :precondition @@(and (tidy) :effect (tidy))"),
        "'(and' that is not closed before ':effect' in line 7, column 57",
    ),
    "closed too early": (
        HEAD + "  (:predicates (tidy))@@)\n  (:action a :parameters () :effect (tidy)))",
        "a closing parenthesis too many: it ends what line 1, column 1 opens, but ':action' follows",
    ),
    "one too many at the end": (GOOD + "@@)", "1 closing parenthesis too many; expected the end of the text"),
    "NUL": ("(define (domain d)@@\x00)", r"the control character '\x00'; expected printable text"),
    "escape": ("(define\n (domain @@\x1b[31md))", r"the control character '\x1b'"),
    "bad domain name": ("(define (domain @@3d))", "the word '3d'; expected the name of the domain"),
    "unicode name": (
        "(define (domain @@küche))",
        "the word 'küche'; expected the name of the domain: a name of letters",
    ),
    "two domain names": ("(define @@(domain a b))", "'(domain ...)' with 2 names; expected one name"),
}
SECTIONS = {
    "unknown section": (_with("@@(:actions)"), "the unknown section ':actions'", "did you mean :action"),
    "unsupported section": (_with("@@(:durative-action fly)"), "':durative-action', which is not supported"),
    "repeated section": (_with("@@(:types place)"), "the section ':types' again; expected one; the first is in line 3"),
    "word for a section": (_with("@@actions"), "the word 'actions'; expected one of the sections"),
    "list for a section": (_with("@@((tidy))"), "a parenthesis right after a parenthesis"),
    "unknown requirement": ("(define (domain d) (:requirements @@:flying))", "the unknown requirement ':flying'"),
    "unsupported requirement": (
        "(define (domain d) (:requirements @@:durative-actions))",
        "the requirement ':durative-actions'",
    ),
    "word for a requirement": (
        "(define (domain d) (:requirements @@typing))",
        "the word 'typing'; expected a requirement",
    ),
    "missing typing": (
        "(define (domain d) @@(:requirements :strips) (:types a))",
        "no requirement ':typing', needed by the types",
    ),
    "missing negative": (
        "(define (domain d) @@(:requirements :strips) (:predicates (p))"
        "(:action a :parameters () :precondition (not (p)) :effect (p)))",
        "no requirement ':negative-preconditions', needed by the action 'a'",
    ),
    "missing every requirement": (
        "@@(define (domain d) (:predicates (p))"
        "(:action a :parameters () :precondition (or (p)) :effect (when (p) (not (p)))))",
        "no requirement ':disjunctive-preconditions'",
        "no requirement ':conditional-effects'",
    ),
}
DECLARATIONS = {
    "repeated type": (HEAD + "(:types room @@Room))", "the type 'Room' again"),
    "undeclared parent": (
        HEAD + "(:types cup - @@thing))",
        "the undeclared type 'thing' as a parent; expected 'thing' among the types",
    ),
    "cycle of types": (HEAD + "(:types @@a - b b - a))", "the type 'a' below itself"),
    "object below a type": (HEAD + "(:types a - object object - @@a))", "the parent 'a' of 'object'; expected none"),
    "union of types": (HEAD + "(:types a b c - @@(either a b)))", "'(either ...)'; expected one parent"),
    "dash at the end": (HEAD + "(:types a @@-))", "'-' at the end; expected a type after it"),
    "dash without names": (HEAD + "(:types @@- a))", "a type without names before it"),
    "dash stuck to the type": (HEAD + "(:types room @@-object))", "the word '-object'; expected the name of a type"),
    "constant of an undeclared type": (
        HEAD + TYPES + "(:constants hall - @@rom))",
        "the undeclared type 'rom'; expected a declared type: cup, room, thing (did you mean room",
    ),
    "constant that is a variable": (
        HEAD + TYPES + "(:constants @@?x - room))",
        "the word '?x'; expected the name of a constant",
    ),
    "repeated constant": (
        HEAD + TYPES + "(:constants a - room @@a - cup))",
        "'a' again; expected one declaration; 'a' is of type 'room'",
    ),
    "predicate without parentheses": (
        HEAD + "(:predicates @@tidy))",
        "the word 'tidy'; expected a predicate in parentheses",
    ),
    "empty predicate": (HEAD + "(:predicates (@@)))", "nothing; expected the name of a predicate"),
    "reserved predicate": (HEAD + "(:predicates (@@not ?x)))", "the reserved word 'not'"),
    "repeated predicate": (HEAD + "(:predicates (a) (@@A)))", "'A' again; expected one declaration of 'a'"),
    "parameter without ?": (
        HEAD + TYPES + "(:predicates (in @@x - thing)))",
        "the word 'x'; expected a variable",
        "did you mean ?x",
    ),
    "repeated parameter": (HEAD + "(:predicates (near ?x @@?X)))", "the variable '?X' again"),
    "parameter of an undeclared type": (
        HEAD + TYPES + "(:predicates (in ?x - @@thng)))",
        "the undeclared type 'thng'",
        "did you mean thing",
    ),
    "parameter of a union": (
        HEAD + TYPES + "(:predicates (in ?x - @@(either room cup))))",
        "a union of types; expected one type",
    ),
    "function of objects": (
        HEAD + TYPES + "(:functions (owner ?c - cup) - @@thing))",
        "values of the word 'thing'; expected - number",
    ),
    "function without parentheses": (
        HEAD + "(:functions @@level))",
        "the word 'level'; expected a function in parentheses",
    ),
    "function called like a predicate": (HEAD + "(:predicates (a)) (:functions (@@a)))", "'a' again"),
}
ACTIONS = {
    "no action name": (_with("(:action@@)"), "nothing; expected the name of an action"),
    "list for an action name": (_with("(:action @@(go) :parameters ())"), "'(go ...)'; expected the name of an action"),
    "repeated action": (
        _with("(:action a :parameters ()) (:action @@A :parameters ())"),
        "the action 'A' again; expected one definition",
    ),
    "no parameters": (_with("@@(:action a :effect (tidy))"), "the action 'a' without :parameters"),
    "misspelt field": (
        _with("(:action a :parameters () @@:preconditions (tidy))"),
        "the word ':preconditions'; expected one of the fields",
        "did you mean :precondition",
    ),
    "repeated field": (_with("(:action a :parameters () :effect (tidy) @@:effect (tidy))"), "':effect' again"),
    "field without value": (_with("(:action a :parameters () @@:effect)"), "':effect' followed by nothing"),
    "word for parameters": (_with("(:action a :parameters @@?x)"), "':parameters' followed by the word '?x'"),
    "undeclared predicate": (
        _condition("(@@inn ?x ?r)"),
        "the undeclared predicate 'inn'; expected a declared predicate: full, in, tidy (did you mean in",
    ),
    "too many terms": (_condition("(@@tidy ?x)"), "1 terms of 'tidy'; expected 0: (tidy)"),
    "too few terms": (_condition("(@@in ?x)"), "1 terms of 'in'; expected 2: (in ?x - thing ?r - room)"),
    "undeclared variable": (
        _condition("(in @@?y ?r)"),
        "the undeclared variable '?y'; expected a declared variable: ?r, ?x",
    ),
    "forgotten question mark": (_condition("(in ?x @@r)"), "the undeclared object 'r'", "did you mean ?r"),
    "undeclared object": (_condition("(in ?x @@kichen)"), "the undeclared object 'kichen'", "did you mean kitchen"),
    "object of a wrong type": (
        _condition("(in @@kitchen ?r)"),
        "'kitchen' of type 'room'; expected one of type 'thing' for ?x of 'in'",
    ),
    "variable of a wrong type": (
        _condition("(in ?x @@?x)"),
        "'?x' of type 'thing'; expected one of type 'room' for ?r",
    ),
    "object of too wide a type": (
        HEAD + TYPES + "(:constants it - thing)" + PREDICATES + "(:action a :parameters () :effect (full @@it)))",
        "'it' of type 'thing'; expected one of type 'cup'",
    ),
    "term in parentheses": (_condition("(in @@(owner) ?r)"), "'(owner ...)'; expected a variable or an object"),
    "word for a condition": (_condition("(and @@tidy)"), "the word 'tidy'; expected a condition"),
    "list of conditions without and": (
        _condition("@@((tidy) (tidy))"),
        "a parenthesis right after a parenthesis; expected a condition",
    ),
    "empty condition inside": (_condition("(and @@())"), "empty parentheses; expected a condition"),
    "not of two": (_condition("@@(not (tidy) (tidy))"), "2 parts of '(not ...)'; expected 1"),
    "imply of one": (_condition("@@(imply (tidy))"), "1 parts of '(imply ...)'; expected 2"),
    "exists without variables": (_condition("@@(exists (tidy))"), "1 parts of '(exists ...)'; expected 2"),
    "exists over a word": (_condition("(exists @@?x (tidy))"), "the word '?x'; expected variables in parentheses"),
    "forall over an undeclared type": (
        _condition("(forall (?y - @@cub) (full ?y))"),
        "the undeclared type 'cub'",
        "did you mean cup",
    ),
    "variable outside of its quantifier": (
        _condition("(and (exists (?c - cup) (full ?c)) (full @@?c))"),
        "the undeclared variable '?c'",
    ),
    "comparison of two functions": (
        _condition("(> (level ?x) @@(level ?x))", "?x - cup"),
        "'(level ...)'; expected a plain number",
    ),
    "comparison of arithmetic": (_condition("(> (@@+ 1 2) 3)"), "arithmetic ('+')"),
    "comparison of words": (_condition("(< @@?x 3)"), "the word '?x'; expected a numeric function"),
    "comparison with an infinite number": (
        _condition("(> (level ?x) @@1e999)", "?x - cup"),
        "the word '1e999'; expected a plain number",
    ),
    "undeclared function": (
        _condition("(> (@@levl ?x) 3)", "?x - cup"),
        "the undeclared function 'levl'",
        "did you mean level",
    ),
    "preference": (_condition("@@(preference p (tidy))"), "'(preference ...)' in a condition"),
    "effect word in a condition": (_condition("@@(when (tidy) (tidy))"), "'(when ...)' in a condition"),
    "or in an effect": (_effect("@@(or (tidy) (full ?c))"), "'(or ...)' in an effect; expected an effect"),
    "not of a conjunction": (_effect("@@(not (and (tidy) (full ?c)))"), "'(not ...)' with 1 parts; expected an effect"),
    "not of a choice": (_effect("(not @@(or (tidy)))"), "'(or ...)' in an effect"),
    "when without effect": (_effect("@@(when (tidy))"), "'(when ...)' with 1 parts"),
    "forall hides a parameter": (
        _effect("(forall @@(?c - cup) (full ?c))"),
        "the variable '?c' again; expected another name",
    ),
    "word for an effect": (_effect("@@tidy"), "':effect' followed by the word 'tidy'"),
    "change by a fluent": (_effect("(increase (level ?c) @@(level ?c))"), "'(level ...)'; expected a plain number"),
    "conditional change": (_effect("(when (tidy) (increase @@(level ?c) 1))"), "a change of a number inside of 'when'"),
    "scaling": (_effect("@@(scale-up (level ?c) 2)"), "'(scale-up ...)' with 2 parts; expected an effect"),
    "negative cost": (_effect("(increase @@(total-cost) -1)"), "a negative cost; expected (increase (total-cost)"),
    "decreasing cost": (_effect("(decrease @@(total-cost) 1)"), "decrease of total-cost"),
    "two costs": (
        _effect("(and (increase (total-cost) 1) (increase @@(total-cost) 1))"),
        "a second increase of total-cost",
    ),
}
DERIVED = {
    "undeclared derived": (
        _with("(:derived (@@bare ?r - room) (tidy))"),
        "the derived predicate 'bare', which is not declared; expected '(bare ?r - room)' in (:predicates",
    ),
    "derived without condition": (
        _with("@@(:derived (tidy))"),
        "'(:derived ...)' with 1 parts; expected (:derived (name ...) condition)",
    ),
    "two rules": (
        _with("(:derived (tidy) (and)) (:derived (@@tidy) (or))"),
        "a second rule for 'tidy'; expected one rule; join it with the first",
    ),
    "derived with other parameters": (
        _with("(:derived (@@tidy ?x) (and))"),
        "the derived predicate '(tidy ?x - object)'; expected it as declared: '(tidy)'",
    ),
    "derived with wider parameters": (
        _with("(:derived (@@full ?x - thing) (tidy))"),
        "expected it as declared: '(full ?c - cup)'",
    ),
    "effect on derived": (
        _with("(:derived (tidy) (and)) (:action a :parameters () :effect @@(tidy))"),
        "an effect on the derived predicate 'tidy'",
    ),
    "own negation": (_with("@@(:derived (tidy) (not (tidy)))"), "a predicate that depends on its own negation"),
    "own negation by a detour": (
        _with("@@(:derived (tidy) (forall (?c - cup) (not (full ?c)))) (:derived (full ?c - cup) (tidy))"),
        "a predicate that depends on its own negation",
    ),
}
TASK_HEAD = "(define (problem p)\n  (:domain home)\n  (:objects hall - room mug - cup ball - thing)\n"


def _init(text: str) -> str:
    return f"{TASK_HEAD}  (:init {text})\n  (:goal (tidy)))"


def _goal(text: str) -> str:
    return f"{TASK_HEAD}  (:init)\n  {text})"


TASKS = {
    "other domain": (
        "(define (problem p) (:domain @@house) (:init) (:goal (tidy)))",
        "the domain 'house'; expected 'home'",
    ),
    "no domain": (
        "@@(define (problem p) (:init) (:goal (tidy)))",
        "a problem without (:domain ...); expected (:domain home)",
    ),
    "empty domain": ("(define (problem p) @@(:domain) (:init) (:goal (tidy)))", "'(:domain ...)' with 0 parts"),
    "no init": ("@@(define (problem p) (:domain home) (:goal (tidy)))", "a problem without (:init ...)"),
    "no goal": ("@@(define (problem p) (:domain home) (:init))", "a problem without (:goal ...)"),
    "misspelt section": (_goal("(:goal (tidy)) @@(:gaol (tidy))"), "the unknown section ':gaol'", "did you mean :goal"),
    "section of a domain": (_goal("(:goal (tidy)) @@(:predicates (a))"), "the unknown section ':predicates'"),
    "redeclared constant": (
        "(define (problem p) (:domain home) (:objects @@kitchen - cup) (:init) (:goal (tidy)))",
        "'kitchen' again; expected one declaration; 'kitchen' is of type 'room'",
    ),
    "repeated object": (
        "(define (problem p) (:domain home) (:objects a @@A) (:init) (:goal (tidy)))",
        "'A' again, which is 'a' but for its case",
    ),
    "object with a digit first": (
        "(define (problem p) (:domain home) (:objects @@7up - thing) (:init) (:goal (tidy)))",
        "the word '7up'; expected the name of an object: a name of letters",
    ),
    "undeclared object in init": (_init("(in @@mugg hall)"), "the undeclared object 'mugg'", "did you mean mug"),
    "variable in init": (_init("(in @@?x hall)"), "the undeclared variable '?x'"),
    "wrong type in init": (_init("(in @@hall hall)"), "'hall' of type 'room'; expected one of type 'thing'"),
    "and in init": (_init("@@(and (tidy))"), "'(and ...)' in (:init ...)"),
    "word in init": (_init("@@tidy"), "the word 'tidy'; expected a literal of objects"),
    "not not in init": (_init("@@(not (not (tidy)))"), "'(not ...)'; expected a literal"),
    "contradiction in init": (_init("(tidy) @@(not (tidy))"), "both tidy() and its opposite"),
    "value of no function": (_init("@@(= 3 4)"), "'(= ...)'; expected (= (function ...) number)"),
    "two values": (_init("(= (level mug) 3) @@(= (level mug) 4)"), "a second value of level(mug)"),
    "value that is a word": (_init("(= (level mug) @@high)"), "the word 'high'; expected a plain number"),
    "cost at the start": (_init("@@(= (total-cost) 5)"), "a total cost of 5 at the start"),
    "timed literal": (_init("(@@at 5 (tidy))"), "the undeclared predicate 'at'"),
    "two goals": (_goal("@@(:goal (tidy) (full mug))"), "'(:goal ...)' with 2 conditions; expected one"),
    "empty goal": (_goal("@@(:goal)"), "'(:goal ...)' with 0 conditions"),
    "goal of a wrong type": (_goal("(:goal (full @@ball))"), "'ball' of type 'thing'; expected one of type 'cup'"),
    "goal with an undeclared predicate": (_goal("(:goal (@@clean mug))"), "the undeclared predicate 'clean'"),
    "other metric": (_goal("(:goal (tidy)) @@(:metric maximize (level mug))"), "a metric other than the total cost"),
    "empty metric": (_goal("(:goal (tidy)) @@(:metric)"), "a metric other than the total cost"),
}
DOMAINS = {**SYNTAX, **SECTIONS, **DECLARATIONS, **ACTIONS, **DERIVED}
