# SPDX-License-Identifier: Apache-2.0
"""What comes with what somebody is brought: "bring me the pills with some water" is "the pills and some water".

Behind "put" it is where something goes, and of a box what it holds: "bring me the box with the pens" names one thing.
"""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import NamedThings, named_things
from planner_node.language.rewording.gaps import CHECKS, is_clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_BEFORE = ENDS | {",", "and", "then", "please", "you", "to", "me"}
_GIVING = frozenset({Verb.BRING, Verb.SERVE, Verb.OFFER})
_WITH = (("together", "with"), ("along", "with"), ("with",))
_HERE = (("here",), ("over", "here"))
_LONGEST = 6  # words of a thing
_NEAR = 4  # words of a verb such as "should go"


def accompanied(words: Words, reader: SentenceReader) -> Words:
    """The words with "and" in place of "with" before what comes with what somebody is brought."""
    if "with" not in words:
        return words
    words = _gone_together(words, reader)
    for at in range(2, len(words) - 1):
        length = next((len(w) for w in _WITH if words[at : at + len(w)] == w), 0)
        begin = _verb_before(words, at, reader) if length else None
        more = _thing_end(words, at + length, reader) if begin is not None else 0
        if begin is None or not more:
            continue
        things, whom = _given(words[begin:at], reader)
        to = _recipient_end(words, more, reader)
        if things is None or not (whom or to > more) or not is_clause_end(words, to, reader):
            continue
        if things != () and _belong_together(things, words[at + length : more], reader):
            continue
        reader.turned.add(words[at : at + length])
        behind = whom if whom and words[at - len(whom) : at] == whom else ()
        return (*words[: at - len(behind)], "and", *words[at + length : more], *behind, *words[more:])
    return words


def _gone_together(words: Words, reader: SentenceReader) -> Words:
    """With both before the verb for "the socks go together with the shirt in the basket"."""
    for at in range(3, len(words) - 3):
        if words[at : at + 2] not in _WITH:
            continue
        begin = sentence_begin(words, at)
        verb = next((i for i in range(max(begin + 1, at - _NEAR), at) if _goes_there(words, i, at, reader)), 0)
        if not verb:
            continue
        end = sentence_end(words, at)
        goes = next((i for i in range(at + 3, end) if placing_end(words[:end], i, reader) == end), end)
        side = max((i for i in range(goes, end) if reader.book.places.sides.find(words, i)), default=end)
        if side < end and _thing_end(words, at + 2, reader):
            reader.turned.add(words[at : at + 2])
            both = (*words[begin:verb], "and", *words[at + 2 : side])
            return (*words[:begin], *both, *words[verb:at], *words[side:])
    return words


def _goes_there(words: Words, at: int, end: int, reader: SentenceReader) -> bool:
    """Whether words up to an index say that things go somewhere."""
    found = reader.book.verbs.belonging.find(words, at)
    return found is not None and at + found.length == end


def _verb_before(words: Words, at: int, reader: SentenceReader) -> int | None:
    """Index behind the verb that gives what stands before an index; None: no such verb does."""
    for begin in range(at - 1, max(-1, at - _LONGEST - 4), -1):
        if words[begin] in ENDS | {","}:
            return None
        verb = reader.book.said_verbs.find(words, begin) if begin == 0 or words[begin - 1] in _BEFORE else None
        if verb is not None and begin + verb.length < at:
            is_giving = verb.value.verb in _GIVING or words[begin] == "take"
            puts = " ".join(words[begin : begin + verb.length]) in reader.book.verbs.putting_down
            return begin + verb.length if is_giving and not puts else None
    return None


def _given(words: Words, reader: SentenceReader) -> tuple[Words | None, Words]:
    """What is given, and to whom it is said before or behind that; None: the words are no such thing."""
    for end in range(1, min(4, len(words))):
        if _is_somebody(words[:end], reader) and (_is_named(words[end:], reader)):
            return words[end:], words[:end]
    for begin in range(1, len(words)):
        whom = words[begin:]
        is_whom = whom in _HERE or (whom[0] == "to" and len(whom) > 1 and _is_somebody(whom[1:], reader))
        if is_whom and _is_named(words[:begin], reader):
            return words[:begin], whom
    return (words, ()) if _is_named(words, reader) else (None, ())


def _is_somebody(words: Words, reader: SentenceReader) -> bool:
    """Whether words name one person, or everybody: "Anna", "everyone", "each guest", "all the kids"."""
    if CHECKS["WHOM"](words, reader):
        return True
    people = reader.book.people
    everybody = people.everybody.find(words, 0)
    if everybody is not None and everybody.length == len(words):
        return True
    begin = 1 + (words[1:2] == ("the",))
    kind = people.kinds.find(words, begin) if words[0] in ("each", "every", "all", "both") else None
    return kind is not None and begin + kind.length == len(words)


def _is_named(words: Words, reader: SentenceReader) -> bool:
    return bool(words) and (words[0] in lx.PRONOUNS or _named(words, reader) is not None)


def _named(words: Words, reader: SentenceReader) -> NamedThings | None:
    """The things of words that name nothing else: "my pills"."""
    return named_things(words[words[0] in ("my", "your", "our") :], (), reader) if words else None


def _thing_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind a thing that is here and begins there; 0: none does."""
    for end in range(min(len(words), at + _LONGEST), at, -1):
        named = _named(words[at:end], reader)
        if named is not None:
            return end if named.nodes else 0
    return 0


def _recipient_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind "to Anna" that stands there; the index itself: it does not."""
    if words[at : at + 1] != ("to",):
        return next((at + len(h) for h in _HERE if words[at : at + len(h)] == h), at)
    ends = (end for end in (at + 4, at + 3, at + 2) if end <= len(words) and _is_somebody(words[at + 1 : end], reader))
    return next(ends, at)


def _belong_together(things: Words, more: Words, reader: SentenceReader) -> bool:
    """Whether what stands behind "with" is in or on the thing before it."""
    one, other = _named(things, reader), _named(more, reader)
    if one is None or other is None:
        return False
    holders = {node.id for node in one.nodes}
    graph = reader.names.graph
    placed = (graph.placement(node.id) for node in other.nodes)
    return any(relation is not None and relation.target in holders for relation in placed)
