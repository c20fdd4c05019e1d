# SPDX-License-Identifier: Apache-2.0
"""Spells out an instruction that speaks of the one before: "put it back", "now the other one", "the same for the cups".

What comes of it is an instruction in full, which is read as any other and told to the operator. Whatever does not
clearly speak of the past is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.taxonomy import plural
from planner_node.language.conversation.standing_for import with_kinds, with_people, with_what_they_stand_for
from planner_node.language.conversation.talk import Conversation, is_person, place_of, things_of, words
from planner_node.language.conversation.undoing import put_back, some_put_back, thing_put_back
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Inquire, Put, Request
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_DETERMINED = r"(?:the|my|a|an|[^\W\d][\w-]*'s|[^\W\d]\w*[ _]\d+)\b"
"""Things begin so: "the red one", "mug 2"."""
_THINGS = rf"(?:{_DETERMINED}|(?:another|some|all|both|two|three|four|five|six|\d+)\b)"
_INDEFINITE = re.compile(r"(?:a|an|some|another|one|two|three|four|five|six|\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unsettled:
    """An instruction in full of which one thing is to be asked.

    Attributes:
        instruction: that raises the question.
        refusal: the question.
    """

    instruction: str
    refusal: Refusal


def in_full(instruction: str, talk: Conversation) -> str | Unsettled:
    """An instruction that can be read without the one before; the same where it speaks of nothing before."""
    said = _bare(instruction)
    if re.match(r"\s*no\b", instruction, re.IGNORECASE) and (found := _another_place(said, talk)):
        return found
    for rule in _RULES:
        found = rule(said, talk)
        if found:
            return found
    wrong = _the_wrong_one(said, talk)
    if wrong is not None:
        return wrong
    may_order, is_one = _may_order(instruction), with_kinds(said, talk) != said
    if may_order and is_one and re.match(_THINGS, said) and (same := _the_same(said, talk)):
        return same  # "the red one, please" is no order of its own
    alone = talk.read(instruction)
    if isinstance(alone, Request):
        return (_one_of_kind(instruction, alone, talk) if may_order else "") or instruction
    # Understood but for one thing: "bring me everything from the fridge", but not "and the one in the bedroom".
    asks = alone.gap is not None and not is_one
    may_order = may_order and not asks
    same = (_for_somebody(said, talk) or _for_a_place(said, talk) or _the_same(said, talk)) if may_order else ""
    stood_for = with_what_they_stand_for(instruction, said, talk) or _asked_about(instruction, talk)
    return same or stood_for or instruction


def _asked_about(instruction: str, talk: Conversation) -> str:
    """With what was asked about last for "it" and "them": "where is the mug? Bring it here"."""
    read = talk.read(talk.past.instruction)
    clauses = read.clauses if isinstance(read, Request) else ()
    if len(clauses) != 1 or not isinstance(clauses[0], Inquire) or talk.spoken_of:
        return ""
    things = things_of(read)
    if len(things) != 1 or len(re.findall(r"(?i)\b(?:it|them|they|those|that)\b", instruction)) != 1:
        return ""
    text = things[0].text if re.match(_DETERMINED, things[0].text) else f"the {things[0].text}"
    named = re.sub(r"^the (?:any|some|an?) ", "the ", text)
    changed = re.sub(r"(?i)\b(?:it|them|they|those|that)\b", named, instruction)
    return changed if isinstance(talk.read(changed), Request) else ""


def _may_order(instruction: str) -> bool:
    """Whether it is no mere question: "the mug?" orders nothing, "and the mug?", "what about the mug?" do."""
    w, said = words(), instruction.lower().strip()
    return not said.endswith("?") or re.match(rf"(?:{w['same']}|{w['more']}|and|please)\b", said) is not None


def _one_of_kind(instruction: str, alone: Request, talk: Conversation) -> str:
    """With the noun of "one", where nothing in the instruction itself says what it is: "the other one goes there"."""
    phrases = [p for c in alone.clauses if isinstance(c, Put) for p in (*c.what, c.place.what)]
    bare = [p for p in phrases if p.concept is None and p.node_id is None and _ends_in_one(p)]
    if not bare:
        return ""
    changed = with_kinds(instruction, talk)
    if changed == instruction and len(talk.spoken_of) == 1:
        changed = re.sub(r"(?i)\b(?:that|this) one\b", talk.spoken_of[0], instruction, count=1)
    return changed if changed != instruction and isinstance(talk.read(changed), Request) else ""


def _ends_in_one(phrase: NounPhrase) -> bool:
    return phrase.text.lower().split()[-1:] != [] and phrase.text.lower().split()[-1] in lx.ONES | {"other", "another"}


def _counted_anew(said: str, talk: Conversation) -> str:
    """So many of what was asked for, and not as many as were said before: "two actually"."""
    asked = re.fullmatch(r"(?:no,? )?(?:make (?:it|that) )?(\w+)(?: of them)?", said)
    number = _number(asked[1]) if asked is not None else 0
    counted = [p for p in things_of(talk.read(talk.past.instruction)) if _INDEFINITE.match(p.text)]
    if asked is None or number < 2 or not talk.kind or len(counted) != 1 or (counted[0].count or 0) >= number:
        return ""
    return _with_things(f"{asked[1]} {plural(talk.kind)}", talk)


def _again(said: str, talk: Conversation) -> str:
    return talk.past.instruction if re.fullmatch(words()["again"], said) else ""


def _the_other(said: str, talk: Conversation) -> str:
    """What was done to one thing is done to the other of its kind; to one of several others as "another"."""
    w = words()
    counted = re.fullmatch(rf"(?:(?:{w['same']}) )?the other (\w+)", said)
    if not re.fullmatch(rf"(?:{w['other']}|(?:{w['same']}) (?:{w['other']}))", said) and not counted:
        return ""
    others = talk.others
    wants_all = said.endswith(("others", "ones"))
    if len(others) == 1 or (others and wants_all):
        return _with_things(enumerate_words(others), talk)
    if counted and len(others) == _number(counted[1]):
        return _with_things(enumerate_words(others), talk)
    any_other = re.search(r"\b(?:another|one more)\b", said) is not None
    if any_other and talk.kind and (others or not talk.spoken_of):
        return _with_things(f"another {talk.kind}", talk)
    return ""  # which one, nobody can say


def _number(word: str) -> int:
    return lx.NUMBERS.get(word, int(word) if word.isdigit() else 0)


def _another_instead(said: str, talk: Conversation) -> str:
    """What was done to the wrong thing is done to the right one: "not that one, the red one", "no, I meant the cup"."""
    w = words()
    asked = re.fullmatch(rf"(?:(?:{w['wrong']})[,.]? )+(?:but )?(.+)", said)
    things = asked[1] if asked is not None else ""
    denied = re.fullmatch(rf"(?:(?:{w['wrong']})[,.]? )*not {_DETERMINED}[^,.]*[,.] ?(?:but )?(.+)", said)
    if denied is not None and not re.fullmatch(rf"(?:{w['wrong']})", said.partition(",")[0]):
        things = denied[1]
    if things and (meant := _another_person(things, talk)):
        return meant
    things = talk.with_look(things.removeprefix("the ")) or things
    if not things or not re.match(_DETERMINED, things):
        return ""
    return _another_place(things, talk) or _with_things(_of_kind(things, talk), talk)


def _another_person(named: str, talk: Conversation) -> str:
    """What was brought to somebody goes to who was meant: "I meant Carla"."""
    who, phrases = talk.named(named), things_of(talk.read(talk.past.instruction))
    if who is None or talk.recipient is None or who.id == talk.recipient.id or not phrases:
        return ""
    changed = f"bring {who.id} {enumerate_words(m.node_id for m in talk.moved_things) or phrases[0].text}"
    return changed if isinstance(talk.read(changed), Request) else ""


def _another_place(named: str, talk: Conversation) -> str:
    """What was put somewhere goes on to the furniture that was meant: "no wait, the coffee table"."""
    tokens = {t for t in re.findall(r"[^\W_]+", named) if t not in lx.ARTICLES}
    called = [n for n in talk.graph if tokens and tokens <= _names_of(n)]
    before = place_of(talk.read(talk.past.instruction))
    if before is None or not talk.moved or not called or any(n.kind is NodeKind.OBJECT for n in called):
        return ""
    changed = f"bring {talk.moved} to {named}"
    return changed if isinstance(talk.read(changed), Request) else ""


def _names_of(node: Node) -> set[str]:
    return {w for text in (node.id, node.label) for w in re.findall(r"[^\W_]+", text.lower())}


def _the_wrong_one(said: str, talk: Conversation) -> str | Unsettled | None:
    """What is to be done where only that it was the wrong thing is said: the only other one, or a question."""
    w = words()
    wrong = rf"{w['not_it']}|(?:(?:that|this|it)(?: is|'s| was) )?(?:the )?wrong {re.escape(talk.kind or 'one')}"
    if not re.fullmatch(rf"(?:(?:{w['wrong']})[,.]? )*(?:{wrong})", said) or not talk.spoken_of:
        return None
    before = talk.past.instruction
    span = _span(before, things_of(talk.read(before)))
    others = talk.others
    if span is None:
        return None
    if len(others) == 1:
        return _with_things(others[0], talk) or None
    about = before[span[0] : span[1]]
    if not others:
        what = talk.kind or "such thing"
        return Unsettled(
            before, Refusal(FailureCause.NOT_UNDERSTOOD, f"I know of no other {what}. Say which is meant.")
        )
    names = enumerate_words((spoken(i) for i in others), "or")
    gap = Gap(QuestionKind.WHICH, about.lower())
    text = f"Which one is meant, then: {names}?"
    return Unsettled(before, Refusal(FailureCause.AMBIGUOUS, text, others, gap=gap))


def _of_kind(things: str, talk: Conversation) -> str:
    """Things with what "one" and "ones" are: "the red one" is the red mug, where a mug was moved."""
    things = re.sub(rf",? (?:and )?not {_DETERMINED}.*$", "", things)
    kind = talk.kind if talk.spoken_of or not re.search(r"\b(?:other|others|another)\b", things) else ""
    if not kind:
        return things
    things = talk.with_look(things.removeprefix("the ")) or things
    if things in ("just one", "only one"):
        return f"{things} {kind}"
    things = re.sub(r"\bones\b", plural(kind), things, count=1)
    return re.sub(r"(?<=\w )one\b", kind, things, count=1)


def _elsewhere(said: str, talk: Conversation) -> str:
    """What was moved goes on to another place: "to table 3", "on the sofa instead"."""
    if not talk.moved or not re.match(rf"(?:{words()['sides']}) ", said):
        return ""
    return f"bring {talk.moved} {said}"


def _for_somebody(said: str, talk: Conversation) -> str:
    """What somebody got is brought to somebody else as well: "and Ben too", "one for Ben", "the same for Carla"."""
    w = words()
    asked = re.fullmatch(rf"(?:(?P<what>{w['likewise']}) )?(?:(?:for|to|with) )?(?P<who>[^\W\d][\w'. -]*)", said)
    wants = re.fullmatch(rf"(?P<who>[^\W\d][\w'. -]*) (?:{w['wants']}) (?:also )?(?P<what>{w['likewise']})", said)
    asked = wants or asked
    who = talk.named(asked["who"]) if asked is not None else None
    before = place_of(talk.read(talk.past.instruction))
    phrases = things_of(talk.read(talk.past.instruction))
    if asked is None or who is None or before is None or not phrases or talk.recipient is None:
        return ""
    number = next((n for n in (asked["what"] or "").split() if n in lx.NUMBERS and n != "one"), "")
    what = enumerate_words(p.text if _INDEFINITE.match(p.text) else "" for p in phrases)
    if number and talk.kind:
        what = _so_many_others(number, talk)
    elif asked["what"] and "one" in asked["what"] and talk.kind:
        what = f"another {talk.kind}"
    elif not what and talk.kind:
        what = f"another {talk.kind}"
    changed = f"bring {who.id} {what}"
    return changed if what and isinstance(talk.read(changed), Request) else ""


def _so_many_others(number: str, talk: Conversation) -> str:
    """So many things of the kind that were not moved yet."""
    others = talk.others[: _number(number)]
    return enumerate_words(others) if len(others) == _number(number) else f"{number} other {plural(talk.kind)}"


def _for_a_place(said: str, talk: Conversation) -> str:
    """What was put somewhere is put elsewhere as well: "and one for the sofa"."""
    asked = re.fullmatch(rf"(?P<what>{words()['likewise']}) (?:for|to|on|in) (?P<where>{_DETERMINED}.*)", said)
    before = place_of(talk.read(talk.past.instruction))
    if asked is None or before is None or not talk.kind or not talk.moved or "same" in asked["what"]:
        return ""
    tokens = {w for w in re.findall(r"[^\W_]+", asked["where"]) if w not in lx.ARTICLES}
    called = [n for n in talk.graph if tokens <= _names_of(n)]
    if not called or any(n.kind is NodeKind.OBJECT or is_person(n) for n in called):
        return ""
    number = next((n for n in asked["what"].split() if n in lx.NUMBERS and n != "one"), "")
    what = _so_many_others(number, talk) if number else f"another {talk.kind}"
    changed = f"put {what} on {asked['where']}"
    return changed if isinstance(talk.read(changed), Request) else ""


def _the_same(said: str, talk: Conversation) -> str:
    """What was done is done to other things: "the same for the cups", "also the milk", "the milk too"."""
    w = words()
    asked = re.fullmatch(rf"(?:(?:{w['same']}|{w['more']}) )?(.+)", said)
    if asked is None:
        return ""
    things = _of_kind(asked[1], talk)
    is_bare = things.split()[-1] in lx.ONES | {"other", "others", "another"}
    return "" if is_bare else _with_things(things, talk)


def _with_things(things: str, talk: Conversation) -> str:
    """The instruction before with other things in the place of its own; empty if that cannot be read."""
    before = talk.read(talk.past.instruction)
    spoken_of = things_of(before)
    for_them = re.search(r" for (?:him|her|them)$", things)
    if for_them is not None:
        if not talk.is_one_recipient:
            return ""  # which of two is "her"
        things = things[: for_them.start()]
    span = _span(talk.past.instruction, spoken_of) if spoken_of else None
    is_order = re.match(_THINGS, things) is None and isinstance(talk.read(with_people(things, talk)), Request)
    if span is None or is_order:
        return ""  # "bring him the juice instead" is an order of its own
    changed = f"{talk.past.instruction[: span[0]]}{things}{talk.past.instruction[span[1] :]}"
    changed = re.sub(rf"\b(?:any|some) (?={_DETERMINED})", "", changed)
    after = talk.read(changed)
    is_like = isinstance(after, Request) and place_of(after) == place_of(before)
    return changed if is_like and isinstance(before, Request) and _same_deed(before, after) else ""


def _same_deed(before: Request, after: Request | Refusal) -> bool:
    """Whether both are of one clause of a kind, and bring about the same state."""
    if isinstance(after, Refusal) or len(after.clauses) != 1:
        return False
    one, other = before.clauses[0], after.clauses[0]
    return type(one) is type(other) and getattr(one, "state", None) == getattr(other, "state", None)


def _span(instruction: str, phrases: Sequence[NounPhrase]) -> tuple[int, int] | None:
    """From the first to the last of some phrases in an instruction."""
    if not phrases:
        return None
    gap = r"\W+(?:and\W+)?"
    texts = [re.escape(p.text).replace(r"\ ", r"\s+") for p in phrases]
    for before in (r"(?:\bthe\s+|\b)", ""):
        found = re.search(before + gap.join(texts), instruction, re.IGNORECASE)
        if found:
            return found.span()
    return None


def _bare(instruction: str) -> str:
    """Without what only leads in or ends: "now", "please", "too"."""
    w = words()
    said = re.sub(r"\s+", " ", instruction.lower()).strip(" .!?")
    before = None
    while said != before:
        before = said
        said = re.sub(rf"^(?:{w['lead']})(?:,? )(?=.)", "", said)
        said = re.sub(r" (?:too|as well)(?=,? and )", "", said)
        shorter = re.sub(rf",? (?:{w['tail']})$", "", said)
        said = said if re.fullmatch(w["again"], said) else shorter
    return said


_RULES = (
    put_back,
    _again,
    _the_other,
    _another_instead,
    _elsewhere,
    thing_put_back,
    some_put_back,
    _counted_anew,
)
