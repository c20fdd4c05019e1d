# SPDX-License-Identifier: Apache-2.0
"""From an instruction in plain English to a request: a hand-written recursive-descent parser.

Grammar, over words in lower case:

    instruction = clause { separators clause }
    clause      = [politeness] verb [recipient] [place] [things] { place } [afterthoughts]
    things      = noun phrase { ("," | "and") noun phrase }
    noun phrase = quantity { adjective } name { "for kids" | "from" place | "except" things }

Names are the ontology's (longest first, plurals and synonyms), and the ids and labels of the scene graph. The
last place of a clause is where things go; places before it, and all behind "from", are where they are taken
from. A source that follows the last of several things holds for all of them. "The" with a plural means all;
"some" and a bare plural ask for two. What is said later of the same thing replaces what was said before.

Nothing is guessed: an unknown word is returned as such, with the known names that look most like it.
"""

from __future__ import annotations

from makedo_core.failure import FailureCause
from makedo_core.ontology import Ontology
from makedo_core.scene_graph import SceneGraph, State
from planner_node import lexicon as lx
from planner_node.cursor import NotUnderstoodError
from planner_node.lexicon import Verb
from planner_node.naming import Names
from planner_node.noun_phrases import NounPhrases
from planner_node.request import (
    Clause,
    GoTo,
    Hold,
    Look,
    NounPhrase,
    Place,
    Put,
    Refusal,
    Request,
    SetState,
    Side,
)

MAX_LENGTH = 2000
_BIN = "bin"
_DOORS = {Verb.OPEN: State.OPEN, Verb.CLOSE: State.CLOSED}


def interpret(instruction: str, ontology: Ontology, graph: SceneGraph) -> Request | Refusal:
    """Understand an instruction, or say why not."""
    wrong = check_text(instruction)
    if wrong is not None:
        return wrong
    parser = _Parser(instruction, Names(ontology, graph))
    try:
        return Request(instruction, parser.instruction())
    except NotUnderstoodError as stop:
        return stop.refusal


def _is_replaced(old: Clause, new: Clause) -> bool:
    """Whether an earlier clause is made void by a later one: "pick it up and put it there", "open it, close it"."""
    if isinstance(old, Hold) and isinstance(new, Put):
        return new.what == (old.what,)
    if isinstance(old, SetState) and isinstance(new, SetState):
        doors = {State.OPEN, State.CLOSED}
        same = (old.what.concept, old.what.node_id) == (new.what.concept, new.what.node_id)
        return same and (old.state in doors) is (new.state in doors)
    return False


def check_text(instruction: str) -> Refusal | None:
    """What is wrong with an instruction as a text; None if nothing is."""
    problem = ""
    if any(c == "\ufffd" or "\ud800" <= c <= "\udfff" for c in instruction):
        problem = "The instruction is not valid UTF-8 text."
    elif len(instruction) > MAX_LENGTH:
        problem = f"The instruction has {len(instruction):,} characters; at most {MAX_LENGTH:,} fit."
    elif any(ord(c) < 32 and c not in "\t\n\r" for c in instruction):
        problem = "The instruction contains control characters; plain text is expected."
    elif not instruction.strip():
        problem = "The instruction is empty. Say what to do, for example: bring the apple to the table."
    return Refusal(FailureCause.INVALID_INSTRUCTION, problem) if problem else None


