# SPDX-License-Identifier: Apache-2.0
"""Small words of instructions: prepositions, conjunctions, articles, numbers, politeness."""

from __future__ import annotations

from collections.abc import Mapping

from makedo_core.graph.scene_graph import State
from planner_node.language.request import Side
from planner_node.language.words.phrases import Phrases, inverted, listed

POLITE = listed(
    "hey robot,ok robot,okay robot,dear robot,robot,tiago,makedo,hello,hi,please,kindly,also,could you,can you,"
    "would you,will you,i want you to,i would like you to,i'd like you to,i need you to,you should,you must,you can,"
    "you have to,go and,i want,i would like,let's,let us,would you mind,be so kind and,be so kind to,be so kind as to,"
    "try to,try,make sure to,make sure you,be sure to,don't forget to,do not forget to,remember to,your task is to,"
    "start by,begin by,start to,begin to,properly,carefully,quickly,gently,slowly,neatly,safely,just,now,all right,so"
)
"""What may stand before a verb and means nothing to the robot."""

NARRATED = listed(
    "i will,i'll,i need to,i have to,i want to,i would like to,i'd like to,i must,i should,i,we will,we need to,"
    "we want to,we would like to,we'd like to,we"
)
"""Before a verb: the speaker tells what they do themselves; it is noted that the robot is to do it."""

AFTERTHOUGHTS = frozenset(
    """please now quickly carefully slowly gently immediately thanks thank you robot soon too again over back neatly
    properly well here today tonight right away for me us asap tidily nicely together cheers""".split()
)
"""What may stand behind a clause and means nothing to the robot."""

NEXT_STAGE = listed(
    "then,and then,after that,and after that,after this,afterwards,and afterwards,next,later,finally,lastly,"
    "subsequently,once done,when done,when you are done,once you are done,when you're done,once you're done,"
    "once that is done,when that is done,when finished,when everything is done,once everything is done,"
    "when all is done,when you have finished,once you have finished"
)
"""What was said before has to be done before what follows."""

AT_LAST = listed(
    "once done,when done,when you are done,once you are done,when you're done,once you're done,once that is done,"
    "when that is done,when finished,when everything is done,once everything is done,when all is done,"
    "when you have finished,once you have finished,afterwards,after that,at the end,in the end,at last,finally"
)
"""Behind a clause: what it says comes after everything else."""

SEPARATORS = frozenset(
    {",", ";", ".", "!", "?", ":", "-", "\u2013", "\u2014", "\u2026", "and", "but", "first", "firstly"}
)
SENTENCE_ENDS = frozenset(".!?;")

WHEN = listed("once,when,after,as soon as,right after,immediately after,only when,only once,only after")
FINISHED = frozenset("completed finished done finish complete finishing completing".split())
FINISHING = frozenset(
    """you you've you're it it's that that's this they everything all have has had is are been with these those the
    steps step tasks task work actions of them above both""".split()
)
"""Beside one of FINISHED: "once you have completed these steps", "when you finish"."""

AFTER = listed("immediately after,directly after,right after,straight after,only after,after,once")
BEFORE = listed("immediately before,directly before,right before,before,prior to")

SIDES = inverted(
    {
        Side.ON: "on top of,on,onto,upon,atop",
        Side.INSIDE: "inside of,inside,into,in,within",
        Side.ANY: "to,at,over to,back to,towards,by",
    }
)

SOURCES = inverted(
    {
        Side.ON: "off of,off,from on top of,from on,from the top of",
        Side.INSIDE: "out of,from inside,from inside of,from within,from out of",
        Side.ANY: "from,away from",
    }
)

BEING = listed(
    "that is,that are,which is,which are,that have gone,that has gone,which have gone,which has gone,that have turned,"
    "that look,that looks,that are still,that is still,that seem,that smell,"
    "that lies,that lie,which lies,which lie,that stands,that stand,that sits,"
    "that sit,that's,that is lying,that are lying,lying,standing,sitting,located,placed,stored,kept,found,"
    "who is,who are,who is seated,who are seated,who is sitting,who are sitting,who sit,who sits,seated,"
    "who is waiting,who are waiting,waiting"
)
"""Before a preposition or an adjective: says nothing more than that."""

ANYWHERE = listed(
    "around the house,in the house,all over the house,throughout the house,from the house,from around the house,"
    "from all over the house,across the house,within the house,of the house,around the home,in the home,"
    "all over the home,throughout the home,around the flat,in the flat,throughout the flat,around the apartment,"
    "in the apartment,throughout the apartment,all over the place,everywhere,from everywhere,anywhere,"
    "everywhere in the house,anywhere in the house,from anywhere,from every room,from every room in the house,"
    "from every room of the house,from all rooms,from all the rooms,from each room,in every room,in all rooms,"
    "in all the rooms,in each room,around,lying around,wherever they are,wherever it is,wherever you find them"
)
"""Says that where things are is no restriction."""

NO_SIDES = listed(
    "next to,beside,near,near to,close to,behind,under,underneath,below,beneath,in front of,between,left of,"
    "to the left of,right of,to the right of,against,opposite,above,around,along,across,outside,outside of"
)
"""Relations in which the robot cannot place things."""

EXCEPT = listed(
    "except for,except,without,but not,other than,apart from,aside from,excluding,besides,and not,not,leaving out,"
    "but leave,but not for"
)
BUT = "but"

