# SPDX-License-Identifier: Apache-2.0
"""Why words are no clause."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.phrasebook.book import Phrasebook
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.words import lexicon as lx
from planner_node.language.words import typos

_STOP = "'Stop' alone stops me at once; then say what to do."
_PARTICLES = frozenset("up out off down over away".split())  # "dish out the bread"


def able(book: Phrasebook) -> str:
    """What can be asked for; of a robot that is fixed, no drive."""
    return _able(drives=book.drives)


def without_able(message: str) -> str:
    """A refusal without what can be asked for behind it."""
    for drives in (True, False):
        message = message.removesuffix(_able(drives=drives))
    return message.rstrip()


def _able(*, drives: bool) -> str:
    last = ", drive somewhere and look for things." if drives else " and look for things."
    return (
        "I can bring, put, pick up and throw away things, open and close doors and drawers, switch things on and off, "
        f"press buttons{last}"
    )


def no_verb(nouns: Nouns) -> NotUnderstoodError:
    """Why there is no clause here."""
    cursor = nouns.cursor
    word = cursor.word()
    text = " ".join(cursor.words[cursor.at : cursor.at + 4])
    if word in nouns.book.verbs.cannot:
        return NotUnderstoodError(FailureCause.NOT_CAPABLE, f"I cannot {word}. {able(nouns.book)}")
    if cursor.find(nouns.book.clauses.prohibitions):
        how = _STOP if word == "stop" else "Say what to do, and what to leave out behind 'except'."
        reason = f"'{text}' says what not to do. {how}"
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
    if word in nouns.book.clauses.unconditional:
        reason = f"I cannot plan for '{text}'; say what to do without a condition."
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
    if word in nouns.book.clauses.questions:
        reason = f"I do not answer questions such as '{text}'; say what to do, or ask where something is."
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, reason)
    if not text:
        return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Nothing is said that I could do. {able(nouns.book)}")
    near = _misspelt(nouns)
    hint = f" Did you mean {' or '.join(repr(n) for n in near)}?" if near else ""
    said = f"I do not know the verb '{word}'" if _is_verb(nouns) else f"I find no verb that I know in '{text}'"
    return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"{said}.{hint} {able(nouns.book)}", near)


def _is_verb(nouns: Nouns) -> bool:
    """Whether a word that nobody knows stands where a verb would: no name, or one right before an article."""
    cursor = nouns.cursor
    word = cursor.word()
    book = nouns.book
    known = lx.WORDS | book.nouns.anything | book.known_words
    if not word.isalpha() or word in known or book.adjectives.attribute(word):
        return False
    return cursor.name() is None or cursor.word(1) in lx.ARTICLES | lx.PRONOUNS | _PARTICLES


def _misspelt(nouns: Nouns) -> tuple[str, ...]:
    """Verbs that are written almost as the word here; a verb that only looks a little like it has another sense."""
    firsts = {verb.partition(" ")[0] for verb in nouns.book.verb_bases}
    word = nouns.cursor.word()
    return tuple(verb for verb in typos.nearest(word, firsts) if verb != word)
