# SPDX-License-Identifier: Apache-2.0
"""What speakers take back: "put the red one, no wait, the blue one on the shelf".

What is said behind words such as "I mean" stands in place of some words before them. Which, is found out by trying: the
nearest words of the same kind (a verb, a preposition, an amount, a thing, a place) with which all can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.rewording.cases.not_that import denied_instead, denied_words, is_named, spans_alike
from planner_node.language.rewording.turned import turned
from planner_node.language.sentence.choices import fallback_of, starts_of
from planner_node.language.sentence.sentence import (
    ENDS,
    MARKS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    without,
)
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.spoken.fewer import fewer_of, with_no_apart, without_dropped_first
from planner_node.language.spoken.other_order import (
    is_amount,
    is_unclear_number,
    marked_first,
    number_instead,
    order_instead,
    without_denied,
)
from planner_node.language.words import lexicon as lx

_WIDE = 10  # words that stand in place of others
_MOST = 4  # corrections in an instruction
_LONGEST = 40  # words in which something is taken back
_TRIES = 60  # ways in which a correction is tried
_SOFT = frozenset({"just", "only", "please", "maybe", "perhaps", "then", "rather"})
_JOINED = frozenset({"and", "but", "or", "then", "also"})  # before what comes besides
_BESIDES = frozenset({"too", "also", "well", "besides", "either"})  # behind it
_DENIALS = frozenset({"not", "never", "nor", "don't"})  # of a denial it is not clear whether it stays
_SEVERAL = frozenset({"and", ","})  # of several things it is not clear in place of which
_FOR = frozenset({"for", "until", "till", "to", "a"})
_I_MEANT = (("i", "meant"), ("i", "mean"))
_SAID = 8  # words of what was said first
_NOUNLESS = frozenset({"no", "nope"})

Read = Callable[[Words], Request | Refusal]


class MeantInTheEnd(NamedTuple):
    """Words with what is meant in place of what was taken back, and what is to be told of it."""

    words: Words
    notes: tuple[str, ...]


_ONLY = frozenset({"just", "only"})
_ALONE = frozenset({"only", "alone", "rather", "instead", "really"})


class _TakenBack(NamedTuple):
    """Where something is taken back: the words that say so, and whether they always do."""

    begin: int
    end: int
    is_sure: bool


def corrected(words: Words, reader: SentenceReader, read: Read) -> MeantInTheEnd | Refusal:
    """The words as they are meant in the end.

    Args:
        words: in lower case.
        reader: knows the words.
        read: reads a whole instruction.

    Returns:
        A refusal where something is surely taken back, and it is not clear what.
    """
    notes: list[str] = []
    words, at = marked_first(_well_only(with_no_apart(_said_and_meant(words, reader), reader)), reader), 0
    for _ in range(_MOST):
        found = next(_taken_back(words, at, reader), None)
        if found is None:
            break
        begin = _sentence_begin(words, found.begin)
        end = sentence_end(words, found.end)
        said = without_dropped_first(words[found.end : end], reader)
        left, right = _stripped(words[begin : found.begin]), _right(said, reader)
        is_plain = left and right and len(left) + len(right) <= _LONGEST and _DENIALS.isdisjoint(left)
        if is_plain and is_unclear_number(left, right, reader):
            message = f"Is '{right[0]}' how many are meant, or which one? Say once more what is to be done."
            return Refusal(FailureCause.AMBIGUOUS, message)
        raw = without(said, MARKS)
        fewer = fewer_of(left, right, reader) if is_plain and raw[:1] and raw[0] in _ONLY else None
        repaired = fewer or (_repaired(left, right, reader, read) if is_plain else None)
        if repaired is None and is_plain and (again := _taken_back_again(words, found.end, end, reader)) < end:
            end, right = again, _right(words[found.end : again], reader)  # "three, no, two forks, or rather spoons"
            repaired = _repaired(left, right, reader, read) if right else None
        if repaired is not None:
            reader.turned.update(_taken_from(left, repaired))
            reader.turned.update(_marks(words[found.begin : found.end], reader))
            words = (*words[:begin], *repaired, *words[end:])
            notes.append(f"I take '{' '.join(right)}' for what you mean, in place of what you said before it")
            at = begin
        elif right and (found.is_sure or _names_another(left, right, reader)):
            return _unclear(words[found.begin : found.end])
        else:
            at = found.end
    return MeantInTheEnd(words, tuple(notes))


def _said_and_meant(words: Words, reader: SentenceReader) -> Words:
    """With "I meant" alone for "I said saw but I meant": what was said first is taken back in any case."""
    for at in range(2, len(words) - 3):
        if words[at : at + 2] != ("i", "said"):
            continue
        meant = next((i for i in range(at + 3, min(len(words) - 2, at + _SAID)) if words[i : i + 2] in _I_MEANT), None)
        if meant is not None and ENDS.isdisjoint(words[at:meant]):
            begin = at - (words[at - 1] == "when")
            reader.turned.add(tuple(word for word in words[begin:meant] if word not in MARKS))
            return _said_and_meant((*words[:begin], *words[meant:]), reader)
    return words


def _well_only(words: Words) -> Words:
    """With ", no, table 3" for ", well, table 3 only", which takes back what was said before it."""
    for at in range(2, len(words) - 3):
        if words[at] != "well" or words[at - 1] not in MARKS:
            continue
        end = sentence_end(words, at)
        if words[end - 1] in _ALONE and "and" not in words[at:end]:
            return _well_only((*words[:at], "no", *words[at + 1 : end - 1], *words[end:]))
    return words


def _taken_from(left: Words, repaired: Words) -> tuple[Words, ...]:
    """What is accounted for by a correction: the words that were taken back."""
    same = next(
        (i for i, (a, b) in enumerate(zip(left, repaired, strict=False)) if a != b), min(map(len, (left, repaired)))
    )
    last = next((i for i in range(1, len(left) - same + 1) if left[-i] != repaired[-i]), len(left) - same + 1)
    return (tuple(w for w in left[same : len(left) - last + 1] if w not in MARKS | ENDS),)


def _marks(said: Words, reader: SentenceReader) -> tuple[Words, ...]:
    """The words that take something back: all of them, and each by itself, as others may have stood between them."""
    known = reader.book.speech.takes_back
    each = ((i, known.find(said, i)) for i in range(len(said)))
    parts = (said[i : i + found.length] for i, found in each if found is not None and found.length < len(said))
    return tuple(tuple(w for w in part if w not in MARKS | ENDS) for part in (said, *parts))


def _taken_back_again(words: Words, begin: int, end: int, reader: SentenceReader) -> int:
    """Where the mark stands behind which something of what is meant is taken back once more; the end: nowhere."""
    more = next(_taken_back(words, begin, reader), None)
    return more.begin - (words[more.begin - 1] in MARKS) if more is not None and begin < more.begin < end else end


def _names_another(left: Words, right: Words, reader: SentenceReader) -> bool:
    """Whether a thing or a place is named where one was named before, so that it can't stand besides."""
    is_named = any(reader.names.match(left, i) is not None for i in range(1, len(left)))
    return is_named and isinstance(reader.orders(("find", *right)), Request)


