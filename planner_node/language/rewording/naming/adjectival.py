# SPDX-License-Identifier: Apache-2.0
"""Adjectives as nouns: "clear away the empties"; and what says how much before a noun: "a bit of paper"."""

from __future__ import annotations

from collections.abc import Collection

from makedo_core.ontology.words import plural
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx

_SOMETHING = frozenset({"something", "anything"})
_USES = frozenset({"eat", "drink", "read", "wear", "munch", "snack"})
_SNACKING = frozenset({"snack", "munch", "nibble", "chew"})
_CLEANING = frozenset({"clean", "wipe", "mop", "dry"})
_IT = frozenset({"it", "that", "this", "them"})
_WHO = frozenset("i you we one people they anybody anyone somebody someone he she".split())
_FROM = frozenset({"from", "with", "on", "in", "out"})
_GOOD_TO = {"eat": "edible", "eaten": "edible", "drink": "drinkable", "drunk": "drinkable"}
_NO_ALCOHOL = (("without", "alcohol"), ("with", "no", "alcohol"), ("non-alcoholic",), ("alcohol-free",))
_FAR = 8  # words from "everything" to "that can be eaten"
_EXTRA = frozenset({"extra", "additional", "further", "spare"})
_THINGS = frozenset({"things", "stuff", "items"})
_EVERYTHING = frozenset({"everything", "anything", "whatever"})
_ALL = frozenset({"the", "all", "these", "those"})
_AMOUNTS = frozenset("bit piece scrap sheet lump chunk pieces bits scraps sheets".split())


def adjectival(words: Words, reader: SentenceReader) -> Words:
    """With the things in place of such a noun, unless something here is called so."""
    known = reader.book.nouns.adjectival
    words = _either_look(_one_of_both(words, reader), reader)
    usable = _usable(_without_amounts(words, reader), reader)
    told = _told_behind(_used_for(usable), reader)
    words = _all_to_use(_things_of_a_kind(_every_pair(told), reader), reader)
    at = 0
    while at < len(words):
        found = known.find(words, at)
        name = reader.names.match(words, at) if found is not None else None
        if found is not None and (name is None or name.length < found.length):
            begins = at == 0 or words[at - 1] in ENDS | {","}
            plain = [*(("all",) if begins else ()), *found.value.split()]  # "empties in the bin"
            words = (*words[:at], *plain, *_without_again(words[at + found.length :], plain, reader))
            at += len(plain)
        else:
            at += 1
    return words


def _either_look(words: Words, reader: SentenceReader) -> Words:
    """With "that is" before two looks of what has no name: "everything red or blue"."""
    looks = reader.book.adjectives.attribute
    for at in range(len(words) - 3):
        if words[at] not in _EVERYTHING or words[at + 2] not in ("or", "and"):
            continue
        ends = reader.names.match(words, at + 3) is None
        if looks(words[at + 1]) is not None and looks(words[at + 3]) is not None and ends:
            return (*words[: at + 1], "that", "is", words[at + 1], "or", *words[at + 3 :])
    return words


def _without_again(behind: Words, plain: Collection[str], reader: SentenceReader) -> Words:
    """Without the same kinds named once more at the end of the sentence: "empties in the bin, cans and bottles"."""
    end = sentence_end(behind, 0)
    begin = end
    while (comma := next((i for i in range(begin - 1, -1, -1) if behind[i] == ","), None)) is not None:
        if not set(behind[comma + 1 : begin]) <= {*plain, "and", "all", "both", "of", "them"}:
            break
        begin = comma
    if begin < end:
        reader.turned.add(behind[begin + 1 : end])
    return (*behind[:begin], *behind[end:])


def _one_of_both(words: Words, reader: SentenceReader) -> Words:
    """With "one of the" for "either of the"."""
    for at in range(len(words) - 3):
        if words[at : at + 2] == ("either", "of") and words[at + 2] in _ALL | {"my", "our"}:
            reader.turned.add(("either",))
            return _one_of_both((*words[:at], "one", *words[at + 1 :]), reader)
    return words


def _used_for(words: Words) -> Words:
    """With the plain use of "something to snack on", "something to clean it up with"."""
    for at in range(1, len(words) - 2):
        if words[at] != "to" or _SOMETHING.isdisjoint(words[max(0, at - 2) : at]):
            continue
        if words[at + 1] in _SNACKING and words[at + 2] == "on":
            return _used_for((*words[: at + 1], "eat", *words[at + 3 :]))
        end = at + 3 + (words[at + 3 : at + 4] == ("up",))
        if words[at + 1] in _CLEANING and words[at + 2] in _IT and words[end : end + 1] == ("with",):
            return _used_for((*words[: at + 1], "clean", *words[end:]))
    return words


