# SPDX-License-Identifier: Apache-2.0
"""Whether an order made of a clause loses what the clause says: an amount, a look, another thing, a case.

What only tells why something is wanted, or how kindly it is asked for, is no loss.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from planner_node.language.gist.frame import ClauseFrame, SpokenKind, Unread
from planner_node.language.gist.marking.mark import MarkKind, WordMark
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_SUBJECTS = frozenset("i we you he she they that which who whose whom".split())
_OPENING = frozenset("for on in at by with without of from to so i we you it".split())
_MODAL_NOUNS = frozenset({"can", "will"})
_RELATIVE = frozenset({"that", "which", "who"})
_SHORT = 4  # words
_NEAR = 3  # words behind a thing
_ENDS = frozenset({MarkKind.JOINT})
_THEM = frozenset({("it",), ("them",)})
_DIRECTIONS = frozenset({("out",), ("in",), ("off",)})
_GOING = frozenset("over out away back up down off goes go should can has have will there here down".split())
_SPOTS = frozenset("right left front back rear middle centre center end top bottom".split())
_NOT = frozenset({"not", "never"})
_WIDE = frozenset("everything anything whatever all things stuff items objects".split())
_WHO = frozenset("you we one i they he she people".split())
_PEOPLE = (("kids",), ("children",), ("guests",))
_PURPOSE = frozenset({"to", "for", "used", "meant"})
_NOBODY = frozenset({"nobody", "none", "no-one", "no"})
_ALLOWED = frozenset({"may", "must", "should", "shall", "allowed", "permitted", "ought"})
_FEW = 1  # "one" may be anybody


def loses(
    frames: Iterable[ClauseFrame], untold: Iterable[ClauseFrame], orders: Collection[str], reader: SentenceReader
) -> bool:
    """Whether orders lose what clauses say.

    Args:
        frames: the clauses for which they stand.
        untold: the other ones.
        orders: their words.
        reader: knows names and words.
    """
    kept = frozenset(orders)
    if any(_decides(frame, reader) or _denies(frame, kept, reader) or _asks(frame, reader) for frame in untold):
        return True  # "whichever are smaller than it", "the sock has to be washed"
    return any(
        frame.narrowed
        or _loses_its_deed(frame, kept)
        or any(_says_more(unread, kept, frame, reader) for unread in frame.unread)
        for frame in frames
    )


def _loses_its_deed(frame: ClauseFrame, kept: frozenset[str]) -> bool:
    """Whether what things are to become is not said by the orders: "heat on, please, and window shut"."""
    if frame.verb is not Verb.CHANGE or frame.deed is None or frame.deed.words == ("make",):
        return False  # "make it two"
    return kept.isdisjoint(frame.deed.words)


def widens(words: Words, orders: Words, reader: SentenceReader) -> bool:
    """Whether orders are about all where words say which: "everything you write with", "the things the kids use"."""
    kept = list(pairwise(orders))
    pairs = ((at, pair) for at, pair in enumerate(pairwise(words)) if pair[0] in _WIDE and pair not in kept)
    return any(_says_which(words, at + 1, reader) for at, _ in pairs)


def _says_which(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a clause begins there that says which things are meant: what somebody does with them, or what for."""
    first, behind = words[at], words[at + 1 : at + 2]
    name = reader.names.match(words, at + 1)
    if first in _WHO:
        return True
    if first in _RELATIVE:
        return bool(behind) and (behind[0] in _WHO or reader.book.sentences.modals.find(words, at + 1) is not None)
    if first in lx.ARTICLES:
        return reader.names.is_person(name) or behind in _PEOPLE
    if first in _PURPOSE and behind:
        somebody = behind[0] in lx.ARTICLES | lx.RECIPIENTS | {"everybody", "everyone"} or reader.names.is_person(name)
        return not somebody and not (name is not None and reader.names.is_place(name))
    return False


def _decides(frame: ClauseFrame, reader: SentenceReader) -> bool:
    """Whether a clause that nothing was made of has words that decide what is meant in the others."""
    names_things = any(thing.kind is SpokenKind.NAMED for thing in frame.things)
    if frame.denied and frame.deed is not None and not names_things:
        return True  # "the fridge open, put not"
    known = reader.book.gist
    told = frame.is_own or frame.is_reason or frame.exists or frame.denied
    binding = known.deciding if told else known.deciding | known.limiting | {"only"}
    words = set(frame.words) - ({"meant"} if frame.needs else set())
    return not binding.isdisjoint(words) or _tells_by_side(frame.words)


