# SPDX-License-Identifier: Apache-2.0
"""What an answer in a word or two makes of the instruction that raised a question.

"table 2", "the red one", "the second", "the one in the kitchen", "yes", "any", "never mind". An answer that fits
several options, or none, is not guessed at: the question stays. A list names several: "1 and 3", "all but the red one".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.conversation.asking_again import described
from makedo_core.conversation.choosing import holding, nearest, singled_out
from makedo_core.conversation.question import HOLE, OpenQuestion, Option, QuestionKind, filled
from makedo_core.conversation.words import AnswerWords, answer_words
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, SceneGraph

MOST_CHARACTERS = 200
_OF_WHAT_IS_HERE = frozenset({QuestionKind.WHICH, QuestionKind.WHEREABOUTS})
"""Only what the scene has answers these."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_NO = re.compile(r"^\s*no\b[,.]?\s*", re.IGNORECASE)
_ASSURED = re.compile(r"^(?:of course|obviously|naturally) | (?:of course|obviously|naturally)$")
"""Around what is meant; alone, or to a question that asks whether, it is a yes."""
_POINTING = frozenset({"", "the", "this", "that"})
_BETWEEN = re.compile(r"[,;&+]|\b(?:and|plus)\b")
_PARTS = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer was understood; this is to be done.

    Attributes:
        instruction: in full.
        note: what was decided in the speaker's place, and what is kept in mind; empty: nothing.
    """

    instruction: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Nothing is to be done any more."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """The answer was not understood.

    Attributes:
        text: why, for people.
        is_final: whether the question is not put again.
    """

    text: str
    is_final: bool = False


Answer = Answered | Withdrawn | Unclear


def answer_of(question: OpenQuestion, said: str, graph: SceneGraph, instruction: str = "") -> Answer:
    """Understand an answer.

    Args:
        question: that was asked.
        said: in the operator's words.
        graph: what the options look like and where they are.
        instruction: that raised the question; with it, "always" has the meaning of its words kept in mind.
    """
    words = answer_words()
    whole, lasts = _without_always(" ".join(_WORD.findall(said.lower())), words)
    plain = _without_asides(whole, words)
    if asks_back(plain, said, words):
        return Unclear(described(question, graph))
    if not plain or len(said) > MOST_CHARACTERS or not said.isprintable():
        return Unclear(f"An answer in a few words is expected. {question.text}")
    if plain in words.withdrawn:
        return Withdrawn()
    if question.kind is QuestionKind.WHETHER:
        return _whether(question, plain, words)
    plain = _ASSURED.sub("", plain) or plain
    if plain in words.any and question.options:
        return _any_of(question.options, graph)
    if not words.left_alone.isdisjoint({whole, plain}):
        return Withdrawn()
    if plain not in words.none and plain.startswith("no ") and question.kind is not QuestionKind.HOW_MANY:
        plain, said = plain.removeprefix("no "), _NO.sub("", said)  # "no, on the shelf"
    left = _but_some(question, plain, graph, words)
    if left is not None:
        return left
    together = _all_or_none(question, plain, words)
    if together is not None:
        return together
    several = _first_few(question, plain, words) or _several(question, said, graph, words)
    if several:
        return Answered(filled(question, enumerate_words(o.name for o in several)))
    chosen = _chosen(question.options, plain, graph, words)
    if len(chosen) == 1:
        return _kept_in_mind(question, chosen[0], instruction) if lasts else Answered(chosen[0].instruction)
    if chosen:
        names = enumerate_words((spoken(o.name) for o in chosen), "or")
        return Unclear(f"'{said.strip()}' may be {names}. Which one?")
    if question.kind not in _OF_WHAT_IS_HERE and question.template:
        return Answered(filled(question, said.strip().rstrip(".!")))
    other = _another(question, plain, graph, words)
    if other:
        return Answered(filled(question, other))
    if (measure := _only_word(plain, words)) in words.comparisons:
        return Unclear(f"I cannot tell which one is {measure}. {question.text}")
    return Unclear(f"'{said.strip()}' is none of what I asked about. {question.text}")


def asks_back(plain: str, said: str, words: AnswerWords) -> bool:
    """Whether what is said to a question is a question itself: "what do you mean?", "which ones are there"."""
    is_asking = plain.partition(" ")[0] in words.asking and plain not in words.yes | words.any
    return is_asking and (said.rstrip().endswith("?") or " " in plain)


def _any_of(options: Sequence[Option], graph: SceneGraph) -> Answered:
    option, is_nearest = nearest(options, graph)
    why = ", the nearest" if is_nearest else ""
    return Answered(option.instruction, f"You leave it to me: I take {spoken(option.name)}{why}.")


def _without_asides(plain: str, words: AnswerWords) -> str:
    """An answer without "please", "I'd say" and the like around it."""
    before = None
    while plain != before:
        before = plain
        for aside in words.asides:
            if plain != aside:
                plain = plain.removeprefix(f"{aside} ").removesuffix(f" {aside}")
    return plain


def _but_some(question: OpenQuestion, plain: str, graph: SceneGraph, words: AnswerWords) -> Answer | None:
    """Which one is left by "not the red one" or "any but the red one"; None: nothing like that was said."""
    if question.kind is not QuestionKind.WHICH or len(question.options) < 2:
        return None
    for leads, takes_any in ((words.any_but, True), (words.denied, False)):
        lead = next((p for p in sorted(leads, key=len, reverse=True) if plain.startswith(f"{p} ")), None)
        if lead is None:
            continue
        named = _chosen(question.options, plain.removeprefix(f"{lead} "), graph, words)
        left = tuple(o for o in question.options if o not in named)
        if not named or not left:
            return None
        if len(left) == 1:
            return Answered(left[0].instruction)
        names = enumerate_words((spoken(o.name) for o in left), "or")
        return _any_of(left, graph) if takes_any else Unclear(f"That leaves {names}. Which one?")
    return None


def _without_always(plain: str, words: AnswerWords) -> tuple[str, bool]:
    """An answer without "always"; whether that was said."""
    for phrase in sorted(words.always, key=len, reverse=True):
        for end in (f" {phrase}", f"{phrase} "):
            if plain.endswith(end) or (end.endswith(" ") and plain.startswith(end)):
                return plain.removesuffix(end).removeprefix(end).strip(), True
    return plain, False


def _all_or_none(question: OpenQuestion, plain: str, words: AnswerWords) -> Answer | None:
    """Every one of several, or none of them; None: neither was said."""
    if question.kind is not QuestionKind.WHICH or not question.options:
        return None
    if plain in words.none:
        return Unclear("None of these, then. Say which other one is meant, or 'never mind'.")
    if plain not in words.all or not question.template:
        return None
    if "both" in plain.split() and len(question.options) != 2:
        return Unclear(f"There are {len(question.options)} of them, so I do not know which two. {question.text}")
    return Answered(filled(question, enumerate_words(o.name for o in question.options)))


def _first_few(question: OpenQuestion, plain: str, words: AnswerWords) -> tuple[Option, ...]:
    """The first or the last two of the list, or more; none where something else was said."""
    said = [w for w in plain.split() if w not in ("the", "ones")]
    number = words.numbers.get(said[-1], 0) if len(said) == 2 and said[0] in ("first", "last") else 0
    if question.kind is not QuestionKind.WHICH or not question.template or not 1 < number <= len(question.options):
        return ()
    return question.options[:number] if said[0] == "first" else question.options[-number:]


def _several(question: OpenQuestion, said: str, graph: SceneGraph, words: AnswerWords) -> tuple[Option, ...]:
    """Those that a list names, or all but those: "1 and 3", "all but cup 2"; none where one of them is unclear."""
    if question.kind is not QuestionKind.WHICH or not question.template:
        return ()
    listed = " ".join(said.lower().split())
    but = next((b for b in sorted(words.but, key=len, reverse=True) if listed.startswith(f"{b} ")), "")
    parts = [" ".join(_WORD.findall(part)) for part in _BETWEEN.split(listed.removeprefix(but))]
    found = [_chosen(question.options, part, graph, words) for part in parts if part]
    if any(len(options) != 1 for options in found) or len(found) < (1 if but else 2):
        return ()
    named = {options[0].name for options in found}
    return tuple(option for option in question.options if (option.name in named) is not bool(but))


def _another(question: OpenQuestion, plain: str, graph: SceneGraph, words: AnswerWords) -> str:
    """The id of the only other thing or place that an answer names; empty: it names none, or several."""
    if question.kind not in _OF_WHAT_IS_HERE or not question.template:
        return ""
    content = {w for w in plain.split() if w not in words.fillers}
    named = [n.id for n in graph if content and content <= _known_of(n.id, graph) and content & _named_by(n)]
    return named[0] if len(named) == 1 else ""


def _named_by(node: Node) -> set[str]:
    """Words of what a node is called; what is on the sofa is no sofa."""
    return {p for text in (node.id, node.label) for p in _PARTS.findall(text.lower()) if not p.isdigit()}


def _kept_in_mind(question: OpenQuestion, option: Option, instruction: str) -> Answered:
    """An answer that holds from now on: the instruction says so itself, where words of it were asked about."""
    begin, hole, end = question.template.partition(HOLE)
    escaped = instruction.replace(HOLE, "")
    about = escaped[len(begin) : len(escaped) - len(end)] if hole else ""
    if question.kind is not QuestionKind.WHICH or not about or f"{begin}{about}{end}" != escaped:
        return Answered(option.instruction)
    return Answered(f"By '{about}' I mean {option.name}. {option.instruction}")


def _whether(question: OpenQuestion, plain: str, words: AnswerWords) -> Answer:
    """Yes or no, whatever is said behind it."""
    by_name = {option.name: option for option in question.options}
    for name, phrases in (("no", words.no), ("yes", words.yes)):
        said = next((p for p in sorted(phrases, key=len, reverse=True) if f"{plain} ".startswith(f"{p} ")), None)
        if said is None:
            continue
        rest = plain.removeprefix(said).split()
        if name == "yes" and not words.limiting.isdisjoint(rest):
            return Unclear(f"I cannot take a part of it here: say yes or no, or all of it anew. {question.text}")
        if name == "yes" and not words.assenting.issuperset(rest):
            continue  # "ok, now put everything back"
        if name in by_name:
            return Answered(by_name[name].instruction)
        if name == "no":
            anew = "I leave it, then. Say all of it anew, if something else is meant."
            is_more = any(w not in words.fillers | words.limiting for w in rest)
            return Unclear(anew, is_final=True) if is_more else Withdrawn()
    if plain in words.any and "no" in by_name:
        return Answered(by_name["no"].instruction, "You leave it to me: I leave it.")
    return Unclear(f"Say yes or no. {question.text}")


def _chosen(options: Sequence[Option], plain: str, graph: SceneGraph, words: AnswerWords) -> tuple[Option, ...]:
    """Options that an answer fits: by place in the list, or by all that it says."""
    exact = tuple(o for o in options if " ".join(_PARTS.findall(o.name.lower())) == " ".join(_PARTS.findall(plain)))
    if exact:
        return exact
    said = plain.split()
    content = [w for w in said if w not in words.fillers or w in words.ordinals]
    if len(content) == 1 and content[0] in words.ordinals:
        index = words.ordinals[content[0]]
        return tuple(options[index : index + 1])
    if plain in words.last:
        return tuple(options[-1:])
    if (with_it := holding(options, plain, graph)) is not None:
        return with_it
    if len(content) == 1 and (by := words.comparisons.get(content[0])) is not None:
        option = singled_out(options, by, graph)
        if option is not None:
            return (option,)
    counted = _with_numbers([w for w in _without_the_one(said) if w in content or w in words.numbers], words)
    for needed in (counted, content):  # "table one"; "the red one"
        fitting = tuple(o for o in options if needed and set(needed) <= _known_of(o.name, graph))
        if fitting:
            return fitting
    return ()


def _without_the_one(said: Sequence[str]) -> list[str]:
    """Without "one" where it counts nothing: "the one in the hallway"."""
    before = ("", *said)
    return [w for w, earlier in zip(said, before, strict=False) if w != "one" or earlier not in _POINTING]


def _only_word(plain: str, words: AnswerWords) -> str:
    """The only word of an answer that says which one; empty: there are several, or none."""
    content = [w for w in plain.split() if w not in words.fillers]
    return content[0] if len(content) == 1 else ""


def _with_numbers(said: Sequence[str], words: AnswerWords) -> list[str]:
    """Words, with a number joined to the word before it: "table", "one" is "table1"."""
    found: list[str] = []
    for word in said:
        number = str(words.numbers.get(word, word))
        if number.isdigit() and found and not found[-1][-1].isdigit():
            found[-1] += number
        else:
            found.append(number)
    return found


def _known_of(name: str, graph: SceneGraph) -> set[str]:
    """Words that may be said of an option: its name, class, looks, states, and where it is."""
    parts = _PARTS.findall(name.lower())
    known = {*parts, "".join(parts[-2:])}
    node = graph.nodes.get(name)
    if node is None:
        return known
    known.update(p for text in (node.label, *node.attributes, *node.states) for p in _PARTS.findall(str(text).lower()))
    for around in (graph.support(name), graph.room_of(name)):
        if around is not None:  # its number is not that of the option
            parts = _PARTS.findall(around.lower())
            known |= {"".join(parts[-2:]), *(p for p in parts if not p.isdigit()), *_PARTS.findall(graph[around].label)}
    return known
