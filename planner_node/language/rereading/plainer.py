# SPDX-License-Identifier: Apache-2.0
"""Words without what stands between them and says nothing of what is to be done, where they are not understood with it.

By when or for what something is wanted, how it is to be done in a word that nobody knows, marks that set something off:
a note tells what was left aside, and no word that limits or forbids is ever among it.
"""

from __future__ import annotations

from planner_node.language.people.whereabouts import is_manner
from planner_node.language.rereading.misspelt import Spelt, words_around
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end, without
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_DASHES = frozenset({"-", "\u2013", "\u2014", "(", ")"})
_STANDING = frozenset("is are lies lie stands stand sits sit stays hangs".split())
_BEHIND = frozenset("back home here in up over out soon round there off".split())
_SUBJECT = 6  # words
_PURPOSE = 5  # words
_LIMITS = frozenset("you not no never without only except unless if".split())
_REASONS = frozenset({"since", "because", "as"})
_TELLING = frozenset("i we he she they it there the my our this that today tonight".split())
_LONGEST_REASON = 14  # words
_TIMES = frozenset(
    "second seconds minute minutes min mins hour hours day days week weeks while moment night evening bit".split()
)
_DAYS = frozenset({"today", "tomorrow", "tonight"})
_AMOUNTS = lx.NUMBERS.keys() | frozenset("a an the few half about another some at least most couple of".split())
_FORMED = ("s", "ed")  # ends of verbs that nobody knows


def plainer(words: Words, reader: SentenceReader) -> Spelt:
    """The words without what says nothing of what is to be done, and a note of what was left aside."""
    said = _with_relatives(_with_commas(words), reader)
    notes: list[str] = []
    at = 0
    while at < len(said):
        end = _time_end(said, at, reader)
        if end > at:
            notes.append(f"I do it now; '{' '.join(said[at:end])}' is left aside")
            said = _cut(said, at, end)
        elif (end := _lasting_end(said, at)) > at:
            notes.append(f"I keep no time; '{' '.join(said[at:end])}' is left aside")
            said = _cut(said, at, end)
        elif (end := max(ends(said, at, reader) for ends in (_purpose_end, _use_end, _first_end, _since_end))) > at:
            notes.append(f"I took '{' '.join(said[at:end])}' for the reason and not for something to do.")
            said = _cut(said, at, end)
        elif _is_strange_manner(said, at, reader):
            notes.append(f"I made no use of '{said[at]}'.")
            said = (*said[:at], *said[at + 1 :])
        else:
            at += 1
    return Spelt(said, tuple(notes))


def _with_commas(words: Words) -> Words:
    """Dashes and brackets as commas: "the screwdriver - the red one - to the shelf"."""
    found: list[str] = []
    for at, word in enumerate(words):
        mark = "," if word in _DASHES and 0 < at < len(words) - 1 else word
        if mark == "," and (not found or found[-1] in ENDS | MARKS):
            continue
        if mark in ENDS and found and found[-1] == ",":
            found.pop()
        found.append(mark)
    return tuple(found)


def _with_relatives(words: Words, reader: SentenceReader) -> Words:
    """With "that" for "what" behind a noun: "the things what are in the sink"."""
    found = list(words)
    for at in range(1, len(words) - 1):
        noun = words[at - 1] in reader.book.nouns.anything or reader.names.match(words, at - 1) is not None
        if words[at] == "what" and words[at + 1] in _STANDING and noun:
            found[at] = "that"
    return tuple(found)


def _time_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where a clause that begins there and says by when ends; the position itself: none begins there."""
    known = reader.book.sentences
    event = known.occasions.find(words, at)
    goes_on = event is not None and words[at + event.length : at + event.length + 1] != ()
    is_clause = goes_on and event is not None and words[at + event.length] in known.coming | known.stating
    if event is not None and not is_clause:  # "after lunch", "before the meeting tomorrow"; not "before it starts"
        end = at + event.length
        end += words[end : end + 1] != () and words[end] in _DAYS
        return end if at == 0 or words[at - 1] in ENDS | MARKS or _ends(words, end) else at
    first = known.sooner.find(words, at)
    if first is None:
        return at
    begin = at + first.length
    if begin >= len(words) or words[begin] == "you" or words[begin].endswith("ing"):
        return at
    if reader.starts_order(words[begin:]):
        return at
    starts = at == 0 or words[at - 1] in ENDS | MARKS
    for verb in range(begin + 1, min(begin + _SUBJECT, len(words))):
        if words[verb] in ENDS | MARKS | _LIMITS:
            return at
        if words[verb] not in known.coming | known.stating and not _is_formed(words, verb, reader):
            continue
        end = verb + 1
        while end < len(words) and words[end] in _BEHIND:
            end += 1 if words[end] != "there" or _ends(words, end + 1) else len(words)
        end = min(end, len(words)) if end <= len(words) else verb + 1
        return end if starts or _ends(words, end) else at
    return at


def _lasting_end(words: Words, at: int) -> int:
    """Where "for ten minutes" ends, with nothing to do behind it; the position itself: it does not begin there."""
    if words[at] != "for" or at == 0 or "wait" in words[:at]:
        return at
    end = at + 1
    while end < len(words) and (words[end] in _AMOUNTS or words[end].isdigit()):
        end += 1
    is_time = end > at + 1 and end < len(words) and words[end] in _TIMES
    return end + 1 if is_time and all(word in ENDS for word in words[end + 1 :]) else at


def _is_formed(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether an unknown word is formed as a verb behind its subject: "before grandma snoozes"."""
    word = words[at]
    formed = len(word) > 3 and word.endswith(_FORMED) and not word.endswith("ss")
    return formed and reader.names.match(words, at) is None


