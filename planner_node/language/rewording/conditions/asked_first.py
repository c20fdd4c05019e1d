# SPDX-License-Identifier: Apache-2.0
"""A question and what depends on its answer: "is there juice in the fridge? If so, bring it", "no jam? Then honey"."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import (
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.phrases import Phrases

_ENDS = frozenset({"?", ".", "!", ";"})
_ASKING = frozenset({"is", "are"})
_LOOKING = Phrases(
    dict.fromkeys(
        f"{verb} {whether}"
        for verb in (
            "check",
            "see",
            "look",
            "find out",
            "make sure",
            "go and see",
            "go and check",
            "have a look",
            "tell me",
        )
        for whether in ("if", "whether")
    )
    | dict.fromkeys(f"{verb}{that}" for verb in ("check", "verify") for that in ("", " that"))
)
_ENSURING = Phrases(
    dict.fromkeys(f"{verb}{that}" for verb in ("make sure", "ensure", "see to it") for that in ("", " that"))
)
"""Orders by themselves: what is to be done if it is not so tells how; what is to be done then comes besides."""
_SUPPOSING = Phrases(
    dict.fromkeys(
        f"{who} {verb}{that}"
        for who in ("i", "we")
        for verb in (
            "think",
            "believe",
            "guess",
            "suppose",
            "suspect",
            "reckon",
            "fear",
            "hope",
            "expect",
            "assume",
            "am afraid",
            "am not sure but",
        )
        for that in ("", " that")
    )
)
_UNSURE = Phrases(
    dict.fromkeys(
        f"{lead} {whether}".strip()
        for lead in (
            *(f"{be} not {sure}" for be in ("i am", "we are") for sure in ("sure", "certain", "too sure")),
            *(f"{who} can not {verb}" for who in ("i", "we") for verb in ("remember", "recall", "tell", "say")),
            *(f"{who} {verb}" for who in ("i", "we") for verb in ("do not know", "wonder", "have no idea", "forget")),
            "not sure", "no idea", "i am wondering",
        )
        for whether in ("whether", "if", "that", "")
    )
)  # fmt: skip
_SOMEBODY = frozenset("someone somebody anyone anybody i we you they he she".split())
_HAS = frozenset({"has", "have", "had"})
_USED_UP = frozenset("drink drunk drank eat eaten ate finish finished use used".split())
_WHOLE = frozenset({"up", "off", "all", "of", "the", "our", "my"})
_DAYS = frozenset({"yesterday", "today", "already", "last", "night", "this", "morning"})
_FAR = 24  # words of what is supposed, and of what is to be done then
_PERHAPS = frozenset({"might", "may", "could"})
_STILL = frozenset({"still", "already", "probably", "maybe", "perhaps"})
_OUT = frozenset({"out", "around", "about"})
_SET_OFF = frozenset({",", "-", "\u2013", "\u2014", ";", ":", ".", "and", "so", "but", "please", "then"})
_IT = frozenset({"it", "them", "that"})
_JOINTS = frozenset({",", "then", "and"})
_AMOUNTS = frozenset({"any", "a", "an", "some"})
_ANYTHING = frozenset({"anything", "something"})


def asked_first(words: Words, reader: SentenceReader) -> Words:
    """With the question as a condition of what follows it."""
    known = reader.book.sentences
    for begin, end in _questions(words):
        asked = words[begin:end]
        if _LOOKING.find(asked, 0) is not None:
            continue  # "can you check if the lamp is on? If it is, ..."
        for table, negated in ((known.if_yes, False), (known.if_no, True)):
            then = skipped(words[end + 1 :], table)
            said = _as_condition(asked, negated, reader) if then else ()
            if then and said:
                return (*words[:begin], "if", *said, ",", *without(then, _JOINTS))
    return words


def looked_first(words: Words, reader: SentenceReader) -> Words:
    """With what is to be looked at as a condition: "check whether the fridge is shut; if it isn't, shut it"."""
    known = reader.book.sentences
    begin = _behind_opening(words, 0, reader)
    for at in range(len(words)):
        ensured = _ENSURING.find(words, at) if at == begin else None
        lead = (_LOOKING.find(words, at) or ensured) if at == begin else None
        end = sentence_end(words, at, _ENDS | _JOINTS) if lead else at
        if lead is not None:
            said, behind = spelt_out(words[at + lead.length : end], known), without(words[end:], _ENDS | _JOINTS)
            copula = next((i for i in range(1, len(said)) if said[i] in _ASKING), 0)
            if not copula or {"not", "no"} & set(said):
                continue
            ways = ((known.if_no, True), (known.if_yes, False))
            for table, negated in ways[:1] if lead is ensured else ways:
                then = skipped(behind, table) or _before_condition(behind, table, reader)
                if then:
                    reader.turned.add(words[at : at + lead.length])
                    so = (*said[: copula + 1], *(("not",) if negated else ()), *said[copula + 1 :])
                    return (*words[:at], "if", *so, ",", *without(then, _JOINTS))
            again = spelt_out(behind[1:], known) if behind[:1] == ("if",) else ()
            if lead is not ensured and again[:1] in (("it",), ("they",)) and again[1:2] == said[copula : copula + 1]:
                return (*words[:at], "if", *said[:copula], *again[1:])  # "see if it is on and if it's on switch it off"
        if words[at] in _ENDS:
            begin = _behind_opening(words, at + 1, reader)
    return words


def _behind_opening(words: Words, begin: int, reader: SentenceReader) -> int:
    """Index behind what only asks politely, where that asks to look: "could you see whether"."""
    core = opened(words[begin:], reader.book.sentences).words
    at = len(words) - len(core)
    return at if words[at:] == core and _LOOKING.find(core, 0) is not None else begin


def _before_condition(words: Words, table: Phrases[None], reader: SentenceReader) -> Words:
    """The order before what says when it is meant, and what follows both: "close it if it's not"; empty: none."""
    end = sentence_end(words, 0, _ENDS)
    plain = spelt_out(words[:end], reader.book.sentences)
    at = next((i for i in range(2, len(plain)) if (f := table.find(plain, i)) and i + f.length == len(plain)), 0)
    order = plain[: at - (plain[at - 1] == ",")] if at else ()
    return (*order, *words[end:]) if order and reader.starts_order(order) else ()


@needs(_SET_OFF)
def supposed_first(words: Words, reader: SentenceReader) -> Words:
    """With what is only supposed as a condition: "I think the lamp is still on - switch it off if so"."""
    begin = 0
    for at in range(3, len(words) - 2):
        if words[at] not in _SET_OFF:
            continue
        near = at - begin < _FAR
        said = spelt_out(words[begin:at], reader.book.sentences) if near else ()
        end = next((i for i in range(at + 1, min(len(words), at + _FAR)) if words[i] in _ENDS), len(words))
        if not said or end - at > _FAR:
            begin = at + 1 if words[at] in _ENDS else begin
            continue
        behind = spelt_out(without(words[at + 1 : end], _SET_OFF), reader.book.sentences)
        order = _if_so(behind, reader)
        told = _supposed(said, reader) if order else _not_so(said, other := _if_not(behind, reader), reader)
        order = order or other
        if order and told:
            reader.turned.add(words[begin:at])
            return (*words[:begin], *_conditional(told, order, reader), *words[end:])
        begin = at + 1 if words[at] in _ENDS else begin
    return words


def _if_so(words: Words, reader: SentenceReader) -> Words:
    """The order of "switch it off if so", "if it is, switch it off"; empty: it is said otherwise."""
    table = reader.book.sentences.if_yes
    behind = skipped(words, table)
    rest = opened(without(behind, _JOINTS), reader.book.sentences).words if behind else ()
    if rest and reader.starts_order(rest):
        return rest
    words = words[:-1] if words[-1:] == ("please",) else words
    at = next((i for i in range(2, len(words)) if (f := table.find(words, i)) and i + f.length == len(words)), 0)
    order = opened(words[: at - (words[at - 1] == ",")], reader.book.sentences).words if at else ()
    return order if order and reader.starts_order(order) and not _IT.isdisjoint(order) else ()


def _if_not(words: Words, reader: SentenceReader) -> Words:
    """The order of "if it isn't, switch it on"; empty: it is said otherwise."""
    said = skipped(words, reader.book.sentences.if_no) if words[:1] == ("if",) else None
    rest = opened(without(said, _JOINTS), reader.book.sentences).words if said else ()
    return rest if rest and reader.starts_order(rest) else ()


def _not_so(said: Words, order: Words, reader: SentenceReader) -> Words:
    """What is only supposed, as a statement that it is not so; empty: it is none, or no order follows."""
    told = _supposed(said, reader) if order else ()
    copula = next((i for i in range(1, len(told)) if told[i] in _ASKING), 0)
    return (*told[: copula + 1], "not", *told[copula + 1 :]) if copula and told[0] != "there" else ()


def _supposed(said: Words, reader: SentenceReader) -> Words:
    """What somebody only supposes, as a statement: "the freezer is open"; empty: something else is said."""
    plain = skipped(said, _UNSURE) or skipped(said, _SUPPOSING) or said
    if plain != said and (left := _left_so(plain, reader) or _is_left_over(plain, reader)):
        return left
    may = next((i for i in range(1, len(plain) - 1) if plain[i] in _PERHAPS), 0)
    if may and plain[may + 1 : may + 2] in (("be",), ("still",)):
        later = may + 2 + (plain[may + 1 : may + 3] == ("still", "be"))
        plain = (*plain[:may], "is", *plain[later:])
    elif plain == said:
        return ()
    plain = tuple(word for word in plain if word not in _STILL)
    copula = next((i for i in range(1, len(plain)) if plain[i] in _ASKING), 0)
    return plain if copula and not {"not", "no"} & set(plain) else ()


def _left_so(said: Words, reader: SentenceReader) -> Words:
    """How somebody may have left furniture, as a statement: "someone left the freezer open"; empty: it says no such."""
    at = 1 + (said[1:2] != () and said[1] in _HAS)
    if said[:1] == () or said[0] not in _SOMEBODY or said[at : at + 1] != ("left",):
        return ()
    end = named_place_end(said, at + 1, reader)
    state = reader.book.sentences.states.find(said, end) if end > at + 1 else None
    whole = state is not None and end + state.length == len(said)
    return (*said[at + 1 : end], "is", *said[end:]) if whole else ()


def _is_left_over(said: Words, reader: SentenceReader) -> Words:
    """That there may be something, as a statement: "we have any wine left", "we did not drink all the wine"."""
    if reader.book.sentences.exists.find(said, 0) is not None and not {"not", "no"} & set(said):
        return said
    end = len(said)
    while end and said[end - 1] in _DAYS:
        end -= 1
    used = next((i for i in range(2, end) if said[i] in _USED_UP), 0)
    thing = without(said[used + 1 : end], _WHOLE)
    name = reader.names.match(thing, 0) if used and "not" in said[:used] and said[0] in _SOMEBODY else None
    return ("there", "is", *thing) if name is not None and name.length == len(thing) else ()


def _conditional(told: Words, order: Words, reader: SentenceReader) -> Words:
    """An order if something is so; of what is "out" it is one that takes it back where it is to be."""
    copula = next((i for i in range(1, len(told)) if told[i] in _ASKING), len(told))
    if copula < len(told) and set(told[copula + 1 :]) <= _OUT:
        at = next(i for i, word in enumerate(order) if word in _IT)
        return (*order[:at], *told[:copula], *order[at + 1 :])
    return ("if", *told, ",", *order)


def another_condition(words: Words, reader: SentenceReader) -> Words:
    """With a stop before a second condition in a sentence: "if it is on, switch it off and if ..."."""
    for at in range(4, len(words) - 3):
        begin = sentence_begin(words, at, _ENDS)
        is_second = words[at] == "if" and words[at - 1] in _JOINTS and words[begin] == "if"
        if is_second and words[at + 1] != "not" and reader.book.sentences.otherwise.find(words, at) is None:
            end = at
            while words[end - 1] in _JOINTS:
                end -= 1
            return another_condition((*words[:end], ".", *words[at:]), reader)
    return words


def _questions(words: Words) -> Iterator[tuple[int, int]]:
    """Where each question begins, and where its mark stands."""
    begin = 0
    for at, word in enumerate(words):
        if word == "?" and at > begin:
            yield begin, at
        if word in {"?", ".", "!", ";"}:
            begin = at + 1


def _says_how_it_is(asked: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a question ends in a state, a look, or in where something is: "open", "dirty", "in the bedroom"."""
    state = reader.book.sentences.states.find(asked, at)
    if state is not None and at + state.length == len(asked):
        return True
    if at + 1 == len(asked) and reader.book.adjectives.attribute(asked[at]) is not None:
        return True
    side = reader.book.places.sides.find(asked, at)
    return side is not None and named_place_end(asked, at + side.length, reader) == len(asked) > at + side.length


