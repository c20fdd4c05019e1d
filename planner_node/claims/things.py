# SPDX-License-Identifier: Apache-2.0
"""The account of things: what a plan does for each thing of the scene that the instruction may mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from makedo_core.account import ClaimKind, ClaimReason, PlanClaim
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.membership import Belongs
from makedo_core.skills import Literal
from planner_node.claims.groups import Groups, Member
from planner_node.claims.wording.mirrors import Mirrors
from planner_node.claims.wording.quantified import EachOf
from planner_node.claims.wording.tokens import tokens
from planner_node.grounding.scene import looks_of, says_label
from planner_node.language.request import Change, Hold, LimitKind, Put, PutBack, Request
from planner_node.language.things import Bearing, NounPhrase
from planner_node.language.words.lexicon import DEFINITE
from planner_node.language.words.verbs import Verb

_EXCEPTING = frozenset({"except", "apart", "other", "save", "bar"})
_NEAR = ("next to", "beside", "near", " by", "left of", "right of", "front of", "behind", "alongside", "side of")
_ONE_BY_ONE = frozenset({"every", "each", "everything", "anything", "whatever"})


def thing_claims(
    request: Request, said: Mirrors, each: Sequence[EachOf], served: Collection[Literal], groups: Groups
) -> tuple[PlanClaim, ...]:
    """Claims on all members of all groups.

    Args:
        request: what was understood.
        said: its phrases.
        each: groups with a universal quantifier, by the instruction's words.
        served: literals that were asked for and hold in the end.
        groups: classifies things.
    """
    claims: list[PlanClaim] = []
    for phrase in asked_phrases(request):
        if phrase.count is None:
            claims.extend(_of_all(phrase, request, served, groups))
        elif phrase.node_id is None and not phrase.implied:
            if phrase.concept is not None:
                claims.extend(_of_some(phrase, request, served, groups))
                claims.extend(_called_otherwise(phrase, served, groups))
            claims.extend(_perhaps_excepted(phrase, request, served, groups))
    for group in each:
        claims.extend(_of_each(group, said, served, groups))
    claims.extend(_not_carried(request, served, groups))
    return tuple(dict.fromkeys(claims))


def asked_phrases(request: Request) -> Iterator[NounPhrase]:
    """Things for which something is to be done."""
    for clause in request.clauses:
        match clause:
            case Put(things) | Change(things):
                yield from things
            case PutBack(_, what):
                if what is not None:
                    yield what
            case Hold(thing):
                yield thing


def _of_all(phrase: NounPhrase, request: Request, served: Collection[Literal], groups: Groups) -> Iterator[PlanClaim]:
    """All of a group: each member is served, or there is a reason."""
    places = {x.terms[-1] for x in served if len(x.terms) > 1}
    done = {x.terms[0] for x in served if x.terms}
    there_are = False
    members = tuple(groups.members(phrase))
    ends = _ends({m.node.id for m in members if m.belongs is Belongs.IN}, served)
    for member in members:
        node = member.node
        if node.kind is not NodeKind.OBJECT and node.id not in done:
            continue  # of furniture with the same name as things nobody says "all", and rooms are not carried
        if node.id in places and node.id not in done:
            continue
        there_are |= member.belongs is not Belongs.OUT or member.reason is ClaimReason.EXCLUDED or node.id in done
        in_doubt = member.belongs is Belongs.DOUBT and bool(phrase.attributes & groups.scene.book.adjectives.colours)
        if member.belongs is not Belongs.IN and is_spoken_of(node, phrase, request, groups, in_doubt):
            continue
        elsewhere = member.belongs is Belongs.DOUBT and ends.isdisjoint(_ends({node.id}, served)) and bool(ends)
        if elsewhere and node.id in done:  # another part of the instruction says where it goes
            yield PlanClaim(ClaimKind.TAKEN, node.id, ClaimReason.SAID, phrase.text, True)
        yield _claim(member, phrase.text, node.id in done and not elsewhere, phrase.attributes)
    if not there_are and not groups.scene.rooms(phrase):
        yield PlanClaim(ClaimKind.LEFT, phrase.text, ClaimReason.NONE, phrase.text)


def _not_carried(request: Request, served: Collection[Literal], groups: Groups) -> Iterator[PlanClaim]:
    """Of all of a group that is to be carried: what people carry, and the scene graph has as part of the home."""
    targets = {term for literal in served for term in literal.terms}
    phrases = [t for clause in request.clauses if isinstance(clause, Put) for t in clause.what if t.count is None]
    for node in groups.scene.fixed if phrases else ():
        named = (p for p in phrases if node.id not in targets and _would_be_carried(node, p, groups))
        yield from (PlanClaim(ClaimKind.LEFT, node.id, ClaimReason.NOT_CARRIED, p.text) for p in named)


def _would_be_carried(node: Node, phrase: NounPhrase, groups: Groups) -> bool:
    """Whether a phrase means a node that is part of the home."""
    if phrase.concept is None and phrase.node_id is None:
        return phrase.source is not None and groups.scene.is_at(node, phrase.source)
    return any(member.belongs is Belongs.IN for member in groups.member(node, phrase))


def _ends(ids: Collection[str], served: Collection[Literal]) -> set[str]:
    """Where things rest in the end as was asked for."""
    return {x.terms[-1] for x in served if len(x.terms) > 1 and x.terms[0] in ids}


def is_spoken_of(node: Node, phrase: NounPhrase, request: Request, groups: Groups, in_doubt: bool = False) -> bool:
    """Whether another part of the instruction surely means a thing, so that it need not belong to this one.

    A thing in doubt is not surely one of those from which these were told apart: "the pens here, the red ones there".
    What is not known to be rotten or dirty is not thought to be.
    """
    others = (p for p in asked_phrases(request) if p != phrase and not (in_doubt and _is_besides(phrase, p)))
    return any(m.belongs is Belongs.IN for p in others for m in groups.member(node, p))


def _is_besides(phrase: NounPhrase, others: NounPhrase) -> bool:
    return any((phrase.text, phrase.concept) == (b.text, b.concept) for b in others.besides)


def _says(text: str, look: str) -> bool:
    """Whether words say how something looks, also spelt otherwise: gray for grey."""
    return any(word[:2] == look[:2] for word in text.split())


def _claim(member: Member, text: str, is_served: bool, looks: Collection[str] = ()) -> PlanClaim:
    if member.belongs is Belongs.DOUBT:
        is_look = member.reason is ClaimReason.ATTRIBUTE_UNKNOWN
        unsaid = [look for look in sorted(looks) if is_look and not _says(text, look)]  # "whatever roses are red"
        be = "is" if text.split()[0] in ("every", "each") else "are"
        asked = f"{text} that {be} {enumerate_words(unsaid)}" if unsaid else text
        of = f"not {member.of}" if member.of and is_look else member.of or asked
        return PlanClaim(ClaimKind.DOUBTED, member.node.id, member.reason, of, is_served)
    if is_served:
        return PlanClaim(ClaimKind.TAKEN, member.node.id, member.reason, text, True)
    reason = member.reason if member.belongs is Belongs.OUT else ClaimReason.NOT_SERVED
    return PlanClaim(ClaimKind.LEFT, member.node.id, reason, text)


def _of_some(phrase: NounPhrase, request: Request, served: Collection[Literal], groups: Groups) -> Iterator[PlanClaim]:
    """So many certain things of a group: what else the words fit, unless nobody could tell it from what is taken."""
    if not _speaks_of_certain(phrase) or _is_spoken_of_before(phrase, request):
        return
    fitting = [m.node for m in groups.members(phrase) if m.belongs is Belongs.IN or _is_called_so(m)]
    done = {x.terms[0] for x in served if x.terms}
    taken = {_told_by(node) for node in fitting if node.id in done}
    is_named = any(label == phrase.concept or ("_" in label and says_label(phrase, label)) for label, _ in taken)
    if len(fitting) <= (phrase.count or 0) or is_named:
        fitting = [node for node in fitting if node.label in {label for label, _ in taken}]
    any_will_do = phrase.count == 1 and len(taken) == 1 and not is_the_other(phrase)
    any_will_do &= not any(_names_contents(phrase, label) for label, _ in taken)
    for node in fitting if taken and len(fitting) > (phrase.count or 0) else ():
        if node.id not in done and not (any_will_do and taken == {_told_by(node)}):
            yield PlanClaim(ClaimKind.LEFT, node.id, ClaimReason.ANOTHER, phrase.text)


def _names_contents(phrase: NounPhrase, label: str) -> bool:
    """Whether a phrase names but what things hold, which may be that of all of them: "the beer" of two beer bottles."""
    *contents, pack = tokens(label)
    said = tokens(phrase.text)
    return bool(contents) and tuple(contents) == said[1:] and said[0] in DEFINITE and pack not in said


def _called_otherwise(phrase: NounPhrase, served: Collection[Literal], groups: Groups) -> Iterator[PlanClaim]:
    """So many of a group, one of which is called otherwise than was said: a lemonade, of "four sodas"."""
    done = {x.terms[0] for x in served if len(x.terms) > 1}
    members = (m for node in groups.scene.graph if node.id in done for m in groups.member(node, phrase))
    doubtful = (m for m in members if m.belongs is Belongs.DOUBT)
    yield from (_claim(m, phrase.text, True) for m in doubtful if groups.is_called_otherwise(m.node, phrase))


def _perhaps_excepted(
    phrase: NounPhrase, request: Request, served: Collection[Literal], groups: Groups
) -> Iterator[PlanClaim]:
    """So many of a group, of which some may be what is ruled out: a book of no known colour, of one that isn't red."""
    barred = (*phrase.excluded, *(limit.what for limit in request.limits if limit.kind is LimitKind.LEFT_ALONE))
    if not barred:
        return
    done = {x.terms[0] for x in served if len(x.terms) > 1}
    members = [m for m in groups.members(phrase) if m.node.kind is NodeKind.OBJECT]
    doubtful = (m for m in members if m.of and m.belongs is Belongs.DOUBT and m.reason is ClaimReason.LIKENESS)
    yield from (_claim(member, phrase.text, True) for member in doubtful if member.node.id in done)
    if not any(excluded.attributes for excluded in barred):
        return
    perhaps = [m for m in members if m.belongs is not Belongs.OUT]
    if phrase.definite and phrase.count == 1 and len(perhaps) == 1:
        return  # all others are ruled out: that one is it for sure
    unknown = (m for m in members if m.belongs is Belongs.DOUBT and m.reason is ClaimReason.ATTRIBUTE_UNKNOWN)
    yield from (_claim(member, phrase.text, True, phrase.attributes) for member in unknown if member.node.id in done)