def _denies(frame: ClauseFrame, kept: frozenset[str], reader: SentenceReader) -> bool:
    """Whether a clause that nothing was made of denies an order about what the orders name: "not put the spoon"."""
    if not _NOBODY.isdisjoint(frame.words) and not _ALLOWED.isdisjoint(frame.words):
        return True  # "nobody is to touch the laptops"
    if not frame.denied or frame.deed is None or _NOT.isdisjoint(frame.words):
        return False  # "nobody can reach the knives" is why they are put away
    words = tuple(frame.words)
    return any(word in kept and reader.names.match(words, at) is not None for at, word in enumerate(words))


def _tells_by_side(words: Sequence[str]) -> bool:
    """Whether words tell something by its side: "the bowl on the right"."""
    return any(before == "the" and word in _SPOTS for before, word in pairwise(words))


def _asks(frame: ClauseFrame, reader: SentenceReader) -> bool:
    """Whether a clause that nothing was made of says what things have to be."""
    told, modals = frame.is_own or frame.is_reason or frame.exists or frame.denied, reader.book.sentences.modals
    is_named = any(thing.kind is SpokenKind.NAMED for thing in frame.things) and frame.deed is None
    unread = (unread.words for unread in frame.unread)
    return is_named and not told and any(modals.find(said, at) for said in unread for at in range(len(said)))


def _says_more(unread: Unread, kept: frozenset[str], frame: ClauseFrame, reader: SentenceReader) -> bool:
    """Whether words that were not read say more than orders do."""
    words, book = unread.words, reader.book
    if book.gist.around.find(words, 0) is not None and len(words) <= _SHORT:
        return False  # "(the fruit) we have"
    if unread.follows(MarkKind.THING):
        anything = unread.before is not None and not book.nouns.anything.isdisjoint(unread.before.words)
        known = book.known_words | book.gist.said
        if words[0] in _SUBJECTS or any(word not in known for word in words[:_NEAR]):
            return True  # "a thing I could read", "the socks with holes"
        if anything and words[0] not in _GOING | book.sentences.copulas.words | book.sentences.modals.words:
            return True  # "everything for playing tennis"
        if words in _DIRECTIONS and not frame.leaves and (unread.behind is None or unread.behind.kind in _ENDS):
            return True  # "apples out"
    if unread.behind is not None and unread.behind.words in _THEM and (frame.deed is None or frame.is_inherited):
        is_verb = any(book.said_verbs.find(words, at) is not None for at in range(max(0, len(words) - 2), len(words)))
        if not is_verb and words[-1] not in book.gist.said | book.gist.longing | lx.WORDS:
            return True  # "cover it with the napkin"
    if _tells_by_side(words):
        return True
    if unread.follows(MarkKind.TO) and words[0] in _RELATIVE and frame.deed is None:
        return True  # "everything on the table that is trash"
    if frame.verb is Verb.GO and len(words) > 1 and words[0] in book.verbs.cannot | {"have"}:
        return True  # "go have a dance with"
    if unread.behind is not None and unread.behind.kind is MarkKind.THING and _narrows(words, unread.behind, reader):
        return True  # "Dad's shirt"
    behind = None if unread.behind is None else unread.behind.kind
    if words[-1] == "with" and behind in (MarkKind.POINTER, MarkKind.THING) and frame.deed is not None:
        return True  # "lay the table with them"
    is_noun = len(words) <= len(("of", "the", "x")) and words[0] not in _OPENING
    if unread.follows(MarkKind.JOINT) and is_noun and any(word not in book.known_words for word in words):
        return True  # "the bread and the dodo"
    for at, word in enumerate(words):
        if word in kept:
            continue
        number = 0 if word == "both" else lx.NUMBERS.get(word, 0) or (int(word) if word.isdigit() else 0)
        looks = word in reader.names.attributes or book.adjectives.attribute(word) is not None
        name = reader.names.match(words, at)
        is_here = name is not None and reader.names.is_present(name) and word not in _MODAL_NOUNS
        done = book.done_by.find(words, at)
        deed = book.said_verbs.find(tuple(done.value.split()), 0) if done is not None else None
        if deed is not None and deed.value.verb is Verb.CHANGE:
            return True  # "has to be washed"
        wanted = book.adjectives.requirements.find(words, at) is not None
        of_deed = unread.behind is not None and unread.behind.kind is MarkKind.DEED  # "so only take sample 1"
        only = word == "only" and not (frame.needs or frame.stays or frame.leaves or of_deed)
        binds = word in book.gist.limiting or only or wanted
        if binds or number > _FEW or looks or is_here or book.places.no_sides.find(words, at):
            return True
    return False


def _narrows(words: Words, thing: WordMark, reader: SentenceReader) -> bool:
    """Whether the last of some words says whose a thing is, or how it is in a way that nobody knows."""
    is_bare = thing.words[0] not in lx.ARTICLES
    plain = reader.book.gist.said | reader.book.gist.longing | lx.WORDS | _GOING
    return words[-1].endswith("'s") or (is_bare and words[-1] not in plain)
