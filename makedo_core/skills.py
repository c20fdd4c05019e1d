# SPDX-License-Identifier: Apache-2.0
"""The one skill catalogue: parameters, preconditions and effects of everything that the robot can do.

The planning domain, the validator's simulator and the executor's behaviours are derived from it. A literal is a
predicate over variables ("?object") or constants; a condition is a conjunction of clauses, each a disjunction.

To look at something is `discover_objects`; to throw something away is `put_inside` with a bin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from makedo_core.enums import StrEnum
from makedo_core.extensions import EntryPointGroup, ExtensionError, Registry
from makedo_core.failure import FailureCause


class Type(StrEnum):
    """Types of skill parameters."""

    ASSET = "asset"
    OBJECT = "object"


class Predicate(StrEnum):
    """Predicates of the planning domain. Fluent ones are changed by skills, static ones are facts of the graph."""

    # fluent
    AT = "at"  # asset: the robot stands ready at it
    ON = "on"  # object, asset or object
    INSIDE = "inside"  # object, asset
    GIVEN = "given"  # object, asset: the person has it
    HOLDING = "holding"  # object
    HAND_EMPTY = "hand_empty"
    OPEN = "open"  # asset: wide enough to reach in; a container without a door is always open
    CLOSED = "closed"  # asset; ajar is neither open nor closed
    SWITCHED_ON = "switched_on"  # asset
    PRESSED = "pressed"  # asset: its button was pushed
    UPSIDE_DOWN = "upside_down"  # asset: nothing can be put inside before it is turned over
    FULL = "full"  # object: there is something loose in it that can be poured
    POURED = "poured"  # object, asset: what was in the object was poured into the asset
    EXPLORED = "explored"  # asset: looked at (and into)
    CLEAR = "clear"  # object or asset: nothing rests on or in it (derived)
    # static
    SURFACE = "surface"  # asset: things can be put on it
    CONTAINER = "container"  # asset: things can be put inside
    OPENABLE = "openable"  # asset
    LOCKED = "locked"  # asset
    SWITCHABLE = "switchable"  # asset
    RECIPIENT = "recipient"  # asset: a person, who takes things
    PRESSABLE = "pressable"  # asset: it has a button that springs back
    TURNABLE = "turnable"  # asset: it stands loosely and has a handle to turn it over by
    GRASPABLE = "graspable"  # object: fits the gripper and is not known to be out of reach
    REACHABLE = "reachable"  # asset: not known to be blocked


FLUENTS = frozenset(
    {
        Predicate.AT,
        Predicate.ON,
        Predicate.INSIDE,
        Predicate.GIVEN,
        Predicate.HOLDING,
        Predicate.HAND_EMPTY,
        Predicate.OPEN,
        Predicate.CLOSED,
        Predicate.SWITCHED_ON,
        Predicate.PRESSED,
        Predicate.UPSIDE_DOWN,
        Predicate.FULL,
        Predicate.POURED,
        Predicate.EXPLORED,
        Predicate.CLEAR,
    }
)


class Literal(NamedTuple):
    """A predicate over terms, possibly negated. A term is a variable ("?asset") or a node id.

    The predicate is one of the catalogue (`Predicate`), or one of a user's own domain. It is a tuple because planning
    makes, hashes and compares hundreds of thousands: that takes half to a quarter of what it does of a dataclass.
    """

    predicate: str
    terms: tuple[str, ...] = ()
    negated: bool = False

    def bind(self, binding: Mapping[str, str]) -> Literal:
        """This literal with variables replaced."""
        return Literal(self.predicate, tuple([binding.get(t, t) for t in self.terms]), self.negated)

    def __invert__(self) -> Literal:
        return Literal(self.predicate, self.terms, not self.negated)

    def __str__(self) -> str:
        inner = f"{self.predicate}({', '.join(self.terms)})"
        return f"not {inner}" if self.negated else inner


Disjunction = tuple[Literal, ...]
"""A disjunction."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed parameter, e.g. ?asset of type asset."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class SkillSpec:
    """What a skill needs and does.

    Attributes:
        name: identifier, e.g. "pick_up".
        parameters: in the order of a call's arguments.
        preconditions: every clause must hold before; a clause holds if one of its literals does.
        invariants: hold while it runs. What is held is felt for during every motion; the robot stays at the asset, if
            need be at another place to stand there.
        effects: hold after; "?elsewhere" in a negated effect stands for every value.
        phrase: plain English with {parameter} fields, for people.
        causes: what can go wrong with it, besides COMMON_CAUSES.
    """

    name: str
    parameters: tuple[Parameter, ...]
    preconditions: tuple[Disjunction, ...]
    effects: tuple[Literal, ...]
    phrase: str
    invariants: tuple[Literal, ...] = ()
    causes: tuple[FailureCause, ...] = ()

    def may_fail_with(self, cause: FailureCause) -> bool:
        """Whether it is known to end so."""
        return cause in self.causes or cause in COMMON_CAUSES

    def binding(self, arguments: tuple[str, ...]) -> dict[str, str]:
        """Variables -> arguments.

        Raises:
            ValueError: on a wrong number of arguments.
        """
        names = [p.name for p in self.parameters]
        if len(arguments) != len(names):
            expected = ", ".join(n.lstrip("?") for n in names)
            raise ValueError(f"{self.name} takes {len(names)} arguments ({expected}), got {list(arguments)}")
        return dict(zip(names, arguments, strict=True))

    def describe(self, arguments: tuple[str, ...]) -> str:
        """The call in plain English."""
        bound = {k.lstrip("?"): v.replace("_", " ") for k, v in self.binding(arguments).items()}
        return self.phrase.format(**bound)


