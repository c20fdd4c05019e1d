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

import re
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.ontology import Ontology
from makedo_core.scene_graph import SceneGraph, State
from planner_node import lexicon as lx
from planner_node.lexicon import Verb
from planner_node.naming import Names
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
_WORD = re.compile(r"[^\W_][\w'\u2019\-]*|[,;.!?]|\S")
_BIN = "bin"
_FILE_CLOSED = {Verb.OPEN: State.OPEN, Verb.CLOSE: State.CLOSED}


def interpret(instruction: str, ontology: Ontology, graph: SceneGraph) -> Request | Refusal:
    """Understand an instruction, or say why not."""
    wrong = check_text(instruction)
    if wrong is not None:
        return wrong
    parser = _Parser(instruction, Names(ontology, graph))
    try:
        return Request(instruction, parser.instruction())
    except _NotUnderstoodError as stop:
        return stop.refusal


def check_text(instruction: str) -> Refusal | None:
    """What is wrong with an instruction as a text; None if nothing is."""
    problem = ""
    if any(c == "�" or "\ud800" <= c <= "\udfff" for c in instruction):
        problem = "The instruction is not valid UTF-8 text."
    elif len(instruction) > MAX_LENGTH:
        problem = f"The instruction has {len(instruction)} characters; at most {MAX_LENGTH} are allowed."
    elif any(ord(c) < 32 and c not in "\t\n\r" for c in instruction):
        problem = "The instruction contains control characters; plain text is expected."
    elif not instruction.strip():
        problem = "The instruction is empty. Say what to do, for example: bring the apple to the table."
    return Refusal(FailureCause.INVALID_INSTRUCTION, problem) if problem else None