def _taken_back(words: Words, at: int, reader: SentenceReader) -> Iterator[_TakenBack]:
    """Where something may be taken back, from a position on."""
    speech = reader.book.speech
    while at < len(words):
        found = speech.takes_back.find(words, at)
        set_off = at > 0 and (words[at - 1] in MARKS or _begins_sentence(words, at))
        sure = speech.surely.find(words, at)
        if found is None or not (set_off or (sure and at > 0)):
            at += 1
            continue
        end, is_sure, said = at, False, {" ".join(words[at : at + found.length])}
        while (more := speech.takes_back.find(words, end)) is not None:
            is_sure |= speech.surely.find(words, end) is not None
            said.add(" ".join(words[end : end + more.length]))
            end += more.length
            while end < len(words) and words[end] in MARKS:
                end += 1
        if words[end : end + 1] == (".",) and (is_sure or _begins_thing_meant(words, end, said)):
            end += 1  # "scratch that. Bring the juice", "no. The juice"
        if _is_taken_back(words, at, end, said, reader):
            yield _TakenBack(at, end, is_sure)
        at = end


def _begins_thing_meant(words: Words, end: int, said: set[str]) -> bool:
    """Whether a certain thing is all that is named behind "no" in the next sentence."""
    return not said.isdisjoint(_NOUNLESS) and words[end + 1 : end + 2] != () and words[end + 1] in lx.DEFINITE