def _speaks_of_certain(phrase: NounPhrase) -> bool:
    """Whether so many certain things are spoken of: "the apple", "the two apples"."""
    first = phrase.text.lower().partition(" ")[0]
    if is_the_other(phrase):
        return True
    if phrase.left or phrase.share or phrase.besides or phrase.superlative:
        return False  # which they are, that says
    return phrase.definite or (first in DEFINITE and phrase.count is not None and phrase.count > 1)


def is_the_other(phrase: NounPhrase) -> bool:
    """Whether a certain one besides certain ones is spoken of: "the other one", of which there can be but one.

    "One soda for Anna, the other for Ben" are any two.
    """
    first = tuple(phrase.text.lower().split()[:2])
    certain = any(p.definite or p.node_id or p.attributes or p.each or (p.count or 2) > 1 for p in phrase.besides)
    return first == ("the", "other") and phrase.count == 1 and certain


def _is_called_so(member: Member) -> bool:
    """Whether the words fit a thing by its name alone: a pasta box is perhaps a box."""
    is_thing = member.node.kind is NodeKind.OBJECT
    return is_thing and member.belongs is Belongs.DOUBT and member.reason is ClaimReason.NAME and not member.of


def _is_spoken_of_before(phrase: NounPhrase, request: Request) -> bool:
    """Whether a phrase speaks of something again, or of some of what was spoken of: that says which is meant."""
    number = phrase.referent.number
    alike = [p for p in asked_phrases(request) if number and p.referent.number == number]
    return len(alike) > 1 or phrase.referent.within != 0