def _as_condition(asked: Words, negated: bool, reader: SentenceReader) -> Words:
    """A question as a statement: "is the fridge open" as "the fridge is open"; empty if it is none."""
    known = reader.book.sentences
    if asked[0] in ("no", "not"):
        return () if negated else ("there", "is", "no", *without(asked[1:], {"more", "any"}))
    for at in (0, 1):
        exists = known.exists.find(asked, at) if at == 0 or asked[0] == "do" else None  # "do we have milk"
        if exists is not None and negated:
            rest = without(asked[at + exists.length :], _AMOUNTS)
            return ("there", "is", "no", *rest) if rest else ()
        if exists is not None:
            return asked[at:]
    if asked[0] not in _ASKING or len(asked) < 3:
        return ()
    if asked[1] == "there":
        amounts = _AMOUNTS if negated else ()
        if negated and asked[2:3] != () and asked[2] in _ANYTHING:
            return ("there", "is", "nothing", *without(asked[3:], {"else", "there"}))
        return ("there", asked[0], *(("no",) if negated else ()), *without(asked[2:], amounts))
    at = next((i for i in range(2, len(asked)) if _says_how_it_is(asked, i, reader)), 0)
    return (*asked[1:at], asked[0], *(("not",) if negated else ()), *asked[at:]) if at else ()
