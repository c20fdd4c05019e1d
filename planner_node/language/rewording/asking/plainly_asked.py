# SPDX-License-Identifier: Apache-2.0
"""Questions in a clause of manners, in the words of one that stands alone.

"Can you tell me whether the fridge is open?", "I was wondering what room the mug is in, do you know?" and "where'd the
mug get to?" are "is the fridge open?" and "where is the mug?". What speakers would have the robot do ("I was wondering
whether you could ...") is no question.
"""

from __future__ import annotations

from planner_node.language.questions.parts import COPULA
from planner_node.language.rewording.asking.embedded import stands_alone
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import (
    MARKS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_bounds,
    without,
)
from planner_node.language.sentence.shapes.parts import name_with_looks, placing_end
from planner_node.language.words import lexicon as lx

_WORDS = frozenset(
    "where where'd where's wherever whereabouts whether if what what's what've which which's who how number seen there "
    "is are room's place's mine ours have has did".split()
)
_JOINTS = frozenset({"and", "then", ",", "so"})
_LONGEST = 6  # words of a tail such as "can you tell me that"
_ASKING = COPULA | {"where", "what", "which", "who", "how", "do"}
_IF = frozenset({"whether", "if"})
_EACH = frozenset({"where", "what", "which", "who", "how", "is", "are", "whether"})
_OWN = {"mine": "my", "ours": "our"}
_OWNED = frozenset({"a", "the", "that", "this", "those", "these"})
_WIDE = 5  # words from the article to "of mine"
_THAT = frozenset({"that", "which"})
_HOW_MANY = ("how", "many")
_LOOKING = (("check",), ("look", "at"), ("look", "on"), ("look", "in"), ("look", "inside"), ("check", "in"), ("see",))
_SHORT = {"where's": ("where", "is"), "what's": ("what", "is"), "who's": ("who", "is")}
_IT = frozenset({"it", "they", "them"})


@needs(_WORDS)
def plainly_asked(words: Words, reader: SentenceReader) -> Words:
    """The words with each such question as one that stands alone, and without what asks to be told once more."""
    words = _one_by_one(words, reader)
    found: list[str] = []
    asked = False
    for begin, end in sentence_bounds(words):
        said, mark = _mine(words[begin:end]), words[end : end + 1]
        plain = spelt_out(said, reader.book.sentences)
        if asked and _is_tail(plain, reader):
            continue
        question = _question(plain, mark == ("?",), reader)
        if question is None and plain != said and mark == ("?",) and plain[0] in _ASKING:
            question = plain  # "what've we got to drink"
        if (question or plain)[:2] == ("where", "is") and (thing := _spoken_of(words[:begin], reader)):
            question = _with(question or plain, thing) or question
        asked = question is not None or (mark == ("?",) and plain[:1] != () and plain[0] in COPULA | {"where"})
        found += [*(question or said), *(("?",) if question else mark)]
    return tuple(found)


def _mine(words: Words) -> Words:
    """With "my coat" for "that coat of mine"."""
    at = next((i for i in range(2, len(words) - 1) if words[i] == "of" and words[i + 1] in _OWN), 0)
    begin = next((i for i in range(at - 1, -1, -1) if words[i] in _OWNED), None) if at else None
    if begin is None or at - begin > _WIDE:
        return words
    return (*words[:begin], _OWN[words[at + 1]], *words[begin + 1 : at], *words[at + 2 :])


def _one_by_one(words: Words, reader: SentenceReader) -> Words:
    """The words with a sentence for each of two questions: "where is the mug and where is the cup?"."""
    found: list[str] = []
    for begin, end in sentence_bounds(words):
        said, mark = words[begin:end], words[end : end + 1]
        lead = reader.book.questions.telling_leads.find(said, 0) if said else None
        first = said[lead.length : lead.length + 1] if lead is not None else said[:1]
        asks = mark == ("?",) and first[:1] != () and first[0] in _ASKING | _IF
        joint = next((i for i in range(3, len(said) - 2) if asks and said[i] == "and" and said[i + 1] in _EACH), None)
        if joint is not None and (said[joint + 1] in _IF) is (first[0] in _IF):
            led = said[: lead.length] if lead is not None else ()
            said = (*said[:joint], "?", *led, *said[joint + 1 :])
        found += [*said, *mark]
    return tuple(found)


