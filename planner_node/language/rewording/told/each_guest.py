# SPDX-License-Identifier: Apache-2.0
"""Something for each of those who were told of: "six people are coming, put a bottle there for each of them" is six.

Whom the scene knows is served in person; this is about people whom it does not know.
"""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.doing.those_named import NamedThings, named_things
from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_FOR_EACH = tuple(
    tuple(said.split())
    for said in (
        "for each of them", "for every one of them", "for each of us", "for every one of us", "for each person",
        "for every person", "for each guest", "for every guest", "for each one", "per person", "for each",
    )
)  # fmt: skip
_FOR_ALL = tuple(
    tuple(f"for {all_of}".split())
    for all_of in ("everyone", "everybody", "all of them", "all of us", "them all", "us all")
)  # of "a cake for everyone" there is one
_BRINGING = frozenset({Verb.BRING, Verb.TAKE, Verb.SERVE})
_ONE = frozenset({"a", "an", "one", "some"})
_LONGEST = 7  # words of a thing


@needs({"for", "per"})
def each_guest(words: Words, reader: SentenceReader) -> Words:
    """The words with as many things as people were told of, where the scene knows of no people."""
    if reader.names.is_present(Name(1, "person")):
        return words
    for at in range(3, len(words)):
        length = next((len(f) for f in (*_FOR_EACH, *_FOR_ALL) if words[at : at + len(f)] == f), 0)
        if not length or not (is_clause_end(words, at + length, reader) or words[at + length] in ("in", "at", "on")):
            continue
        people = _told(words[:at], reader)
        begin = sentence_begin(words, at)
        verb = next(
            (i + f.length for i in range(begin, at) if (f := reader.book.said_verbs.find(words, i)) is not None
             and f.value.verb in _BRINGING), None)  # fmt: skip
        end, thing = _thing(words, verb, at, reader) if verb is not None else (0, None)
        if people is None or verb is None or thing is None:
            continue
        if thing.lead and words[at : at + length] in _FOR_ALL:
            continue
        each = next((lx.NUMBERS[w] for w in thing.lead if w in lx.NUMBERS and w not in _ONE), 1)
        several = tuple(plural(" ".join(thing.noun)).split())
        noun = thing.noun if thing.is_plural or reader.names.match(several, 0) is None else several
        reader.turned.add(words[at : at + length])
        counted = (str(people * each), *thing.looks, *noun)
        return (*words[:verb], *counted, *words[end:at], *words[at + length :])
    return words


def _told(words: Words, reader: SentenceReader) -> int | None:
    """How many people were told of; None: nobody told, or two numbers were."""
    known = reader.book.table_settings.people
    counted = ((i, lx.NUMBERS.get(word) or (int(word) if word.isdecimal() else 0)) for i, word in enumerate(words))
    found = {n for i, n in counted if n and known.find(words, i + 1) is not None}
    return found.pop() if len(found) == 1 else None


def _thing(words: Words, begin: int, end: int, reader: SentenceReader) -> tuple[int, NamedThings | None]:
    """The thing that begins there, and the word behind it; None: none does."""
    for stop in range(min(end, begin + _LONGEST), begin, -1):
        named = named_things(words[begin:stop], (), reader)
        if named is not None and words[begin] not in lx.DEFINITE:
            return stop, named
    return begin, None
