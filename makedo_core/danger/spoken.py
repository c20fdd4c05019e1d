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
_MAY_DISCARD = frozenset({"toss", "dump", "chuck"})
_PLACES = ("in", "on", "near", "under", "to", "from")
_IMPLIED = {"microwave": "microwave", "toast": "toaster", "bake": "oven", "roast": "oven"}
_PREPARING = frozenset({DangerAct.HEAT, DangerAct.CUT, DangerAct.DROP, DangerAct.THROW})
_CARRYING = frozenset("bring carry move take transfer deliver return".split())
_WHILE = re.compile(
    r"\bwhile (?:it is |it's |they are |still )(?:still )?(on|running|turned-on|lit|burning|hot|boiling|plugged-in|wet"
    r"|spinning|turning|rotating)"
    r"(?! (?:the|a|my|top)\b)|\bwhile it (runs|burns|boils|glows|smokes|spins|turns)\b"
)
_STATES = {
    "on": "running",
    "turned-on": "running",
    "runs": "running",
    "burns": "burning",
    "boils": "boiling",
    "glows": "glowing",
    "smokes": "smoking",
    "spins": "spinning",
    "turns": "turning",
}
_OF_MACHINES = frozenset("running plugged-in lit burning spinning turning rotating".split())
_CLOSED = frozenset("sealed closed unopened airtight capped".split())
_USING = frozenset({"use", "take"})
_THROUGH = frozenset("through into off".split())
_SERVING = "pour"  # "pour Anna a glass"; to splash or spray somebody serves nobody
_FOR_WHOM = frozenset("me us him her them you everybody everyone".split())
_ARTICLES = frozenset({"a", "an", "the", "some"})
_HOW_MUCH = frozenset("little bit lot while few couple more".split())  # "cut me a little" cuts somebody
_ONTO = frozenset({"in", "on", "to"})


def without_meaning_it(instruction: str) -> tuple[str, bool]:
    """An instruction without the words that say that it is meant, and whether they were there."""
    rest = _MEANT.sub("", instruction, count=1)
    return (rest, True) if rest != instruction and rest.strip() else (instruction, False)


def _is_aimed(parts: Sequence[NamedPart]) -> bool:
    """Whether it is said where to something is carried."""
    return any(part.role == "to" for part in parts)


def _mixed(plain: JudgedDeed, things: Sequence[NamedThing], named: Sequence[NamedPart]) -> Iterator[JudgedDeed]:
    """Each thing together with all that it is mixed with: "mix bleach and ammonia", "add bleach to the ammonia"."""
    others = (*things, *(p.named for p in named if p.role in _PLACES and p.named is not None))
    for thing in things:
        yield replace(plain, thing=thing, using=(*plain.using, *(o for o in others if o is not thing)))