def _is_taken_back(words: Words, at: int, end: int, said: set[str], reader: SentenceReader) -> bool:
    """Whether words take something back here, and do not only fill a pause or deny something."""
    if end >= len(words) or words[end] in ENDS | _JOINED:
        return False
    if not _JOINED.isdisjoint(_stripped(words[:at])[-1:]) or _is_verb(words, at, end, reader):
        return False
    behind = sentence_end(words, end)
    if words[behind - 1] in _BESIDES or _counts_again(words, at, end, behind, reader):
        return False
    last = words[end - 1]
    if last in _NOUNLESS:  # "no cups", but not "no, the cups"
        begins = reader.starts_order(words[end:]) and words[at - 1] == ","  # "turn it on, no, turn it off"
        begins |= words[end] in lx.DEFINITE | set(lx.NUMBERS) | {"all", "make"} | _ONLY or words[end].isdecimal()
        return begins or reader.book.places.sides.find(words, end) is not None
    if _begins_sentence(words, at) and not said & {"no", "nope", "i meant", "i mean", *reader.book.speech.surely}:
        if reader.starts_order(words[end:]):
            return _is_said_anew(_last_order(words[:at], reader), words[end:behind], reader)
        return "you" not in words[end : end + 2]
    return True


def _last_order(words: Words, reader: SentenceReader) -> Words:
    """The last order before words that may take it back."""
    words = _stripped(words)
    begin = sentence_begin(words, len(words))
    joints = (i + 1 for i in range(len(words) - 1, begin, -1) if words[i] in _JOINED | {","})
    return words[next((i for i in joints if reader.starts_order(words[i:])), begin) :]


def _is_said_anew(last: Words, order: Words, reader: SentenceReader) -> bool:
    """Whether an order is the last one again, about another thing, or to another place or somebody else.

    "Bring me the milk. Actually, bring me the juice"; of "..., close the fridge" it is not clear, and both are done.
    """
    verbs = reader.book.said_verbs.find(last, 0), reader.book.said_verbs.find(order, 0)
    if verbs[0] is None or verbs[1] is None or last[: verbs[0].length] != order[: verbs[1].length]:
        return False
    before, behind = last[verbs[0].length :], order[verbs[1].length :]
    shares = bool(behind) and (behind[0] in lx.PRONOUNS or (behind[:1] == before[:1] and behind[0] in lx.RECIPIENTS))
    for words, other in ((before, behind), (behind, before)):
        side = next((i for i in range(1, len(words)) if reader.book.places.sides.find(words, i)), len(words))
        shares |= side < len(words) and other[-len(words[side:]) :] == words[side:]  # the same place
        shares |= side < len(words) and other[:side] == words[:side]  # the same thing
    alone = all(not any(reader.book.places.sides.find(w, i) for i in range(1, len(w))) for w in (before, behind))
    return shares or (alone and bool(before) and bool(behind))


def _counts_again(words: Words, at: int, end: int, behind: int, reader: SentenceReader) -> bool:
    """Whether "make that two" stands behind the number of a place: "an apple on table 3, make that two"."""
    counts = reader.book.clauses.count_again.find(words, at) is not None and behind == end + 1
    before = _stripped(words[:at])[-1:]
    return counts and bool(before) and (before[0].isdecimal() or before[0] in lx.NUMBERS)


def _is_verb(words: Words, at: int, end: int, reader: SentenceReader) -> bool:
    """Whether words say what is to be done: "hold on to the banana", "wait for me"."""
    book = reader.book
    is_verb = book.said_verbs.find(words, at) is not None or words[at] in book.verbs.cannot
    return is_verb and (words[end] in _FOR or book.places.sides.find(words, end) is not None)


def _begins_sentence(words: Words, at: int) -> bool:
    return at > 0 and words[at - 1] in ENDS


def _sentence_begin(words: Words, at: int) -> int:
    """Where the sentence begins of which something is taken back: this one, or the one before."""
    last = at - 1
    while last >= 0 and words[last] in ENDS:
        last -= 1
    return sentence_begin(words, last + 1)


def _stripped(words: Words) -> Words:
    while words and words[-1] in MARKS | ENDS:
        words = words[:-1]
    return words


