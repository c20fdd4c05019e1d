; SPDX-License-Identifier: Apache-2.0
; A kitchen in which cutting, cooking, filling and pouring change what things are. The robot has one hand.
; It reaches what it drove to, what it put down there, and what comes of cutting something there; nothing else.
; A skill that uses an appliance leaves it running: it is turned off before anybody reaches into it.
(define (domain kitchen)
  (:requirements :strips :typing :equality :negative-preconditions :disjunctive-preconditions :conditional-effects)
  (:types
    thing liquid - object
    fixture item - thing
    countertop table fridge burner microwave sink coffee_machine toaster - fixture
    food vessel knife plate - item
    sliceable slice egg - food
    cup glass bowl pan pot bottle - vessel)
  (:constants water hot_water coffee - liquid)
  (:predicates
    (near ?thing - thing)
    (hand_empty)
    (holding ?item - item)
    (present ?thing - thing)
    (on ?item - item ?place - thing)
    (inside ?item - item ?place - thing)
    (supports ?place - thing)
    (receives ?place - thing)
    (has_door ?place - fixture)
    (open ?place - thing)
    (running ?place - thing)
    (cutting_place ?place - fixture)
    (slice_of ?slice - slice ?food - sliceable)
    (cookable ?food - food)
    (toastable ?food - food)
    (fried ?food - food)
    (toasted ?food - food)
    (microwaved ?item - item)
    (sealed ?vessel - vessel)
    (contains ?vessel - vessel ?liquid - liquid))

  (:action navigate_to
    :parameters (?thing - thing)
    :precondition (and (present ?thing) (not (near ?thing)))
    :effect (and (forall (?other - thing) (not (near ?other))) (near ?thing)))
  (:action pick_up
    :parameters (?item - item ?place - thing)
    :precondition (and (near ?item) (present ?item) (hand_empty) (not (running ?place))
                       (or (on ?item ?place) (and (inside ?item ?place) (open ?place))))
    :effect (and (holding ?item) (not (hand_empty)) (not (on ?item ?place)) (not (inside ?item ?place))))
  (:action put_on
    :parameters (?item - item ?place - thing)
    :precondition (and (holding ?item) (near ?place) (supports ?place) (not (= ?item ?place)))
    :effect (and (on ?item ?place) (near ?item) (hand_empty) (not (holding ?item))))
  (:action put_in
    :parameters (?item - item ?place - thing)
    :precondition (and (holding ?item) (near ?place) (receives ?place) (open ?place) (not (running ?place))
                       (not (= ?item ?place)))
    :effect (and (inside ?item ?place) (near ?item) (hand_empty) (not (holding ?item))))
  (:action open_door
    :parameters (?place - fixture)
    :precondition (and (near ?place) (hand_empty) (has_door ?place) (not (open ?place)) (not (running ?place)))
    :effect (open ?place))
  (:action close_door
    :parameters (?place - fixture)
    :precondition (and (near ?place) (hand_empty) (has_door ?place) (open ?place))
    :effect (not (open ?place)))
  (:action turn_off
    :parameters (?place - fixture)
    :precondition (and (near ?place) (running ?place))
    :effect (not (running ?place)))

  (:action slice_food
    :parameters (?food - sliceable ?slice - slice ?knife - knife ?place - fixture)
    :precondition (and (near ?food) (present ?food) (on ?food ?place) (cutting_place ?place) (holding ?knife)
                       (slice_of ?slice ?food))
    :effect (and (present ?slice) (on ?slice ?place) (near ?slice)
                 (not (present ?food)) (not (on ?food ?place)) (not (near ?food))))
  (:action crack
    :parameters (?egg - egg)
    :precondition (and (holding ?egg) (not (cookable ?egg)))
    :effect (cookable ?egg))
  (:action fry
    :parameters (?food - food ?pan - pan ?burner - burner)
    :precondition (and (near ?burner) (cookable ?food) (inside ?food ?pan) (on ?pan ?burner))
    :effect (and (fried ?food) (running ?burner)))
  (:action boil
    :parameters (?pot - pot ?burner - burner)
    :precondition (and (near ?burner) (on ?pot ?burner) (contains ?pot water))
    :effect (and (contains ?pot hot_water) (not (contains ?pot water)) (running ?burner)))
  (:action toast
    :parameters (?food - food ?toaster - toaster)
    :precondition (and (near ?toaster) (inside ?food ?toaster) (toastable ?food))
    :effect (and (toasted ?food) (running ?toaster)))
  (:action microwave_food
    :parameters (?food - food ?microwave - microwave)
    :precondition (and (near ?microwave) (inside ?food ?microwave) (cookable ?food) (not (open ?microwave)))
    :effect (and (microwaved ?food) (running ?microwave)))
  (:action microwave_drink
    :parameters (?cup - cup ?microwave - microwave)
    :precondition (and (near ?microwave) (inside ?cup ?microwave) (contains ?cup water) (not (open ?microwave)))
    :effect (and (microwaved ?cup) (contains ?cup hot_water) (not (contains ?cup water)) (running ?microwave)))
  (:action fill
    :parameters (?vessel - vessel ?sink - sink)
    :precondition (and (near ?sink) (inside ?vessel ?sink) (not (sealed ?vessel)))
    :effect (and (contains ?vessel water) (running ?sink)))
  (:action brew
    :parameters (?cup - cup ?machine - coffee_machine)
    :precondition (and (near ?machine) (inside ?cup ?machine))
    :effect (and (contains ?cup coffee) (running ?machine)))
  (:action uncork
    :parameters (?bottle - bottle)
    :precondition (and (holding ?bottle) (sealed ?bottle))
    :effect (not (sealed ?bottle)))
  (:action pour
    :parameters (?from - vessel ?to - vessel ?liquid - liquid)
    :precondition (and (holding ?from) (near ?to) (contains ?from ?liquid) (not (sealed ?from)) (not (= ?from ?to)))
    :effect (contains ?to ?liquid)))
