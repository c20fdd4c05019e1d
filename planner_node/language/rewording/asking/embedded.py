# SPDX-License-Identifier: Apache-2.0
"""Questions in the word order that they have behind "tell me", and in some that they have alone.

"Whether the coat is hanging in the wardrobe", "which room the coat is in" and "where the coat has got to" are "is the
coat in the wardrobe" and "where is the coat".
"""

from __future__ import annotations

from collections.abc import Callable

from planner_node.language.questions.parts import COPULA, asks_where_to
from planner_node.language.sentence.sentence import SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import begins_things, name_with_looks, placing_end
from planner_node.language.words import lexicon as lx

_IF = frozenset({"whether", "if"})
_EXISTS = frozenset({"is", "are"})
_WE = frozenset({"we", "i", "they"})
_HAVE = frozenset({"have", "own"})
_MAY = frozenset({"would", "could", "might", "may", "can", "will", "should"})
_DONE = frozenset({"is", "are", "was", "were", "has", "have", "had", "did", "do", "does"}) | _MAY
_GONE = frozenset(
    "be been got gotten get go gone went going to end ended up off disappeared hiding run wandered".split()
)
_BEING = frozenset({"standing", "lying", "hanging", "sitting", "kept", "left", "stored", "still", "currently", "put"})
_STATES = frozenset({"on", "off", "ajar"})
_PARTS = frozenset({"door", "doors", "lid"})
_WHICH = frozenset({"which", "what"})
_SPOTS = frozenset("room place spot location part corner furniture".split())
_FOUND = frozenset({"find", "found", "see", "get", "be"})
_SIDES = frozenset({"in", "on", "at", "inside"})
_PUT = frozenset({"put", "left", "leave", "saw", "kept", "keep", "laid", "placed", "find", "found", "get"})
_THAN = frozenset({"than"})
_REST = tuple(
    tuple(said.split())
    for said in (
        *("all the rest", "all the others", "all others", "the rest", "the others"),
        *("all of the others", "all of the rest", "any other", "any of the others"),
    )
)
_THINGS = frozenset({"things", "stuff", "objects", "items", "all", "else", "kind", "sort", "of"})
_THERE = (("there",), ("in", "there"), ("on", "there"), ("inside",), ("in", "it"), ("on", "it"), ("inside", "it"))
_HELPING = frozenset({"have", "has", "did"})
_WHOEVER = frozenset({"you", "anyone", "anybody", "someone", "somebody", "we", "he", "she", "they"})
_YET = frozenset({"yet", "already", "again"})
_SHUT = {"close": "closed", "closed": "closed", "shut": "closed", "open": "open", "opened": "open"}
_SWITCHED = frozenset({"turn", "turned", "switch", "switched"})
_PLACED = frozenset(
    "put placed place brought bring moved move taken take took carried carry set laid lay stood".split()
)
_AT = frozenset({"at"})  # "where is it at"
_ANYWHERE = frozenset({"anywhere", "somewhere", "about", "around", "lately", "recently"})


def stands_alone(words: Words, *, is_led: bool, is_asked: bool, reader: SentenceReader) -> Words | None:
    """A question as it is put alone; None: the words are no question, or one in such words already.

    Args:
        words: of the question, without its mark.
        is_led: whether they stand behind "tell me" and the like.
        is_asked: whether a question mark ends them.
        reader: knows the words.
    """
    said, words = words, _without_chance(words)
    if len(words) < 2:
        return None
    if words[0] in _IF:
        return _whether(words[1:], reader) if is_led else None
    for way in _WAYS:
        if (found := way(words, reader)) is not None:
            return found
    if words[0] in COPULA and is_asked:
        return _plain_state(words, reader) or (words if words != said else None)
    if is_asked and not is_led and words[:1] == ("seen",):
        things = _called(words[1:], reader)
        return ("where", "is", *things) if things else None
    return words if is_led and words[0] in ("where", "how") else None


def _without_chance(words: Words) -> Words:
    """Without "by any chance" and "happen to" within."""
    for at in range(len(words)):
        if words[at : at + 3] == ("by", "any", "chance"):
            return _without_chance((*words[:at], *words[at + 3 :]))
        if words[at : at + 2] in (("happen", "to"), ("happens", "to")):
            return _without_chance((*words[:at], *words[at + 2 :]))
    return words


