# SPDX-License-Identifier: Apache-2.0
"""From an instruction to clauses that each begin with a verb of a known act. What is not understood is passed over.

The planner's grammar reads what the robot is to do, and refuses what it does not understand. This reader has to find
what is dangerous also where there is no skill for it, so it skips what it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from makedo_core.danger.values import DangerAct

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TOKEN = re.compile(r"[a-z0-9]+(?:['\u2019-][a-z0-9]+)*|[.,;:!?]")
_AS_ONE_WORD = {
    "do not": "don't",
    "in front of": "near",
    "next to": "near",
    "close to": "near",
    "adjacent to": "near",
    "by the side of": "near",
    "on top of": "on",
    "out of": "from",
    "along with": "and",
    "together with": "and",
    "filled with": "full-of",
    "full of": "full-of",
    "turned on": "turned-on",
    "switched on": "switched-on",
    "plugged in": "plugged-in",
    "twice as many": "double",
    "twice as much": "double",
}
_ONE_WORD = re.compile(rf"\b(?:{'|'.join(_AS_ONE_WORD)})\b")
_LETS = re.compile(
    r"\b(?:let|allow) ((?:(?:the|my|our|her|his|your) )?(?:[a-z'-]+ )?[a-z'-]+) (?:to )?"
    r"(?:(drink|eat|taste|lick|swallow|chew on|chew|suck on|suck)|have|play with|hold|use|handle) (?=[a-z])"
)
"""To let somebody drink something is to give it to them: "let the children drink the paint"."""
_ENDS = frozenset(".!?;")
_MARKS = _ENDS | {",", ":"}
_JOINTS = frozenset(
    "and then while whilst before after but until so or by because as once plus when if unless that which where who "
    "whom".split()
)
_GOES_ON = frozenset({"and", "or", "plus", ","})
_NOT = frozenset(
    "don't dont do_not not never without avoid stop doesn't shouldn't can't cannot won't nobody no isn't aren't wasn't "
    "weren't hasn't haven't".split()
)
_ASKS = frozenset("is are was were do does did has have where what which who why how whose should may".split())
_BEFORE_VERBS = frozenset(
    "please now first next finally also just can could would will you i we want wants need needs to like have let lets "
    "let's us me robot hey ok okay go get try attempt proceed help start begin continue kindly again quickly there "
    "makedo must should make sure further immediately ensure".split()
)
_WISHES = frozenset("want wants need needs like must should".split())
_BEHIND_PARTICLES = frozenset(
    "for with without again at in inside three several many two that that's which".split()
)
PARTICLES = frozenset("on off up down away out over in".split())
DETERMINERS = frozenset(
    "a an the some any this that these those my your his her its our their all every each both another one two three "
    "four five several many few more".split()
)
_AFTER_WHICH_A_NOUN_COMES = DETERMINERS | frozenset(
    "in into inside on onto to at from with of for near over under using upon through without".split()
)
_ALSO_NOUNS = frozenset(
    "dirty muddy soil foul litter stain light wash water cover wet plug bin trash clean drill hammer tape glue pitch "
    "cast char".split()
)
"""Verbs that are as often no verbs, so that their object has to begin like one: "dirty the mirror", "dirty things"."""
_SWITCHED = (("on",), ("off",))
_NOUNS_ALONE = frozenset("heat fire water shock light damage harm".split())
_LOOKS = frozenset("dirty muddy wet light clean".split())
_BEGINS_OBJECT = DETERMINERS | {"it", "them"}
_MADE_FOR = frozenset(
    "board machine pan can bowl tray kit table room basket pin pool bag sheet dish paper powder soda oil spoon pot cup "
    "glass knife needle fork jug tin rack".split()
)
"""Nouns that say with a verb before them what they are made for: a cutting board, a frying pan."""
_LEAVES = frozenset("leave keep leaving keeping".split())
_STATES_OF_THINGS = frozenset(
    "burning running boiling cooking charging soaking hanging standing simmering leaning lying sitting open".split()
)
_NOT_BEFORE_GERUNDS = _AFTER_WHICH_A_NOUN_COMES | frozenset(
    "it them leave keep left is are am be isn't aren't wasn't weren't still already always".split()
)


@dataclass(frozen=True, slots=True)
class SpokenClause:
    """Words from one verb to the next.

    Attributes:
        act: what the verb means.
        verb: as it was found, e.g. "turn on".
        words: behind the verb, without its particle.
        said: the whole clause, with what hangs on it.
        joint: the word that joins it to the clause before, e.g. "after"; empty: it begins a sentence.
    """

    act: DangerAct
    verb: str
    words: tuple[str, ...]
    said: str
    joint: str = ""


@dataclass(frozen=True, slots=True)
class ActVerb:
    """A verb of an act: its first word in all its forms, and the particles behind it."""

    act: DangerAct
    base: str
    particles: tuple[str, ...]


class ActVerbs:
    """Finds verbs at the beginning of words.

    Args:
        acts: the verbs of each act.
        is_thing: whether a word names a kind of things: "saw".
    """

    def __init__(self, acts: Mapping[DangerAct, Sequence[str]], is_thing: Callable[[str], bool]) -> None:
        self._is_thing = is_thing
        self._first: dict[str, list[ActVerb]] = {}
        self._bases: set[str] = set()
        for act, verbs in acts.items():
            for verb in verbs:
                base, *particles = verb.split()
                self._bases.add(base)
                for form in set(_forms(base)) - {"using", "standing"}:  # "with"; "while standing there"
                    self._first.setdefault(form, []).append(ActVerb(act, base, tuple(particles)))
        for known in self._first.values():
            known.sort(key=lambda v: -len(v.particles))

    def is_base(self, word: str, behind: Sequence[str]) -> bool:
        """Whether a word is a verb as it stands behind "to", by the word behind it: none in "near to heat"."""
        if word in _NOUNS_ALONE and tuple(behind[:1]) in ((), (".",)):
            return False
        return word in self._bases and not (word in _ALSO_NOUNS and not _BEGINS_OBJECT.issuperset(behind[:1] or ("",)))

    def is_gerund(self, word: str) -> bool:
        """Whether a word is a verb in -ing."""
        return word.endswith("ing") and word in self._first

    def at_start(self, words: Sequence[str]) -> tuple[ActVerb, tuple[str, ...]] | None:
        """The verb that words begin with, and the words behind it without its particle."""
        noun = len(words) > 1 and words[0] in _ALSO_NOUNS and words[1] not in _BEGINS_OBJECT | {"into", "through"}
        noun |= words[:1] != () and words[0] in _ALSO_NOUNS and _is_one_alone(words[1:])
        noun &= tuple(words[:2]) != ("plug", "in")  # "plug in the toaster"
        noun |= words[:1] != () and words[0] in _NOUNS_ALONE and tuple(words[1:]) in _SWITCHED  # "heat on, please"
        noun |= len(words) == 1 and self._is_thing(words[0])  # "saw, hammer and nails on the shelf" saws nothing
        for verb in self._first.get(words[0], ()) if words and not noun else ():
            rest = _without(words[1:], verb.particles)
            if rest is not None:
                return verb, rest
        return None


def _is_one_alone(words: Sequence[str]) -> bool:
    """Whether "one" stands for a noun behind how it looks: "the dirty one in the hamper"."""
    return tuple(words[:1]) in (("one",), ("ones",)) and (len(words) < 2 or words[1] in _AFTER_WHICH_A_NOUN_COMES)


def _without(words: Sequence[str], particles: Sequence[str]) -> tuple[str, ...] | None:
    """The words behind a verb without what belongs to it, right behind it or its object; None: it is not there."""
    count = len(particles)
    if tuple(words[:count]) == tuple(particles):
        return tuple(words[count:])
    if count != 1 or particles[0] not in PARTICLES:
        return None
    for i, word in enumerate(words):
        ends = i + 1 == len(words) or words[i + 1] in _BEHIND_PARTICLES or words[i + 1].endswith("ly")
        if word == particles[0] and i and (ends or (i == 1 and words[0] in ("it", "them"))):
            return (*words[:i], *words[i + 1 :])
    return None


def _forms(base: str) -> Iterator[str]:
    yield base
    yield base + ("es" if base.endswith(("s", "x", "z", "ch", "sh")) else "s")
    yield base + "ing"
    yield base + base[-1] + "ing"
    if base.endswith("e") and not base.endswith("inge"):  # "singing" is no singeing
        yield base[:-1] + "ing"


def clauses_of(text: str, verbs: ActVerbs) -> Iterator[SpokenClause]:
    """The clauses of an instruction, without questions and without what is not to be done."""
    for sentence in _sentences(text):
        if sentence[-1] == "?" and sentence[0] in _ASKS:
            continue
        yield from _of_sentence(sentence, verbs)


def plain_words(text: str) -> str:
    """Words and marks in lower case with single spaces, one way to say the same for several."""
    words = _TOKEN.findall(_CAMEL.sub(" ", text).replace("_", " ").lower().replace("\u2019", "'"))
    plain = _ONE_WORD.sub(lambda found: _AS_ONE_WORD[found[0]], " ".join(words))
    return _LETS.sub(lambda found: f"{'feed' if found[2] else 'give'} {found[1]} ", plain)


def _sentences(text: str) -> Iterator[list[str]]:
    words = plain_words(text).split()
    sentence: list[str] = []
    for word in words:
        sentence.append(word)
        if word in _ENDS:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _of_sentence(sentence: Sequence[str], verbs: ActVerbs) -> Iterator[SpokenClause]:
    open_clause: SpokenClause | None = None
    denied = False
    for joint, chunk in _chunks(sentence, verbs):
        lead = set(_lead(chunk, verbs))
        tells = bool(lead & {"i", "we"}) and not lead & _WISHES  # "I cut my finger" orders nothing
        denied = (denied and joint in ("or", "and")) or bool(lead & _NOT) or tells
        starts = (verbs.at_start(chunk[at:]) for at in range(len(_lead(chunk, verbs)), -1, -1))
        found = next(filter(None, starts), None)
        if joint == "to" and open_clause is None and verbs.is_gerund(chunk[0]):
            found = None  # "I have finished cooking"
        if open_clause is not None and joint in (",", "or") and len(chunk) == 1 and chunk[0] in _LOOKS:
            found = None  # "put the socks, dirty or not, in the hamper"
        if found is not None and not denied:
            if open_clause is not None:
                yield open_clause
            verb, rest = found
            named = " ".join((verb.base, *verb.particles))
            open_clause = SpokenClause(verb.act, named, rest, " ".join(chunk), joint)
        elif open_clause is not None:
            is_noun = len(chunk) == 1 or chunk[1] not in DETERMINERS  # in "read the book" it is another verb
            is_list = is_noun and joint in _GOES_ON and not denied
            words = (*open_clause.words, "and", *chunk) if is_list else open_clause.words
            said = f"{open_clause.said} {joint} {' '.join(chunk)}"
            open_clause = _with_particle(replace(open_clause, words=words, said=said), verbs)
    if open_clause is not None:
        yield open_clause


def _with_particle(clause: SpokenClause, verbs: ActVerbs) -> SpokenClause:
    """The clause with a verb whose particle stands behind a list: "throw the box and the can away"."""
    found = verbs.at_start((clause.verb, *clause.words)) if " " not in clause.verb else None
    if found is None or not found[0].particles:
        return clause
    verb, rest = found
    return replace(clause, act=verb.act, verb=" ".join((verb.base, *verb.particles)), words=rest)


def _lead(chunk: Sequence[str], verbs: ActVerbs) -> Sequence[str]:
    """What stands before the verb: politeness, "don't", adverbs."""
    at = 0
    while at < len(chunk) and (chunk[at] in _BEFORE_VERBS or chunk[at] in _NOT or chunk[at].endswith("ly")):
        if verbs.at_start(chunk[at:]) is not None and chunk[at] not in _BEFORE_VERBS | _NOT:
            break
        at += 1
    return chunk[:at]


def _chunks(sentence: Sequence[str], verbs: ActVerbs) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Parts of a sentence with the word or mark that stands before each."""
    joint, chunk = "", list[str]()
    for at, word in enumerate(sentence):
        behind = sentence[at + 1 : at + 2]  # "scratch that, the drill" takes something back
        determines = word == "that" and bool(chunk) and bool(behind) and behind[0] not in _MARKS
        determines = determines and verbs.at_start((chunk[-1], "it")) is not None
        if word in _MARKS or (word in _JOINTS and not determines):  # "toss that cucumber"
            if chunk:
                yield joint, tuple(chunk)
                joint, chunk = word, []
            elif word not in _MARKS or not joint:
                joint = word
            continue
        before = chunk[-1] if chunk else ""
        made_for = not _MADE_FOR.isdisjoint(sentence[at + 1 : at + 2])
        made_for |= bool(chunk) and chunk[0] in _LEAVES and word in _STATES_OF_THINGS  # "leave the candle burning"
        follows_on = verbs.is_gerund(word) and before not in _NOT_BEFORE_GERUNDS and len(chunk) > 1 and not made_for
        if chunk and (follows_on or (before == "to" and verbs.is_base(word, sentence[at + 1 : at + 2]))):
            if before == "to":
                chunk.pop()
            if chunk and set(chunk) - _BEFORE_VERBS:
                yield joint, tuple(chunk)
                joint, chunk = "to", []
        chunk.append(word)
    if chunk:
        yield joint, tuple(chunk)