O, A = "?object", "?asset"  # noqa: E741 - the two variables of every skill
_OBJECT, _ASSET = Parameter(O, Type.OBJECT), Parameter(A, Type.ASSET)
_P = Predicate
_MOTION = (
    FailureCause.UNREACHABLE,
    FailureCause.IN_COLLISION,
    FailureCause.MOTION_PLANNING_FAILED,
    FailureCause.EXECUTION_FAILED,
    FailureCause.WRONG_END_STATE,
    FailureCause.WAY_BLOCKED,
)
COMMON_CAUSES = frozenset(
    {
        FailureCause.PRECONDITION_FAILED,
        FailureCause.OBJECT_NOT_FOUND,
        FailureCause.EFFECT_NOT_OBSERVED,
        FailureCause.NAVIGATION_FAILED,
        FailureCause.CANCELED,
        FailureCause.STOPPED,
        FailureCause.PAUSED,
        FailureCause.HANDED_OVER,
        FailureCause.NOT_ACTIVE,
        FailureCause.COMPONENT_LOST,
        FailureCause.TIMEOUT,
        FailureCause.STALE_GRAPH,
        FailureCause.INTERNAL_ERROR,
    }
)
"""What can go wrong with every skill: the world, the way to a better place to stand, people, and the system itself."""


def _lit(predicate: Predicate, *terms: str) -> Literal:
    return Literal(predicate, terms)


def _need(*literals: Literal) -> tuple[Disjunction, ...]:
    return tuple((literal,) for literal in literals)


