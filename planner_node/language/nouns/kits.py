# SPDX-License-Identifier: Apache-2.0
"""What is needed to make something: "the necessary parts to assemble a PC", "the ingredients for a sandwich"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner_node.language.nouns.noun_phrases import NounPhrases
from planner_node.language.request import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names
from planner_node.language.words.phrases import Phrases, listed
from planner_node.language.words.qualities import read_qualities
from planner_node.language.words.quantities import read_quantity

_FAR = 14  # words from "the parts" to what they are for


@dataclass(frozen=True, slots=True)
class Kit:
    """What something is made of, by names that the ontology may know.

    Attributes:
        part: what any one of the parts is called.
        needed: one of each is needed.
        welcome: what goes with it.
    """

    part: str
    needed: tuple[str, ...]
    welcome: tuple[str, ...] = ()


_PC = Kit("pc part", ("motherboard", "cpu", "ram", "gpu", "psu", "case"))
_DESKTOP = Kit(_PC.part, _PC.needed, ("monitor", "keyboard", "mouse"))
KITS: Phrases[Kit] = Phrases(
    {
        "pc": _PC,
        "computer": _PC,
        "desktop pc": _DESKTOP,
        "desktop computer": _DESKTOP,
        "pc workstation": _DESKTOP,
        "sandwich": Kit("food", ("bread", "cheese"), ("butter", "tomato", "lettuce")),
        "cheese sandwich": Kit("food", ("bread", "cheese"), ("butter",)),
        "salad": Kit("vegetable", ("lettuce", "tomato", "cucumber"), ("oil", "vinegar", "salt")),
        "cup of tea": Kit("hot drink", ("tea", "cup"), ("sugar", "milk", "teaspoon")),
        "cup of coffee": Kit("hot drink", ("coffee", "cup"), ("sugar", "milk", "teaspoon")),
    }
)
_PARTS = frozenset("parts part pieces components component ingredients things everything stuff items".split())
_PURPOSE = listed(
    "to assemble,to build,to make,to construct,for assembling,for building,for making,to prepare,for,"
    "needed to assemble,needed to build,needed to make,needed for,necessary to assemble,necessary to build,"
    "necessary to make,necessary for,required to assemble,required to build,required to make,required for,"
    "i need to make,we need to make,you need to make,you need to assemble,you need to build"
)
_MAKING = listed(
    "i want to make,i'd like to make,i would like to make,we want to make,i am making,i'm making,we are making,"
    "i will make,i'll make,i am going to make,i want to build,i want to assemble,i am building,i'm building"
)
_STATES: Mapping[str, None] = dict.fromkeys("a an the one working complete functioning functional new".split())
_NEEDED = frozenset("needed necessary required need".split())


class Kits(NounPhrases):
    """Reads what is said by its purpose."""

    def __init__(self, words: Sequence[str], names: Names) -> None:
        """Stand before the first word."""
        super().__init__(words, names)
        self.purpose: Kit | None = None  # "I want to make a sandwich."

    def tells_purpose(self) -> bool:
        """Advance past "I want to make a sandwich"; whether that stood here."""
        begin = self.at
        if self.take(_MAKING):
            self.skip(_STATES)
            kit = self.take(KITS)
            if kit is not None:
                self.purpose = kit.value
                return True
        self.at = begin
        return False

    def kit(self) -> tuple[NounPhrase, ...] | None:
        """Past "the necessary pc parts to assemble a working PC"; None if that does not stand here.

        A number asks for so many of any parts. Otherwise one of each is asked for; it is implied unless those that
        are needed, or all, were spoken of.
        """
        if _PARTS.isdisjoint(self.words[self.at : self.at + _FAR]):
            return None
        begin = self.at
        every = self.word() in ("all", "everything", "every")
        quantity = read_quantity(self)
        needed = read_qualities(self).needed
        if self.find(KITS) and self.word(1) in _PARTS:  # "pc parts"
            self.at += 1
        if self.word() not in _PARTS:
            self.at = begin
            return None
        self.at += 1
        purpose = self.at
        found = self.take(_PURPOSE)
        needed |= not _NEEDED.isdisjoint(self.words[purpose : self.at])
        self.skip(_STATES)
        named = self.take(KITS) if found else None
        kit = named.value if named else self.purpose
        if kit is None or (named is None and found is not None):
            self.at = begin
            return None
        text = self.said(begin)
        if quantity.stated and quantity.count is not None:
            return (self._parts(kit, text, quantity.count, quantity.or_fewer),)
        asked = needed or every or "working" in text
        pieces = [self._piece(name, implied=not asked) for name in kit.needed]
        pieces += [self._piece(name, implied=True) for name in kit.welcome]
        return tuple(p for p in pieces if p is not None)

    def _parts(self, kit: Kit, text: str, count: int, or_fewer: bool) -> NounPhrase:
        """So many of any parts."""
        name = self.names.match(kit.part.split(), 0)
        if name is None:
            raise self.unknown(self.at, place=False)
        return NounPhrase(text, name.concept, count=count, or_fewer=or_fewer)

    def _piece(self, name: str, implied: bool) -> NounPhrase | None:
        found = self.names.match(name.split(), 0)
        if found is None:
            return None
        article = "an" if name[0] in "aeiou" else "a"
        return NounPhrase(f"{article} {name}", found.concept, found.node_id, implied=implied)


WORDS = KITS.words | _PARTS | _PURPOSE.words | _MAKING.words | _STATES.keys() | _NEEDED | lx.CONTENTS
