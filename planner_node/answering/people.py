# SPDX-License-Identifier: Apache-2.0
"""What is to be done with people, tied to the scene: a way to them, or an honest refusal of its kind."""

from __future__ import annotations

import re
from collections.abc import Mapping

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from planner_node.grounding.demand import Demand
from planner_node.grounding.found import GroundedClause, cannot
from planner_node.grounding.missing import nobody_known
from planner_node.grounding.scene import Scene
from planner_node.language.kinds import Deed
from planner_node.language.refusal import Gap, Refusal
from planner_node.language.request import Attend, Clause, Inquire, Request

SKILLED = frozenset({Deed.MEET, Deed.FIND})
"""What driving to somebody is enough for."""

_SAID: Mapping[Deed, tuple[str, str]] = {
    Deed.MEET: ("meet", "look for people"),
    Deed.FIND: ("find", "look for people"),
    Deed.GREET: ("greet", "speak"),
    Deed.INTRODUCE: ("introduce", "speak"),
    Deed.FOLLOW: ("follow", "follow people"),
    Deed.GUIDE: ("guide", "guide people"),
    Deed.SAY: ("tell", "speak"),
    Deed.ANSWER: ("answer", "listen to questions and speak"),
    Deed.OFFER: ("offer", "speak"),
}


def without_skill(request: Request) -> Refusal | None:
    """Why an instruction is refused as a whole: parts that no skill does; None if there are none.

    Nothing moves by half: that somebody was found is worth nothing if they are not followed then.
    """
    parts = tuple(deed for c in request.clauses if (deed := _unskilled(c)) is not None)
    if not parts:
        return None
    understood = enumerate_words(dict.fromkeys(map(_understood, parts)))
    lacking = tuple(dict.fromkeys(p.deed for p in parts))
    skills = enumerate_words(dict.fromkeys(_SAID[d][1] for d in lacking), "or")
    message = f"I understood that I am to {understood}; I have no skill to {skills}, so I do nothing of it."
    return Refusal(FailureCause.NOT_CAPABLE, message, lacking=lacking)


def _understood(part: Attend) -> str:
    """What is to be done, in the words in which it was said; people by their names."""
    said = f"{part.verb or _SAID[part.deed][0]} {part.text or part.words}".strip()
    said = re.sub(r"\bme\b", "you", re.sub(r"\bmy\b", "your", said))
    name = part.whom.text if part.whom is not None and part.whom.node_id is not None else ""
    return re.sub(rf"\b{re.escape(name.lower())}\b", name, said) if name else said


def _unskilled(clause: Clause) -> Attend | None:
    """What a clause asks for that no skill does: the speaker is answered in writing, others would have to be told."""
    if isinstance(clause, Attend):
        return None if clause.deed in SKILLED else clause
    if not isinstance(clause, Inquire) or clause.whom is None or clause.whom.attributes & {"speaker", "operator"}:
        return None
    if clause.whom.text in ("you", "me"):
        return None
    return Attend(Deed.SAY, clause.whom, words=clause.question.text, text=f"{clause.whom.text} {clause.question.text}")


def attend(clause: Attend, scene: Scene) -> GroundedClause:
    """Driving to somebody whom the graph knows."""
    literal = scene.backend.robot_at()
    if literal is None:
        return cannot("going to people")
    known = () if clause.whom is None else scene.places(clause.whom)
    if not known:
        return nobody_known(clause.whom)
    whom = clause.whom
    named_so = whom is not None and whom.definite and whom.count == 1 and whom.node_id is None
    is_one = named_so and whom is not None and not whom.attributes  # who waves, where one goes, is found there
    if whom is not None and is_one and len(known) > 1 and scene.asks:
        names = enumerate_words((spoken(n.id) for n in known), "or")
        message = f"Who is meant by '{whom.text}': {names}?"
        gap = Gap(QuestionKind.WHICH, whom.text)
        return Refusal(FailureCause.AMBIGUOUS, message, tuple(n.id for n in known), gap=gap)
    text = f"going to {clause.whom.text if clause.whom else 'somebody'}"
    return (Demand(text, 1, tuple(n.id for n in known), (literal,)),)
