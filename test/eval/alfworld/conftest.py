# SPDX-License-Identifier: Apache-2.0
"""Small games of our own, with actions named as in ALFWorld and mistakes of the same kinds in their PDDL."""

import json

import pytest

DOMAIN = """
(define (domain small)
 (:requirements :adl)
 (:types agent location receptacle object rtype otype)
 (:predicates (checked ?r - receptacle))
 (:action examineReceptacle :parameters (?a - agent ?r - receptacle)
   :precondition (exists (?l - location) (and (atLocation ?a ?l) (receptacleAtLocation ?r ?l)))
   :effect (checked ?r))
 (:action examineObject :parameters (?a - agent ?o - object)
   :precondition (or (holds ?a ?o)
     (exists (?l - location, ?r - receptacle)  ; a comma that PDDL has not
       (and (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (inReceptacle ?o ?r) (or (not (openable ?r)) (opened ?r)))))
   :effect (checked ?o))
 (:action GotoLocation :parameters (?a - agent ?from - location ?to - location ?r - receptacle)
   :precondition (and (atLocation ?a ?from) (receptacleAtLocation ?r ?to))
   :effect (and (not (atLocation ?a ?from)) (atLocation ?a ?to) (increase (total-cost) 1)))
 (:action OpenObject :parameters (?a - agent ?l - location ?r - receptacle)
   :precondition (and (openable ?r) (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (not (opened ?r)))
   :effect (opened ?r))
 (:action CloseObject :parameters (?a - agent ?l - location ?r - receptacle)
   :precondition (and (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (opened ?r))
   :effect (not (opened ?r)))
 (:action PickupObject :parameters (?a - agent ?l - location ?o - object ?r - receptacle)
   :precondition (and (pickupable ?o) (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (inReceptacle ?o ?r)
     (not (holdsAny ?a)) (or (not (openable ?r)) (opened ?r)))
   :effect (and (not (inReceptacle ?o ?r)) (not (objectAtLocation ?o ?l)) (holds ?a ?o) (holdsAny ?a)))
 (:action PutObject :parameters (?a - agent ?l - location ?o - object ?r - receptacle ?ot - otype ?rt - rtype)
   :precondition (and (holds ?a ?o) (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (or (not (openable ?r)) (opened ?r))
     (objectType ?o ?ot) (receptacleType ?r ?rt) (canContain ?rt ?ot) (not (full ?r)))
   :effect (and (inReceptacle ?o ?r) (objectAtLocation ?o ?l) (not (holds ?a ?o)) (not (holdsAny ?a))))
 (:action HeatObject :parameters (?a - agent ?l - location ?r - receptacle ?o - object)
   :precondition (and (receptacleType ?r MicrowaveType) (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (holds ?a ?o))
   :effect (and (isHot ?o) (not (isCool ?o))))
 (:action CoolObject :parameters (?a - agent ?l - location ?r - receptacle ?o - object)
   :precondition (and (receptacleType ?r FridgeType) (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (holds ?a ?o))
   :effect (and (isCool ?o) (not (isHot ?o))))
 (:action CleanObject :parameters (?a - agent ?l - location ?r - receptacle ?o - object)
   :precondition (and (receptacleType ?r SinkBasinType) (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (holds ?a ?o))
   :effect (isClean ?o))
 (:action ToggleObject :parameters (?a - agent ?l - location ?o - object ?r - receptacle)
   :precondition (and (toggleable ?o) (atLocation ?a ?l) (receptacleAtLocation ?r ?l) (inReceptacle ?o ?r))
   :effect (and (when (isOn ?o) (not (isOn ?o))) (when (not (isOn ?o)) (isOn ?o)) (isToggled ?o)))
 (:action SliceObject :parameters (?a - agent ?l - location ?co - object ?ko - object)
   :precondition (and (objectType ?ko KnifeType) (atLocation ?a ?l) (objectAtLocation ?co ?l) (holds ?a ?ko))
   :effect (isSliced ?co))
)
"""

PLACES = {
    "CounterTop": ("CounterTop_bar_1", "CounterTop_bar_2"),
    "Drawer": ("Drawer_bar_1", "Drawer_bar_2"),
    "Fridge": ("Fridge_bar_1",),
    "Microwave": ("Microwave_bar_1",),
    "SinkBasin": ("Sink_bar_1_bar_SinkBasin",),
}
SHUT = ("Drawer_bar_1", "Drawer_bar_2", "Fridge_bar_1", "Microwave_bar_1")
IN_PLACE = (
    "(exists (?r - receptacle ?o - object) (and (objectType ?o {0}Type) (receptacleType ?r {1}Type)"
    " (inReceptacle ?o ?r){2}))"
)


def problem(things, goal, more=""):
    """A problem as text.

    Args:
        things: id of each thing -> id of the place where it is.
        goal: as PDDL.
        more: further facts.
    """
    kinds = sorted({thing.partition("_bar_")[0] for thing in things} | {"Knife"})
    places = [place for some in PLACES.values() for place in some]
    kinds_of = {place: kind for kind, some in PLACES.items() for place in some}
    kept = "".join(f"(canContain {place}Type {kind}Type)" for place in PLACES for kind in kinds)
    return f"""
(define (problem one) (:domain small)
 (:objects me - agent start {" ".join(f"loc_{p}" for p in places)} - location
   {" ".join(places)} - receptacle {" ".join(things)} - object
   {" ".join(f"{kind}Type" for kind in kinds)} - otype {" ".join(f"{kind}Type" for kind in PLACES)} - rtype)
 (:init (atLocation me start) {kept} {more} (= (total-cost) 0)
   {"".join(f"(receptacleType {p} {kind}Type)(receptacleAtLocation {p} loc_{p})" for p, kind in kinds_of.items())}
   {"".join(f"(openable {p})" for p in SHUT)}
   {"".join(f"(pickupable {t})(objectType {t} {t.partition('_bar_')[0]}Type)" for t in things)}
   {"".join(f"(inReceptacle {t} {p})(objectAtLocation {t} loc_{p})" for t, p in things.items())})
 (:goal {goal}))
"""


def written(folder, task, things, goal, more="", walkthrough=(), name="pick_and_place_simple-A-None-B-1/trial_1"):
    """A game file in a folder, and its path."""
    path = folder / name / "game.tw-pddl"
    path.parent.mkdir(parents=True, exist_ok=True)
    grammar = f'grammar :: """ {{"task": [{{"rhs": "Your task is to: {task}"}}]}} """;'
    fields = {"pddl_domain": DOMAIN, "pddl_problem": problem(things, goal, more), "grammar": grammar}
    path.write_text(json.dumps(fields | {"walkthrough": list(walkthrough)}), encoding="utf-8")
    return path


@pytest.fixture
def write(tmp_path):
    """Writes a game file below a new folder."""
    return lambda *args, **more: written(tmp_path, *args, **more)