def _right(words: Words, reader: SentenceReader) -> Words:
    """What is meant, without "just" before and "I meant" or "is enough" behind it."""
    words = _stripped(without(words, _SOFT | MARKS))
    enough = reader.book.sentences.will_do
    ends = ((i, enough.find(words, i)) for i in range(1, len(words)))
    words = next((words[:i] for i, f in ends if f is not None and f.length > 1 and i + f.length == len(words)), words)
    table = reader.book.speech.takes_back
    end = next((i for i in range(1, len(words)) if (f := table.find(words, i)) and i + f.length == len(words)), None)
    return words if end is None else _stripped(words[:end])


def _repaired(left: Words, right: Words, reader: SentenceReader, read: Read) -> Words | None:
    """The order with what is meant in place of what was said; None: it is not clear in place of what."""
    if reader.starts_order(right):
        return order_instead(left, right, reader)
    instead = denied_instead(left, right)
    if instead is not None and isinstance(read(instead), Request):
        reader.turned.add(denied_words(right))
        return instead
    right = _counted_alone(left, right, reader)
    other_number = number_instead(left, right, reader)
    if other_number is not None and isinstance(read(other_number), Request):
        return other_number
    right = _as_many(left, _without_pauses(without_denied(left, right), reader), reader)
    whole = isinstance(read(left), Request)
    tries = 0
    for is_strict in (True, False):
        for start in starts_of(left, right, reader):
            for end in range(1, min(len(right), _WIDE) + 1):
                if _loses_exception(left[start:], right, reader):
                    break
                if start and _loses_place(left[start:], right, reader):
                    break
                tries += 1
                if tries > _TRIES:
                    return None
                if right[end : end + 1] and right[end] in lx.ONES:
                    continue  # "the red one" is one thing
                rest = without(right[end:], MARKS)
                meant = turned((*left[:start], *_with_noun(right[:end], left[start:], reader), *rest), reader)
                is_alike = isinstance(read((*left, *rest)), Request) if is_strict else not whole
                if is_alike and isinstance(read(meant), Request):
                    return meant
    placed = any(reader.book.places.sides.find(right, i) is not None for i in range(1, len(right)))
    begin = next((i for i in starts_of(left, right, reader) if placed and _loses_place(left[i:], right, reader)), None)
    if begin is not None:
        return _with_its_goal(left, right, begin, reader, read) if whole else None
    if whole and (of_both := _in_both_orders(left, right, reader)) and isinstance(read(of_both), Request):
        return of_both
    if not whole or not _SEVERAL.isdisjoint(left):
        return None
    other = fallback_of(left, _with_noun(right, left, reader), reader)
    return other or _named_instead(left, right, reader, read) or _with_its_place(left, right, reader, read)


def _counted_alone(left: Words, right: Words, reader: SentenceReader) -> Words:
    """The number alone of "a single roll" behind "two rolls of toilet paper"."""
    bare = without(right, {"a", "an", "the"} if right[:2] in (("a", "single"), ("the", "one")) else ())
    counts = bare[:1] == ("single",) or (bool(bare) and is_amount(bare, 0, reader))
    of = [left[i] for i in range(1, len(left) - 1) if left[i + 1] == "of" and is_amount(left, i - 1, reader)]
    same = len(bare) == 2 and counts and any(bare[1].removesuffix("s") == word.removesuffix("s") for word in of)
    return ("one" if bare[0] == "single" else bare[0],) if same else right


def _in_both_orders(left: Words, right: Words, reader: SentenceReader) -> Words | None:
    """The other thing in two orders about the same: "get the saw and put it on the bench. Sorry, the drill"."""
    at = next((i for i in range(2, len(left) - 2) if left[i] == "and" and reader.starts_order(left[i + 1 :])), 0)
    verb = reader.book.said_verbs.find(left, at + 1) if at else None
    if verb is None or left[at + 1 + verb.length : at + 2 + verb.length] not in (("it",), ("them",)):
        return None
    names = ((i, reader.names.match(left, i)) for i in range(1, len(left)))
    things = [(i, n) for i, n in names if n is not None and not reader.names.is_place(n) and i != at + 1]
    if len(things) != 1 or things[0][0] > at or not is_named(right, reader) or not begins_things(right, reader):
        return None
    begin, name = things[0]
    first = begin - (left[begin - 1] in lx.ARTICLES)
    return (*left[:first], *right, *left[begin + name.length :])