NUMBERS: Mapping[str, int] = {
    **{
        word: value
        for value, word in enumerate(
            """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
            seventeen eighteen nineteen twenty""".split(),
            1,
        )
    },
    **{word: 10 * value for value, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), 3)},
    "both": 2,
    "dozen": 12,
    "hundred": 100,
    "single": 1,
}

DEFINITE = frozenset("the this that these those my our your his her their its".split())
ARTICLES = DEFINITE | {"a", "an", "some"}
PRONOUNS = frozenset("it them these those they".split())
RECIPIENTS = frozenset("me us him her them".split())
SPEAKERS = frozenset("me us".split())
ANYTHING = frozenset(
    """everything anything something things thing objects object items item stuff belongings belonging possessions
    possession""".split()
)
COLLECTIVES = frozenset(
    """rubbish trash garbage waste litter laundry cutlery crockery silverware food clothing bedding stationery
    groceries shopping""".split()
)
"""Singular words that mean all there is of something: "the rubbish"."""

CONTENTS = frozenset("contents content".split())
THERE = frozenset({"there"})
PARTICLES: Mapping[str, State] = {"on": State.ON, "off": State.OFF}

ORIGINALLY = frozenset(
    "originally previously before initially earlier formerly beforehand previous original former".split()
)
WAS = listed(
    "that were,that was,which were,which was,that used to be,which used to be,they were,it was,"
    "that had been,they had been"
)
JUST_MOVED = listed(
    "that you just moved,you just moved,that you moved,you moved,that was just moved,that you just brought,"
    "that you just put there,that you have just moved,that you've just moved,that i just moved,that i moved"
)
"""Says which piece is meant where only one was spoken of."""

HISTORY = listed(
    "given to,handed to,donated to,handed out to,bought for,bought by,left by,left behind by,brought by,made by,"
    "used by,delivered to,delivered by,sent by,sent to,borrowed from,meant for,intended for"
)
"""Behind a name: what became of things before, which a scene graph does not tell."""

SUPERLATIVES = frozenset(
    """largest biggest smallest tallest heaviest lightest longest shortest newest oldest nicest best cleanest quietest
    cheapest""".split()
)
"""What would have to be compared; a scene graph does not tell it."""

ONES = frozenset({"one", "ones"})
POSSESSIVES = frozenset("his her their".split())
SOMEWHERE = listed(
    "somewhere where,somewhere that,somewhere,someplace where,someplace,a place where,a spot where,a place,"
    "any place where"
)
CAN = listed(
    "i can,we can,he can,she can,they can,people can,you can,everybody can,everyone can,i could,we could,one can,to"
)
"""Behind "somewhere": who is to do something there."""

DONE_AT: Phrases[tuple[str, ...]] = Phrases(
    {
        **dict.fromkeys(("eat", "enjoy", "have", "drink", "share", "have lunch"), ("dining_table", "table")),
        **dict.fromkeys(("work", "read", "write", "study", "work on", "read in", "sign"), ("desk", "table")),
        **dict.fromkeys(("sit", "sit down", "rest"), ("seat",)),
        **dict.fromkeys(("sleep", "lie down", "nap"), ("bed",)),
        **dict.fromkeys(("cool", "cold", "chilled"), ("cold_storage",)),
        **dict.fromkeys(("safe", "out of sight"), ("closed_storage",)),
    }
)
"""Classes of furniture for what is done somewhere, the most usual first."""

IN_HAND = listed(
    "what you are holding,what you hold,what you have in your hand,what is in your hand,what's in your hand,"
    "whatever you are holding,what the robot is holding,what the agent is holding,the thing in your hand,"
    "the thing you are holding,the object you are holding,the object in your hand"
)
UNCONDITIONAL = frozenset("if unless until when whenever while".split())
"""Conditions, which no plan is made for."""

PROHIBITIONS = listed("do not,don't,never,must not,you must not,no longer,stop,avoid,leave alone,refrain from")
QUESTIONS = frozenset("what which who why how whose is are does did has have was were".split())
REASONS = listed("because,so that,so i can,so we can,so you can,in order to,since")
"""What follows up to the next comma tells why, not what."""

REASONS_KEPT = frozenset("not never without except don't only avoid".split())
"""A reason with such a word may limit what is wanted, and is not left aside."""

SHORT_ROOMS: Mapping[str, str] = {"living": "living room", "dining": "dining room"}
TABLES: tuple[Phrases[None] | Phrases[Side], ...] = (
    POLITE, NARRATED, NEXT_STAGE, AT_LAST, AFTER, BEFORE, SIDES, SOURCES, BEING, ANYWHERE, NO_SIDES, EXCEPT, WAS,
    JUST_MOVED, REASONS, HISTORY, SOMEWHERE, CAN,
)  # fmt: skip
WORDS = frozenset().union(
    *(table.words for table in TABLES), AFTERTHOUGHTS, SEPARATORS, NUMBERS, ARTICLES, PRONOUNS, ANYTHING, CONTENTS,
    THERE, ORIGINALLY, RECIPIENTS, DONE_AT.words, SUPERLATIVES, WHEN.words, FINISHED, FINISHING,
)  # fmt: skip
"""Every small word, for the correction of typing errors."""