def _whether(words: Words, reader: SentenceReader) -> Words | None:
    """Of "there is milk", "we have milk", "the fridge is open": "is there milk", "do we have milk", "is the ..."."""
    if "," in words:
        return None
    if words[:1] == ("there",) and words[1:2] and words[1] in _EXISTS:
        return (words[1], "there", *words[2:])
    if words[:1] and words[0] in _WE and words[1:2] and words[1] in _HAVE:
        rest = without(words[2:], {"got"})
        return ("do", words[0], "have", *rest) if rest else None
    be = next((i for i, word in enumerate(words) if word in COPULA), 0)
    if not be or (not begins_things(words, reader) and name_with_looks(words[:be], reader) is None):
        return None
    asked = (words[be], *words[:be], *words[be + 1 :])
    plain = _plain_state(asked, reader) or asked
    behind = plain[be + 1 :]
    is_state = len(behind) == 1 and (behind[0] in _STATES or reader.book.adjectives.attribute(behind[0]) is not None)
    return plain if is_state or placing_end(plain, be + 1, reader) == len(plain) else None


def _plain_state(words: Words, reader: SentenceReader) -> Words | None:
    """Of "is the fridge door standing open": "is the fridge open"; None: it is plain."""
    for at in range(2, len(words)):
        rest = words[at:]
        while rest[:1] and rest[0] in _BEING | _PARTS:
            rest = rest[1:]
        if rest == words[at:] or not rest or name_with_looks(without(words[1:at], lx.ARTICLES), reader) is None:
            continue
        is_state = len(rest) == 1 and (rest[0] in _STATES or reader.book.adjectives.attribute(rest[0]))
        if is_state or placing_end(rest, 0, reader) == len(rest):
            return (*words[:at], *rest)
    return None


def _there(words: Words, reader: SentenceReader) -> Words | None:
    """Of "would there be a knife somewhere": "is there a knife"."""
    if words[0] not in _MAY or words[1:3] != ("there", "be"):
        return None
    return ("is", "there", *_without_anywhere(words[3:]))


def _where(words: Words, reader: SentenceReader) -> Words | None:
    """Of "where did the mug get to", "where the mug has got to", "where I left the mug": "where is the mug"."""
    if words[0] != "where" or asks_where_to(words):
        return None
    said = words[1:]
    if said[:1] and said[0] in _DONE:
        said = said[1:]
    if len(said) > 2 and said[0] in _WE | {"you"}:
        behind = without(without(said[1:], _DONE), _PUT)
        return ("where", "is", *behind) if behind != said[1:] and _called(behind, reader) else None
    end = len(said)
    while end > 1 and said[end - 1] in _GONE | _DONE | _ANYWHERE | _AT:
        end -= 1
    return ("where", "is", *said[:end]) if end < len(said) and _called(said[:end], reader) else None


def _in_which(words: Words, reader: SentenceReader) -> Words | None:
    """Of "which room is the mug in", "what place I would find the forks in", "in which drawer": "where is the mug"."""
    rest = words[1:] if words[0] in _SIDES else words
    if len(rest) > 1 and rest[1].endswith("'s"):
        rest = (rest[0], rest[1].removesuffix("'s"), "is", *rest[2:])  # "which room's the mug in"
    if rest[:1] == () or rest[0] not in _WHICH or len(rest) < 4:
        return None
    name = reader.names.match(rest, 1)
    is_place = name is not None and name.node_id is None and reader.names.is_place(name)
    if not (is_place or rest[1] in _SPOTS):
        return None
    said = rest[1 + (name.length if is_place and name is not None else 1) :]
    if words[0] not in _SIDES and said[-1:] and said[-1] not in _SIDES:
        return None
    said = said[:-1] if said[-1:] and said[-1] in _SIDES else said
    said = without(said, _DONE)
    said = without(without(said, _WE | {"you", "one"}), _DONE) if said[:1] and said[0] in _WE | {"you", "one"} else said
    said = without(said, _FOUND | _PUT)
    while said[-1:] and said[-1] in _DONE | _FOUND | _GONE:
        said = said[:-1]
    return ("where", "is", *said) if _called(said, reader) else None