def _with_its_place(left: Words, right: Words, reader: SentenceReader, read: Read) -> Words | None:
    """The other thing at the place that is said behind the first one: "the saw on shelf 1. No, the hammer"."""
    if not (begins_things(left, reader) and begins_things(right, reader)):
        return None
    at = next((i for i in range(1, len(left)) if reader.book.places.sides.find(left, i) is not None), len(left))
    meant = (*right, *left[at:])
    return meant if at < len(left) and isinstance(read(meant), Request) else None


def _as_many(left: Words, right: Words, reader: SentenceReader) -> Words:
    """What is meant, as many of it as were asked for first: "two forks on table 2. No, spoons"."""
    name = reader.names.match(right, 0) if right else None
    if name is None or not name.is_plural or name.length < len(right) or reader.names.is_place(name):
        return right
    counted = [i for i in range(len(left) - 1) if is_amount(left, i, reader) and left[i] not in ("a", "an")]
    return (left[counted[0]], *right) if len(counted) == 1 else right


def _named_instead(left: Words, right: Words, reader: SentenceReader, read: Read) -> Words | None:
    """What is wished for, with another name in place of the one of its kind: "the milk goes there, no, the juice"."""
    if not is_named(right, reader) or not _SEVERAL.isdisjoint((*left, *right)):
        return None
    spans = spans_alike(left, right, reader)
    meant = (*left[: spans[0][0]], *_with_noun(right, left, reader), *left[spans[0][1] :]) if len(spans) == 1 else None
    return meant if meant and isinstance(read(left), Request) and isinstance(read(meant), Request) else None


def _with_its_goal(left: Words, right: Words, start: int, reader: SentenceReader, read: Read) -> Words | None:
    """The order with where things go: "everything on the desk on the shelf, no, everything on the table"."""
    sides = reader.book.places.sides
    goal = max((i for i in range(start + 1, len(left)) if sides.find(left, i) is not None), default=len(left))
    meant = turned((*left[:start], *right, *left[goal:]), reader)
    return meant if isinstance(read(meant), Request) else None


def _without_pauses(words: Words, reader: SentenceReader) -> Words:
    """The words without a comma before a place: "everything on the desk, on the shelf"."""
    sides = reader.book.places.sides
    return tuple(w for i, w in enumerate(words) if w not in MARKS or sides.find(words, i + 1) is None)


def _loses_place(said: Words, meant: Words, reader: SentenceReader) -> bool:
    """Whether a place is said behind a thing that another is to stand for: "the banana on the sofa, no, the pear".

    Of "everything on the desk on the shelf, no, everything on the table" it is not clear where that goes, either.
    """
    sides = reader.book.places.sides
    placed = sum(sides.find(said, i) is not None for i in range(1, len(said)))
    return placed > sum(sides.find(meant, i) is not None for i in range(len(meant)))


def _loses_exception(said: Words, meant: Words, reader: SentenceReader) -> bool:
    """Whether what is excepted is said behind words that others are to stand for: "on the tray but not the milk"."""
    excepted = reader.book.nouns.excepted
    said_so = any(excepted.find(said, i) is not None for i in range(len(said)))
    return said_so and not any(excepted.find(meant, i) is not None for i in range(len(meant)))


def _with_noun(meant: Words, said: Words, reader: SentenceReader) -> Words:
    """The words with the noun that "one" stands for: of "the blue book" for "the red one" the book."""
    if meant[-1] not in lx.ONES:
        return meant
    names = [(i, name) for i in range(len(said)) if (name := reader.names.match(said, i)) is not None]
    thing = next(((i, n) for i, n in names if not reader.names.is_place(n)), names[0] if names else None)
    return meant if thing is None else (*meant[:-1], *said[thing[0] : thing[0] + thing[1].length])


def _unclear(said: Words) -> Refusal:
    text = f"You take something back with '{' '.join(w for w in said if w not in MARKS)}', and I am not sure what."
    return Refusal(FailureCause.NOT_UNDERSTOOD, f"{text} Say once more what is to be done.")