GO_TO = SkillSpec(
    "go_to",
    (_ASSET,),
    _need(_lit(_P.REACHABLE, A)),
    (~_lit(_P.AT, "?elsewhere"), _lit(_P.AT, A)),
    "go to {asset}",
    causes=(*_MOTION, FailureCause.OBJECT_LOST),
)
PICK_UP = SkillSpec(
    "pick_up",
    (_OBJECT, _ASSET),
    (
        *_need(_lit(_P.AT, A), _lit(_P.HAND_EMPTY), _lit(_P.GRASPABLE, O), _lit(_P.CLEAR, O)),
        (_lit(_P.ON, O, A), _lit(_P.INSIDE, O, A)),
        (_lit(_P.ON, O, A), _lit(_P.OPEN, A)),
    ),
    (
        ~_lit(_P.ON, O, "?elsewhere"),
        ~_lit(_P.INSIDE, O, "?elsewhere"),
        ~_lit(_P.HAND_EMPTY),
        _lit(_P.HOLDING, O),
    ),
    "pick up {object} from {asset}",
    invariants=(_lit(_P.AT, A),),
    causes=(*_MOTION, FailureCause.GRASP_FAILED, FailureCause.OBJECT_LOST, FailureCause.NOT_VISIBLE),
)
PUT_ON = SkillSpec(
    "put_on",
    (_OBJECT, _ASSET),
    _need(_lit(_P.AT, A), _lit(_P.HOLDING, O), _lit(_P.SURFACE, A)),
    (_lit(_P.ON, O, A), ~_lit(_P.HOLDING, O), _lit(_P.HAND_EMPTY)),
    "put {object} on {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HOLDING, O)),
    causes=(*_MOTION, FailureCause.OBJECT_LOST, FailureCause.NO_FREE_SPACE),
)
PUT_INSIDE = SkillSpec(
    "put_inside",
    (_OBJECT, _ASSET),
    _need(_lit(_P.AT, A), _lit(_P.HOLDING, O), _lit(_P.CONTAINER, A), _lit(_P.OPEN, A), ~_lit(_P.UPSIDE_DOWN, A)),
    (_lit(_P.INSIDE, O, A), ~_lit(_P.HOLDING, O), _lit(_P.HAND_EMPTY)),
    "put {object} inside {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HOLDING, O)),
    causes=(*_MOTION, FailureCause.OBJECT_LOST, FailureCause.NO_FREE_SPACE),
)
POUR = SkillSpec(
    "pour",
    (_OBJECT, _ASSET),
    _need(
        *(_lit(_P.AT, A), _lit(_P.HOLDING, O), _lit(_P.FULL, O), _lit(_P.CONTAINER, A), _lit(_P.OPEN, A)),
        *(~_lit(_P.OPENABLE, A), ~_lit(_P.UPSIDE_DOWN, A)),  # what has a door is open at the front, not at the top
    ),
    (_lit(_P.POURED, O, A), ~_lit(_P.FULL, O)),
    "pour {object} into {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HOLDING, O)),
    causes=(*_MOTION, FailureCause.OBJECT_LOST, FailureCause.NOT_CAPABLE),
)
HAND_OVER = SkillSpec(
    "hand_over",
    (_OBJECT, _ASSET),
    _need(_lit(_P.AT, A), _lit(_P.HOLDING, O), _lit(_P.RECIPIENT, A)),
    (_lit(_P.GIVEN, O, A), ~_lit(_P.HOLDING, O), _lit(_P.HAND_EMPTY)),
    "hand {object} to {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HOLDING, O)),
    causes=(*_MOTION, FailureCause.OBJECT_LOST, FailureCause.NOT_TAKEN, FailureCause.NOT_CAPABLE),
)
OPEN = SkillSpec(
    "open",
    (_ASSET,),
    (
        *_need(_lit(_P.AT, A), _lit(_P.HAND_EMPTY), _lit(_P.OPENABLE, A), ~_lit(_P.LOCKED, A)),
        (~_lit(_P.OPEN, A),),
    ),
    (_lit(_P.OPEN, A), ~_lit(_P.CLOSED, A)),
    "open {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HAND_EMPTY)),
    causes=(*_MOTION, FailureCause.GRASP_FAILED, FailureCause.JOINT_STUCK, FailureCause.NOT_CAPABLE),
)
CLOSE = SkillSpec(
    "close",
    (_ASSET,),
    _need(_lit(_P.AT, A), _lit(_P.HAND_EMPTY), _lit(_P.OPENABLE, A), ~_lit(_P.CLOSED, A)),
    (_lit(_P.CLOSED, A), ~_lit(_P.OPEN, A)),
    "close {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HAND_EMPTY)),
    causes=(*_MOTION, FailureCause.GRASP_FAILED, FailureCause.JOINT_STUCK, FailureCause.NOT_CAPABLE),
)
TURN_ON = SkillSpec(
    "turn_on",
    (_ASSET,),
    _need(_lit(_P.AT, A), _lit(_P.HAND_EMPTY), _lit(_P.SWITCHABLE, A), ~_lit(_P.SWITCHED_ON, A)),
    (_lit(_P.SWITCHED_ON, A),),
    "turn on {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HAND_EMPTY)),
    causes=(*_MOTION, FailureCause.NOT_CAPABLE),
)
TURN_OFF = SkillSpec(
    "turn_off",
    (_ASSET,),
    _need(_lit(_P.AT, A), _lit(_P.HAND_EMPTY), _lit(_P.SWITCHABLE, A), _lit(_P.SWITCHED_ON, A)),
    (~_lit(_P.SWITCHED_ON, A),),
    "turn off {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HAND_EMPTY)),
    causes=(*_MOTION, FailureCause.NOT_CAPABLE),
)
PRESS = SkillSpec(
    "press",
    (_ASSET,),
    _need(_lit(_P.AT, A), _lit(_P.HAND_EMPTY), _lit(_P.PRESSABLE, A)),
    (_lit(_P.PRESSED, A),),
    "press {asset}",
    invariants=(_lit(_P.AT, A), _lit(_P.HAND_EMPTY)),
    causes=(*_MOTION, FailureCause.NOT_CAPABLE),
)
TURN_OVER = SkillSpec(
    "turn_over",
    (_ASSET,),
    _need(_lit(_P.AT, A), _lit(_P.HAND_EMPTY), _lit(_P.TURNABLE, A), _lit(_P.UPSIDE_DOWN, A)),
    (~_lit(_P.UPSIDE_DOWN, A),),
    "turn {asset} over",
    invariants=(_lit(_P.AT, A), _lit(_P.HAND_EMPTY)),
    causes=(*_MOTION, FailureCause.GRASP_FAILED, FailureCause.OBJECT_LOST, FailureCause.NOT_CAPABLE),
)
DISCOVER_OBJECTS = SkillSpec(
    "discover_objects",
    (_ASSET,),
    _need(_lit(_P.AT, A)),
    (_lit(_P.EXPLORED, A),),
    "look for objects at {asset}",
    invariants=(_lit(_P.AT, A),),
    causes=(*_MOTION, FailureCause.NOT_VISIBLE, FailureCause.UNKNOWN_PLACE, FailureCause.BUSY),
)