def _usable(words: Words, reader: SentenceReader) -> Words:
    """With the plain use of "something I can drink from", "everything on the table that can be eaten"."""
    for at in range(1, len(words) - 1):
        if words[at] != "can":
            continue
        who = words[at - 1] in _WHO
        verb = at + 1 + (not who and words[at + 1 : at + 2] == ("be",))
        head = at - 1 - who
        head += words[head : head + 1] not in (("that",), ("which",)) and who
        use = words[verb] if verb < len(words) else ""
        before = words[max(0, head - 1) : head]
        if who and before != () and before[0] in _SOMETHING and words[verb + 1 : verb + 2] != () and use:
            if words[verb + 1] in _FROM:
                reader.turned.add(words[head : verb + 2])
                return _usable((*words[:head], "to", *words[verb:]), reader)
        all_of_it = next((i for i in range(head - 1, max(-1, head - _FAR), -1) if words[i] in _EVERYTHING), None)
        if use in _GOOD_TO and all_of_it is not None and all_of_it < head - 1:
            reader.turned.add(words[head : verb + 1])
            there = words[all_of_it + 1 : head]
            return _usable((*words[:all_of_it], "everything", _GOOD_TO[use], *there, *words[verb + 1 :]), reader)
    return words


def _another(words: Words) -> Words:
    """With "another" for "an extra"."""
    at = next((i for i in range(len(words) - 2) if words[i] in ("a", "an") and words[i + 1] in _EXTRA), None)
    return words if at is None else _another((*words[:at], "another", *words[at + 2 :]))


def _every_pair(words: Words) -> Words:
    """With all of them for every pair: "every pair of shoes"; "an extra fork" is another one."""
    words = _another(words)
    for at in range(len(words) - 3):
        pairs = (words[at] in ("every", "each") and words[at + 1] == "pair") or words[at : at + 2] == ("all", "pairs")
        if pairs and words[at + 2] == "of":
            return _every_pair((*words[:at], "all", *words[at + 3 :]))
    return words


def _things_of_a_kind(words: Words, reader: SentenceReader) -> Words:
    """With the plural of a kind for "things" behind it: "the sweet things" are all sweets."""
    for at in range(1, len(words) - 1):
        name = reader.names.match(words, at) if words[at + 1] in _THINGS and words[at - 1] in _ALL else None
        if name is None or name.length > 1 or name.is_plural or name.concept is None or reader.names.is_place(name):
            continue
        if words[at] in reader.names.ontology.all_materials:
            continue  # "the glass things"
        several = plural(words[at])
        kind = reader.names.match((several,), 0)
        if kind is not None and kind.concept == name.concept and kind.is_plural:
            first = at - 1 - (words[at - 2 : at - 1] == ("all",))
            return _things_of_a_kind((*words[:first], "all", several, *words[at + 2 :]), reader)
    return words


def _all_to_use(words: Words, reader: SentenceReader) -> Words:
    """With the kind for all that is there to eat or to drink: "everything to drink", "the things to eat"."""
    for at in range(1, len(words) - 1):
        use = lx.ALL_TO.get(words[at : at + 2])
        begin = at - 1
        if use is None or words[begin] not in _THINGS | {"everything"} or words[at + 2 : at + 3] == ("from",):
            continue
        if words[begin] in _THINGS and begin > 0 and words[begin - 1] in _ALL:
            begin -= 2 if words[max(0, begin - 2) : begin] == ("all", "the") else 1
        reader.turned.add(words[at : at + 2])
        return _all_to_use((*words[:begin], *use, *words[at + 2 :]), reader)
    return words


def _told_behind(words: Words, reader: SentenceReader) -> Words:
    """With what is required of it behind "something to eat": "something healthy to eat"."""
    known = reader.book.adjectives
    for at in range(len(words) - 1):
        said = next((a for a in _NO_ALCOHOL if words[at + 1 : at + 1 + len(a)] == a), ())
        if words[at] in _SOMETHING and said and words[at + 1 + len(said) : at + 2 + len(said)] != ("to",):
            reader.turned.add(words[at : at + 1 + len(said)])
            return (*words[:at], "a", "non-alcoholic", "drink", *words[at + 1 + len(said) :])
    for at in range(len(words) - 3):
        if words[at] not in _SOMETHING or words[at + 2] != "to" or words[at + 3] not in _USES:
            continue
        look, use = words[at + 1], words[at + 3]
        whole = reader.names.match((look, use), 0)
        if whole is not None and whole.length > 1:  # "a cold drink"
            reader.turned.update({words[at : at + 1], words[at : at + 4]})
            return (*words[:at], "a", look, use, *words[at + 4 :])
        if known.attribute(look) is not None or known.requirements.find(words, at + 1) is not None:
            return (*words[: at + 1], *words[at + 2 : at + 4], "that", "is", words[at + 1], *words[at + 4 :])
    return words


def _without_amounts(words: Words, reader: SentenceReader) -> Words:
    """Without "bit of" before what is called so: "that crumpled bit of paper" is crumpled paper."""
    for at in range(1, len(words) - 2):
        if words[at] not in _AMOUNTS or words[at + 1] != "of" or reader.names.match(words, at) is not None:
            continue
        looks = (words[at - 1], *words[at + 2 :])
        name = reader.names.match(looks, 0) or reader.names.match(words, at + 2)
        if name is not None and not reader.names.is_place(name):  # "a bit of light" is no lamp to be brought
            return _without_amounts((*words[:at], *words[at + 2 :]), reader)
    return words