def _question(words: Words, is_asked: bool, reader: SentenceReader) -> Words | None:
    """The question that a sentence puts, behind what is to be done before it; None: it puts none of these."""
    if (found := _of_what_is_named(words, is_asked, reader)) is not None:
        return found
    known = reader.book.questions
    for at in range(max(1, len(words) - 2)):
        if at and words[at - 1] not in _JOINTS:
            continue
        lead = known.telling_leads.find(words, at)
        if lead is None and at:
            continue
        rest = without(words[at + lead.length :] if lead is not None else words, MARKS)
        rest = (*_SHORT.get(rest[0], rest[:1]), *rest[1:]) if rest else rest
        bare = _untailed(rest, reader)
        alone = stands_alone(bare, is_led=lead is not None, is_asked=is_asked, reader=reader)
        if alone is None and bare != words and bare[:1] and bare[0] in _ASKING and (lead is not None or is_asked):
            alone = bare
        if alone is not None and alone != words and (counted := _counted(words[:at], alone, reader)) is not None:
            return counted
        if alone is not None and alone != words:
            reader.turned.add(words[at:])
            return (*words[:at], *(("tell", "me") if at else ()), *alone)
    return None


def _with(question: Words, thing: Words) -> Words | None:
    """A question about "it" as one about the thing; None: it is not about that."""
    return ("where", "is", *thing) if len(question) == 3 and question[2] in _IT else None


def _spoken_of(before: Words, reader: SentenceReader) -> Words:
    """The only thing that the sentence before tells of: "I've lost the mug"; empty: none, several, or an order."""
    said = spelt_out(before[:-1], reader.book.sentences)
    said = said[sentence_begin(said, len(said)) :]
    matches = [(i, name) for i in range(len(said)) if (name := reader.names.match(said, i)) is not None]
    things = [(i, name) for i, name in matches if not reader.names.is_place(name) and not reader.names.is_person(name)]
    if len(things) != 1 or reader.starts_order(said):
        return ()
    at, name = things[0]
    return ("the", *said[at : at + name.length])


def _of_what_is_named(words: Words, is_asked: bool, reader: SentenceReader) -> Words | None:
    """Of "the mug - which room is it in": "where is the mug"; of "check table 2 - is the mug there": is it there."""
    at = next((i for i in range(1, len(words) - 2) if words[i] in MARKS | {"and"}), 0)
    if not at or not is_asked:
        return None
    topic, question = words[:at], without(words[at + 1 :], MARKS)
    question = (*_SHORT.get(question[0], question[:1]), *question[1:])
    looking = next((v for v in _LOOKING if topic[: len(v)] == v), None)
    if looking is not None and question[0] in COPULA and question[-1] == "there" and words[at] != "and":
        place = ("at", *topic[len(looking) :])
        return (*question[:-1], *place) if placing_end(place, 0, reader) == len(place) else None
    alone = stands_alone(question, is_led=True, is_asked=True, reader=reader)
    bare = without(topic, lx.ARTICLES | lx.POSSESSIVES)
    if alone is None or alone[:2] != ("where", "is") or len(alone) != 3 or alone[2] not in _IT:
        return None
    return ("where", "is", *topic) if name_with_looks(bare, reader) is not None else None


def _counted(before: Words, question: Words, reader: SentenceReader) -> Words | None:
    """Of "count the forks" before "how many there are": "how many forks are there"; None: nothing is counted so."""
    verb = next((i for i, word in enumerate(before) if word == "count"), None)
    if verb is None or question[:2] != _HOW_MANY:
        return None
    rest = question[2:]
    exists = reader.book.questions.existing.find(rest, 0) if rest else None
    things = without(before[verb + 1 :], lx.ARTICLES)
    while things and things[-1] in _JOINTS:
        things = things[:-1]
    so = next((i for i in range(1, len(things) - 2) if things[i] in _THAT and things[i + 1] in COPULA), None)
    if so is not None:  # "that are blue", "that are in the drawer"
        is_placed = placing_end(things, so + 2, reader) == len(things)
        things = (*things[:so], *things[so + 2 :]) if is_placed else (*things[:so], *things[so + 1 :])
    return (*_HOW_MANY, *things) if things and (exists is None or exists.length == len(rest)) else None


def _untailed(words: Words, reader: SentenceReader) -> Words:
    """Without "by any chance", "at the moment", ", can you tell me" behind."""
    for begin in range(max(2, len(words) - _LONGEST), len(words)):
        tail = without(words[begin:], MARKS)
        found = reader.book.questions.telling_tails.find(tail, 0) if tail else None
        if found is not None and found.length == len(tail):
            return _untailed(words[:begin], reader)
    return words


def _is_tail(words: Words, reader: SentenceReader) -> bool:
    """Whether a sentence only asks to be told: "could you tell me"."""
    tail = without(words, MARKS)
    found = reader.book.questions.telling_tails.find(tail, 0) if tail else None
    return found is not None and found.length == len(tail)