class _NotUnderstoodError(Exception):
    """Leaves the parser with the reason; never leaves this module."""

    def __init__(self, cause: FailureCause, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.refusal = Refusal(cause, message, candidates)


class _Parser:
    """Position in the words of one instruction. Methods advance it past what they recognise."""

    def __init__(self, text: str, names: Names) -> None:
        self.words = [w.lower().replace("\u2019", "'") for w in _WORD.findall(text)]
        self.names = names
        self.at = 0
        self.last: tuple[NounPhrase, ...] = ()  # what "it" stands for

    # ------------------------------------------------------------------ words

    def word(self, ahead: int = 0) -> str:
        """The word at the position; empty at the end."""
        index = self.at + ahead
        return self.words[index] if index < len(self.words) else ""

    def phrase_length(self, phrase: tuple[str, ...]) -> int:
        """Number of words if the phrase stands here, else 0."""
        return len(phrase) if tuple(self.words[self.at : self.at + len(phrase)]) == phrase else 0

    def longest(self, phrases: object) -> tuple[str, ...] | None:
        """The longest of the phrases that stands here; the position stays."""
        found = [p for p in phrases if self.phrase_length(p)]  # type: ignore[attr-defined]
        return max(found, key=len, default=None)

    def take(self, phrases: object) -> tuple[str, ...] | None:
        """As `longest`, and advance past it."""
        phrase = self.longest(phrases)
        if phrase is not None:
            self.at += len(phrase)
        return phrase

    def skip(self, words: frozenset[str]) -> None:
        """Advance past all of these words."""
        while self.word() and self.word() in words:
            self.at += 1

    # ------------------------------------------------------------------ clauses

    def instruction(self) -> tuple[Clause, ...]:
        """All clauses."""
        clauses: list[Clause] = []
        self.skip(lx.SEPARATORS)
        while self.word():
            clause = self.clause()
            if clauses and isinstance(clauses[-1], Hold) and isinstance(clause, Put):
                if clause.what == (clauses[-1].what,):
                    clauses.pop()  # "pick up the apple and put it ..." asks for the second only
            if isinstance(clause, SetState):
                same = [c for c in clauses if isinstance(c, SetState) and c.what.concept == clause.what.concept]
                for old in same:
                    if old.what.node_id == clause.what.node_id:
                        clauses.remove(old)
            clauses.append(clause)
            self.skip(lx.AFTERTHOUGHTS)
            if self.word() and self.word() not in lx.SEPARATORS:
                raise self.stuck()
            self.skip(lx.SEPARATORS)
            if all(word in lx.AFTERTHOUGHTS | lx.SEPARATORS for word in self.words[self.at :]):
                break  # "..., please."
        return tuple(clauses)

    def clause(self) -> Clause:
        """One clause; the verb decides its shape."""
        while self.take(lx.POLITE) or self.word() == ",":
            self.skip(frozenset({","}))
        begin = self.at
        phrase = self.take(lx.VERBS)
        if phrase is None:
            raise self.no_verb()
        verb = lx.VERBS[phrase]
        if verb is Verb.BRING and phrase == ("move",) and self.word() in ("into", "towards"):
            verb = Verb.GO
        self.verb_text = " ".join(self.words[begin : self.at])
        match verb:
            case Verb.BRING | Verb.TAKE | Verb.THROW_AWAY | Verb.HOLD:
                return self.handling(verb)
            case Verb.OPEN | Verb.CLOSE:
                return SetState(self.one_thing(place=True), _FILE_CLOSED[verb])
            case Verb.SWITCH:
                return self.switching()
            case Verb.GO:
                self.take(lx.SIDES)
                return GoTo(self.one_thing(place=True))
            case Verb.FIND | Verb.LOOK:
                return Look(self.one_thing(place=verb is Verb.LOOK))

    def no_verb(self) -> _NotUnderstoodError:
        """Why there is no clause here."""
        word = self.word()
        if word in lx.CANNOT:
            return _NotUnderstoodError(
                FailureCause.NOT_CAPABLE,
                f"I cannot {word}. I can bring, put, pick up and throw away things, open and close doors and "
                "drawers, switch things on and off, drive somewhere and look for things.",
            )
        verbs = sorted({" ".join(v) for v in lx.VERBS})
        near = self.names.nearest(word, verbs)
        hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
        text = " ".join(self.words[self.at : self.at + 4])
        said = f"'{text}'" if text else "the end of the sentence"
        return _NotUnderstoodError(
            FailureCause.NOT_UNDERSTOOD, f"I expected what to do and found {said}.{hint}", tuple(near)
        )

    def stuck(self) -> _NotUnderstoodError:
        """Words that fit nowhere."""
        rest = " ".join(self.words[self.at : self.at + 6])
        return _NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"I do not understand '{rest}' in this instruction.")

    def handling(self, verb: Verb) -> Clause:
        """Things that go somewhere, or into the hand."""
        told = self.word() in lx.RECIPIENTS and not self.ends_clause(1)
        if told:
            self.at += 1
        early = self.place() if self.longest(lx.SIDES) and self.word(1) != "least" else None
        things = self.things()
        place = self.places(things) or early
        things = self.things_found
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
            raise _NotUnderstoodError(FailureCause.NOT_CAPABLE, "I have one hand and can hold one thing at a time.")
        surfaces = self.names.surfaces()
        raise _NotUnderstoodError(
            FailureCause.AMBIGUOUS,
            f"Where shall I {self.verb_text} {' and '.join(t.text for t in things)} to? Say the place, for "
            f"example 'to {surfaces[0] if surfaces else 'the table'}'.",
            surfaces,
        )

    def switching(self) -> Clause:
        """Turn on X, or turn X on."""
        state = lx.PARTICLES.get(self.word())
        if state is not None:
            self.at += 1
        what = self.one_thing(place=True)
        if state is None:
            state = lx.PARTICLES.get(self.word())
            if state is None:
                raise _NotUnderstoodError(
                    FailureCause.NOT_UNDERSTOOD, f"Shall {what.text} be switched on or off?", ("on", "off")
                )
            self.at += 1
        return SetState(what, state)

    def ends_clause(self, ahead: int = 0) -> bool:
        """Whether nothing that belongs to the clause follows."""
        word = self.word(ahead)
        return not word or word in lx.SEPARATORS or word in lx.AFTERTHOUGHTS

    # ------------------------------------------------------------------ places

    def places(self, things: tuple[NounPhrase, ...]) -> Place | None:
        """Places behind the things: the destination, or None. Sources go into `things_found`."""
        found: list[Place] = []
        sources: list[Place] = []
        while self.longest(lx.SIDES) or self.longest(lx.SOURCES):
            if self.recipient_follows():
                continue
            if self.longest(lx.SOURCES):
                sources.append(self.place(lx.SOURCES))
            else:
                found.append(self.place())
        destination = found.pop() if found else None
        for source in (*found, *sources):
            things = tuple(t if t.source else replace(t, source=source) for t in things)
        if destination is not None:
            said = destination.what  # "... to table_2 for the kids, except the apple" speaks of the things
            things = tuple(
                replace(t, requirements=t.requirements | said.requirements, excluded=(*t.excluded, *said.excluded))
                for t in things
            )
            destination = replace(destination, what=replace(said, requirements=frozenset(), excluded=()))
        self.things_found = things
        return destination

    def recipient_follows(self) -> bool:
        """Skip "to me"."""
        if self.word() in ("to", "for") and self.word(1) in lx.RECIPIENTS:
            self.at += 2
            return True
        return False

    def place(self, table: object = None) -> Place:
        """A preposition and furniture or a room."""
        table = lx.SIDES if table is None else table
        phrase = self.take(table)
        assert phrase is not None
        side: Side = table[phrase]  # type: ignore[index]
        return Place(side, self.noun_phrase(place=True))

    # ------------------------------------------------------------------ things

    def one_thing(self, place: bool) -> NounPhrase:
        """Exactly one noun phrase, with sources behind it."""
        phrase = self.noun_phrase(place)
        self.last = (phrase,)
        while self.longest(lx.SOURCES) or self.longest(lx.SIDES):
            if self.word() in lx.PARTICLES and self.ends_clause(1):
                break  # "turn the lamp off"
            table = lx.SOURCES if self.longest(lx.SOURCES) else lx.SIDES
            phrase = replace(phrase, source=self.place(table))
        return phrase

    def things(self) -> tuple[NounPhrase, ...]:
        """Noun phrases joined by commas and "and"."""
        if self.word() in lx.PRONOUNS and self.last:
            after = self.word(1)
            if self.ends_clause(1) or self.longest_at(1, lx.SIDES) or after in ("away", "up"):
                self.at += 1
                return tuple(replace(t, source=None) if t.source else t for t in self.last)
        found = [self.noun_phrase(place=False)]
        while self.continues():
            while self.word() in (",", "and"):
                self.at += 1
            found.append(self.noun_phrase(place=False))
        return tuple(found)

    def continues(self) -> bool:
        """Whether another noun phrase of the same list follows, rather than another clause."""
        ahead = 0
        while self.word(ahead) in (",", "and"):
            ahead += 1
        if ahead == 0 or not self.word(ahead) or self.word(ahead) in ("then", *lx.SEPARATORS):
            return False
        return not self.verb_at(ahead)

    def verb_at(self, ahead: int) -> bool:
        """Whether a verb begins a clause there. A noun is taken as a verb before an article only."""
        word, after = self.word(ahead), self.word(ahead + 1)
        is_verb = word in lx.CANNOT or self.longest_at(ahead, lx.VERBS) or self.longest_at(ahead, lx.POLITE)
        if not is_verb:
            return False
        determined = after in lx.DEFINITE or after in ("a", "an", "it", "them", "all")
        return determined or not self.names.match(self.words, self.at + ahead)

    def longest_at(self, ahead: int, phrases: object) -> bool:
        """Whether one of the phrases stands some words ahead."""
        self.at += ahead
        found = self.longest(phrases)
        self.at -= ahead
        return found is not None

    def noun_phrase(self, place: bool) -> NounPhrase:
        """A quantity, adjectives, a name, and what is said behind it."""
        begin = self.at
        count, stated, definite = self.quantity()
        requirements, attributes = self.adjectives()
        found = self.names.match(self.words, self.at)
        if found is None and self.word() in lx.ANYTHING:
            everything = self.word() == "everything" or (definite and not stated)
            self.at += 1
            count = None if everything else count
            phrase = NounPhrase("", None, None, count, definite, requirements, attributes)
        elif found is None:
            raise self.unknown(begin, place)
        else:
            self.at += found.length
            if not stated and found.is_plural:
                count = None if definite else lx.SOME
            phrase = NounPhrase(
                "", found.concept, found.node_id, count, definite and count == 1, requirements, attributes
            )
        phrase = replace(phrase, text=" ".join(self.words[begin : self.at]))
        return self.behind(phrase)

    def quantity(self) -> tuple[int | None, bool, bool]:
        """How many, whether a number was said, and whether "the" was."""
        if self.phrase_length(("at", "least")):
            self.at += 2
        definite, stated, count = False, False, 1
        result: int | None = count
        while True:
            word = self.word()
            phrase = self.longest(lx.QUANTITIES)
            if word == "some":
                self.at += 1
            elif phrase is not None and not self.names.match(self.words, self.at):
                result, stated = lx.QUANTITIES[phrase], True
                self.at += len(phrase)
            elif word in lx.NUMBERS or (word.isascii() and word.isdigit()):
                result, stated = lx.NUMBERS.get(word) or int(word[:6]), True
                self.at += 1
            elif word in lx.DEFINITE:
                definite = True
                self.at += 1
            elif word == "of" and stated:
                self.at += 1
            else:
                break
        if result == 0:
            raise _NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, "None at all is asked for; say how many.")
        return result, stated, definite

    def adjectives(self) -> tuple[frozenset[str], frozenset[str]]:
        """What things must be, and what they must look like."""
        requirements: set[str] = set()
        attributes: set[str] = set()
        while True:
            named = self.names.match(self.words, self.at)
            phrase = self.longest(lx.REQUIREMENTS)
            follows = self.names.match(self.words, self.at + 1)
            if phrase and not (named and named.length > len(phrase)):
                requirements.add(lx.REQUIREMENTS[phrase])
                self.at += len(phrase)
            elif self.word() in lx.ATTRIBUTES and (named is None or (named.length == 1 and follows)):
                attributes.add(self.word())
                self.at += 1
            elif self.word() in lx.PLAIN_ADJECTIVES and named is None:
                self.at += 1
            else:
                return frozenset(requirements), frozenset(attributes)

    def behind(self, phrase: NounPhrase) -> NounPhrase:
        """What is said behind a name: whom it is for, and what is excepted."""
        while True:
            if self.word() == "for" and self.word(1) not in lx.RECIPIENTS:
                self.at += 1
                self.skip(lx.DEFINITE | frozenset(lx.NUMBERS) | frozenset({"a", "an", "some"}))
                whom = self.take(lx.REQUIREMENTS)
                if whom is None:
                    self.at -= 1
                    raise self.stuck()
                phrase = replace(phrase, requirements=phrase.requirements | {lx.REQUIREMENTS[whom]})
            elif self.longest(lx.EXCEPT) or (self.word() == "," and self.longest_at(1, lx.EXCEPT)):
                self.skip(frozenset({","}))
                self.take(lx.EXCEPT)
                excluded = [self.noun_phrase(place=False)]
                while self.word() in ("and", "or") and not self.verb_at(1) and not self.ends_clause(1):
                    self.at += 1
                    excluded.append(self.noun_phrase(place=False))
                phrase = replace(phrase, excluded=(*phrase.excluded, *excluded))
            else:
                return phrase

    def unknown(self, begin: int, place: bool) -> _NotUnderstoodError:
        """A word that names nothing known."""
        stop = self.at
        while stop < len(self.words) and stop - self.at < 4:
            word = self.words[stop]
            if word in lx.SEPARATORS or (word,) in lx.SIDES or (word,) in lx.SOURCES or word in ("for", "except"):
                break
            stop += 1
        text = " ".join(self.words[self.at : stop])
        if not text:
            behind = f" behind '{' '.join(self.words[max(0, begin - 3) : self.at])}'" if self.at else ""
            return _NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Something is missing{behind}: what or where?")
        if self.word() in lx.PRONOUNS:
            return _NotUnderstoodError(
                FailureCause.NOT_UNDERSTOOD,
                f"I do not know what '{self.word()}' stands for here; name the thing.",
            )
        near = self.names.nearest(text, places=place)
        hint = f" Nearest known: {', '.join(near)}." if near else ""
        if place:
            return _NotUnderstoodError(FailureCause.UNKNOWN_PLACE, f"I know no place called '{text}'.{hint}", near)
        return _NotUnderstoodError(FailureCause.UNKNOWN_OBJECT, f"I do not know what '{text}' is.{hint}", near)