def _purpose_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where "for the soup" ends that nothing here is meant by; the position itself: it does not begin there."""
    if words[at] != "for" or at == 0:
        return at
    end = sentence_end(words, at + 1, ENDS | {",", "and"})
    said = words[at + 1 : end]
    if not 0 < len(said) <= _PURPOSE or not _ends(words, end) or not _LIMITS.isdisjoint(said):
        return at
    means = any(_is_meant(said, i, reader) for i in range(len(said)))
    return at if means or said[0] in lx.PRONOUNS | {"each", "every", "all", "everyone", "everybody"} else end


def _first_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where "for tomorrow's meeting" ends before what is asked for; the position itself: it does not begin there."""
    if words[at] != "for" or not (at == 0 or words[at - 1] in ENDS | {",", "and", "then"}):
        return at
    for end in range(at + 2, min(len(words) - 2, at + 2 + _PURPOSE)):
        if words[end - 1] in ENDS | {","} or words[end] == "and":
            return at
        if words[end - 1] in lx.ARTICLES or words[end].endswith("ing"):
            continue
        said = words[at + 1 : end]
        names = [name for i in range(len(said)) if (name := reader.names.match(said, i)) is not None]
        if any(reader.names.is_place(n) or reader.names.is_person(n) for n in names) or not _LIMITS.isdisjoint(said):
            return at
        if _asks(words[end + (words[end] == ",") :], reader):
            told = said[0] in lx.PRONOUNS | lx.RECIPIENTS or any(w in lx.NUMBERS or w.isdigit() for w in said)
            return at if told else end
    return at


def _since_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where "since we'll drink it there" ends before what is asked for; the position itself: nothing begins there."""
    begins = at == 0 or words[at - 1] in ENDS | {",", "and", "but"}
    if words[at] not in _REASONS or not begins or words[at + 1 : at + 2] == ():
        return at
    end = next((i for i in range(at + 2, min(len(words), at + _LONGEST_REASON)) if words[i] in ENDS | {","}), at)
    said = words[at + 1 : end]
    tells = words[at + 1] in _TELLING or words[at + 1].partition("'")[0] in _TELLING
    is_told = end > at and words[end] == "," and tells and _LIMITS.isdisjoint(said)
    return end if is_told and _asks(words[end + 1 :], reader) else at


def _asks(words: Words, reader: SentenceReader) -> bool:
    """Whether words begin with an order or a wish."""
    known = reader.book.sentences
    core = opened(spelt_out(words, known), known).words
    wished = known.needing.find(core, 0) or known.wanting.find(core, 0)
    return reader.starts_order(without(core, {"also"})) or (wished is not None and wished.length > 1)


def _use_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where "to cut it" ends that says what a thing is wanted for; the position itself: it does not begin there."""
    if words[at] != "to" or at < 2 or at + 1 >= len(words) or not _ends_in_a_thing(words[:at], reader):
        return at
    verb = reader.book.said_verbs.find(words, at + 1)
    is_use = (verb is not None and verb.value.verb is Verb.CHANGE) or words[at + 1] in reader.book.verbs.cannot
    sides = reader.book.places.sides
    stops = (
        i for i in range(at + 1, len(words)) if words[i] in ENDS | {",", "and"} or (i > at + 1 and sides.find(words, i))
    )
    end = next(stops, len(words))
    said, name = words[at + 1 : end], reader.names.match(words, at + 1)
    is_place = name is not None and reader.names.is_place(name)
    return end if is_use and len(said) <= _PURPOSE and not is_place and _LIMITS.isdisjoint(said) else at


def _ends_in_a_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether words end in the name of something that is no place."""
    names = ((i, reader.names.match(words, i)) for i in range(max(0, len(words) - _PURPOSE), len(words)))
    return any(n is not None and i + n.length == len(words) and not reader.names.is_place(n) for i, n in names)


def _is_meant(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word is part of what is asked for: a name here, somebody, a number, what things must be."""
    names, word = reader.names, words[at]
    name = names.match(words, at)
    if name is not None and (names.is_present(name) or names.is_place(name) or names.is_person(name)):
        return True
    required = reader.book.adjectives.requirements.find(words, at) is not None
    return required or word in lx.RECIPIENTS or word in lx.NUMBERS or word.isdigit()


def _is_strange_manner(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word stands there that only says how, and that nobody knows: "merely", "verily"."""
    word = words[at]
    if not is_manner(word) or word in reader.book.known_words or word in reader.book.sentences.binding:
        return False
    return word not in words_around(reader.book) and reader.names.match(words, at) is None


def _ends(words: Words, at: int) -> bool:
    return at >= len(words) or words[at] in ENDS | {",", "and", "so", "then"}


def _cut(words: Words, begin: int, end: int) -> Words:
    """The words without some, and without a comma that only sets them off."""
    left, right = words[:begin], words[end:]
    if right[:1] == (",",) and (not left or left[-1] in ENDS | {",", "and", "but"}):
        right = right[1:]
    elif left[-1:] == (",",) and (not right or right[0] in ENDS):
        left = left[:-1]
    return (*left, *right)