def _told_by(node: Node) -> tuple[str, frozenset[str]]:
    """What people tell things by: what they are, and how they look; "the apple" is any, wherever it is."""
    return node.label, looks_of(node)


def _of_each(group: EachOf, said: Mirrors, served: Collection[Literal], groups: Groups) -> Iterator[PlanClaim]:
    """Each of a group: all are served, and equally."""
    if _is_told_in_a_condition(group, said):
        return
    if group.compared and (said.request.when or not group.measures):
        if not _is_compared(group, said, groups):
            yield PlanClaim(ClaimKind.UNUSED, f"{group.compared} than {group.text}", ClaimReason.NOT_MIRRORED)
        return
    measured = _measured(group, groups) if group.measures and not _is_asked_for(group, said) else ()
    if measured and not {x.terms[-1] for x in served if x.terms} & {node.id for node in measured}:
        yield from _of_measured(group, measured, served, groups)
        return
    excluded = {e for p in said.phrases for e in p.excluded}
    alike = [p for p in said.phrases if p.concept == group.concept and p not in excluded]
    if any(p.count is None and p in set(asked_phrases(said.request)) for p in alike):
        return  # it is a group of the request, and accounted for as that
    if any(p.count is None and p.text == group.text for p in asked_phrases(said.request)):
        return  # "all the trash" is what is thrown away, and no bin
    if group.text.startswith("rest of") and all(m.node.kind is NodeKind.ASSET for m in _each_of(group, alike, groups)):
        return  # of a table it is what is on it
    if (group.is_scope and said.means_all_from_anywhere) or _is_source(group, said):
        return
    if any(group.text in " ".join(words) and _goes_or_looks(words, said) for words in said.request.turned):
        return  # "walk through every room, take the cups ..." says where to look
    shares = Counter(term for x in served for term in dict.fromkeys(x.terms))
    if any(p.source is not None and p.source.what in alike for p in asked_phrases(said.request)):
        ends = {x.terms[-1] for x in served if len(x.terms) > 1}
        shares = Counter(_taken_from(served, groups))
        shares.update({end: max(shares.values(), default=0) - shares[end] for end in ends})  # it is there already
    members = [m for m in _each_of(group, alike, groups) if group.room in ("", groups.scene.graph.room_of(m.node.id))]
    if _are_named_before(group, members, shares) or _are_cleared(members, said, served, groups):
        return
    if any(p.implied for p in said.phrases) and all(m.node.kind is NodeKind.OBJECT for m in members):
        return  # "all the ingredients": which those are, the kit says
    surely_not = sum(not shares[m.node.id] for m in members if m.belongs is Belongs.IN)
    if any(p.left and surely_not == p.left for p in alike):
        return  # "all but one"
    if any(p.share is not None or p.besides for p in alike):
        return  # "half of all", "all the others": how many or which that is was said, and is not all
    enough = _enough(group, said)
    got = {m.node.id: min(shares[m.node.id], enough or shares[m.node.id]) for m in members}
    most = max((got[m.node.id] for m in members if m.belongs is not Belongs.OUT), default=0)
    for member in members:
        share = got[member.node.id]
        if member.belongs is Belongs.OUT:
            yield _claim(member, group.text, share > 0)
        elif (share == most and most > 0) or member.belongs is Belongs.DOUBT:
            yield _claim(member, group.text, share == most > 0)
        else:
            reason = ClaimReason.UNEQUAL if share else ClaimReason.NOT_SERVED
            yield PlanClaim(ClaimKind.LEFT, member.node.id, reason, group.text)


