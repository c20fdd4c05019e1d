# SPDX-License-Identifier: Apache-2.0
"""What a speaker tells besides: "the kids come home soon, so ...". It asks for nothing, and a note says so.

What it is about need not be known. Whatever could limit or forbid something, set a condition or ask for something is no
background: it is read, or refused.
"""

from __future__ import annotations

from planner_node.language.reading.looks import is_a_noun
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.sentence.sentence import MARKS, SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.phrases import Found, Phrases

_FAR = 12  # words from the subject to its verb
_NEAR = 4  # words of a subject that nobody knows
_JOINTS = MARKS | {"so", "and", "but", "then"}
_AMOUNTS = frozenset({"none", "nothing", "both", "more", "another", "some", "all", "half"})
_SAYING = frozenset({"said", "says", "told", "thinks", "thought", "tells", "believes"})
_ADDRESSED = frozenset({"you", "your", "please"})
_SAID_BY = frozenset({"i", "we", "nobody", "somebody", "everybody", "everyone", "he", "she", "they"})
_DOES = frozenset(
    "is was has uses used needs wants likes reads watches touched moved took takes eats drinks plays sits lives knows"
    " listens wears".split()
)
_ALL = frozenset({"everybody", "everyone"})
_PEOPLE = frozenset("i we he she they everybody everyone guests people kids children visitors".split())
_GUESSED = frozenset({"be", "feel"})
_IS = frozenset({"is", "are", "was", "were", "am", "has", "have", "had", "will", "seems", "seem"})
_UNABLE = frozenset({"not", "hardly", "really", "even", "never", "ever"})
_SOMEBODYS = frozenset({"my", "our", "his", "her", "their"})
_OPEN = frozenset({"for", "of", "with", "by", "from", "than", "and", "or"})  # more is said behind it
_SAME = frozenset({"one", "some", "it", "them", "that"})
_VERBLESS = lx.ARTICLES | set(lx.NUMBERS) | {"all", "everything", "both"}


def is_background(words: Words, reader: SentenceReader) -> bool:
    """Whether a sentence states something that asks for nothing and limits nothing.

    Args:
        words: with contractions spelt out.
        reader: knows the words.
    """
    if len(words) < 2 or words[-1] in _OPEN or _binds(words, reader):
        return False
    if reader.starts_order(words) or words[0] in reader.book.clauses.questions or words[0] == "where":
        return False
    if not _is_told_of(words, reader) or _goes_behind_a_comma(words, reader) or _is_given(words, reader):
        return False
    states = reader.book.sentences.unable.find(words, 0) is not None or bool(_said_of_others(words, reader))
    if not states and not any(_is_finite(words, at, reader) for at in range(0, min(_FAR, len(words)))):
        return False  # else "I can't find my keys" states something; last what takes longest
    return not any(_orders_at(words, at, reader) or _asks_at(words, at, reader) for at in range(1, len(words) - 1))


def is_reason(words: Words, reader: SentenceReader) -> bool:
    """Whether a clause before "so" and an order says why: it may speak of what is not so, or of what somebody wants.

    Args:
        words: with contractions spelt out.
        reader: knows the words.
    """
    if len(words) < 2 or words[-1] in _OPEN or reader.starts_order(words):
        return False
    if words[0] in reader.book.clauses.questions or not _ADDRESSED.isdisjoint(words) or not _is_told_of(words, reader):
        return False
    modals = reader.book.sentences.modals
    if {"not", "never"} & set(words) and any(modals.find(words, i) is not None for i in range(len(words))):
        return False  # "the window is not to be opened"
    return any(_is_finite(words, at, reader) for at in range(min(_FAR, len(words)))) or words[0] in _SAID_BY


def _goes_behind_a_comma(words: Words, reader: SentenceReader) -> bool:
    """Whether things that were told of go somewhere: "the napkin, which somebody used, goes in the bin".

    Also to where no skill puts them: "the cups go next to the sink".
    """
    belonging, sides = reader.book.verbs.belonging, reader.book.places.sides
    begin = int(words[0] in lx.ARTICLES)
    name = reader.names.match(words, begin)
    goes = belonging.find(words, begin + name.length) if name is not None else None
    if goes is not None and name is not None:
        if reader.book.places.no_sides.find(words, begin + name.length + goes.length) is not None:
            return True
    return any(
        words[at - 1] == "," and (found := belonging.find(words, at)) and sides.find(words, at + found.length)
        for at in range(2, len(words))
    )


