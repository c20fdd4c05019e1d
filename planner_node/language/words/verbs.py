# SPDX-License-Identifier: Apache-2.0
"""Verbs of instructions, by the clause that each makes, with their "-ing" forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from planner_node.language.words.phrases import Phrases


class Verb(Enum):
    """What is to be done, by the clause that it makes."""

    BRING = auto()  # things to a place, which must be said
    TAKE = auto()  # things to a place, or into the hand if none is said
    SERVE = auto()  # as BRING, or the end of a gathering: "tidy the books"
    RETURN = auto()  # things to a place, or to where they were
    LOAD = auto()  # "load the dishwasher with plates", else as BRING
    THROW = auto()  # away, or to a place
    THROW_AWAY = auto()
    RECYCLE = auto()
    HOLD = auto()
    OPEN = auto()
    CLOSE = auto()
    SWITCH = auto()  # with "on" or "off" before or after the thing
    START = auto()  # switches on
    GO = auto()
    FIND = auto()
    LOOK = auto()
    SET = auto()  # a table, else as BRING
    CLEAR = auto()  # furniture, of all that is on it
    CHANGE = auto()  # things become something, e.g. clean
    FLOOR = auto()  # floors become clean
    HIDE = auto()  # into something that is closed, where nobody sees it
    FILE = auto()  # into a cupboard of the room, if a room is said
    TEND = auto()  # what is usually done with such things: dirty plates are washed
    POUR = auto()  # out of what they are in, into a place that must be said
    TEST = auto()  # switches on and off again, to see whether it works


@dataclass(frozen=True, slots=True)
class Said:
    """A verb with what it needs to become a clause.

    Attributes:
        verb: the clause that it makes.
        quality: what things become, of a CHANGE.
        tool: class of what a FLOOR is cleaned with.
    """

    verb: Verb
    quality: str = ""
    tool: str = ""


_PLAIN: Mapping[Verb, str] = {
    Verb.BRING: "bring,put,place,lay,carry,move,deliver,store,stow,transfer,collect,gather,fetch,send,leave,drop,"
    "insert,stick,add,pack,hang,position,shift,relocate,remove,hand,hand over,give,round up,get together,put away,"
    "stack,pass,transport,unload,push,drag,slide",
    Verb.SERVE: "serve,prepare,arrange,organise,organize,tidy,tidy up,sort,separate,line up",
    Verb.TAKE: "take,take out,get,get out,pull out",
    Verb.RETURN: "return,put back,bring back,take back",
    Verb.LOAD: "load",
    Verb.THROW: "throw,toss,chuck",
    Verb.THROW_AWAY: "throw away,throw out,toss out,chuck out,chuck away,discard,dispose of,get rid of,bin,trash,scrap",
    Verb.RECYCLE: "recycle",
    Verb.HOLD: "pick up,pick,grab,grasp,hold,lift,lift up",
    Verb.OPEN: "open,open up",
    Verb.CLOSE: "close,shut",
    Verb.SWITCH: "turn,switch,flip,flick",
    Verb.START: "start,start up,activate,power on,power up,run",
    Verb.GO: "go to,go into,go in,go over to,go back to,go,drive to,drive into,drive,navigate to,navigate,move to,"
    "come to,come,walk to,walk into,walk in,walk in to,walk over to,walk up to,walk,head to,head for,enter,return to",
    Verb.FIND: "find,look for,search for,locate,where is,where are,where's",
    Verb.LOOK: "look at,look in,see if,see whether,make sure,"
    "look into,look inside,look on,inspect,check,explore,examine,search,look through",
    Verb.SET: "set,lay out,set up",
    Verb.CLEAR: "clear,clear up,clear away,clear off",
    Verb.HIDE: "hide,conceal,hide away,tuck away",
    Verb.FILE: "file,file away",
    Verb.TEND: "take care of,see to,deal with,attend to",
    Verb.POUR: "pour,pour out",
    Verb.TEST: "test,try out",
}
_CHANGES: Mapping[str, str] = {
    "clean": "clean,clean up,wash,wash up,rinse,launder,wipe,wipe down,scrub,dust,polish,disinfect,sanitise,sanitize",
    "dry": "dry",
    "wet": "wet,soak,moisten",
    "empty": "empty,empty out,empty from",
    "full": "fill,fill up,refill,top up",
    "hot": "heat,heat up,warm,warm up,reheat",
    "cold": "cool,cool down,chill",
    "frozen": "freeze",
    "cooked": "cook,bake,boil,fry,grill,roast",
    "cut": "cut,cut up,slice,chop,chop up",
    "peeled": "peel",
    "folded": "fold,fold up",
    "ironed": "iron",
    "locked": "lock",
    "unlocked": "unlock",
    "watered": "water",
    "charged": "charge,recharge",
    "repaired": "repair,mend",
    "assembled": "assemble,build",
    "made": "make,brew",
    "pressed": "press,press down,push down",
}
_FLOORS: Mapping[str, str] = {
    "mop": "mop,mop up",
    "vacuum_cleaner": "vacuum,hoover",
    "broom": "sweep,sweep up",
}

CANNOT = frozenset(
    """dance sing jump fly drink eat write read call phone play talk tell say swim climb paint break smash
    kill hit burn feed sleep dress hug kiss kick shake wave buy order mix stir squeeze throttle listen watch
    laugh smile whistle count explain translate photograph film follow guard knit sew type print inflate plant
    change wait relax draw decorate swap exchange attack destroy cancel""".split()
)
"""Verbs that are understood and that no clause stands for."""

MADE = frozenset({"bed"})
"""What "make" is understood of; anything else would have to be made first."""

DESTRUCTIVE = frozenset("throw toss chuck discard dispose rid bin trash scrap recycle".split())
"""No typing error is corrected towards these."""

_DOUBLED = frozenset("put get set shut bin drop cut chop mop scrub grab wet run flip".split())


def gerund(verb: str) -> str:
    """The "-ing" form of a verb or phrase: "pick up" -> "picking up"."""
    first, space, rest = verb.partition(" ")
    if first in _DOUBLED:
        stem = first + first[-1]
    elif first.endswith("e"):
        stem = first[:-1]
    else:
        stem = first
    return f"{stem}ing{space}{rest}"


def _entries() -> dict[str, Said]:
    result = {p.strip(): Said(verb) for verb, phrases in _PLAIN.items() for p in phrases.split(",")}
    result |= {p: Said(Verb.CHANGE, quality=q) for q, phrases in _CHANGES.items() for p in phrases.split(",")}
    result |= {p: Said(Verb.FLOOR, "clean", tool) for tool, phrases in _FLOORS.items() for p in phrases.split(",")}
    return result


_ENTRIES = _entries()
BASES = tuple(sorted(_ENTRIES))
"""Verbs without their "-ing" forms, to be suggested."""

VERBS: Phrases[Said] = Phrases({**{gerund(v): s for v, s in _ENTRIES.items() if not v.startswith("where")}, **_ENTRIES})