def _skill(name: str, found: Any) -> SkillSpec:
    """What an extension adds to the catalogue, over the predicates that there are."""
    if not isinstance(found, SkillSpec):
        raise ExtensionError(f"{name!r} is {found!r}, expected a SkillSpec")
    if found.name != name:
        raise ExtensionError(f"the skill is called {found.name!r}, its entry point {name!r}")
    used = {literal.predicate for clause in (*found.preconditions, found.effects) for literal in clause}
    unknown = sorted(used - set(Predicate))
    if unknown:
        raise ExtensionError(f"{', '.join(unknown)}: unknown predicates; known are {', '.join(Predicate)}")
    fixed = sorted({effect.predicate for effect in found.effects} - FLUENTS)
    if fixed:
        changed = ", ".join(sorted(FLUENTS))
        raise ExtensionError(f"{', '.join(fixed)}: no skill changes this; what skills change is {changed}")
    return found


SKILLS: Mapping[str, SkillSpec] = Registry(
    EntryPointGroup.SKILLS,
    {
        skill.name: skill
        for skill in (
            GO_TO,
            PICK_UP,
            PUT_ON,
            PUT_INSIDE,
            POUR,
            HAND_OVER,
            OPEN,
            CLOSE,
            TURN_ON,
            TURN_OFF,
            PRESS,
            TURN_OVER,
            DISCOVER_OBJECTS,
        )
    },
    _skill,
)


class SkillCall(NamedTuple):
    """A skill with its arguments (scene graph node ids)."""

    skill: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.skill}({', '.join(self.arguments)})"

    def describe(self) -> str:
        """The call in plain English; an operator of a user's own domain by its name."""
        spec = SKILLS.get(self.skill)
        if spec is None or len(spec.parameters) != len(self.arguments):
            words = (self.skill.replace("-", " "), *self.arguments)
            return " ".join(w.replace("_", " ") for w in words)
        return spec.describe(self.arguments)
