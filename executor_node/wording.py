# SPDX-License-Identifier: Apache-2.0
"""Plain words for what the robot's software says: links, joints, obstacles and calls that were not answered.

Readers of a reason have never seen the robot's description. `Outcome.raw` keeps the literal words of the software.
"""

from __future__ import annotations

import re

from executor_node.context import spoken
from makedo_core.failure import FailureCause, Outcome

_LINK = re.compile(r"(_link|link_?\d+|finger|_hand|_tip)$")
_JOINT = re.compile(r"_joint(_?\d+)?$")
_SLIDES = re.compile(r"finger|(?<!shoulder_)lift")  # the lift of a shoulder (UR, Fetch) turns
_PARTS = (
    ("finger", "a finger"),
    ("gripper", "the hand"),
    ("hand", "the hand"),
    ("tool", "the hand"),
    ("wrist", "the wrist"),
    ("torso", "the torso"),
    ("head", "the head"),
    ("camera", "the head"),
    ("base", "the base"),
    ("wheel", "the base"),
)
_ALONG_THE_ARM = ("the shoulder", "the shoulder", "the shoulder", "the upper arm", "the elbow", "the forearm")
OCTOMAP = "<octomap>"  # MoveIt's name of all that depth images made an obstacle
_REFUSED = "refused what it was asked for"
_NAME = re.compile(r"(?<![\w/])/?[A-Za-z]\w*_\w+(?:/\w+)*")
_AGAIN = re.compile(r"\b(the (?:[a-z]+ )*[a-z]+)(?:(?:, | and )\1\b(?! \d))+")  # topics of one camera
_POINT = re.compile(r"\(-?\d+\.\d+, -?\d+\.\d+\)")


def part(name: str) -> str:
    """A link of the robot, a piece of furniture or a thing in the planner's world, as people say it.

    Examples: "arm_7_link" -> "the wrist", "fridge_1/door" -> "the door of fridge 1", "mug_1" -> "mug 1".
    """
    name = name.strip().strip("/")
    if name == OCTOMAP:
        return "what the depth camera saw"
    if _LINK.search(name):
        return _link(name)
    owner, _, piece = name.partition("/")
    if piece.startswith("unseen"):
        return f"what may stand unseen on {spoken(owner)}"
    if piece.startswith(("wall", "lintel")):
        return f"a {'wall' if piece.startswith('wall') else 'doorframe'} of {spoken(owner)}"
    return f"the {piece} of {spoken(owner)}" if piece in ("door", "handle") else spoken(owner)


def _link(name: str) -> str:
    for piece, words in _PARTS:
        if piece in name:
            return words
    number = re.search(r"\d+", name)
    if number is None:
        return "the arm"
    along = int(number.group())
    return _ALONG_THE_ARM[along] if along < len(_ALONG_THE_ARM) else "the wrist"


def joint(name: str) -> str:
    """A joint as people say it: "arm_5_joint" -> "joint 5 of the arm"."""
    for piece, words in (("finger", "a finger"), ("gripper", "the hand"), ("torso", "the torso"), ("wheel", "a wheel")):
        if piece in name:
            return words
    number = re.search(r"\d+", name)
    owner = "head" if "head" in name else "arm"
    return f"joint {number.group()} of the {owner}" if number else f"a joint of the {owner}"


def off_by(name: str, value: float) -> str:
    """By how much a joint is off, with its unit: fingers and what lifts, as a torso, slide; all others turn."""
    return f"{abs(value):.2f} {'m' if _SLIDES.search(name) else 'rad'}"


def touching(first: str, second: str, *, now: bool = False) -> str:
    """Two bodies that touch, as people say it: "the wrist would touch table 2".

    Args:
        first: a link, a piece of furniture or a thing in the planner's world.
        second: the other one.
        now: whether it is so as the arm is, and not only as it would be.
    """
    if (_is_ours(second) and not _is_ours(first)) or ("/" in first and "/" not in second):
        first, second = second, first  # the robot, or what it holds, touches the furniture
    mine, other = part(first), part(second)
    if mine == other:
        mine, other = "the robot", "itself"
    return f"{mine} {'touches' if now else 'would touch'} {other}"


def _is_ours(name: str) -> bool:
    return bool(_LINK.search(name))


def plain(text: str) -> str:
    """A text in which names with underscores and points of the map are in words; for what others say in theirs."""

    def named(match: re.Match[str]) -> str:
        name = match.group().strip("/")
        if _JOINT.search(name):
            return joint(name)
        if name.endswith(("_controller", "follow_joint_trajectory")):
            return "the controller of the " + re.split(r"_?controller", name)[0].replace("_", " ")
        words = part(name)
        before = text[: match.start()]
        return words.removeprefix("the ") if before.endswith(("the ", "a ", "an ")) else words

    return _POINT.sub("that place", _AGAIN.sub(r"\1", _NAME.sub(named, text)))


def plainly(outcome: Outcome) -> Outcome:
    """An outcome whose message has no names of the software in it; what it was is kept as `raw`."""
    words = plain(outcome.message)
    return outcome if words == outcome.message else Outcome(outcome.cause, words, outcome.in_detail)


def unanswered(who: str, cause: FailureCause, said: str) -> Outcome:
    """A call that brought no answer or was refused: by whom, and why, with what was said about it word by word."""
    why = {
        FailureCause.TIMEOUT: "did not answer in time",
        FailureCause.COMPONENT_LOST: "does not answer; is it running?",
        FailureCause.PRECONDITION_FAILED: _REFUSED,
        FailureCause.EXECUTION_FAILED: _REFUSED,  # a goal that was rejected
        FailureCause.CANCELED: "was told to stop",
    }
    return Outcome(cause, f"{who} {why.get(cause, 'did not answer')}", said)
