# SPDX-License-Identifier: Apache-2.0
"""The gist of an instruction that is not understood as a whole: plain orders that say what seems to be asked for.

It is only ever asked about ("Do you mean: ...?"), and nothing of it is done without a yes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from planner_node.language.gist.composing import composed
from planner_node.language.gist.errand import Errand
from planner_node.language.gist.errands import told_by
from planner_node.language.gist.frame import SpokenKind
from planner_node.language.gist.frames import frames_of
from planner_node.language.gist.loss import loses, widens
from planner_node.language.gist.marking.mark import MarkKind
from planner_node.language.gist.marking.marks import marks_of
from planner_node.language.gist.numbers import bare
from planner_node.language.gist.questions import AskedSentence, question_of
from planner_node.language.piecing.clauses import CARRYING
from planner_node.language.rereading.plainer import plainer
from planner_node.language.rewording.furniture.both_states import STATES
from planner_node.language.rewording.turned import in_other_words
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds
from planner_node.language.unknown.numbered import without_that_number
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_CASES = frozenset({"unless", "until", "till", "except"})
"""Words without which orders are others, also where no clause has them."""
_ALL = frozenset({"all", "every", "each"})
_EVERYTHING = frozenset({"everything", "anything"})
_EXCEPTING = {"except", "but", "without"}
_THERE = frozenset("is are was were have has of got".split())
_LONGEST = 90  # words
_ASKING = frozenset("whether wonder wondering how who whose why lost mislaid misplaced missing".split())
_QUESTIONS = frozenset("what which would could where when".split())
_AUX = frozenset("is are was were do does did have has".split())
_LONGEST_NAME = 3  # words before "'s"
_THINGS = frozenset("things thing stuff items objects those these two three".split())


@dataclass(frozen=True, slots=True)
class Gist:
    """What an instruction seems to ask for.

    Attributes:
        orders: in plain words, a full stop behind each; or a question with its mark.
        left_out: clauses that only tell, of things or places that are known, and words that nobody knows.
    """

    orders: Words
    left_out: tuple[Words, ...] = ()


def gist_of(words: Words, reader: SentenceReader) -> Gist | None:
    """The gist of an instruction; None where it has none, or might lose something of what is asked.

    Args:
        words: in lower case.
        reader: knows names and words.
    """
    if without_that_number(words, reader) is not None:
        return None  # "bring the mug to shelf 7" is not seven mugs
    spelt = plainer(spelt_out(words, reader.book.sentences), reader).words
    plain = loosely_turned(_without_idioms(spelt, reader), reader)
    if len(plain) > _LONGEST:
        return None
    sentences = list(_sentences(plain))
    marked = [tuple(marks_of(sentence, reader)) for sentence, _ in sentences]
    asked = [AskedSentence(s, marks, end == "?") for (s, end), marks in zip(sentences, marked, strict=True)]
    asks = any(_asks(one, reader) or _is_asked(one) for one in asked)
    if asks or any(one.is_asked for one in asked):
        question = question_of(asked, reader)
        if question is not None:
            return Gist((*question, "?"))
        if any(_names_something(one) for one in asked if _asks(one, reader) or _is_asked(one)):
            return None  # not "have the kids not watched enough?"
    frames = [frames_of(marks) for marks in marked]
    told = told_by(frames, lambda thing: _head(thing, reader))
    if told is None or not told.errands:
        return None
    errands = _in_particular(told.errands)
    if len(errands) > 1 and any(thing.kind is SpokenKind.COUNT for thing in told.kept):
        return None  # of which of them one is to stay, nobody knows
    orders = composed(errands, told, reader)
    if orders is None:
        return None
    used = {id(frame) for frame in (*(errand.frame for errand in errands), *told.noted)}
    said = [frame for of_one in frames for frame in of_one]
    meant = [f for f in said if id(f) in used or f.stays or f.leaves or f.is_condition or f.has_none]
    others = [frame for frame in said if not any(frame is other for other in meant)]
    if loses(meant, others, orders, reader) or (_CASES & set(plain) and not (_CASES | {"if"}) & set(orders)):
        return None
    if not _EXCEPTING & set(orders) and not (_ALL | _EVERYTHING).isdisjoint(orders) and _rules_out(plain, reader):
        return None  # "all food in the fridge: no bread" is not all food
    if any(one in _EVERYTHING and other == "and" for one, other in pairwise(orders)):
        return None  # "put everything and a bottle": what else is a bottle
    if widens(words, orders, reader):
        return None  # "put everything you can eat on table 2"
    if "if" not in orders and any(word == "if" and state in STATES for word, state in pairwise(plain)):
        return None  # "if open"
    if "only" in plain and "only" not in orders and not _ALL.isdisjoint(orders):
        return None  # "only the spoon" is not all
    known = reader.book.known_words | reader.book.gist.said | lx.SEPARATORS | set(orders)
    unread = [tuple(w for w in run.words if w not in known) for frame in meant for run in frame.unread]
    if any(unread) and not _EVERYTHING.isdisjoint(orders):
        return None  # "bring everything to the sofa that you need for reading"
    untold = (tuple(frame.words) for frame in others if not (frame.is_empty and known.issuperset(frame.words)))
    return Gist(orders, tuple(words for words in (*untold, *unread) if words))


def _rules_out(words: Words, reader: SentenceReader) -> bool:
    """Whether words say "no bread" of what is here, and not that there is none."""
    names = (
        reader.names.match(words, at + 1)
        for at in range(len(words) - 1)
        if words[at] == "no" and (at == 0 or words[at - 1] not in _THERE)
    )
    return any(name is not None and reader.names.is_present(name) for name in names)


def loosely_turned(words: Words, reader: SentenceReader) -> Words:
    """The words with plainer ones for turns that only a gist is looked for in."""
    at = 0
    while at < len(words):
        found = (in_other_words(turn, words, at, reader) for turn in reader.book.spelt_turns.gist)
        meant = next((one for one in found if one is not None), None)
        if meant is not None:
            words = (*words[:at], *meant.plain, *words[meant.end :])
        at += 1
    return words


def _head(words: Words, reader: SentenceReader) -> Words:
    """The noun of words for a thing, without its looks."""
    for at in range(len(words)):
        name = reader.names.match(words, at)
        if name is not None and at + name.length == len(words):
            return words[at:]
    return words


def _in_particular(errands: Sequence[Errand]) -> Sequence[Errand]:
    """Errands without those that only say in general what the others say one by one: "get the vegetables organised"."""
    ends = [errand for errand in errands if errand.has_end]
    if not ends:
        return errands
    return [e for e in errands if e.has_end or e.frame.verb not in CARRYING | {None} or not _is_general(e)]


def _is_general(errand: Errand) -> bool:
    frame = errand.frame
    kinds = {thing.kind for thing in errand.things}
    words = {word for thing in errand.things for word in bare(thing.words)}
    only_things = words <= _THINGS or not kinds.isdisjoint({SpokenKind.POINTER, SpokenKind.COUNT, SpokenKind.PLACE})
    return only_things or not frame.for_speaker


def _sentences(words: Words) -> Iterator[tuple[Words, str]]:
    """Each sentence with the mark that ends it."""
    for begin, end in sentence_bounds(words):
        if end > begin:
            yield words[begin:end], words[end] if end < len(words) else "."


def _without_idioms(words: Words, reader: SentenceReader) -> Words:
    """The words without phrases that say nothing, and with "is" for the "'s" of a thing: "the soda's fine"."""
    found: list[str] = []
    at = 0
    while at < len(words):
        idiom = reader.book.gist.idioms.find(words, at)
        tag = reader.book.gist.tags.find(words, at)
        end = at + tag.length if tag is not None else at
        if tag is not None and (end == len(words) or words[end] in lx.SEPARATORS):
            found += (".",) if words[end : end + 1] == ("?",) else ()  # "there is a book, is there not?"
            at = end + (words[end : end + 1] == ("?",))
            continue
        if idiom is not None:
            at += idiom.length
            continue
        if words[at] == ">":  # an arrow: "mug -> table 1"
            found[:] = [*(found[:-1] if found[-1:] and found[-1] in lx.SEPARATORS else found), "to"]
            at += 1
            continue
        stem, mark, _ = words[at].partition("'s")
        is_said = bool(mark) and _ends_a_name((*found, stem), reader)
        named = at + 1 < len(words) and reader.names.match(words, at + 1) is not None
        found += (stem, "is") if is_said and not named else (words[at],)
        at += 1
    return tuple(found)


def _ends_a_name(words: Words, reader: SentenceReader) -> bool:
    names = ((at, reader.names.match(words, at)) for at in range(max(0, len(words) - _LONGEST_NAME), len(words)))
    return any(name is not None and at + name.length == len(words) for at, name in names)


def _asks(asked: AskedSentence, reader: SentenceReader) -> bool:
    """Whether a sentence asks something of the scene, or about it."""
    sentence = asked.words
    said = {word.partition("'")[0] for word in sentence}
    if not _ASKING.isdisjoint(said) or (asked.is_asked and "know" in said):
        return True
    if not asked.is_asked or "you" in sentence or reader.book.gist.wanting.find(sentence, 0) is not None:
        return False
    is_there = any(one in _AUX | _QUESTIONS and other == "there" for one, other in pairwise(sentence))
    return is_there or sentence[0] in _AUX or not _QUESTIONS.isdisjoint(said)


def _names_something(asked: AskedSentence) -> bool:
    """Whether a sentence names a thing or a place that is known."""
    kinds = (MarkKind.THING, MarkKind.PLACE, MarkKind.TO, MarkKind.FROM, MarkKind.DEED)
    return any(mark.kind in kinds for mark in asked.marks)


def _is_asked(asked: AskedSentence) -> bool:
    """Whether a sentence asks what there is, or wants to be told something."""
    deeds = (mark.piece for mark in asked.marks if mark.kind is MarkKind.DEED)
    telling = any(piece is not None and piece.verb is Verb.TELL for piece in deeds)
    return telling or (asked.is_asked and any(mark.kind is MarkKind.EXISTS for mark in asked.marks))