def _is_given(words: Words, reader: SentenceReader) -> bool:
    """Whether somebody is to have so much of something: "Ben gets two"."""
    somebody = reader.names.match(words, 0)
    end = somebody.length if somebody is not None and reader.names.is_person(somebody) else 0
    known = reader.book.sentences
    gets = known.receiving.find(words, end) or known.modals.find(words, end) if end else None
    amount = words[end + gets.length : end + gets.length + 1] if gets is not None else ()
    return bool(amount) and (amount[0] in lx.ARTICLES | lx.NUMBERS.keys() | _AMOUNTS or amount[0].isdecimal())


def _binds(words: Words, reader: SentenceReader) -> bool:
    """Whether something may limit, forbid or ask; "everybody is hungry" does not."""
    known = reader.book.sentences
    about_all = words[0].removesuffix("'s") in _ALL and (words[0].endswith("'s") or words[1] in _IS)
    unused = _is_unused(words)
    said = words[unused:] if unused else words[1:] if about_all else words
    unable = known.unable.find(said, 0)
    others = _said_of_others(said, reader) if unable is None else ()
    if others:  # "my mother can't reach it"
        of_others = known.unable.find(others, 0)
        behind = others[of_others.length if of_others is not None else 0 :]
        return not known.binding.isdisjoint(w for w in behind if w != "without")
    if unable is None and _reports(words):  # "the doctor said I must drink more"
        return False
    if unable is not None:  # "I can't read without my glasses"
        said = tuple(word for word in said[unable.length :] if word != "without")
    said = _without_guess(said, reader)
    bound = [
        i for i in range(len(words)) if (found := known.bound.find(words, i)) and not _own(words, i, found, reader)
    ]
    return not known.binding.isdisjoint(said) or bool(bound) or asks_likewise(words, known.likewise)


def _is_unused(words: Words) -> int:
    """How many words name nobody, who does or did something, which forbids nothing: "no one uses it"; 0: none do."""
    who = 2 if words[:2] == ("no", "one") else int(words[0] in ("nobody", "no-one"))
    behind = words[who : who + 2] if who else ()
    return who if len(behind) > 1 and behind[0] in _DOES and behind[1] not in ("to", "allowed", "permitted") else 0


def _without_guess(words: Words, reader: SentenceReader) -> Words:
    """Without "must" where it only guesses how people are: "our guests must be thirsty"."""
    at = words.index("must") if "must" in words[1:-2] and words[0] != "must" else 0
    if not at:
        return words
    first = int(words[0] in lx.ARTICLES | _SOMEBODYS or words[0] in ("all", "both"))
    first += int(words[first] in lx.ARTICLES | _SOMEBODYS)
    name = reader.names.match(words, first)
    people = words[0] in _PEOPLE or (name is not None and reader.names.is_person(name)) or words[first] in _PEOPLE
    if not people or words[at + 1] not in _GUESSED:
        return words
    known, how = reader.book, words[at + 2]
    tables = (known.done_by, known.places.sides, known.sentences.states)
    asked = known.adjectives.attribute(how) is not None or any(t.find(words, at + 2) is not None for t in tables)
    return words if asked or how in known.sentences.binding else (*words[:at], *words[at + 1 :])


def _reports(words: Words) -> bool:
    """Whether a sentence reports what somebody said of those who speak, and of nobody else."""
    at = next((i for i in range(1, min(_NEAR, len(words) - 2)) if words[i] in _SAYING), 0)
    behind = words[at + 1 :]
    behind = behind[1:] if behind[:1] in (("me",), ("us",)) else behind
    behind = behind[1:] if behind[:1] == ("that",) else behind
    return at > 0 and behind[:1] in (("i",), ("we",)) and _ADDRESSED.isdisjoint(behind)


def _said_of_others(words: Words, reader: SentenceReader) -> Words:
    """The words with "she" for a subject that cannot do or is not something; empty: they say nothing like that."""
    somebody = reader.names.match(words, 0)
    ends = [2] if words[0] in _SOMEBODYS else []
    if somebody is not None and reader.names.is_person(somebody):
        ends.append(somebody.length)
    if words[0] in lx.DEFINITE or words[0] in _SOMEBODYS:
        ends += [i for i in range(2, min(_NEAR + 1, len(words))) if words[i] in _IS][:1]
    said = (("she", *words[end:]) for end in ends)
    return next((other for other in said if reader.book.sentences.unable.find(other, 0) is not None), ())


def asks_likewise(words: Words, likewise: Phrases[None]) -> bool:
    """Whether somebody is to have the same as was said before: "Anna gets one too"."""
    ends = any((found := likewise.find(words, i)) and i + found.length == len(words) for i in range(2, len(words)))
    return ends and not _SAME.isdisjoint(words)