def _taken_from(served: Collection[Literal], groups: Groups) -> Iterator[str]:
    """The furniture that each thing which goes elsewhere is taken from."""
    support = groups.scene.graph.support
    goes = {x.terms[0] for x in served if len(x.terms) > 1 and support(x.terms[0]) != x.terms[-1]}
    yield from (place for thing in goes if (place := support(thing)) is not None)


def _is_source(group: EachOf, said: Mirrors) -> bool:
    """Whether all that is asked for of a kind is to come from all of a group: "the candle from each table"."""
    sources = [p.source for p in asked_phrases(said.request) if p.count is None and p.source is not None]
    places = [place.what for place in sources]
    return not group.measures and any(w.concept == group.concept and w.count is None for w in places)


def _goes_or_looks(words: Sequence[str], said: Mirrors) -> bool:
    """Whether words begin with a verb of going or looking."""
    verb = said.verbs.find(words, 0)
    return verb is not None and verb.value.verb in (Verb.GO, Verb.FIND, Verb.LOOK)


def _is_told_in_a_condition(group: EachOf, said: Mirrors) -> bool:
    """Whether what is said of a group is what all depends on: "if both pillows are on the sofa"."""
    noun = group.text.split()[-1:]
    told = [p for c in said.request.when for p in (c.what, *c.others) if p.concept == group.concept]
    asked = any(p.concept == group.concept and p.text == group.text for p in asked_phrases(said.request))
    return not asked and any(p.text.split()[-1:] == noun and (p.count is None or p.each) for p in told)