class _Parser(NounPhrases):
    """Reads clauses."""

    def instruction(self) -> tuple[Clause, ...]:
        """All clauses."""
        clauses: list[Clause] = []
        self.skip(lx.SEPARATORS)
        while self.word():
            for clause in self.clause():
                clauses = [c for c in clauses if not _is_replaced(c, clause)]
                clauses.append(clause)
            self.skip(lx.AFTERTHOUGHTS)
            if self.word() and self.word() not in lx.SEPARATORS:
                raise self.stuck()
            self.skip(lx.SEPARATORS)
            if all(word in lx.AFTERTHOUGHTS | lx.SEPARATORS for word in self.words[self.at :]):
                break  # "..., please."
        return tuple(clauses)

    def clause(self) -> tuple[Clause, ...]:
        """The clauses of one verb, which decides their shape."""
        while self.take(lx.POLITE) or self.word() == ",":
            self.skip(frozenset({","}))
        begin = self.at
        phrase = self.take(lx.VERBS)
        if phrase is None:
            raise self.no_verb()
        verb = lx.VERBS[phrase]
        if verb is Verb.BRING and phrase == ("move",) and self.word() in ("into", "towards"):
            verb = Verb.GO
        said = " ".join(self.words[begin : self.at])
        match verb:
            case Verb.BRING | Verb.TAKE | Verb.THROW_AWAY | Verb.HOLD:
                return (self.handling(verb, said),)
            case Verb.OPEN | Verb.CLOSE:
                return tuple(SetState(what, _DOORS[verb]) for what in self.places_named())
            case Verb.SWITCH:
                return self.switching()
            case Verb.GO:
                self.take(lx.SIDES)
                return (GoTo(self.one_thing(place=True)),)
            case Verb.FIND | Verb.LOOK:
                return (Look(self.one_thing(place=verb is Verb.LOOK)),)

    def no_verb(self) -> NotUnderstoodError:
        """Why there is no clause here."""
        word = self.word()
        if word in lx.CANNOT:
            return NotUnderstoodError(
                FailureCause.NOT_CAPABLE,
                f"I cannot {word}. I can bring, put, pick up and throw away things, open and close doors and "
                "drawers, switch things on and off, drive somewhere and look for things.",
            )
        verbs = sorted({" ".join(v) for v in lx.VERBS})
        near = self.names.nearest(word, verbs)
        hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
        text = " ".join(self.words[self.at : self.at + 4])
        said = f"'{text}'" if text else "the end of the sentence"
        return NotUnderstoodError(
            FailureCause.NOT_UNDERSTOOD, f"I expected what to do and found {said}.{hint}", tuple(near)
        )

    def handling(self, verb: Verb, said: str) -> Clause:
        """Things that go somewhere, or into the hand."""
        told = self.word() in lx.RECIPIENTS and not self.ends_clause(1)
        if told:
            self.at += 1
        early = self.place() if self.longest(lx.SIDES) and self.word(1) != "least" else None
        things = self.things()
        place, things = self.places(things)
        place = place or early
        if verb is Verb.THROW_AWAY:
            self.skip(frozenset({"away", "out"}))
            place = place or Place(Side.INSIDE, NounPhrase("the bin", concept=_BIN, definite=False))
        self.last = things
        if place is not None:
            return Put(things, place)
        if verb in (Verb.TAKE, Verb.HOLD) and not told and len(things) == 1:
            self.skip(frozenset({"up"}))
            return Hold(things[0])
        if verb is Verb.HOLD:
            raise NotUnderstoodError(FailureCause.NOT_CAPABLE, "I have one hand and can hold one thing at a time.")
        surfaces = self.names.surfaces()
        raise NotUnderstoodError(
            FailureCause.AMBIGUOUS,
            f"Where shall I {said} {' and '.join(t.text for t in things)} to? Say the place, for "
            f"example 'to {surfaces[0] if surfaces else 'the table'}'.",
            surfaces,
        )

    def places_named(self) -> tuple[NounPhrase, ...]:
        """Furniture joined by commas and "and"."""
        found = [self.one_thing(place=True)]
        while self.continues():
            self.skip(frozenset({",", "and"}))
            found.append(self.one_thing(place=True))
        return tuple(found)

    def switching(self) -> tuple[Clause, ...]:
        """Turn on X, or turn X on."""
        state = lx.PARTICLES.get(self.word())
        if state is not None:
            self.at += 1
        things = self.places_named()
        if state is None:
            state = lx.PARTICLES.get(self.word())
            if state is None:
                raise NotUnderstoodError(
                    FailureCause.NOT_UNDERSTOOD, f"Shall {things[0].text} be switched on or off?", ("on", "off")
                )
            self.at += 1
        return tuple(SetState(what, state) for what in things)
