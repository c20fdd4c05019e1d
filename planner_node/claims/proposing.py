# SPDX-License-Identifier: Apache-2.0
"""What is asked where an instruction is understood in pieces only: whether the orders that they make are meant.

Nothing of it is done without an answer; what leaves out nothing at all is taken as meant before (taking.py). It is not
asked where the orders leave out what is known here: a name, an amount, a look, or a word that forbids or chooses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words
from makedo_core.ontology.membership import memberships_of
from planner_node.claims.groups import Groups
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import mirrors
from planner_node.claims.wording.quantified import quantified
from planner_node.claims.wording.suspicious import number_at, rules
from planner_node.claims.wording.tokens import tokens
from planner_node.claims.wording.words import SaidWord, WordUse, accounted
from planner_node.language.clauses.refusing import without_able
from planner_node.language.interpret import KnownPieces
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Put, Request
from planner_node.language.words.naming import Names
from planner_node.language.words.verbs import Verb

_WHOLE = frozenset("all every each any anywhere anything everything everywhere none nothing nowhere".split())
_ANYTHING = frozenset("everything anything something everywhere anywhere stuff whatever".split())
_BARE = frozenset({"things", "items", "objects"})
_EACH = frozenset({"everything", "anything", "whatever", "whichever"})
_KINDLESS = frozenset("something thing things stuff one ones items objects whatever".split())
_LIMITS = (" no more ", " not more ", " nothing more ", " at most ", " at the most ", " no other ", " nothing else ")
_WHEN = ("as soon as", "unless", "until", "till", "provided", "in case", "whenever", "not now", "not yet")
_CASES = tuple(f" {case} " for case in _WHEN)
_DIRECTIONS = (
    (frozenset({"out", "from"}), frozenset({"in", "into", "to"})),
    (frozenset({"off"}), frozenset({"on", "onto", "to"})),
)
_PLACING = frozenset({"in", "on", "into", "onto", "inside", "at", "to", "from", "off"})
_ASKING = frozenset({"which", "where", "who", "whose", "why", "how"})
_SHOWN = 4  # names that a message repeats


def proposed(unread: Refusal, pieces: KnownPieces, read: Request, groups: Groups, book: Phrasebook) -> Refusal:
    """The refusal with the question whether some orders are meant; as it is, where they leave out what is known.

    Args:
        unread: why the instruction was not understood.
        pieces: what its pieces come to.
        read: what the grammar makes of the orders, with the instruction as it was said.
        groups: of the scene.
        book: words that are known.
    """
    if unmirrored(replace(read, instruction=pieces.stands_for), groups, book) is None:
        return unread
    orders = pieces.orders
    if "everything" in tokens(orders) and any(len(c.what) > 1 for c in read.clauses if isinstance(c, Put)):
        return unread  # "everything ready for breakfast: milk and two mugs"
    asked = tokens(read.instruction)[:2]
    if not _ASKING.isdisjoint(asked) and list(tokens(orders)[:2]) != list(asked):
        return unread  # "which of us needs the vase at table 3?" orders nothing
    if _denied(pieces.stands_for) - _denied(orders) or _excepted(read.instruction) - _excepted(orders):
        return unread  # "don't start it" is no order to start it, "all but the one on the sofa" none about the sofa
    if _is_limited(read.instruction) and not _is_limited(orders):
        return unread  # "one pen and no more"
    if _cases(read.instruction) - _cases(orders):
        return unread  # "as soon as I return, open the chest"
    left = tuple(word for word in _unused(read, groups, book) if word not in tokens(orders))
    sources = _sources(read.instruction)
    if _loses_what_is_done(read.instruction, left) or (sources and not _sources(orders) <= sources):
        return unread  # "cover it with the napkin", "from the left side of the desk to the table"
    if "?" in orders or _places_in(pieces.stands_for) > _places_in(orders):
        return unread  # "put two cookies on it and bring it here" is not only to bring it
    if _goes_out_and_in(read.instruction) and not _goes_out_and_in(orders):
        return unread  # "fridge: apples out, milk in"
    if any((one in _WHOLE | _KINDLESS and other in left) for one, other in pairwise(tokens(read.instruction))):
        return unread  # "everything flammable" is not everything, "something salty" not anything
    other = _another_thing(read.instruction, left, tokens(orders), groups)
    if other:
        return replace(unread, message=f"I do not know what '{other}' is.", unknown=other)
    names = Names(groups.scene.ontology, groups.scene.graph)
    if any((name := names.match((word,), 0)) and names.is_place(name) and names.is_present(name) for word in left):
        return unread  # "anything on the counter that is medicine"
    if left and not (_ANYTHING | _BARE).isdisjoint(tokens(orders)):
        return unread  # "everything I need for bed", "the things that the kids broke"
    if left and _EACH.intersection(tokens(read.instruction)) - set(tokens(orders)):
        return unread  # "whatever one can eat raw" is not one can
    if any((other in _KINDLESS and one in left) for one, other in pairwise(tokens(read.instruction))):
        return unread  # "the salty ones", "all fizzy things"
    if _numbers(read.instruction) - _numbers(orders):
        return unread  # "put dish 1 where dish 2 is and 2 where 1 is"
    named = enumerate_words(f"'{word}'" for word in left)
    without = f" I leave out {named}." if left else ""
    why = unread.message if unread.cause is not FailureCause.NOT_UNDERSTOOD else "I do not understand all of that."
    message = f"{why} Do you mean: '{orders}'?{without}"
    return replace(unread, message=message, gap=Gap(QuestionKind.WHETHER, read.instruction.strip(), orders))


def _another_thing(instruction: str, left: Collection[str], kept: Collection[str], groups: Groups) -> str:
    """A thing of two nouns of which the orders keep the first alone: of "the rose bush" the rose; empty: there is none.

    The last noun is what the thing is.
    """
    noun = memberships_of(groups.scene.ontology).is_noun
    names = Names(groups.scene.ontology, groups.scene.graph)
    text = f" {' '.join(instruction.lower().split())} "
    for one, other in pairwise(tokens(instruction)):
        if (
            f" {one} {other}" in text
            and one in kept
            and other in left
            and noun(other)
            and names.match((one,), 0) is not None
        ):
            return f"{one} {other}"
    return ""


def _denied(text: str) -> Counter[str]:
    """The words of a text that deny or forbid."""
    return Counter(word for word in tokens(text) if word in word_lists().negation)


def _is_limited(text: str) -> bool:
    """Whether a text says that it is to be no more than so much."""
    return any(limit in f" {' '.join(tokens(text))} " for limit in _LIMITS)


def _cases(text: str) -> frozenset[str]:
    """The words of a text that say in which case or when something is to be done."""
    said = f" {' '.join(tokens(text))} "
    return frozenset(case for case in _CASES if case in said)


def _goes_out_and_in(text: str) -> bool:
    """Whether some goes out or off, and other things in or on."""
    words = frozenset(tokens(text))
    return any(not words.isdisjoint(away) and not words.isdisjoint(into) for away, into in _DIRECTIONS)


def _places_in(text: str) -> int:
    """How many words of a text stand before a place."""
    return sum(word in _PLACING for word in tokens(text))


def _loses_what_is_done(instruction: str, left: Collection[str]) -> bool:
    """Whether a word that is left out stands before "it" or "them": it may be what is to be done to that."""
    return any(one in left and other in ("it", "them") for one, other in pairwise(tokens(instruction)))


def _sources(text: str) -> frozenset[str]:
    """The words behind "from", up to the next word that stands before a place."""
    found: set[str] = set()
    taken = False
    for word in tokens(text):
        taken = word == "from" or (taken and word not in _PLACING)
        if taken and word != "from":
            found.add(word)
    return frozenset(found) - {"the", "a", "an"}


def _numbers(text: str) -> Counter[str]:
    """The numbers of a text, in digits."""
    return Counter(word for word in tokens(text) if word.isdigit())


def _excepted(text: str) -> Counter[str]:
    """The words of a text that except something, or say that some of it stays or goes the other way round."""
    words = tokens(text)
    but = [
        "but" for at, word in enumerate(words) if word == "but" and not _WHOLE.isdisjoint(words[max(0, at - 3) : at])
    ]
    lists = word_lists()
    return Counter((*but, *(word for word in words if word in lists.exclusion or word in lists.otherwise)))


def with_an_example(unread: Refusal, pieces: KnownPieces) -> Refusal:
    """The refusal, with what is known of the words and how it could be said in place of all that the robot can do."""
    if unread.cause is not FailureCause.NOT_UNDERSTOOD or not pieces.named:
        return unread
    known = enumerate_words(f"'{name}'" for name in pieces.named[:_SHOWN])
    said = f", for example '{pieces.example}'" if pieces.example else ""
    why = without_able(unread.message)
    return replace(unread, message=f"{why} I know {known}; say as an order what is to be done{said}.")


def unmirrored(request: Request, groups: Groups, book: Phrasebook) -> tuple[str, ...] | None:
    """Words of the instruction that mean nothing here and that a request does not mirror; None: some mean something."""
    words = _accounted(request, groups, book)
    texts, names = [word.text for word in words], Names(groups.scene.ontology, groups.scene.graph)
    left = [at for at, word in enumerate(words) if word.use in (WordUse.UNUSED, WordUse.NEAR)]
    if any(_means_something(texts, at, left, names, book) for at in left):
        return None
    return tuple(texts[at] for at in left)


def _unused(request: Request, groups: Groups, book: Phrasebook) -> tuple[str, ...]:
    """All words of the instruction that a request does not mirror."""
    words = _accounted(request, groups, book)
    return tuple(word.text for word in words if word.use in (WordUse.UNUSED, WordUse.NEAR))


def _accounted(request: Request, groups: Groups, book: Phrasebook) -> tuple[SaidWord, ...]:
    scene = groups.scene
    said = mirrors(request, scene.graph, scene.ontology, book, groups.count)
    each = quantified(request.instruction, scene.graph, scene.ontology)
    words, conditions = tokens(request.instruction), word_lists().condition
    quantities = frozenset(
        at for group in each if not group.compared for at in group.span if words[at] not in conditions
    )
    return accounted(request.instruction, said, quantities)


def _means_something(words: Sequence[str], at: int, left: Collection[int], names: Names, book: Phrasebook) -> bool:
    """Whether a word is a name here, an amount, a look, or one that changes what is meant."""
    word = words[at]
    if word in word_lists().possessive and at + 1 in left:
        return False  # "my daughter": the next word decides
    amounts = book.quantities.none.words | book.quantities.vague.words
    compares = words[at + 1 : at + 2] == ["than"]
    if word in rules() or word in amounts or compares or number_at(words, at) is not None:
        return True
    done = book.done_by.find(tuple(words), at)
    deed = book.said_verbs.find(tuple(done.value.split()), 0) if done is not None else None
    if deed is not None and deed.value.verb is Verb.CHANGE:
        return True  # "... have to be washed"
    if word in names.attributes or book.adjectives.attribute(word) is not None:
        return True
    name = names.match(words, at)
    return name is not None and names.is_present(name)
