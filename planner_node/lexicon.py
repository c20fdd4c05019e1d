# SPDX-License-Identifier: Apache-2.0
"""Words of instructions that are not names: verbs, prepositions, quantities, qualities, politeness."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from makedo_core.scene_graph import State
from planner_node.request import Side


class Verb(Enum):
    """What is to be done, by the clause that it makes."""

    BRING = auto()  # things to a place; the place must be said
    TAKE = auto()  # things to a place, or into the hand if none is said
    THROW_AWAY = auto()
    HOLD = auto()
    OPEN = auto()
    CLOSE = auto()
    SWITCH = auto()  # with "on" or "off" before or after the thing
    GO = auto()
    FIND = auto()
    LOOK = auto()


def _table(**entries: str) -> dict[tuple[str, ...], Verb]:
    return {tuple(p.split()): Verb[name] for name, phrases in entries.items() for p in phrases.split(",")}


VERBS: Mapping[tuple[str, ...], Verb] = _table(
    BRING="bring,put,place,set,lay,carry,move,deliver,return,store,stow,transfer,collect,gather,serve,fetch",
    TAKE="take,get",
    THROW_AWAY="throw away,throw out,throw,discard,dispose of,get rid of,bin,trash,chuck",
    HOLD="pick up,pick,grab,grasp,hold,lift",
    OPEN="open",
    CLOSE="close,shut",
    SWITCH="turn,switch",
    GO="go to,go into,go in,go,drive to,drive into,drive,navigate to,navigate,move to,come to,walk to",
    FIND="find,look for,search for,locate,where is,where are,search",
    LOOK="look at,look in,look into,look inside,look on,inspect,check,explore,examine",
)

CANNOT = frozenset(
    """dance sing jump cook fly cut slice wash clean wipe vacuum sweep mop iron fold fill pour drink eat write
    read call phone play talk tell say run swim climb paint repair fix break smash kill hit burn feed water lock
    unlock make bake mix stir assemble build buy order sleep stack peel heat boil dress hug kiss kick shake
    wave push pull empty tidy rinse scrub dry sort decorate draw laugh smile whistle count explain translate
    photograph film follow
    guard knit sew type print charge inflate plant arrange organise organize""".split()
)
"""Verbs that are understood and that no skill serves."""

POLITE = tuple(
    tuple(phrase.split())
    for phrase in (
        "hey robot,ok robot,okay robot,dear robot,robot,tiago,makedo,hello,hi,please,kindly,now,first,next,"
        "then,also,could you,can you,would you,will you,i want you to,i would like you to,i'd like you to,"
        "i need you to,you should,you must,go and,i want,i would like,let's"
    ).split(",")
)
"""What may stand before a verb and means nothing to the robot."""

AFTERTHOUGHTS = frozenset(
    """please now quickly carefully slowly gently immediately thanks thank you robot soon too again over back
    there here today right away for me us""".split()
)
"""What may stand behind a clause and means nothing to the robot."""

SEPARATORS = frozenset({",", ";", ".", "!", "?", "and", "then", "afterwards"})

SIDES: Mapping[tuple[str, ...], Side] = {
    tuple(phrase.split()): side
    for side, phrases in {
        Side.ON: "on top of,on,onto,upon,atop",
        Side.INSIDE: "inside of,inside,into,in,within",
        Side.ANY: "to,at,over to,towards,by",
    }.items()
    for phrase in phrases.split(",")
}

SOURCES: Mapping[tuple[str, ...], Side] = {
    tuple(phrase.split()): side
    for side, phrases in {
        Side.ON: "off of,off,from on top of,from on,that is on,that are on,which is on,which are on",
        Side.INSIDE: "out of,from inside,from within,that is in,that are in,which is in,which are in",
        Side.ANY: "from,that is at,that are at",
    }.items()
    for phrase in phrases.split(",")
}

EXCEPT = tuple(
    tuple(p.split())
    for p in ("except for", "except", "without", "but not", "other than", "apart from", "and not", "not")
)

NUMBERS: Mapping[str, int] = {
    **{w: i for i, w in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)},
    "both": 2,
    "dozen": 12,
    "single": 1,
}

QUANTITIES: Mapping[tuple[str, ...], int | None] = {
    tuple(phrase.split()): count
    for phrase, count in {
        "a couple of": 2,
        "a couple": 2,
        "a pair of": 2,
        "a few": 3,
        "several": 3,
        "half a dozen": 6,
        "a dozen": 12,
        "all of": None,
        "all": None,
        "every": None,
        "each": None,
        "any": 1,
        "a": 1,
        "an": 1,
        "another": 1,
        "one of": 1,
        "any one of": 1,
    }.items()
}

SOME = 2
"""How many things "some" or a bare plural asks for."""

DEFINITE = frozenset("the this that these those my our your his her their its".split())

REQUIREMENTS: Mapping[tuple[str, ...], str] = {
    tuple(phrase.split()): requirement
    for requirement, phrases in {
        "kid_safe": (
            "kid,kids,kid's,kids',child,children,children's,child's,toddler,toddler's,kid-safe,child-safe,"
            "kid-friendly,child-friendly,kid friendly,child friendly,kid safe,child safe"
        ),
        "non_alcoholic": "non-alcoholic,alcohol-free,nonalcoholic,alcohol free,non alcoholic,soft",
        "edible": "edible",
        "drinkable": "drinkable",
    }.items()
    for phrase in phrases.split(",")
}
"""Words before a noun, or behind "for", that say what a thing must be."""

ATTRIBUTES = frozenset(
    """red green blue yellow white black brown orange purple pink grey gray silver golden clean dirty big small
    large little empty full fresh ripe old new plastic wooden metal glass paper ceramic hot cold warm open closed
    tall short
    long round square wet dry soft hard heavy light""".split()
)
"""Words before a noun that the attributes of a scene graph node must bear out."""

PLAIN_ADJECTIVES = frozenset("nice tasty delicious favourite favorite lovely good other remaining available".split())
"""Words before a noun that change nothing."""

ANYTHING = frozenset("everything anything something things thing objects object items item stuff".split())
PRONOUNS = frozenset("it them these those".split())
RECIPIENTS = frozenset("me us him her them".split())
PARTICLES: Mapping[str, State] = {"on": State.ON, "off": State.OFF}