def _anywhere(words: Words, reader: SentenceReader) -> Words | None:
    """Of "have we got a lemon somewhere": "have we got a lemon"."""
    if words[0] not in _HELPING | {"do", "does"} or words[-1] not in _ANYWHERE:
        return None
    return _without_anywhere(words)


def _greatest(words: Words, reader: SentenceReader) -> Words | None:
    """Of "which one of the books is bigger than all the rest": "which is the biggest of the books"."""
    if words[0] not in _WHICH:
        return None
    end = next((len(words) - len(r) for r in _REST if words[-len(r) :] == r), 0)
    if not end or words[end - 1] not in _THAN or end < 5 or words[end - 3] not in COPULA:
        return None
    more = words[end - 2]
    most = f"{more[:-2]}est" if more.endswith("er") else ""
    things = without(words[1 : end - 3], {"one", "ones", "of"})
    if reader.book.questions.measures.find((most,), 0) is None or not _called(things, reader):
        return None
    return (*words[:1], "is", "the", most, "of", *things)


def _what_there(words: Words, reader: SentenceReader) -> Words | None:
    """Of "what things are lying there", "what has been put in it": "what is there", "what is in it"."""
    if words[0] != "what" or len(words) < 3:
        return None
    rest = without(words[1:], _THINGS)
    if not rest or rest[0] not in _DONE - _MAY:
        return None
    behind = without(rest[1:], _BEING | {"been", "there's", "lying", "around"})
    if behind not in _THERE:
        return None
    plain = ("what", "is", *(("in", "it") if behind in (("in", "there"), ("inside",), ("inside", "it")) else behind))
    plain = ("what", "is", "on", "it") if behind in (("on", "there"), ("there",)) else plain
    return plain if plain != words else None


def _called(words: Words, reader: SentenceReader) -> Words:
    """The words without "anywhere", if they are the name of a thing with its looks or of somebody's; else none."""
    words = _without_anywhere(words)
    bare = without(words, lx.ARTICLES | lx.POSSESSIVES)
    if bare[-2:] in (("of", "mine"), ("of", "ours")):
        bare = bare[:-2]
    if words in (("it",), ("they",), ("them",)):
        return words
    return words if name_with_looks(bare, reader) is not None else ()


def _without_anywhere(words: Words) -> Words:
    while len(words) > 1 and words[-1] in _ANYWHERE:
        words = words[:-1]
    return words


def _done(words: Words, reader: SentenceReader) -> Words | None:
    """Of "have you put the vase on table 1", "did you close the fridge": "is the vase on table 1", "is it closed"."""
    if words[0] not in _HELPING or len(words) < 4:
        return None
    while words[-1] in _YET:
        words = words[:-1]
    rest = words[2:] if words[1] in _WHOEVER else ()
    passive = next((i for i in range(2, len(words) - 1) if words[i] == "been"), 0)
    if passive and not rest:  # "has the vase been put on the table"
        rest = (words[passive + 1], *words[1:passive], *words[passive + 2 :])
    if len(rest) < 3:
        return None
    verb, behind = rest[0], rest[1:]
    if verb in _SHUT and _called(behind, reader):
        return ("is", *behind, _SHUT[verb])
    if verb in _SWITCHED:
        state = next((w for w in (behind[0], behind[-1]) if w in ("on", "off")), "")
        thing = tuple(w for w in behind if w != state)
        return ("is", *thing, state) if state and _called(thing, reader) else None
    at = next((i for i in range(1, len(behind)) if placing_end(behind, i, reader) == len(behind)), 0)
    if verb not in _PLACED or not at or not _called(behind[:at], reader):
        return None
    return ("is", *behind[:at], *(("at", *behind[at + 1 :]) if behind[at] == "to" else behind[at:]))


_WAYS: tuple[Callable[[Words, SentenceReader], Words | None], ...] = (
    _done,
    _there,
    _where,
    _in_which,
    _greatest,
    _what_there,
    _anywhere,
)
