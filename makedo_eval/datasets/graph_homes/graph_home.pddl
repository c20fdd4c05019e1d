; SPDX-License-Identifier: Apache-2.0
; What a robot with one hand can do in a home that is a graph: rooms, furniture in rooms, things on or in each other.
; After the description of the environment of GraSIF (Onishchenko et al., "LookPlanGraph", appendix D).
(define (domain graph-home)
  (:requirements :adl :derived-predicates)
  (:types room locatable - object
          agent carrier - locatable
          asset movable - carrier)
  (:predicates
    (at ?x - locatable ?r - room)
    (ontop ?x - movable ?place - carrier)
    (inside ?x - movable ?place - carrier)
    (holding ?x - movable)
    (hand-free)
    (closed ?x - carrier)
    (switched-on ?x - carrier)
    (resting ?x - movable))
  (:derived (resting ?x - movable)
    (exists (?place - carrier) (or (ontop ?x ?place) (inside ?x ?place))))
  (:action go_to
    :parameters (?a - agent ?from ?to - room)
    :precondition (at ?a ?from)
    :effect (and (at ?a ?to) (not (at ?a ?from))))
  (:action pick_up
    :parameters (?a - agent ?x - movable ?place - carrier ?r - room)
    :precondition (and (hand-free) (at ?a ?r) (at ?place ?r)
                       (or (ontop ?x ?place) (and (inside ?x ?place) (not (closed ?place)))))
    :effect (and (holding ?x) (not (hand-free)) (not (at ?x ?r)) (not (ontop ?x ?place)) (not (inside ?x ?place))))
  (:action pick_up_loose
    :parameters (?a - agent ?x - movable ?r - room)
    :precondition (and (hand-free) (at ?a ?r) (at ?x ?r) (not (resting ?x)))
    :effect (and (holding ?x) (not (hand-free)) (not (at ?x ?r))))
  (:action put_on
    :parameters (?a - agent ?x - movable ?place - carrier ?r - room)
    :precondition (and (holding ?x) (at ?a ?r) (at ?place ?r))
    :effect (and (ontop ?x ?place) (at ?x ?r) (hand-free) (not (holding ?x))))
  (:action put_inside
    :parameters (?a - agent ?x - movable ?place - carrier ?r - room)
    :precondition (and (holding ?x) (at ?a ?r) (at ?place ?r) (not (closed ?place)))
    :effect (and (inside ?x ?place) (at ?x ?r) (hand-free) (not (holding ?x))))
  (:action put_down
    :parameters (?a - agent ?x - movable ?r - room)
    :precondition (and (holding ?x) (at ?a ?r))
    :effect (and (at ?x ?r) (hand-free) (not (holding ?x))))
  (:action open
    :parameters (?a - agent ?x - carrier ?r - room)
    :precondition (and (closed ?x) (at ?a ?r) (at ?x ?r))
    :effect (not (closed ?x)))
  (:action close
    :parameters (?a - agent ?x - carrier ?r - room)
    :precondition (and (not (closed ?x)) (at ?a ?r) (at ?x ?r))
    :effect (closed ?x))
  (:action turn_on
    :parameters (?a - agent ?x - carrier ?r - room)
    :precondition (and (not (switched-on ?x)) (at ?a ?r) (at ?x ?r))
    :effect (switched-on ?x))
  (:action turn_off
    :parameters (?a - agent ?x - carrier ?r - room)
    :precondition (and (switched-on ?x) (at ?a ?r) (at ?x ?r))
    :effect (not (switched-on ?x))))