def _measured(group: EachOf, groups: Groups) -> tuple[Node, ...]:
    """The things or people of a group that says how many others there are to be; empty: it is one of furniture."""
    graph, is_a = groups.scene.graph, groups.scene.ontology.is_a
    members = [m.node for m in groups.members(NounPhrase(group.text, group.concept)) if m.belongs is Belongs.IN]
    looks = frozenset(tokens(group.text)) & frozenset[str]().union(*(looks_of(node) for node in graph))
    members = [node for node in members if looks <= looks_of(node)]
    counted = group.is_number or all(node.kind is NodeKind.OBJECT or is_a(node.label, "person") for node in members)
    return tuple(members) if counted else ()


def _is_asked_for(group: EachOf, said: Mirrors) -> bool:
    """Whether something is to be done with the things of a group themselves."""
    return any(p.concept == group.concept for p in asked_phrases(said.request))


def _of_measured(
    group: EachOf, members: Sequence[Node], served: Collection[Literal], groups: Groups
) -> Iterator[PlanClaim]:
    """As many others as there are of a group, at each place where those are, or in all where none is."""
    graph = groups.scene.graph
    brought = Counter(x.terms[-1] for x in served if len(x.terms) > 1)
    here = Counter(graph.support(node.id) or "" for node in members)
    there = [node for node in members if brought[graph.support(node.id) or ""]]
    near = next((lead for lead in _NEAR if group.before.endswith(lead)), "")
    if near:  # no skill sees to that
        yield PlanClaim(ClaimKind.UNUSED, f"{near.strip()} {group.text}", ClaimReason.NOT_MIRRORED)
    for node in members:
        place = graph.support(node.id) or ""
        got, of = (brought[place], here[place]) if there else (brought.total(), len(members))
        if got >= of * group.times + group.more:  # more may lie there already
            yield PlanClaim(ClaimKind.TAKEN, node.id, ClaimReason.SAID, group.text, True)
        elif not (group.is_placed and there and not got):  # "for each plate on table 2": those there
            reason = ClaimReason.UNEQUAL if got else ClaimReason.NOT_SERVED
            yield PlanClaim(ClaimKind.LEFT, node.id, reason, group.text)


