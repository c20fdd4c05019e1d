# SPDX-License-Identifier: Apache-2.0
"""Which things are meant where more than a name was said: "the biggest", "next to the plate", "the rest", "Anna's".

What the scene tells narrows a phrase to ids. What it does not tell is asked, or, with nobody to ask, said.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import TypeVar

from makedo_core.conversation.habit import as_told
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.words import plural, spaced
from planner_node.grounding.meaning.again import NamedBefore
from planner_node.grounding.meaning.definites import Certain
from planner_node.grounding.meaning.doubts import AskedError, Doubts, asked, which_are_meant
from planner_node.grounding.meaning.left import left_there
from planner_node.grounding.meaning.looks import by_material
from planner_node.grounding.meaning.measures import measured, side_by_side
from planner_node.grounding.meaning.restricting import Restrictions
from planner_node.grounding.meaning.sources import from_each_place, from_one_place, left_out_there
from planner_node.grounding.missing import bare_text, not_found
from planner_node.grounding.scene import Scene
from planner_node.language.clauses.carrying.putting import THOSE_THERE
from planner_node.language.refusal import Refusal
from planner_node.language.request import Clause, Look, Put, Request
from planner_node.language.things import Dimension, NounPhrase, Superlative
from planner_node.language.words import lexicon as lx

_Part = TypeVar("_Part")
_SOLD_IN = "drinks_pack"
"""The class of drinks with the bottle or can that they are sold in, which is what they are called."""

_KEEPS_THINGS = ("container", "serving_dish", "bowl", "can", "pot")
"""Classes of what food and other things are kept or served in, and not drunk or eaten from."""


def resolved(request: Request, scene: Scene) -> Request | Refusal:
    """The request with every phrase narrowed to what the scene tells is meant; notes say what it does not tell."""
    resolver, before = _Resolver(scene, request.instruction.lower()), NamedBefore(scene)
    several = len(request.clauses) > 1
    certain = Certain(scene) if scene.asks and not scene.already else None
    clauses: list[Clause] = []
    try:
        for clause in request.clauses:
            staying = left_there(clause, resolver.instruction, scene)
            clauses.append(resolver.clause(before.read(staying) if several else staying))
            if certain is not None:
                clauses[-1] = certain.check(clauses[-1])
    except AskedError as asked:
        return asked.refusal
    return replace(
        request,
        clauses=tuple(clauses),
        notes=tuple(dict.fromkeys((*request.notes, *resolver.doubts.notes, *(certain.notes if certain else ())))),
    )


_AS_SEEN = {
    "left-hand": "on the left as you see it",
    "right-hand": "on the right as you see it",
    "front-most": "in front as you see it",
    "back-most": "at the back as you see it",
}
"""How people are told of a place among others that depends on where one stands."""


@dataclass(frozen=True, slots=True)
class _Marked:
    node: Node
    value: float


class _Resolver:
    """Narrows the phrases of one request."""

    def __init__(self, scene: Scene, instruction: str) -> None:
        self.scene = scene
        self.instruction = instruction
        self._rounded = 0.0  # by how much the shares of one clause were rounded up so far
        self._excepts = False  # whether what must not be taken is narrowed
        self.doubts = Doubts(scene)
        self.restrictions = Restrictions(scene, self.doubts)
        self._done: dict[int, tuple[NounPhrase, NounPhrase]] = {}

    def clause(self, clause: Clause) -> Clause:
        """A clause with all phrases in it narrowed."""
        self._rounded = 0.0
        if isinstance(clause, Look) and not self._candidates(clause.what):  # whose it is, is asked once one is found
            return replace(clause, what=replace(clause.what, restrictions=(), superlative=None))
        narrowed = self.part(clause)
        if isinstance(narrowed, Put):
            narrowed = replace(narrowed, what=tuple(p for w in narrowed.what for p in from_each_place(w, self.scene)))
        asks = self.scene.asks and not self.scene.already
        return self._told_by_looks(narrowed) if asks and isinstance(narrowed, Put) else narrowed

    def _told_by_looks(self, clause: Put) -> Put:
        """With what is meant where nothing looks as it was said; of "the dirty or torn socks" some are known."""
        for phrase in clause.what:
            by_kind = self.scene.book.adjectives.by_kind | self.scene.ontology.all_materials
            if phrase.requirements & by_kind:
                self.doubts.notes.append(f"what belongs to '{phrase.text}' I judge by its kind")
        is_bin = self.scene.ontology.is_a(clause.place.what.concept or "", "bin")
        kinds = [phrase.concept for phrase in clause.what]
        told = self.doubts.told_by_look
        what = (told(p, is_bin) if kinds.count(p.concept) == 1 else p for p in clause.what)
        return replace(clause, what=tuple(from_one_place(phrase, self.scene) for phrase in what))

    def part(self, part: _Part) -> _Part:
        """A clause, a place or a phrase with all phrases in it narrowed."""
        if isinstance(part, NounPhrase):
            known = self._done.get(id(part))
            if known is None:
                known = self._done[id(part)] = (part, self._phrase(part))
            return known[1]  # type: ignore[return-value]
        if isinstance(part, tuple):
            return tuple(self.part(p) for p in part)  # type: ignore[return-value]
        if not hasattr(part, "__dataclass_fields__"):
            return part
        changed = {
            f.name: new
            for f in fields(part)  # type: ignore[arg-type]
            if (new := self.part(old := getattr(part, f.name))) is not old
        }
        return replace(part, **changed) if changed else part  # type: ignore[type-var]

    def _phrase(self, said: NounPhrase) -> NounPhrase:
        phrase = replace(
            said,
            source=self.part(said.source),
            excluded=tuple(left_out_there(self._excluded(e), self.scene) for e in said.excluded),
            restrictions=self.part(said.restrictions),
            superlative=self.part(said.superlative),
            besides=self.part(said.besides),
            parts=self.part(said.parts),
        )
        phrase = self._some_excepted(by_material(phrase, self.scene))
        self._note_exclusions(phrase)
        phrase = self._called(self._meant(phrase))
        if phrase.among is not None and phrase.among == said.among and _is_plain(phrase):
            return said  # it is known already
        if _is_plain(phrase):
            return self._one_thing(phrase)
        nodes = self._candidates(phrase)
        if not nodes:
            raise AskedError(not_found(replace(phrase, restrictions=(), superlative=None), self.scene))
        for restriction in phrase.restrictions:
            nodes = self.restrictions.restricted(phrase, nodes, restriction)
        phrase = replace(phrase, among=frozenset(n.id for n in nodes))
        phrase, left = self._without_the_named(phrase, nodes)
        if phrase.superlative is not None:
            phrase = self._chosen(phrase, phrase.superlative)
        return self._one_thing(self._counted(phrase, left))

    def _meant(self, phrase: NounPhrase) -> NounPhrase:
        """What is meant by just these words, as it was told; nothing else was said of it."""
        habit = self.scene.habits.meant(phrase.text)
        if habit is None or habit.value not in self.scene.graph or phrase.node_id is not None or phrase.count is None:
            return phrase
        if phrase.source or phrase.restrictions or phrase.superlative or phrase.parts or phrase.besides:
            return phrase
        self.doubts.notes.append(as_told(habit))
        return replace(phrase, node_id=habit.value, among=None)

    def _called(self, phrase: NounPhrase) -> NounPhrase:
        """What people may call so, or is only called so, where nothing of the kind is here: mugs, for "the cups"."""
        concept = phrase.concept
        if concept is None or phrase.node_id is not None:
            return phrase
        called = list(self.scene.objects_called(phrase))
        drinks = [] if self._excepts else called
        sold_in = [n for n in drinks if self.scene.ontology.is_a(n.label, _SOLD_IN)]  # a wine bottle is a bottle
        if any(self.scene.is_named(n, phrase) for n in chain(self.scene.objects_named(phrase), self.scene.graph)):
            if all(self.scene.is_named(n, phrase) for n in sold_in):
                return phrase
            named = (n for n in self.scene.objects_named(phrase) if self.scene.is_named(n, phrase))
            return replace(phrase, among=frozenset(n.id for n in (*named, *sold_in)))
        like = [] if sold_in else self._like(phrase, called)
        if like and phrase.count is not None:
            return phrase  # one of them stands in for it, which is told as such
        called = sold_in or like or called
        if not called:
            return self._in_its_container(phrase)
        names = enumerate_words(spoken(n.id) for n in called)
        how = "what people may call so" if like else "what is called so"
        self.doubts.notes.append(f"by {phrase.text} I understand {how}: {names}")
        return replace(phrase, among=frozenset(n.id for n in called))

    def _like(self, phrase: NounPhrase, called: Sequence[Node]) -> list[Node]:
        """Things that people may count among what a phrase names; none where others are called so with more right."""
        ontology, concept = self.scene.ontology, phrase.concept or ""
        known = all(ontology.class_of(n.label) is not None for n in called)  # a cup of yogurt is yogurt
        if concept not in ontology or not known:
            return []
        holding = any(self._is_called_after(n.label, spaced(concept)) for n in self.scene.objects)
        kinds = ((n, ontology.head(n.label)) for n in self.scene.objects)
        return [n for n, kind in kinds if not holding and kind is not None and ontology.is_perhaps(kind, concept)]

    def _excluded(self, said: NounPhrase) -> NounPhrase:
        """What is excepted; what is only called so is left as well, which needs no telling here."""
        outer, self._excepts = self._excepts, True
        try:
            return self._in_full(self.part(said))
        finally:
            self._excepts = outer

    def _in_full(self, excluded: NounPhrase) -> NounPhrase:
        """What is excepted; where nothing of the kind is here, with all that may be meant."""
        called = self._called(replace(excluded, count=None)) if excluded.count == 1 else excluded
        return excluded if called.among is None else called

    def _in_its_container(self, phrase: NounPhrase) -> NounPhrase:
        """What is called after it, where nothing of it is known: "the salad" is in the salad bowl."""
        if not phrase.definite or phrase.count not in (None, 1) or phrase.attributes or phrase.requirements:
            return phrase
        said = bare_text(replace(phrase, source=None))
        holds = [n for n in self.scene.objects if self._is_called_after(n.label, said)]
        if len({n.label for n in holds}) != 1 or any(True for _ in self.scene.objects_matching(phrase)):
            return phrase
        names = enumerate_words(spoken(n.id) for n in holds)
        self.doubts.notes.append(f"I know of no {said} here but what may be in {names}, so I take that")
        return replace(phrase, concept=holds[0].label, count=phrase.count and 1)

    def _is_called_after(self, label: str, said: str) -> bool:
        """Whether a label is that of something to keep or serve things in, called after what is said."""
        content, _, noun = label.rpartition("_")
        is_content = bool(content) and said in (spaced(content), plural(spaced(content)))
        classes = {self.scene.ontology.class_of(label) or label, self.scene.ontology.class_of(noun) or noun}
        return is_content and any(self.scene.ontology.is_a(c, kind) for c in classes for kind in _KEEPS_THINGS)

    def _candidates(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """What a phrase names, before it is narrowed."""
        things = tuple(self.scene.objects_matching(phrase))
        if phrase.superlative is not None and things and phrase.node_id is None:  # of all that are called bags
            unnamed = replace(phrase, concept=None)
            others = (n for n in self.scene.objects_called(phrase) if n not in things)
            things += tuple(n for n in others if self.scene.matches(n, unnamed))
        furniture = self.scene.places(phrase) if phrase.concept or phrase.node_id else ()
        return things or tuple(n for n in furniture if n.kind is NodeKind.ASSET) or self.scene.rooms(phrase)

    def _chosen(self, phrase: NounPhrase, by: Superlative) -> NounPhrase:
        """The first of all in an order; where the order is not known, or two are equal, a question."""
        nodes = [self.scene.graph[i] for i in sorted(phrase.among or ())]
        count = 1 if phrase.count is None else phrase.count
        plain = replace(phrase, count=count)
        if len(nodes) <= max(1, count) and by.rank == 1:
            return plain
        if by.measure is Dimension.ORDER:
            told = self.doubts.counted_off(plain, tuple(nodes), by)
            return replace(plain, among=frozenset(n.id for n in told))
        spoken_of = _number_of_all(phrase)
        if spoken_of is not None and spoken_of < len(nodes):
            what = f"is {by.word} of the {number_word(spoken_of)} that you speak of"
            return replace(plain, among=frozenset(n.id for n in self.doubts.told_apart(plain, tuple(nodes), what)))
        start = [n for n in self.scene.graph if by.to is not None and self.scene.matches(n, by.to)]
        found = [(n, measured(n, by.measure, self.scene, start, by.of)) for n in nodes]
        marked = [_Marked(n, v) for n, v in found if v is not None]
        apart = by.measure is not Dimension.SIDE or (
            side_by_side([(m.node, m.value) for m in marked], by.rank) and self._are_at_one_place(nodes)
        )
        apart &= by.rank > 0 or (len(nodes) - count) % 2 == 0  # of four none is in the middle
        if len(marked) < len(nodes) or not apart or (by.to is not None and not start):
            what = f"is {_AS_SEEN.get(by.word, by.word)}"
            return replace(plain, among=frozenset(n.id for n in self.doubts.told_apart(plain, tuple(nodes), what)))
        marked.sort(key=lambda m: -m.value if by.most else m.value)
        first = by.rank - 1 if by.rank else (len(marked) - count) // 2
        chosen = marked[first : first + count]
        if len(chosen) < count:
            message = f"There are only {len(nodes)} of {bare_text(plain)}; which one is meant?"
            raise asked(FailureCause.AMBIGUOUS, message, [n.id for n in nodes])
        equal = [m for m in marked if any(math.isclose(m.value, c.value, rel_tol=0.01) for c in chosen)]
        if len(equal) > len(chosen):
            told = self.doubts.told_apart(plain, tuple(m.node for m in equal), f"is {by.word}, as they are equal")
            return replace(plain, among=frozenset(n.id for n in told))
        if by.measure is Dimension.SIDE and by.rank:  # the middle is so from both sides
            self.doubts.notes.append(f"{by.word} is as I see it, not as you may, for {phrase.text}")
        if by.measure is Dimension.ROOM:
            self.doubts.notes.append(f"how much room there is I judge by how few things are there, for {phrase.text}")
        return replace(plain, among=frozenset(c.node.id for c in chosen))

    def _are_at_one_place(self, nodes: Sequence[Node]) -> bool:
        """Whether things rest on the same furniture."""
        return len({self.scene.graph.support(n.id) for n in nodes}) == 1

    def _without_the_named(self, phrase: NounPhrase, nodes: tuple[Node, ...]) -> tuple[NounPhrase, int]:
        """The others: without what was named before; and how many are left of that of which any will do."""
        named: set[str] = set()
        left = phrase.left
        for other in phrase.besides:
            theirs = {n.id for n in nodes if self.scene.matches(n, other)}
            if other.count is None or other.count >= len(theirs):
                named |= theirs
            else:
                left += other.count
        among = None if phrase.among is None else phrase.among - named
        return replace(phrase, among=among), left

    def _counted(self, phrase: NounPhrase, left: int) -> NounPhrase:
        """A share, or all but some, as a number."""
        total = len(phrase.among or ())
        if phrase.share is not None:
            if phrase.text in self.instruction:
                self._rounded = 0.0
            if phrase.share < 1 and (total == 1 or phrase.count == 1):
                message = f"I take nothing apart, and '{phrase.text}' is a part of one thing. Say how many whole ones."
                raise asked(FailureCause.NOT_CAPABLE, message, ())
            exact = phrase.share * total  # "half of the forks and spoons" is half of all of them together
            count = math.ceil(exact - self._rounded)
            self._rounded += count - exact
            if count != exact:
                self.doubts.notes.append(f"of {total} I take {count} for {phrase.text}")
            return replace(phrase, count=count)
        if left and phrase.count is None:
            if left >= total:
                there = "is only 1" if total == 1 else f"are only {total}"
                message = f"{left} may stay, and there {there}: nothing is left to take."
                raise asked(FailureCause.OBJECT_NOT_FOUND, message, sorted(phrase.among or ()))
            return replace(phrase, count=total - left, left=left)
        return phrase

    def _one_thing(self, phrase: NounPhrase) -> NounPhrase:
        """One is meant by "the thing on the shelf": with several there, a question."""
        nameless = phrase.concept is None and phrase.node_id is None and not phrase.parts
        if not nameless or not phrase.definite or phrase.count != 1:
            return phrase
        nodes = self._candidates(phrase)
        if len(nodes) < 2 or not self.scene.asks:
            return phrase
        ids = [n.id for n in nodes]
        raise asked(FailureCause.AMBIGUOUS, which_are_meant(phrase.text, ids, True), ids, phrase.text)

    def _some_excepted(self, phrase: NounPhrase) -> NounPhrase:
        """With so many left out of a kind as were said: "the forks and knives except one fork"; any of it will do."""
        if not phrase.excluded:
            return phrase
        kept: list[NounPhrase] = []
        left, source = phrase.left, phrase.source
        mine = list(self.scene.objects_matching(replace(phrase, excluded=())))
        for excluded in phrase.excluded:
            count = excluded.count if not excluded.definite and excluded.node_id is None else None
            theirs = [n for n in mine if self.scene.covers(n, excluded)]
            if count is None or phrase.count is not None or excluded.among is not None or count >= len(theirs):
                kept.append(excluded)
            elif len(theirs) == len(mine):
                left += count
                source = source or excluded.source  # all are there
            else:
                where = excluded.source
                kept += [NounPhrase(spoken(n.id), n.label, n.id, definite=True, source=where) for n in theirs[:count]]
        if tuple(kept) == phrase.excluded:
            return phrase
        return replace(phrase, excluded=tuple(kept), left=left, source=source)

    def _note_exclusions(self, phrase: NounPhrase) -> None:
        """Say what an exclusion names that is not here, and what it may mean."""
        for excluded in phrase.excluded:
            nodes = [n for n in self.scene.graph if n.kind is not NodeKind.ROOM]
            covered = [n for n in nodes if self.scene.covers(n, excluded)]
            if not covered and not _is_a_look(excluded, phrase) and excluded.text != THOSE_THERE:
                self.doubts.notes.append(f"I know of no {bare_text(excluded)} here that could be left out")
            doubtful = [n for n in covered if not self.scene.is_named(n, excluded)]
            if doubtful:
                names = enumerate_words(spoken(n.id) for n in doubtful)
                stays = "stay" if len(doubtful) > 1 else "stays"
                self.doubts.notes.append(f"{names} may count as {bare_text(excluded)} and {stays}")


def _number_of_all(phrase: NounPhrase) -> int | None:
    """Of how many things one was said to be the most: two of "the nearer of the two tables"; None: nobody said."""
    words = phrase.text.lower().split()
    of = words.index("of") if "of" in words else len(words)
    return lx.NUMBERS.get(words[of + 2]) if words[of + 1 : of + 2] == ["the"] and len(words) > of + 2 else None


def _is_a_look(excluded: NounPhrase, of: NounPhrase) -> bool:
    """Whether it only says how all of a kind are: of "mugs that aren't red" none need be red, nor lie elsewhere."""
    looks = excluded.attributes or excluded.requirements
    is_told = excluded.text.split(" ", 1)[0] in lx.RELATIVE  # "that are not on the shelf"
    is_kind = excluded.concept == of.concept and excluded.node_id is None
    said = is_told if excluded.source is not None else bool(looks)
    return said and is_kind and not excluded.definite and excluded.count is None


def _is_plain(phrase: NounPhrase) -> bool:
    """Whether nothing but a name and looks was said."""
    said = phrase.restrictions or phrase.superlative or phrase.besides or phrase.left
    return not said and phrase.share is None
