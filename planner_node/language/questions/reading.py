# SPDX-License-Identifier: Apache-2.0
"""From words to a question.

A question is a frame ("how many ... are there", "which is the biggest ...") around things and a place. The frames'
words are those of language/words/questions.yaml; the things and places are read as those of instructions are, by the
reader that is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from planner_node.language.kinds import Asking, Aspect
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.questions.comparing import compared_by_number
from planner_node.language.questions.parts import COPULA, THING, QuestionParts, asks_where_to
from planner_node.language.questions.turned import turned_question
from planner_node.language.request import SceneQuestion
from planner_node.language.things import NounPhrase, Place, Side

_MARKS = frozenset({"?", ".", "!"})
_IF = frozenset({"if", "whether"})
_DONE = frozenset("has have had did do does would could can should might".split())
_PUT = frozenset("put left leave kept keep find found lay laid placed place stored store get see seen lost".split())
_HOLDING = frozenset({"has", "have", "holds", "hold", "contains", "contain"})
_WITHIN = (
    ("on", "it"), ("in", "it"), ("inside", "it"), ("on", "them"), ("in", "them"), ("inside",), ("on", "top"),
    ("in", "there"), ("on", "there"),
)  # fmt: skip
_GONE = frozenset({"go", "gone", "went", "end", "disappear", "vanish"})
_THERE = frozenset("be been kept stored stand lie located lying standing hiding hidden gone now again usually".split())
_PERHAPS = frozenset("maybe perhaps possibly still already also by chance".split())
_APART = (
    ("besides",),
    ("except", "for"),
    ("except",),
    ("apart", "from"),
    ("other", "than"),
    ("aside", "from"),
    ("but",),
)
_NOT_THERE = (
    *((that, be, "not") for that in ("that", "which") for be in ("is", "are")),
    *((that, be) for that in ("that", "which") for be in ("isn't", "aren't")),
    ("but", "not"),
    ("and", "not"),
)
_ONLY_THINGS = NounPhrase("things", None, count=None)
_SOME = frozenset("any some one a an either anything something anyone somebody someone anybody".split())
_SPEAKERS = frozenset({"we", "i", "you"})
_FAR = 6  # words from "where" to such a verb


@dataclass(frozen=True, slots=True)
class QuestionReader:
    """Reads questions about one scene.

    Attributes:
        book: words.
        parts: reads things, people and places.
    """

    book: Phrasebook
    parts: QuestionParts

    def read(self, words: Sequence[str], led: bool = False) -> SceneQuestion | None:
        """The question that the words put; None: they put none.

        Args:
            words: of the question.
            led: whether they stand behind "tell" and the like.

        Raises:
            NotUnderstoodError: if it is a question about what nobody knows.
        """
        rest = tuple(w for w in words if w not in _MARKS)
        for told in (("to", "me"), ("to", "us")):
            rest = rest[:-2] if rest[-2:] == told else rest
        while rest:
            if (asked := self.frame(rest, led)) is not None:
                return asked
            lead = self.lead_in(rest)
            led |= self.book.questions.lead_ins.find(rest, 0) is not None
            if lead == 0:
                return None
            rest = rest[lead:]
        return None

    def is_certain(self, words: Sequence[str]) -> bool:
        """Whether words that could not be read are a question about the scene all the same."""
        questions = self.book.questions
        tables = (questions.how_many, questions.where, questions.whether)
        return any(table.find(tuple(words), 0) for table in tables) or words[:1] == ("where",)

    def lead_in(self, words: tuple[str, ...]) -> int:
        """How many words in front say nothing more."""
        for table in (self.book.questions.lead_ins, self.book.clauses.polite):
            found = table.find(words, 0)
            if found is not None and found.length < len(words):
                return found.length
        return 1 if words and words[0] in (",", "that", "so") and len(words) > 1 else 0

    def frame(self, words: tuple[str, ...], led: bool) -> SceneQuestion | None:
        """The question without what stands before it; `led`: behind "tell me" and the like."""
        if not led and words[0] in _IF:
            return None  # a condition
        words = turned_question(words, self.book, self.parts)
        if (by_number := compared_by_number(words, self.book, self.parts)) is not None:
            return replace(by_number, text=" ".join(words))
        for reader in (
            self.around,
            self.aspect,
            self.counted,
            self.most,
            self.where,
            self.holding,
            self.who,
            self.whether,
            self.whether_so,
            self.what,
            self.which,
        ):
            if (found := reader(words)) is not None:
                return replace(found, text=" ".join(words))
        found = self.most(words, led=True) if led else None
        return None if found is None else replace(found, text=" ".join(words))

    # ------------------------------------------------------------------------------------------------ frames

    def where(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "where is the apple", "where the apple is"."""
        if asks_where_to(words):
            return None
        found = self.book.questions.where.find(words, 0)
        may = words[:1] == ("where",) and words[1:2] and words[1] in _DONE
        while (found or may) and len(words) > 3 and words[-1] in _THERE:
            words, may = words[:-1], not found
            if may and words[1] in _DONE:  # "where could the saw be"
                return self.parts.about(Asking.WHERE, tuple(w for w in words[2:] if w not in _THERE))
        if found is not None:
            return self.parts.about(Asking.WHERE, words[found.length :])
        if words[:1] == ("where",) and words[-1] in COPULA:
            return self.parts.about(Asking.WHERE, words[1:-1])
        if words[:1] == ("where",) and words[-1] in _THERE and len(words) > 3 and words[-2] in _DONE:
            return self.parts.about(Asking.WHERE, words[1:-2])  # "where the thermometer might be"
        put = next((i for i, word in enumerate(words[:_FAR]) if i > 2 and word in _PUT), 0)
        if words[:1] == ("where",) and words[-1] in _GONE | {"up"} and len(words) > 2:  # "where did the saw go"
            gone = words[:-2] if words[-2:] == ("end", "up") else words[:-1]
            return self.parts.about(Asking.WHERE, gone[1 + (gone[1] in _DONE) :]) if len(gone) > 2 else None
        if words[:1] == ("where",) and put and words[1] in _DONE:  # "where has Ben put his beer"
            return self.parts.about(Asking.WHERE, words[put + 1 :])
        out = self.book.questions.run_out.find(words, 0)
        return None if out is None else self.parts.about(Asking.WHERE, words[out.length :])

    def holding(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "what does the fridge contain", "does the chest have a drill in it", "who has a beer"."""
        having = self.book.questions.having.find(words, 0)
        if having is not None and len(words) > having.length and words[having.length] != "nothing":
            asked = self.parts.about(Asking.WHERE, words[having.length :])
            people = NounPhrase("people", "person", count=None)
            return (
                None if asked is None or asked.place is not None else replace(asked, place=Place(Side.INSIDE, people))
            )
        what = words[:1] == ("what",)
        begin = 1 + what
        if words[what : what + 1] not in (("does",), ("do",)):
            return None
        held = next((i for i in range(begin + 1, len(words)) if words[i] in _HOLDING), 0)
        behind = words[held + 1 :]
        within = next((w for w in _WITHIN if behind[-len(w) :] == w), ()) if behind else ()
        behind = behind[: len(behind) - len(within)]
        if not held or bool(behind) is what or not self.parts.names_place(words[begin:held]):
            return None
        place = self.parts.spans.place(
            (within[0] if within and within[0] in ("on", "in") else "at", *words[begin:held])
        )
        if what:
            return SceneQuestion(Asking.WHAT, "", (), place)
        asked = self.parts.about(Asking.WHETHER, behind)
        return None if asked is None or asked.place is not None else replace(asked, place=place)

    def whether(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "is there any milk", "do we have apples", "if there is milk in the fridge", "any milk left"."""
        questions = self.book.questions
        found = questions.whether.find(words, 0)
        if found is None and words[0] in _IF:
            found = questions.embedded_whether.find(words[1:], 0)
            words = words[1:] if found else words
        if found is not None:
            rest = words[found.length :]
            while len(rest) > 1 and rest[0] in _PERHAPS:
                rest = rest[1:]
            rest = rest[2:] if rest[:2] == ("at", "least") else rest
            rest = tuple("and" if word == "or" else word for word in rest)  # "a saw or a drill": either will do
            if rest[:1] != () and rest[0] in _IF:
                return self.frame(rest, True)  # "can you see whether the window is open"
            if person := self.parts.somebody(rest):
                return replace(person, asking=Asking.WHETHER)
            return self.parts.about(Asking.WHETHER, rest)
        is_short = words[0] in ("any", "anything") and questions.lead_ins.find(words, 0) is None
        return self.parts.about(Asking.WHETHER, words) if is_short else None

    def whether_so(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "is the fridge open", "is the apple on the table", "whether the fridge is open"."""
        if words[0] in _IF:
            at = next((i for i, w in enumerate(words) if w in COPULA and i > 1), None)
            if at is None:
                return None
            words = (words[at], *words[1:at], *words[at + 1 :])
        if words[0] not in self.book.questions.whether_so or len(words) < 3:
            return None
        rest = self.parts.without_still(words[1:])
        if self.parts.starts_place(rest):
            return None
        either = rest[-2:-1] == ("or",) and bool(self.parts.state(rest[-1:]) and self.parts.state(rest[-3:-2]))
        rest = rest[:-2] if either else rest
        for split in range(max(1, len(rest) - 2), len(rest)):
            state = self.parts.state(rest[split:])
            if state:
                asked = self.parts.about(Asking.STATE, rest[:split])
                some = not _SOME.isdisjoint(rest[:1])
                return None if asked is None else replace(asked, state=state, some=some, either=either)
        if person := self.parts.somebody(rest):
            return replace(person, asking=Asking.WHETHER)
        asked = self.parts.about(Asking.WHETHER, rest)
        return asked if asked is not None and _placed(asked) else None

    def counted(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "how many cups are in the kitchen", "how many people in the kitchen are wearing red shirts"."""
        begin = 0
        while begin < len(words) and words[begin] in COPULA | {"what", "what's"}:
            begin += 1
        found = self.book.questions.how_many.find(words, begin)
        if found is None or len(words) == begin + found.length:
            return None
        rest = words[begin + found.length :]
        people = self.parts.somebody(rest)
        if people is not None:
            return people
        rest = self.parts.joined(rest)
        return self.so_counted(rest) or self.parts.about(Asking.COUNT, rest)

    def so_counted(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "how many test tubes | are blue"; None if nothing says how they are."""
        if len(words) < 3 or words[-2] not in COPULA or not (looks := self.parts.state(words[-1:])):
            return None
        asked = self.parts.about(Asking.COUNT, words[:-2])
        if asked is None:
            return None
        things = tuple(replace(t, attributes=t.attributes | {looks}) for t in asked.things)
        return replace(asked, things=things)

    def who(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "who is in the kitchen", "who is sitting on the sofa"."""
        found = self.book.questions.who.find(words, 0)
        if found is None:
            return None
        asked = self.parts.somebody(("people", *words[found.length :]))
        return None if asked is None else replace(asked, asking=Asking.WHAT)

    def most(self, words: tuple[str, ...], led: bool = False) -> SceneQuestion | None:
        """As in "which is the biggest thing on the shelf", "the heaviest object", "which cup is the smallest"."""
        measures = self.book.questions.measures
        at = next((i for i in range(len(words)) if measures.find(words, i)), None)
        found = None if at is None else measures.find(words, at)
        if at is None or found is None or not self.may_ask(words, at, led):
            return None
        before = tuple(w for w in words[:at] if w not in COPULA | {"which", "what", "whats", "what's", "of", "the"})
        behind = words[at + found.length :]
        if behind[:1] == ("of",):
            behind = behind[1:]
        if behind[:1] and behind[0] in THING:
            behind = behind[1:]
        asked = self.parts.about(Asking.MOST, (*before, *self.parts.joined(behind)))
        return None if asked is None else replace(asked, measure=found.value)

    def may_ask(self, words: tuple[str, ...], at: int, led: bool) -> bool:
        """Whether a measure stands where a question has it, and not in an order such as "take the biggest one"."""
        return words[0] in ("which", "what", "what's", "whats", "name") or (
            led and words[at - 1 : at] in ((), ("the",))
        )

    def which(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "which drinks are in the fridge", "what fruit do we have", "describe the objects on the table"."""
        found = self.book.questions.which.find(words, 0)
        if found is None or len(words) == found.length:
            return None
        rest = words[found.length :]
        held = next((i for i, word in enumerate(rest[:_FAR]) if i and word in _HOLDING), 0)
        held = 0 if held and _SPEAKERS & {rest[held - 1], *rest[held + 1 : held + 2]} else held  # "do we have"
        if held and words[0] in ("which", "what") and len(rest) > held + 1:  # "which desk has the calculator (on it)"
            within = next((w for w in _WITHIN if rest[-len(w) :] == w), ())
            return self.parts.about(Asking.WHERE, rest[held + 1 : len(rest) - len(within)])
        copula = next((i for i, word in enumerate(rest[:_FAR]) if i and word in COPULA), 0)
        if copula and rest[-1] in ("on", "in") and len(rest) > copula + 2 and self.parts.names_place(rest[:copula]):
            return self.parts.about(Asking.WHERE, rest[copula + 1 : -1])  # "which shelf is the honey on"
        if rest[0] == "of" and len(rest) > 1:
            rest = rest[1:]  # "which of the mugs is red"
        if len(rest) == 3 and rest[0] in THING and rest[1] in COPULA and self.parts.state(rest[2:]):
            return self.parts.about(Asking.WHAT, ("things", "that", "are", rest[2]))
        if len(rest) > 2 and rest[-2] in COPULA and (looks := self.parts.state(rest[-1:])):
            asked = self.parts.about(Asking.WHAT, rest[:-2])
            is_thing = asked is not None and asked.things and asked.place is None
            things = tuple(replace(t, attributes=t.attributes | {looks}) for t in asked.things) if asked else ()
            return replace(asked, things=things) if asked is not None and is_thing else None
        if rest[0] in COPULA or self.parts.starts_place(rest):
            return None
        rest = self.parts.joined(rest)
        return self.parts.somebody(rest, Asking.WHAT) or self.parts.about(Asking.WHAT, rest)

    def what(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "what is on table 2", "what do we have in the fridge"."""
        found = self.book.questions.what.find(words, 0)
        rest = words[found.length :] if found else words[1:] if words[:1] == ("what",) else ()
        if words[:1] == ("what",) and words[-1] in COPULA:
            rest = words[1:-1]  # "what on the table is"
        rest = self.parts.without_still(rest)
        while len(rest) > 1 and rest[0] in _PERHAPS:
            rest = rest[1:]  # "what is still in the dryer"
        if words[0] in ("what", "what's") and len(rest) == 1 and self.parts.state(rest):
            return self.parts.about(Asking.WHAT, ("things", "that", "are", *rest))  # "what is dirty"
        if not rest or not self.parts.starts_place(rest):
            return None
        for at in range(2, len(rest) - 1):  # what is there is red, and not the counter: "on the counter that is red"
            if (behind := self.not_there(rest[at:])) is not None:
                there = NounPhrase("things", None, count=None, source=behind)
                others = replace(_ONLY_THINGS, excluded=(there,))
                return SceneQuestion(Asking.WHAT, "", (others,), self.parts.spans.place(rest[:at]))
            apart = next((a for a in _APART if rest[at : at + len(a)] == a), None)
            if apart is not None:
                rest = ("everything", "except", *rest[at + len(apart) :], *rest[:at])
                return self.parts.about(Asking.WHAT, rest)
            if rest[at] in ("that", "which") and rest[at + 1] in COPULA:
                return self.parts.about(Asking.WHAT, ("things", *rest[at:], *rest[:at]))
        return SceneQuestion(Asking.WHAT, "", (), self.parts.spans.place(rest))

    def not_there(self, words: tuple[str, ...]) -> Place | None:
        """The place of "that is not on the shelf", "but not on the shelf"; None: the words say no such."""
        length = next((len(lead) for lead in _NOT_THERE if words[: len(lead)] == lead), 0)
        rest = words[length:] if length else ()
        return self.parts.spans.place(rest) if rest and self.parts.starts_place(rest) else None

    def around(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "what is here", "what can you see", "what's around you": all that is in the room where the robot is."""
        questions = self.book.questions
        found = questions.what.find(words, 0)
        if found is None or (room := self.parts.room_here()) is None:
            return None
        rest = words[found.length :]
        around = questions.around.find(rest, 0) if rest else None
        if around is None if rest else words[found.length - 1] != "see":
            return None
        if around is not None and around.length < len(rest):
            return None
        return SceneQuestion(Asking.WHAT, "", (), room)

    def aspect(self, words: tuple[str, ...]) -> SceneQuestion | None:
        """As in "the name of the person at the sofa", "what colour is the mug", "how the person at the sofa looks"."""
        rest, at = words, 0
        while rest[at : at + 1] and rest[at] in COPULA | {"what", "what's", "which"}:
            at += 1
        found = self.book.questions.aspects.find(rest, at)
        if found is not None:
            of = at + found.length
            while rest[of : of + 1] and rest[of] in COPULA | {"of"}:
                of += 1
            if of > at + found.length and of < len(rest):
                return self.aspect_of(found.value, rest[of:])
        if words[:1] == ("what",) and words[-1] == "wearing" and len(words) > 3 and words[1] in COPULA:
            return self.aspect_of(Aspect.LOOKS, words[2:-1])
        if words[:2] == ("what", "does") and words[-2:] == ("look", "like") and len(words) > 4:
            return self.aspect_of(Aspect.LOOKS, words[2:-2])
        if words[:1] == ("how",) and len(words) > 2:
            inner = tuple(w for w in words[1:] if w not in ("does", "do", "looks", "look", "like", "is"))
            if len(inner) < len(words) - 1 and {"looks", "look"} & set(words):
                return self.aspect_of(Aspect.LOOKS, inner)
        return None

    def aspect_of(self, aspect: Aspect, words: tuple[str, ...]) -> SceneQuestion | None:
        """A question about how somebody or something is."""
        asked = self.parts.somebody(words) or self.parts.about(Asking.ASPECT, words)
        return None if asked is None else replace(asked, asking=Asking.ASPECT, aspect=aspect)


def _placed(asked: SceneQuestion) -> bool:
    """Whether a question says where."""
    return asked.place is not None or any(t.source is not None for t in asked.things)
