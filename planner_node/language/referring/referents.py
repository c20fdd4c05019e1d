# SPDX-License-Identifier: Apache-2.0
"""Which things a phrase speaks of, towards those that were spoken of before in the same instruction.

"The carrot" behind "a carrot" is that one, "these two" are those two, "one of them" is some of them, "another" and
"the rest" are others, and "a carrot" said again is a new one. Where several may be meant, it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.words import tails
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.referring.discourse import Discourse
from planner_node.language.refusal import Gap
from planner_node.language.things import NounPhrase, Place, Referent
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name, Names

Things = tuple[NounPhrase, ...]


def referred(phrase: NounPhrase, at: int, spoken: Discourse, names: Names) -> Things:
    """The things that a phrase speaks of, told apart from all that were spoken of before.

    Args:
        phrase: as it was read, with all that is said behind its name.
        at: where its name begins.
        spoken: what was spoken of so far.
        names: of the scene.

    Raises:
        NotUnderstoodError: with those that were spoken of, where several of them may be meant.
    """
    words = phrase.text.split()
    strong = is_pointing(words)
    earlier = [m for m in spoken.mentioned(at) if m.referent.number]
    before = [m for m in spoken.mentioned(at if strong else min(at, spoken.clause_at)) if m.referent.number]
    of_kind = [m for m in before if is_kind(phrase, m, names)]
    if is_partitive(words) and (phrase.concept or phrase.node_id or not phrase.besides):
        told = earlier if words[-1] in lx.PRONOUNS else before  # "the dishes to bench 1, one of them to bench 2"
        return (_some_of(phrase, [m for m in told if is_kind(phrase, m, names)], spoken),)
    whole = whole_of(phrase, of_kind)
    if whole is not None and is_amount(words) and whole.count is not None and whole.text.split()[0] not in lx.DEFINITE:
        if spoken.went.get(whole.referent.number) is not None:
            raise _some_or_more(phrase, whole)
    if whole is not None and (is_amount(words) or _ranks_within(words, whole, names)):
        return (_some_of(phrase, of_kind, spoken),)
    if phrase.besides or lx.ANEW & set(words[:3]):
        return (_others(phrase, [m for m in earlier if is_kind(phrase, m, names) or _is_all_so(phrase, m)], spoken),)
    bare = is_bare(phrase) and any(words == _bare(m.text.split()) for m in of_kind)  # "shelf" behind "the shelf"
    if strong or words[:1] in (["both"], ["the"]) or phrase.node_id is not None or bare:
        again = _again(phrase, distinct(m for m in of_kind if _fits(phrase, m, spoken, names)), strong, names)
        if again:
            return again
        is_told = bool(phrase.attributes or phrase.node_id) and not phrase.source
        excepted = whole is not None and _is_excepted(phrase, whole, spoken)
        if (
            whole is not None
            and whole.count is None
            and is_told
            and _may_be_some(phrase, whole, names)
            and not excepted
        ):
            part = Referent(spoken.new_number(), whole.referent.number)  # "the mugs ... the dirty one"
            return (replace(phrase, referent=part),)
    elsewhere = frozenset(m.referent.number for m in earlier if _is_new(phrase, m))
    return (replace(phrase, referent=Referent(spoken.new_number(), apart=elsewhere)),)


def _is_excepted(phrase: NounPhrase, whole: NounPhrase, spoken: Discourse) -> bool:
    """Whether a thing was excepted of all that were spoken of: "the books except the green one, the green one ..."."""
    same = (whole, *(t for t in spoken.things if t.referent.is_same(whole.referent)))
    left_out = (e for thing in same for e in thing.excluded if e.source is None)
    return any(e.concept in (None, phrase.concept) and e.attributes <= phrase.attributes for e in left_out)


def _is_all_so(phrase: NounPhrase, mention: NounPhrase) -> bool:
    """Whether everything that looks so was spoken of before the rest: "everything dirty there, the rest here"."""
    whole = mention.concept is None and mention.count is None and not mention.parts
    return phrase.concept is None and phrase.node_id is None and whole and bool(mention.attributes)


def is_bare(phrase: NounPhrase) -> bool:
    """Whether one thing is named without an article or a number: "mug to the shelf"."""
    first = phrase.text.split()[:1]
    determined = lx.ARTICLES | lx.NUMBERS.keys() | lx.ANEW | {"any", "either", "1"}
    return phrase.count == 1 and bool(first) and first[0] not in determined


def _bare(words: Sequence[str]) -> list[str]:
    """The words of a thing without an article."""
    return list(words[1:] if words[:1] == ["the"] else words)


def is_pointing(words: Sequence[str]) -> bool:
    """Whether a phrase points at what was spoken of: "those", "that same mug"."""
    return words[:1] != [] and (words[0] in lx.DEMONSTRATIVE or bool(lx.SAME & set(words[:3])))


def is_partitive(words: Sequence[str]) -> bool:
    """Whether a phrase speaks of some of certain things: "one of the mugs", "two of them"."""
    return (
        "of" in words[1:3]
        and words[words.index("of") + 1 :][:1] != []
        and (words[words.index("of") + 1] in lx.DEFINITE | lx.PRONOUNS)
    )


def is_amount(words: Sequence[str]) -> bool:
    """Whether a phrase says how many and no more: "one", "two"."""
    return bool(words) and all(word in lx.NUMBERS or word in lx.ONES or word.isdigit() for word in words)


def _ranks_within(words: Sequence[str], whole: NounPhrase, names: Names) -> bool:
    """Whether a rank is that of one of several: "the first", "the last"; "the last cup" is what is left."""
    rank = next((lx.RANKS[word] for word in words[:3] if word in lx.RANKS), None)
    if rank is None or (rank == 0 and (words[-1] not in lx.ONES | lx.RANKS.keys() or _leaves_one(whole, names))):
        return False
    return whole.count is None or rank <= whole.count


def _leaves_one(whole: NounPhrase, names: Names) -> bool:
    """Whether the scene has one more of a kind than were spoken of: that is "the last one"."""
    if whole.count is None or whole.concept is None:
        return False
    kind = [n for n in names.graph.of_kind(NodeKind.OBJECT) if names.ontology.is_a(n.label, whole.concept)]
    return sum(whole.attributes <= n.attributes for n in kind) == whole.count + 1


def whole_of(some: NounPhrase, of_kind: Sequence[NounPhrase]) -> NounPhrase | None:
    """What was last spoken of in a number larger than that of a phrase; None: nothing was."""
    return next((m for m in reversed(of_kind) if _is_more(m, some)), None)


def is_kind(phrase: NounPhrase, mention: NounPhrase, names: Names) -> bool:
    """Whether things that were spoken of are of the kind of a phrase: "the can" behind "a cola can"."""
    if phrase.node_id is not None:
        return phrase.node_id == mention.node_id  # "all the pens but pen 3. Put pen 3 there"
    if phrase.parts or mention.parts or mention.concept is None:
        return False
    if phrase.concept is None:
        carried = not names.is_place(Name(1, mention.concept, mention.node_id))
        return carried and phrase.text.split()[0] in lx.DEFINITE  # "these things", "the objects"
    if phrase.concept == mention.concept:
        return True
    kind = names.ontology.class_of(phrase.concept)
    called = kind is not None and any(names.ontology.names.get(tail) == kind for tail in tails(mention.concept))
    wider = called or names.ontology.is_a(mention.concept, phrase.concept)
    return wider and phrase.node_id is None and not any(node.label == phrase.concept for node in names.graph)


def distinct(mentions: Iterable[NounPhrase]) -> list[NounPhrase]:
    """Each referent once, as it was first spoken of."""
    return list({m.referent.number: m for m in reversed(list(mentions))}.values())[::-1]


def _fits(phrase: NounPhrase, mention: NounPhrase, spoken: Discourse, names: Names) -> bool:
    """Whether nothing that a phrase says speaks against its being what was spoken of."""
    node = names.graph[mention.node_id] if mention.node_id else _only_node(mention, names)
    looks = mention.attributes | (node.attributes if node is not None else frozenset())
    went = spoken.went.get(mention.referent.number)
    there = went is not None and phrase.source is not None and went.what == phrase.source.what
    where = phrase.source in (None, mention.source) or (there and not names.here.lies_at(phrase, phrase.source))
    more = phrase.besides or phrase.share is not None or phrase.left
    said = (phrase.restrictions, phrase.excluded, phrase.superlative)
    known = (mention.restrictions, mention.excluded, mention.superlative)
    narrowed = any(one and one != other for one, other in zip(said, known, strict=True))
    looks_so = phrase.attributes <= looks and phrase.requirements <= mention.requirements
    return looks_so and where and not more and not narrowed


def _again(phrase: NounPhrase, found: Sequence[NounPhrase], strong: bool, names: Names) -> Things:
    """What was spoken of and is meant again; empty: nothing that was."""
    singles = [m for m in found if m.count == 1]
    if phrase.node_id is not None:
        return tuple(_as_said(m, phrase) for m in found[:1])
    if phrase.count == 1:
        if len(singles) > 1 and not strong:
            raise which(phrase, singles, names)
        return tuple(_as_said(m, phrase) for m in singles[-1:])
    if phrase.count is None:
        several = len(found) > 1 or (found and found[0].count != 1)
        return _together(found, phrase) if several else ()
    total = sum(m.count or 0 for m in found)
    if total == phrase.count and all(m.count is not None for m in found):
        return _together(found, phrase)
    just = [m for m in found if m.count == phrase.count]
    return _together(just, phrase) if len(just) == 1 else ()


def _together(found: Sequence[NounPhrase], phrase: NounPhrase) -> Things:
    return tuple(_as_said(m, phrase) for m in found) if len(found) == 1 else tuple(found)


def _as_said(mention: NounPhrase, phrase: NounPhrase) -> NounPhrase:
    looks = mention.attributes | phrase.attributes
    return replace(mention, text=phrase.text, definite=mention.definite or phrase.definite, attributes=looks)


def which(phrase: NounPhrase, found: Sequence[NounPhrase], names: Names) -> NotUnderstoodError:
    """The question which of those that were spoken of is meant."""
    nodes = [_only_node(m, names) for m in found]
    told = tuple(dict.fromkeys(n.id if n else m.text for n, m in zip(nodes, found, strict=True)))
    texts = enumerate_words(dict.fromkeys(m.text for m in found), "or")
    message = f"Which one is meant by '{phrase.text}': {texts}?"
    said_before = any(phrase.text in m.text for m in found)  # an answer would stand in the place of those words
    gap = None if said_before else Gap(QuestionKind.WHICH, phrase.text)
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message, told, gap=gap)


def _some_or_more(phrase: NounPhrase, whole: NounPhrase) -> NotUnderstoodError:
    """The question behind "bring two glasses to table 2 and put one on the counter": two are meant, or three."""
    own = f"{phrase.text} of them"
    more = "another one" if phrase.count == 1 else f"{phrase.text} others"
    message = f"Is '{phrase.text}' of the {whole.text} that were asked for before, or more? Say '{own}' or '{more}'."
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message, (own, more), gap=Gap(QuestionKind.WHICH, phrase.text))


def stays_or_goes_on(whole: NounPhrase, some: NounPhrase) -> NotUnderstoodError:
    """The question behind "put two forks on table 3 and one of them on table 1": it goes on, or is another."""
    more = "another one" if some.count == 1 else f"{number_word(some.count or 0)} others"
    message = f"Shall '{some.text}' go on from there afterwards, so that fewer stay, or is '{more}' meant?"
    gap = Gap(QuestionKind.WHICH, some.text)
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message, (more, f"then {some.text}"), gap=gap)


def _only_node(mention: NounPhrase, names: Names) -> Node | None:
    """The only thing of the scene that a mention can mean."""
    fit = [
        n
        for n in names.graph.of_kind(NodeKind.OBJECT)
        if mention.node_id in (None, n.id)
        and (mention.concept is None or names.ontology.is_a(n.label, mention.concept))
        and mention.attributes <= n.attributes | {str(s) for s in n.states}
        and (mention.source is None or _is_there(n, mention.source, names))
    ]
    return fit[0] if len(fit) == 1 else None


def _is_there(node: Node, place: Place, names: Names) -> bool:
    there = [names.graph[i] for i in (names.graph.support(node.id), names.graph.room_of(node.id)) if i]
    what = place.what
    if what.node_id is not None:
        return any(n.id == what.node_id for n in there)
    return what.concept is not None and any(names.ontology.is_a(n.label, what.concept) for n in there)


def _some_of(phrase: NounPhrase, of_kind: Sequence[NounPhrase], spoken: Discourse) -> NounPhrase:
    """Some of what was spoken of; of all there are, if nothing was."""
    whole = whole_of(phrase, of_kind)
    number = spoken.new_number()
    if whole is None:
        return replace(phrase, referent=Referent(number))
    apart = frozenset(m.referent.number for m in of_kind if m.referent.within == whole.referent.number)
    some = replace(
        whole,
        text=phrase.text,
        count=phrase.count,
        definite=phrase.definite,
        attributes=whole.attributes | phrase.attributes,
        source=phrase.source or whole.source,
        unsaid=phrase.unsaid,
    )
    return replace(some, referent=Referent(number, whole.referent.number, apart))


def _is_more(whole: NounPhrase, some: NounPhrase) -> bool:
    return whole.count is None or (some.count is not None and whole.count > some.count)


def _may_be_some(phrase: NounPhrase, whole: NounPhrase, names: Names) -> bool:
    """Whether something here looks as is said of some and of all: "the dirty ones" are none of "the clean plates"."""
    looks = phrase.attributes | whole.attributes
    if any(out.attributes and out.attributes <= phrase.attributes for out in whole.excluded):
        return False  # "every tube that isn't red ... the red one"
    return not (phrase.attributes and whole.attributes) or names.here.looks_so(phrase, looks)


def _others(phrase: NounPhrase, of_kind: Sequence[NounPhrase], spoken: Discourse) -> NounPhrase:
    """Others than those that were spoken of, out of what those are some of, if anything of that is left."""
    whole = _begun(of_kind)
    within = whole.referent.number if whole is not None else 0
    named = distinct(m for m in of_kind if m.referent.within == within and m is not whole)
    apart = frozenset(m.referent.number for m in named)
    besides = tuple(distinct(m for m in phrase.besides if m.referent.number in apart)) if phrase.besides else ()
    others = replace(phrase, besides=besides, referent=Referent(spoken.new_number(), within, apart))
    if whole is None:
        return others
    left = None if whole.count is None else whole.count - _taken(whole, of_kind)
    return replace(
        others,
        count=left if phrase.count is None else phrase.count,
        attributes=phrase.attributes | whole.attributes,
        source=phrase.source or whole.source,
    )


def _begun(of_kind: Sequence[NounPhrase]) -> NounPhrase | None:
    """What some were taken of last and some are left of; None: nothing is begun."""
    last = of_kind[-1].referent.within if of_kind else 0
    whole = next((m for m in of_kind if last and m.referent.number == last), None)
    left = whole is not None and (whole.count is None or _taken(whole, of_kind) < whole.count)
    return whole if left else None


def _taken(whole: NounPhrase, of_kind: Sequence[NounPhrase]) -> int:
    """How many of what was spoken of were spoken of again apart."""
    parts = distinct(m for m in of_kind if m.referent.within == whole.referent.number)
    return sum(m.count or 0 for m in parts)


def _is_new(phrase: NounPhrase, mention: NounPhrase) -> bool:
    """Whether so many of a kind are others than those of that kind that were spoken of: "an apple" said again."""
    counted = phrase.count is not None and mention.count is not None and not phrase.definite
    return counted and phrase.node_id is None and phrase.concept is not None and phrase.concept == mention.concept