def _own(words: Words, at: int, found: Found[None], reader: SentenceReader) -> bool:
    """Whether speakers say what they have to do themselves, which the robot can't: "I have to go out"."""
    if not at or words[at - 1] not in ("i", "we"):
        return False
    rest = words[at + found.length :]
    end = sentence_end(rest, 0, _JOINTS)
    return isinstance(reader.orders(rest[:end]), Refusal)


def _is_told_of(words: Words, reader: SentenceReader) -> bool:
    """Whether words begin as a statement does: with somebody, a name, an article, or any subject right before "is"."""
    known = reader.book.sentences
    if words[0] in ("all", "both") and len(words) > 2:
        words = words[1:]  # "all our guests are hungry"
    person = reader.names.owned(words[0]) is not None
    telling = known.telling.find(words, 0) is not None or person or words[0] in lx.ARTICLES or _is_unused(words) > 0
    stranger = words[0] not in reader.book.known_words and reader.names.match(words, 0) is None  # "grandma"
    somebody = words[1] in known.stating and (words[1].endswith("s") or stranger)  # "Tom hates clutter"
    clauses = reader.book.clauses
    tables = (known.once, known.if_so, known.if_not, known.waiting, known.having_done, clauses.after, clauses.before)
    depends = any(table.find(words, 0) is not None for table in (*tables, clauses.when))
    stated = not depends and (words[0].endswith("'s") or any(word in _IS for word in words[1:_NEAR]))
    return telling or somebody or stated or reader.names.match(words, 0) is not None


def _orders_at(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether an order may begin within a sentence: "the lamp is on turn it off"."""
    if words[at - 1] in _UNABLE | reader.book.remarks.modal | lx.ARTICLES | {"i", "we", "they", "he", "she"}:
        return False
    verb = reader.book.said_verbs.find(words, at)
    if verb is None or words[at].endswith("ing"):
        return False
    return words[at + verb.length : at + verb.length + 1] != () and words[at + verb.length] in lx.ARTICLES | lx.PRONOUNS


def _asks_at(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what somebody wants stands there, or behind a comma a thing with its place: ": keys to the table"."""
    known = reader.book.sentences
    wants = known.needing.find(words, at) or known.wanting.find(words, at)
    if wants is not None and wants.length > 1:
        rest = words[at + wants.length :]
        return bool(rest) and rest[0] != "to" and isinstance(reader.orders(("find", *rest)), Request)
    if words[at - 1] not in _JOINTS:
        return False
    if _is_strange_verb(words, at, reader):
        return True
    placed = any(reader.book.places.sides.find(words, i) for i in range(at + 1, len(words) - 1))
    begins = words[at] in _VERBLESS or reader.names.match(words, at) is not None
    return placed and begins and isinstance(reader.orders(words[at:]), Request)


def _is_strange_verb(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word that nobody knows stands where an order would begin: ", so ignite the candles"."""
    word, known = words[at], reader.book.sentences
    is_form = word.endswith(("ed", "ing", "s", "ly")) or word in known.stating or word in known.adverbs
    begins = words[at + 1] in lx.ARTICLES | lx.PRONOUNS | {"all", "every"}
    told = known.telling.find(words, at) is not None or word in lx.WORDS or known.fillers.find(words, at) is not None
    return (
        begins
        and word.isalpha()
        and not is_form
        and not told
        and reader.names.match(words, at) is None
        and (reader.book.places.sides.find(words, at) is None)
    )


def _is_finite(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a verb stands there that states something: "is", "cried", "drops", or the "'s" of "the sun's setting"."""
    word, behind = words[at], words[at + 1 : at + 2]
    if word.endswith("'s") and behind:
        return behind[0].endswith("ing") or behind[0] in lx.ARTICLES | reader.book.sentences.adverbs
    if at == 0 or (at > 1 and words[at - 1] in lx.RELATIVE):
        return False  # "everything else that is clothing" states nothing
    if is_a_noun(words, at, reader.names):
        return False  # "the saw"
    is_third = len(word) > 3 and word.endswith("s") and not word.endswith("ss") and _may_state(words, at, reader)
    return word in reader.book.sentences.stating or (len(word) > 4 and word.endswith("ed")) or is_third


def _may_state(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word in "s" may be a verb: no name of anything, behind the noun of a subject."""
    return words[at] not in lx.ONES and reader.names.match(words, at) is None and words[at - 1] not in lx.ARTICLES
