# SPDX-License-Identifier: Apache-2.0
"""What is done with what, and what makes that dangerous."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from makedo_core.enums import StrEnum


class DangerAct(StrEnum):
    """What is done; the first words of `acts` in a file of dangers."""

    TAKE = "take"  # nothing happens yet, but "it" is that from then on
    PUT = "put"
    LEAVE = "leave"
    POUR = "pour"  # a liquid somewhere
    WET = "wet"  # something gets wet with a liquid: follows from pouring and filling, too
    FILL = "fill"
    MIX = "mix"
    SWITCH_ON = "switch on"
    SWITCH_OFF = "switch off"
    OPEN = "open"
    CLOSE = "close"
    ENCLOSE = "enclose"  # something that is on or burns is shut in: follows from closing
    HEAT = "heat"  # follows from what is in or on something hot, too
    BURN = "burn"
    DROP = "drop"
    THROW = "throw"
    DISCARD = "discard"
    BREAK = "break"
    CUT = "cut"
    SOIL = "soil"
    GIVE = "give"  # to somebody
    COVER = "cover"
    BLOCK = "block"
    CAUSE = "cause"  # harm that is called so


class DangerLevel(StrEnum):
    """What follows from a danger."""

    REFUSE = "refuse"  # people may be hurt: it is not done
    ASK = "ask"  # it is done only if somebody says that it is meant
    OFF = "off"


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing, a liquid, furniture or somebody, as spoken of or as the scene graph has it.

    Attributes:
        label: class of the ontology where one is meant, else the words.
        words: all words that it is called with, e.g. "lit candle".
        key: what tells it from others: the id of a node, or the label.
        full_of: what is said to be in it.
    """

    label: str
    words: str = ""
    key: str = ""
    full_of: tuple[NamedThing, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedDeed:
    """Something that is done.

    Attributes:
        act: what.
        thing: with what; None: with nothing that was named.
        relation: how `place` is meant: "in", "on", "near", "from", "under".
        place: where.
        using: with what tool, liquid or other thing besides.
        to: for whom.
        said: the words of it, with what was said about how; empty: it follows from a plan.
        direct: whether the thing touches the place itself, not in a vessel.
    """

    act: DangerAct
    thing: NamedThing | None = None
    relation: str = ""
    place: NamedThing | None = None
    using: tuple[NamedThing, ...] = ()
    to: NamedThing | None = None
    said: str = ""
    direct: bool = True


@dataclass(frozen=True, slots=True)
class ThingKind:
    """Which things are meant by a name in a danger. One of the first ten is enough; `marks` and `but_not` narrow it.

    Attributes:
        classes: of the ontology, with what is below them.
        hazards: of the ontology.
        materials: of the ontology.
        qualities: of the ontology.
        affordances: of the ontology.
        kinds: other kinds.
        words: what people call such things where no class is called so, e.g. "electronic device".
        senses: keys of WordNet: what it puts below them is of the kind, where no class of ours describes it.
        generic: words that make a thing of no certain kind one, e.g. "cutting" a "cutting tool", no cutting board.
        said: words that make a thing one of them wherever they are said of it, e.g. "steel".
        marks: words one of which has to be said of it, e.g. "lit".
        but_not: classes and kinds that are left out.
    """

    classes: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()
    materials: tuple[str, ...] = ()
    qualities: tuple[str, ...] = ()
    affordances: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    senses: tuple[str, ...] = ()
    generic: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    but_not: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Danger:
    """When something is dangerous, why, and what would be safe instead. What is left out may be anything.

    Attributes:
        name: by which a file of a user speaks of it.
        acts: what is done.
        because: the reason, as the end of "That is dangerous: ...".
        instead: what would be safe, as the end of "Safe would be ...".
        level: what follows.
        thing: kind of what it is done with.
        at: kind of the place.
        relations: how the place has to be meant; empty: anyhow, but not near, under, or from there.
        using: kind of one of the things besides, or of what is in the thing.
        to: kind of for whom.
        said: words one of which has to be said of it.
        unless: words that make it harmless.
        direct: whether the thing has to touch the place itself.
        says: sentences that have to be found dangerous for this.
        safe: sentences like them that must not be.
        place: file and line.
    """

    name: str
    acts: tuple[DangerAct, ...]
    because: str
    instead: str
    level: DangerLevel
    thing: str = ""
    at: str = ""
    relations: tuple[str, ...] = ()
    using: str = ""
    to: str = ""
    said: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    direct: bool = False
    says: tuple[str, ...] = ()
    safe: tuple[str, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class DangerBook:
    """All that files say of dangers.

    Attributes:
        kinds: by name.
        acts: for each act, the verbs that mean it ("turn on").
        dangers: first named, first told; those that are off are left out.
    """

    kinds: Mapping[str, ThingKind] = field(default_factory=dict)
    acts: Mapping[DangerAct, tuple[str, ...]] = field(default_factory=dict)
    dangers: tuple[Danger, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundDanger:
    """A danger of a deed."""

    danger: Danger
    deed: JudgedDeed
