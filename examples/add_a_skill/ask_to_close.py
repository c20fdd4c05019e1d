# SPDX-License-Identifier: Apache-2.0
"""A skill for a robot with its hand full: somebody is asked to close the door that it stands at.

`close` needs an empty hand; this skill does not, so the planner no longer puts down what it holds first.
Install it where Makedo is installed: .venv/bin/pip install --no-deps examples/add_a_skill
Then: .venv/bin/makedo plan "close the fridge" --graph FILE, with a graph in which the robot holds something.
This file is all that the planner reads: what the skill needs and does, over the predicates of the catalogue.
"""

from __future__ import annotations

from makedo_core.skills import Literal, Parameter, Predicate, SkillSpec, Type

_ASSET = "?asset"
_AT = Literal(Predicate.AT, (_ASSET,))
_CLOSED = Literal(Predicate.CLOSED, (_ASSET,))
_HAND_EMPTY = Literal(Predicate.HAND_EMPTY)

ASK_TO_CLOSE = SkillSpec(
    name="ask_to_close",
    parameters=(Parameter(_ASSET, Type.ASSET),),
    # Each clause must hold. With an empty hand the robot closes the door itself.
    preconditions=((_AT,), (Literal(Predicate.OPENABLE, (_ASSET,)),), (~_CLOSED,), (~_HAND_EMPTY,)),
    effects=(_CLOSED, ~Literal(Predicate.OPEN, (_ASSET,))),
    phrase="ask somebody to close {asset}",
    invariants=(_AT,),
)
