# SPDX-License-Identifier: Apache-2.0
"""Unknown words as the known ones that they are nearly written like, wherever in a sentence they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import islice, product
from typing import NamedTuple

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words import typos
from planner_node.language.words.beginnings import may_be_a_verb
from planner_node.language.words.phrases import Phrases

_SHORT = 3
_MOST = 4  # unknown words
_WAYS = 12  # in which they may be meant


class Spelt(NamedTuple):
    """Words as they may be meant, with a note for each that was written otherwise."""

    words: Words
    notes: tuple[str, ...]


def spellings(words: Words, reader: SentenceReader) -> Iterator[Spelt]:
    """The words as they may be meant; none where all are known, or too many are not."""
    book, names = reader.book, reader.names
    known = names.words | names.nouns_among(words) | book.known_words | words_around(book)
    near = {
        word: typos.plausible(word, known, book.never_read.union(lx.NUMBERS), book.spelling)
        for word in dict.fromkeys(words)
        if word not in known
    }
    if words and words[0] in near and may_be_a_verb(words, 0, names.ontology):
        near[words[0]] = tuple(o for o in near[words[0]] if book.said_verbs.find((o,), 0))  # "purge it" is no purse
    near = {word: others or _short_verb(word, words, reader) for word, others in near.items()}
    near = {word: others for word, others in near.items() if others}
    if not 0 < len(near) <= _MOST:
        return
    for chosen in islice(product(*near.values()), _WAYS):
        read = dict(zip(near, chosen, strict=True))
        notes = tuple(f"I read '{word}' as '{other}'." for word, other in read.items())
        yield Spelt(tuple(read.get(word, word) for word in words), notes)


def _short_verb(word: str, words: Words, reader: SentenceReader) -> tuple[str, ...]:
    """A verb of three letters with one wrong, where an order begins: "pit the cup there"."""
    at = words.index(word)
    begins = at == 0 or words[at - 1] in ENDS | MARKS | {"and", "then"}
    if len(word) != _SHORT or not begins or words[at + 1 : at + 2] == () or words[at + 1] not in lx.ARTICLES:
        return ()
    firsts = {verb.partition(" ")[0] for verb in reader.book.verb_bases} - reader.book.never_read
    alike = (verb for verb in sorted(firsts) if len(verb) == _SHORT and verb[0] == word[0])
    return tuple(verb for verb in alike if typos.distance(word, verb, 1) == 1)


def words_around(book: Phrasebook) -> frozenset[str]:
    """Words of sentences and of speech, which are no typing errors of names."""
    found = set(book.feelings.words).union(*(table.words for table in book.needs_of.values()))
    for section in (book.sentences, book.speech, book.remarks):
        for known in fields(section):
            part = getattr(section, known.name)
            if isinstance(part, Phrases):
                found |= part.words
            elif isinstance(part, frozenset):
                found |= {word for word in part if isinstance(word, str)}
            elif known.name in ("contractions", "short"):
                found |= set(part)
    return frozenset(found)
