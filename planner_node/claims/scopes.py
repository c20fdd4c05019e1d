# SPDX-License-Identifier: Apache-2.0
"""What a place is said of: where things are or where they go, and of which of several that are named before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from makedo_core.account import ClaimKind, ClaimReason, PlanClaim
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.membership import Belongs
from planner_node.claims.groups import Groups
from planner_node.claims.telling import named
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.tokens import tokens
from planner_node.language.refusal import Refusal
from planner_node.language.request import Put, Request
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.lexicon import DEFINITE

_BIN = "bin"
_OTHERS = frozenset({"rest", "other", "others", "else", "remaining"})


def unclear_place(request: Request, groups: Groups) -> Refusal | None:
    """What has to be asked about places: of which things they are said; None: nothing.

    Args:
        request: what was understood.
        groups: classifies the things of the scene.
    """
    if (unclear := _unclear_put(request, groups)) is not None:
        return unclear
    for phrase, elsewhere in _said_behind_another(request, groups):
        if tokens(phrase.text)[0] in word_lists().universal and phrase.source is not None:
            names = named([spoken(node.id) for node in elsewhere])
            place = phrase.source.what.text
            text = f"Is '{phrase.text}' all there is, or only what is at {place}? {names} would be left."
            return Refusal(FailureCause.AMBIGUOUS, f"{text} Say the place with each.", tuple(n.id for n in elsewhere))
    return None


def scope_claims(request: Request, groups: Groups) -> Iterator[PlanClaim]:
    """What nobody can be asked about places, and what is left since a place said behind others is taken to be theirs.

    Args:
        request: what was understood.
        groups: classifies the things of the scene.
    """
    if not groups.scene.asks and (unclear := _unclear_put(request, groups)) is not None:
        yield PlanClaim(ClaimKind.SUPPOSED, unclear.message, ClaimReason.UNASKED)
    for phrase, elsewhere in _said_behind_another(request, groups):
        yield from (PlanClaim(ClaimKind.LEFT, n.id, ClaimReason.ANOTHER, phrase.text) for n in elsewhere)


def _unclear_put(request: Request, groups: Groups) -> Refusal | None:
    """What is unclear of some clause that puts things to a place, by itself."""
    for put in (clause for clause in request.clauses if isinstance(clause, Put)):
        for doubts in (
            _all_else_anywhere,
            _all_of_the_home,
            _anything_thrown_away,
            _nothing_but_excepted,
            _all_to_no_such_place,
            _there_or_to_go_there,
            _stays_or_goes,
            _together_nowhere,
        ):
            if (unclear := doubts(put, request, groups)) is not None:
                return unclear
    return None


def _there_or_to_go_there(put: Put, _: Request, groups: Groups) -> Refusal | None:
    """Whether all of a group is at a place or goes there: "everything on the bed except the pillows", on the bed."""
    place = replace(put.place, side=Side.ANY)
    for phrase in put.what:
        if phrase.count is not None or phrase.source is not None:
            continue
        for excepted in phrase.excluded:
            things = list(_things(replace(excepted, excluded=(), count=None), groups))
            if excepted.source or excepted.implied or not things:
                continue
            if all(groups.scene.is_at(node, place) for node in things):
                there = named([spoken(node.id) for node in things])
                text = f"Is '{phrase.text}' at {place.what.text} to go elsewhere, or is it to go there?"
                also = f"{there}, which you except, {'are' if len(things) > 1 else 'is'} there already."
                return Refusal(FailureCause.AMBIGUOUS, f"{text} {also} Say where it is and where it goes.")
    return None


def _all_else_anywhere(put: Put, _: Request, groups: Groups) -> Refusal | None:
    """Whether everything else of the home would go, as nothing tells of which place it is."""
    phrase = next((p for p in put.what if _is_all_else(p)), None)
    if phrase is None:
        return None
    things = (node for other in phrase.besides for node in _things(replace(other, count=None), groups))
    there = dict.fromkeys(place for node in things if (place := groups.scene.graph.support(node.id)) is not None)
    hint = f", for example 'everything else on {spoken(next(iter(there)))}'" if there else ""
    besides = enumerate_words(dict.fromkeys(other.text for other in phrase.besides))
    besides = f", besides {besides}" if besides else ""
    message = f"Everything else of which place{besides}? Say where it is now{hint}."
    return Refusal(FailureCause.AMBIGUOUS, message, tuple(there))


def _is_all_else(phrase: NounPhrase) -> bool:
    """Whether nothing but what was named is left out of all there is, wherever it is."""
    told = phrase.among is not None and not phrase.besides
    others = bool(phrase.besides) or not _OTHERS.isdisjoint(tokens(phrase.text))
    return _is_all(phrase) and others and not (_is_narrowed(phrase) or told)


def _all_of_the_home(put: Put, request: Request, groups: Groups) -> Refusal | None:
    """Whether all there is in several rooms would go, as nothing tells of which place it is, and nobody said the home.

    "Put everything except the lemon on table 3" speaks of one place that the speaker has before his eyes.
    """
    lists = word_lists()
    if not (lists.world | {"everywhere", "anywhere"}).isdisjoint(tokens(request.instruction)):
        return None
    phrase = next((p for p in put.what if _is_all(p) and not (_is_narrowed(p) or p.among or p.besides)), None)
    if phrase is None:
        return None
    graph, place = groups.scene.graph, replace(put.place, side=Side.ANY)
    going = [node for node in _things(phrase, groups) if not groups.scene.is_at(node, place)]
    if len({graph.room_of(node.id) for node in going}) < 2:
        return None
    where = tuple(dict.fromkeys(i for node in going if (i := graph.support(node.id)) is not None))
    message = f"Is '{phrase.text}' all that is in the whole home, {len(going)} things, or what is at one place?"
    hint = f"Say where it is now, for example '{phrase.text} on {spoken(where[0])}', or" if where else "Or"
    return Refusal(FailureCause.AMBIGUOUS, f"{message} {hint} say '{phrase.text} in the home'.", where)


def _anything_thrown_away(put: Put, _: Request, groups: Groups) -> Refusal | None:
    """Whether any one of several things would be thrown away, of which nothing is said: "something is wrong there"."""
    concept = put.place.what.concept
    if concept is None or not groups.scene.ontology.is_a(concept, _BIN):
        return None
    for phrase in put.what:
        bare = not (_is_narrowed(replace(phrase, source=None)) or phrase.among or phrase.besides or phrase.excluded)
        if phrase.count != 1 or not bare:
            continue
        things = tuple(node.id for node in _things(phrase, groups))
        if len(things) > 1:
            source = phrase.source
            inside = source is not None and source.side is Side.INSIDE
            where = f" {'in' if inside else 'at'} {source.what.text}" if source is not None else ""
            text = f"Which of the {len(things)} things{where} is to be thrown away? Name it."
            return Refusal(FailureCause.AMBIGUOUS, text, things)
    return None


def _nothing_but_excepted(put: Put, _: Request, groups: Groups) -> Refusal | None:
    """Whether all that is at a place is excepted of all that is there: the place is said of what is excepted alone.

    "Everything except the things on the counter and the things on table 1" leaves both.
    """
    for phrase in put.what:
        if phrase.count is not None or phrase.source is None or not phrase.excluded:
            continue
        members = (m for m in groups.members(phrase) if m.node.kind is NodeKind.OBJECT)
        if any(m.belongs is not Belongs.OUT for m in members):
            continue
        there = tuple(node.id for node in _things(replace(phrase, excluded=()), groups))
        if there:
            text = f"Does '{phrase.text}' leave all that is at {phrase.source.what.text}?"
            return Refusal(FailureCause.AMBIGUOUS, f"{text} Say which things go, and where.", there)
    return None


def _is_narrowed(phrase: NounPhrase) -> bool:
    """Whether anything is said of which things are meant."""
    named = phrase.concept or phrase.node_id or phrase.parts
    told = phrase.source or phrase.attributes or phrase.requirements or phrase.restrictions or phrase.superlative
    return bool(named or told)


def _is_all(phrase: NounPhrase) -> bool:
    """Whether all is meant, or all but as many as were named: "everything else" besides an apple, one of two."""
    if phrase.count is None or phrase.among is None or not phrase.besides:
        return phrase.count is None
    return phrase.count >= len(phrase.among) - sum(other.count or 0 for other in phrase.besides)


def _all_to_no_such_place(put: Put, _: Request, groups: Groups) -> Refusal | None:
    """Whether all there is would go to a place that is described as none here is: more likely it is of that place.

    "Put everything on the table that's made of glass in the kitchen" speaks of what is made of glass.
    """
    place = put.place.what
    is_described = place.attributes or place.source is not None or place.restrictions
    everything = next((p for p in put.what if p.count is None and p.concept is None and not p.parts), None)
    if everything is None or everything.source is not None or not is_described or groups.scene.places(place):
        return None
    plain = replace(place, attributes=frozenset(), source=None, restrictions=())
    candidates = tuple(node.id for node in groups.scene.places(plain))
    message = f"I know of no {place.text.removeprefix('the ')} that is as you say. Is '{everything.text}' there to go?"
    return Refusal(FailureCause.AMBIGUOUS, f"{message} Say where it is and where it goes.", candidates)


def _together_nowhere(put: Put, request: Request, _: Groups) -> Refusal | None:
    """Whether things go together, and the place is only said of what is named before them.

    "The helmet in the crate and the gloves together" does not tell where the gloves go.
    """
    words = tokens(request.instruction)
    for phrase in put.what:
        begin = _found(words, tokens(phrase.text))
        end = begin + len(tokens(phrase.text))
        if (
            begin < 1
            or words[end : end + 1] != ("together",)
            or words[end + 1 : end + 2] not in ((), ("and",), ("then",))
        ):
            continue
        place = _found(words[:begin], tokens(put.place.what.text))
        others = (_found(words[:begin], tokens(p.text)) for p in _put_things(request) if p is not phrase)
        if place > 0 and any(0 <= other < place for other in others):
            text = f"Where shall {phrase.text} go together? Say the place with it."
            return Refusal(FailureCause.AMBIGUOUS, text)
    return None


def _put_things(request: Request) -> Iterator[NounPhrase]:
    return (p for c in request.clauses if isinstance(c, Put) for p in c.what)


def _found(words: tuple[str, ...], part: tuple[str, ...]) -> int:
    """Where some words stand among others for the last time; -1: nowhere."""
    starts = range(len(words) - len(part), -1, -1) if part else ()
    return next((i for i in starts if words[i : i + len(part)] == part), -1)


def _stays_or_goes(put: Put, _: Request, groups: Groups) -> Refusal | None:
    """Whether one of several that are excepted goes as well: it is not where the others are.

    "Everything in the cupboard, bar the glasses, and the pot onto the counter": the pot is on the stove. A kind without
    an article, as in "that is no food or cutlery", is excepted wherever it is.
    """
    for phrase in put.what:
        plain = replace(phrase, excluded=())
        fitting = set(_things(plain, groups)) if phrase.count is None and len(phrase.excluded) > 1 else set()
        fits = [set(_things(replace(e, excluded=(), count=None), groups)) for e in phrase.excluded if fitting]
        strange = [i for i, things in enumerate(fits) if i and things and things.isdisjoint(fitting)]
        strange = [i for i in strange if tokens(phrase.excluded[i].text)[0] in DEFINITE]
        if strange and not fits[0].isdisjoint(fitting):
            text = phrase.excluded[strange[0]].text
            message = (
                f"Does {text} stay, or does it go as well? It is none of '{phrase.text}'. Say it in two sentences."
            )
            return Refusal(FailureCause.AMBIGUOUS, message, tuple(sorted(n.id for n in fits[strange[0]])))
    return None


def _said_behind_another(request: Request, groups: Groups) -> Iterator[tuple[NounPhrase, tuple[Node, ...]]]:
    """All of some things before others behind which a place is said, with those of them that are elsewhere.

    "Every book and the toy car on the shelf" may be every book there is. Where both are said alike ("the cups and the
    plates on the table"), or the second has no article of its own, the place is said of both, if both are there.
    """
    words = tokens(request.instruction)
    for put in (clause for clause in request.clauses if isinstance(clause, Put)):
        for phrase, behind in pairwise(put.what):
            place = phrase.source
            if phrase.count is not None or place is None or place != behind.source or not phrase.text:
                continue
            there = set(_things(phrase, groups))
            is_read_so = (
                there or phrase.text.lower() not in request.instruction.lower()
            )  # "any pen or cup you find there"
            if (_is_said_alike(phrase, behind) and is_read_so) or _times_said(words, place) > 1:
                continue
            anywhere = set(_things(replace(phrase, source=None), groups)) - there
            if anywhere:
                yield phrase, tuple(sorted(anywhere, key=lambda node: node.id))


def _is_said_alike(phrase: NounPhrase, behind: NounPhrase) -> bool:
    """Whether two phrases begin alike, or the second goes on the first."""
    first, second = tokens(phrase.text)[:1], tokens(behind.text)[:1]
    determines = word_lists().function | word_lists().universal
    return first == second or not second or second[0] not in determines


def _times_said(words: tuple[str, ...], place: Place) -> int:
    """How often a place is named."""
    name = tuple(word for word in tokens(place.what.text) if word not in word_lists().function)
    return sum(words[i : i + len(name)] == name for i in range(len(words))) if name else 0


def _things(phrase: NounPhrase, groups: Groups) -> Iterator[Node]:
    members = (m.node for m in groups.members(phrase) if m.belongs is Belongs.IN)
    return (node for node in members if node.kind is NodeKind.OBJECT)
