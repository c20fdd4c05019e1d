# SPDX-License-Identifier: Apache-2.0
"""From the words of an instruction to the deeds that it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from makedo_core.danger.clauses import ActVerbs, SpokenClause, clauses_of
from makedo_core.danger.kinds import ThingKinds
from makedo_core.danger.phrases import NamedPart, NamedPhrases
from makedo_core.danger.values import DangerAct, JudgedDeed, NamedThing

MEANT = "I mean it:"
"""What an instruction begins with that was asked about and is meant."""
_MEANT = re.compile(r"^\s*i mean it\b[\s,:;.!]*", re.IGNORECASE)
_MAY_DISCARD = frozenset({"toss", "dump"})
_PLACES = ("in", "on", "near", "under", "to", "from")
_IMPLIED = {"microwave": "microwave", "toast": "toaster", "bake": "oven", "roast": "oven"}
_PREPARING = frozenset({DangerAct.HEAT, DangerAct.CUT})
_SERVING = "pour"  # "pour Anna a glass"; to splash or spray somebody serves nobody
_FOR_WHOM = frozenset("me us him her them you everybody everyone".split())
_ARTICLES = frozenset({"a", "an", "the", "some"})
_HOW_MUCH = frozenset("little bit lot while few couple more".split())  # "cut me a little" cuts somebody
_ONTO = frozenset({"in", "on", "to"})


def without_meaning_it(instruction: str) -> tuple[str, bool]:
    """An instruction without the words that say that it is meant, and whether they were there."""
    rest = _MEANT.sub("", instruction, count=1)
    return (rest, True) if rest != instruction and rest.strip() else (instruction, False)


class SpokenDeeds:
    """Reads deeds from words. Holds the words, nothing of a text."""

    def __init__(self, kinds: ThingKinds) -> None:
        self._kinds = kinds
        self._verbs = ActVerbs(kinds.book.acts, lambda word: kinds.ontology.class_of(word) is not None)
        self._phrases = NamedPhrases(kinds)

    def deeds(self, text: str) -> Iterator[JudgedDeed]:
        """What a text asks for, in its order."""
        before: JudgedDeed | None = None
        for clause in clauses_of(text, self._verbs):
            for deed in self._of_clause(clause, before):
                yield deed
                before = deed

    def _of_clause(self, clause: SpokenClause, before: JudgedDeed | None) -> Iterator[JudgedDeed]:
        words = self._without_for_whom(clause)
        read = self._phrases.parts(words, clause.act is DangerAct.GIVE)
        parts = [self._resolved(p, clause.act, before) for p in read]
        named = [p for p in parts if p.named is not None]
        things = [p.named for p in named if p.role == "thing" and p.named is not None]
        place = next((p for p in named if p.role in _PLACES and p.role != "from"), None)
        place = place or next((p for p in named if p.role == "from"), None)
        using = tuple(p.named for p in named if p.role == "using" and p.named is not None)
        somebody = next(self._phrases.people_and_animals(named), None)
        plain = JudgedDeed(clause.act, None, said=clause.said, using=using)
        if place is not None:
            plain = replace(plain, relation=place.role, place=place.named)
        to_somebody = clause.act in (DangerAct.PUT, DangerAct.TAKE) and somebody is not None and somebody.role == "to"
        if clause.act is DangerAct.GIVE or to_somebody:
            yield from self._given(plain, things, somebody)
            return
        if clause.verb == "empty" and place is None:
            return
        if clause.verb in _MAY_DISCARD and place is None and self._is_discarded(clause.verb, things):
            yield from (replace(plain, act=DangerAct.DISCARD, thing=thing) for thing in things)
            return
        if clause.act in (DangerAct.POUR, DangerAct.WET):
            yield from self._poured(plain, things, named, before)
            return
        if clause.act is DangerAct.HEAT and (machine := _IMPLIED.get(clause.verb)):
            plain = replace(plain, relation="in", place=NamedThing(machine, machine, machine), direct=place is None)
        for thing in things or (None,):
            yield self._thrown(replace(plain, thing=thing))

    def _without_for_whom(self, clause: SpokenClause) -> tuple[str, ...]:
        """The words behind a verb without those for whom something is prepared: "cook me an egg" cooks nobody."""
        if clause.verb == _SERVING:
            return self._without_served(clause.words)
        if clause.act not in _PREPARING or clause.words[:1] == () or clause.words[0] not in _FOR_WHOM:
            return clause.words
        what = clause.words[2:] if clause.words[1:2] == ("up",) else clause.words[1:]
        if len(what) > 1 and what[0] in _ARTICLES:
            hurts = what[1] in _HOW_MUCH and "of" not in what[2:3]
            return clause.words[:1] if hurts else what
        thing = self._phrases.named(what[:1])
        is_thing = thing is not None and not self._kinds.has("somebody", thing) and self._is_known(what[0])
        return what if is_thing else clause.words

    def _without_served(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words without who is poured something: "pour me a glass", "pour the baby some milk"."""
        determined = words[:1] in (("the",), ("my",), ("our",))
        behind = 2 if determined else 1
        who = self._phrases.named(words[determined:behind])
        is_somebody = words[:1] != () and (words[0] in _FOR_WHOM or self._kinds.has("somebody", who))
        what = words[behind:]
        served = what[:1] != () and (what[0] in _ARTICLES or (not determined and self._is_known(what[0])))
        return what if is_somebody and served else words

    def _is_known(self, word: str) -> bool:
        """Whether a word names a kind of things."""
        return self._kinds.ontology.class_of(word) is not None

    def _is_discarded(self, verb: str, things: Sequence[NamedThing]) -> bool:
        """Whether things with no place are thrown away: "dump the box", but to toss it only where it is worn out."""
        if verb == "dump":
            return bool(things) and not any(self._kinds.has("liquid", t) or t.full_of for t in things)
        return bool(things) and all(self._kinds.has("worn_out", t) for t in things)

    def _resolved(self, part: NamedPart, act: DangerAct, before: JudgedDeed | None) -> NamedPart:
        """A pronoun stands for what was spoken of last: of a machine that is switched on the one that can be."""
        if part.named is not None or before is None:
            return part
        last = [before.thing, before.place] if before.act is not DangerAct.POUR else [before.place, before.thing]
        known = [named for named in (*last, *before.using) if named is not None]
        if act is DangerAct.CUT:  # "an apple and a knife to cut it": no blade is cut
            known = [named for named in known if not self._kinds.has("blade", named)]
        if act in (DangerAct.SWITCH_ON, DangerAct.SWITCH_OFF):
            known.sort(key=lambda named: not self._kinds.has("switchable", named))
        elif act in (DangerAct.OPEN, DangerAct.CLOSE):
            known.sort(key=lambda named: not self._kinds.has("closable", named))
        return replace(part, named=known[0]) if known else part

    def _given(
        self, plain: JudgedDeed, things: Sequence[NamedThing], somebody: NamedPart | None
    ) -> Iterator[JudgedDeed]:
        to = somebody.named if somebody is not None else None
        given = [t for t in (*things, *plain.using) if t != to]
        for thing in given or (None,):
            yield replace(plain, act=DangerAct.GIVE, thing=thing, to=to)

    def _thrown(self, deed: JudgedDeed) -> JudgedDeed:
        """To throw something in a bin or a pillow on the bed is to put it there, as people speak."""
        has = self._kinds.has
        if deed.act is not DangerAct.THROW or deed.relation not in _ONTO:
            return deed
        if has("bin", deed.place):
            return replace(deed, act=DangerAct.DISCARD)
        is_put = has("takes_what_is_thrown", deed.place) and not has("not_to_drop", deed.thing)
        return replace(deed, act=DangerAct.PUT) if is_put else deed

    def _poured(
        self, plain: JudgedDeed, things: Sequence[NamedThing], parts: Sequence[NamedPart], before: JudgedDeed | None
    ) -> Iterator[JudgedDeed]:
        """What is poured, and where. "Water the plants" and "spray the tv with water" name the place first."""
        liquids = [t for t in things if self._kinds.has("liquid", t)]
        target = plain.place if plain.relation != "from" else None
        if target is None:
            target = next((t for t in things if t not in liquids), None)
            plain = replace(plain, relation="on")
        if not liquids:
            liquids = [u for u in plain.using if self._kinds.has("liquid", u)]
        if not liquids:
            holders = [p.named for p in parts if p.named is not None and p.named != target]
            if things and plain.place is not None and not self._kinds.any("holds_liquids", holders):
                yield from (
                    replace(plain, act=DangerAct.PUT, thing=thing) for thing in things
                )  # "tip the toys into it"
                return
            inside = [inner for holder in holders for inner in holder.full_of]
            liquids = inside[:1] or [self._known_in(holders, before)]
        for liquid in liquids:
            yield replace(plain, act=DangerAct.POUR, thing=liquid, place=target, using=())

    def _known_in(self, holders: Sequence[NamedThing], before: JudgedDeed | None) -> NamedThing:
        if before is not None and before.act is DangerAct.FILL and before.using:
            return before.using[0]
        drink = next((h for h in holders if self._kinds.has("liquid", h)), None)
        return drink or NamedThing("water", "water", "water")