def measured_amounts(each: Sequence[EachOf], groups: Groups) -> frozenset[int]:
    """How many things groups have that say how many others there are to be, at each place and in all."""
    found: set[int] = set()
    for group in each:
        members = _measured(group, groups) if group.measures else ()
        there = Counter(groups.scene.graph.support(node.id) for node in members).values()
        found |= {int(n * group.times) + group.more for n in (len(members), *there)}
    return frozenset(found - {0})


def _is_compared(group: EachOf, said: Mirrors, groups: Groups) -> bool:
    """Whether a condition is about so many of some things as there are more, or fewer, than of the others."""
    of = sum(m.belongs is Belongs.IN for m in groups.members(NounPhrase(group.text, group.concept)))
    there = {of}  # or of those alone that are at the place that is said of them
    there |= set(Counter(groups.scene.graph.support(node.id) for node in _measured(group, groups)).values())
    conditions = [c for c in said.request.when if c.what.count is not None]
    if group.compared == "enough":
        return any(not c.what.or_fewer and c.what.count in there for c in conditions)
    if group.compared == "more":
        return any(not c.what.or_fewer and (c.what.count or 0) - 1 in there for c in conditions)
    fewer = any(c.what.or_fewer and (c.what.count or 0) + 1 in there for c in conditions)
    return fewer or (1 in there and any(c.negated or not c.so for c in said.request.when))


def _enough(group: EachOf, said: Mirrors) -> int | None:
    """How many things each place of a group is to have: more that are there already are none too few of another."""
    puts = [c for c in said.request.clauses if isinstance(c, Put) and c.place.what.concept == group.concept]
    counts = [p.count for c in puts if c.place.what.each for p in c.what]
    return sum(n for n in counts if n is not None) if puts and counts and None not in counts else None


def _each_of(group: EachOf, alike: Sequence[NounPhrase], groups: Groups) -> Iterator[Member]:
    """Members of a group, narrowed by what the request says of such things."""
    for node in groups.scene.graph:
        kind = groups.of_class(node, NounPhrase(group.text, group.concept))
        bearing = [r for p in alike for r in p.restrictions if isinstance(r, Bearing)]
        if bearing and kind.belongs is not Belongs.OUT and not any(groups.bears(node, r) for r in bearing):
            yield Member(node, Belongs.OUT, ClaimReason.ELSEWHERE)  # "on every desk that has a laptop"
            continue
        narrower = [m for p in alike for m in groups.member(node, p)]
        if kind.belongs is not Belongs.OUT:
            yield narrower[0] if narrower and all(m.belongs is Belongs.OUT for m in narrower) else kind


def _are_named_before(group: EachOf, members: Sequence[Member], shares: Counter[str]) -> bool:
    """Whether the group is those that were named one by one before: "the kitchen and the hall, and after each room"."""
    text = f" {group.before} "
    named = [m.node for m in members if any(f" {' '.join(tokens(x))} " in text for x in (m.node.id, m.node.label))]
    return len({node.label for node in named}) > 1 and all(shares[node.id] for node in named)


def _are_cleared(members: Sequence[Member], said: Mirrors, served: Collection[Literal], groups: Groups) -> bool:
    """Whether all that is known to be on each piece of some furniture goes elsewhere: "clear all tables"."""
    left = [f" {' '.join(words)} ".replace("_", " ") for words in said.request.turned if _EXCEPTING & set(words)]
    members = [m for m in members if not any(f" {spoken(m.node.id)} " in words for words in left)]
    graph, goes = groups.scene.graph, {x.terms[0]: x.terms[-1] for x in served if len(x.terms) > 1}
    if any(m.node.kind is not NodeKind.ASSET for m in members):
        return False
    held = {m.node.id: [i for i in graph.contents(m.node.id) if graph[i].kind is NodeKind.OBJECT] for m in members}
    away = all(i in goes and goes[i] not in held for things in held.values() for i in things)
    return away and any(held.values())