class SpokenDeeds:
    """Reads deeds from words. Holds the words, nothing of a text."""

    def __init__(self, kinds: ThingKinds) -> None:
        self._kinds = kinds
        self._verbs = ActVerbs(kinds.book.acts, lambda word: kinds.ontology.class_of(word) is not None)
        self._phrases = NamedPhrases(kinds)

    def deeds(self, text: str) -> Iterator[JudgedDeed]:
        """What a text asks for, in its order."""
        before: JudgedDeed | None = None
        last: list[JudgedDeed] = []
        tools: tuple[NamedThing, ...] = ()
        for clause in clauses_of(text, self._verbs):
            deeds = list(self._of_clause(clause, before))
            if clause.joint == "to" and tools:
                deeds = [replace(deed, using=(*deed.using, *tools)) for deed in deeds]
            for deed in (*deeds, *(last if clause.joint == "after" else ())):
                yield deed  # "put it there after lighting it": it burns when it is put there
                before = deed
            tools = tuple(d.thing for d in deeds if d.thing is not None) if clause.verb in _USING else ()
            last = deeds

    def _of_clause(self, clause: SpokenClause, before: JudgedDeed | None) -> Iterator[JudgedDeed]:
        read = self._phrases.parts(self._without_for_whom(clause), clause.act is DangerAct.GIVE)
        named = [p for p in (self._resolved(p, clause.act, before) for p in read) if p.named is not None]
        if clause.verb in _CARRYING and (not _FOR_WHOM.isdisjoint(clause.words[:1]) or _is_aimed(named)):
            named = [p for p in named if p.role in ("thing", "using", "to")]  # "the pan on the stove" is that pan
        things: Sequence[NamedThing] = [p.named for p in named if p.role == "thing" and p.named is not None]
        place = next((p for p in named if p.role in _PLACES and p.role != "from"), None)
        place = place or next((p for p in named if p.role == "from"), None)
        if place is not None and place.named in things:
            place = None  # "turn it on and leave it on"
        using = tuple(p.named for p in named if p.role == "using" and p.named is not None)
        plain = JudgedDeed(clause.act, None, said=clause.said, using=using)
        if place is not None:
            plain = replace(plain, relation=place.role, place=place.named)
        elif any(part.role in ("in", "on") for part in read):
            plain = replace(plain, relation="in")  # "throw them in there"
        if self._is_put_on(clause, things, before):
            plain = replace(plain, act=DangerAct.SWITCH_ON, relation="", place=None)
        plain, things = self._as_it_is(plain, things)
        things, plain = self._caught(plain, clause, things)
        special = self._special(plain, clause, things, named, before)
        yield from self._ordinary(plain, clause, things, named) if special is None else special

    def _as_it_is(self, plain: JudgedDeed, things: Sequence[NamedThing]) -> tuple[JudgedDeed, Sequence[NamedThing]]:
        """The things with what is said of them behind "while": "put it down while it is burning"."""
        found = _WHILE.search(plain.said)
        if found is None:
            return plain, things
        told = found[1] or found[2]
        state = _STATES.get(told, told)
        kind = "switchable" if state in _OF_MACHINES else ""
        marked = [replace(t, words=f"{state} {t.words}") if self._kinds.has(kind, t) else t for t in things]
        place = plain.place
        if kind and place is not None and self._kinds.has(kind, place):
            plain = replace(plain, place=replace(place, words=f"{state} {place.words}"))
        return plain, marked

    def _special(
        self,
        plain: JudgedDeed,
        clause: SpokenClause,
        things: Sequence[NamedThing],
        named: Sequence[NamedPart],
        before: JudgedDeed | None,
    ) -> Iterator[JudgedDeed] | None:
        """What a clause of giving, pouring, mixing and the like asks for; None: it is none of these."""
        somebody = next(self._phrases.people_and_animals(named), None)
        to_somebody = clause.act in (DangerAct.PUT, DangerAct.TAKE) and somebody is not None and somebody.role == "to"
        if clause.act is DangerAct.GIVE or to_somebody:
            return self._given(plain, things, somebody)
        if clause.act is DangerAct.CLOSE and plain.place is not None and self._kinds.any("somebody", things):
            return (replace(plain, act=DangerAct.ENCLOSE, thing=thing) for thing in things)  # "shut the dog in"
        if clause.verb == "empty" and plain.place is None:
            return iter(())
        if clause.verb in _MAY_DISCARD and plain.place is None and self._is_discarded(clause.verb, things):
            return (replace(plain, act=DangerAct.DISCARD, thing=thing) for thing in things)
        if clause.act in (DangerAct.POUR, DangerAct.WET):
            return self._poured(plain, things, named, before)
        if clause.act is DangerAct.MIX:
            return _mixed(plain, things, named)
        return None

    def _ordinary(
        self, plain: JudgedDeed, clause: SpokenClause, things: Sequence[NamedThing], named: Sequence[NamedPart]
    ) -> Iterator[JudgedDeed]:
        if clause.act is DangerAct.HEAT and (machine := _IMPLIED.get(clause.verb)):
            direct = plain.place is None
            plain = replace(plain, relation="in", place=NamedThing(machine, machine, machine), direct=direct)
        cut = plain.place if clause.act in (DangerAct.CUT, DangerAct.BREAK) and not things else None
        if cut is not None and not _THROUGH.isdisjoint(clause.words[:1]):  # "saw through the cable"
            plain, things = replace(plain, relation="", place=None), [cut]
        for thing in things or (None,):
            yield self._thrown(replace(plain, thing=thing))
        yield from self._with_vessel(plain, [p for p in named if p.role in ("in", "on")])
        for other in named:
            if other.role in ("near", "under") and other.named != plain.place:
                yield from (replace(plain, thing=thing, relation=other.role, place=other.named) for thing in things)

    def _with_vessel(self, plain: JudgedDeed, places: Sequence[NamedPart]) -> Iterator[JudgedDeed]:
        """What something is in goes where it goes: "heat it in a plastic bag on the stove"."""
        if plain.act not in (DangerAct.HEAT, DangerAct.PUT) or not places:
            return
        vessel, place = places[0].named, plain.place
        if vessel is None or self._kinds.has("stays_put", vessel) or self._kinds.has("takes_things", vessel):
            return
        if self._kinds.has("sealed", vessel) and _CLOSED.isdisjoint(vessel.words.split()):
            return  # bread is baked in a tin
        if len(places) > 1 and self._kinds.has("takes_things", places[1].named):
            plain, place = replace(plain, relation=places[1].role, place=places[1].named), places[1].named
        if plain.act is DangerAct.HEAT and vessel == place:
            yield replace(plain, thing=vessel, relation="", place=None)
        elif vessel != place and self._kinds.has("takes_things", place):
            yield replace(plain, thing=vessel)

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
        if verb == "chuck":
            return True
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
            has = self._kinds.has
            known.sort(key=lambda named: (not has("takes_things", named), not has("switchable", named)))
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

    def _is_put_on(self, clause: SpokenClause, things: Sequence[NamedThing], before: JudgedDeed | None) -> bool:
        """Whether a machine is "put on": it runs, and is on nothing, but for what is put on what heats already."""
        if clause.act is not DangerAct.PUT or clause.words[-1:] != ("on",) or not things:
            return False
        has = self._kinds.has
        on_it = before is not None and any(has("heat_source", t) for t in (before.thing, before.place) if t is not None)
        return all(has("hot_drink_machine" if on_it else "switchable", thing) for thing in things)

    def _caught(
        self, plain: JudgedDeed, clause: SpokenClause, things: Sequence[NamedThing]
    ) -> tuple[Sequence[NamedThing], JudgedDeed]:
        """What is played with is given to who catches it: "toss me the ball", "throw the ball to Max"."""
        has = self._kinds.has
        played = [thing for thing in things if has("played_with", thing)]
        others = [thing for thing in things if thing not in played]
        if clause.act is not DangerAct.THROW or not played:
            return things, plain
        to = plain.place if plain.relation == "to" else None
        named_first = others[0] if others and "and" not in clause.words else None
        to = to or named_first
        catches = to is not None and (has("somebody", to) or self._kinds.ontology.class_of(to.label) is None)
        if not catches and _FOR_WHOM.isdisjoint(clause.words[:1]):
            return things, plain
        return played, replace(plain, act=DangerAct.GIVE, to=to, relation="", place=None)

    def _thrown(self, deed: JudgedDeed) -> JudgedDeed:
        """To throw something in a bin or a pillow on the bed is to put it there, as people speak."""
        has = self._kinds.has
        if deed.act is not DangerAct.THROW or deed.relation not in _ONTO:
            return deed
        if deed.place is not None and has("bin", deed.place):
            return replace(deed, act=DangerAct.DISCARD)
        is_put = (deed.place is None or has("takes_what_is_thrown", deed.place)) and not has("not_to_drop", deed.thing)
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
