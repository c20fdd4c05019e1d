# SPDX-License-Identifier: Apache-2.0
"""What a model is asked while a scene is pruned and acted in, and what is wrong with an answer.

The model hears of names that were not offered; if it insists they are left out, for a selection with a name too many
is worth no less for the others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_llm.ask import Complaint
from makedo_llm.chat import Prompt
from makedo_llm.ladder import Adviser, NoModel
from makedo_llm.templates import fenced
from planner_node.llm.forms import choice, record, some, text
from planner_node.llm.templates import render

_SHOWN = 5
_LONGEST_WHY = 300  # characters
_NONE = "(none)"
_Text = Annotated[str, Field(max_length=4000)]
_Name = Annotated[str, Field(max_length=200)]


class Selected(BaseModel):
    """Some of the names that were offered, and why."""

    model_config = ConfigDict(extra="forbid")

    explanation: _Text = ""
    chosen: Annotated[list[_Name], Field(max_length=1000)]


class NextCall(BaseModel):
    """One of the skill calls that were offered, and why."""

    model_config = ConfigDict(extra="forbid")

    explanation: _Text = ""
    call: Annotated[str, Field(min_length=1, max_length=400)]


@dataclass(frozen=True)
class PruneQuestions:
    """Asks one model, or ladder of models, about one instruction.

    Attributes:
        adviser: who answers, within the budget of an instruction.
        instruction: what is wanted.
        longest: characters of one block of data.
    """

    adviser: Adviser
    instruction: str
    longest: int = 12_000

    def categories(self, offered: Sequence[str]) -> tuple[str, ...] | NoModel:
        """The categories of one level of the taxonomy that matter."""
        return self._select("categories", {"categories": self._listed(offered)}, offered, may_be_empty=False)

    def classes(self, offered: Sequence[str]) -> tuple[str, ...] | NoModel:
        """The classes of things that matter."""
        return self._select("classes", {"classes": self._listed(offered)}, offered, may_be_empty=False)

    def related(
        self, selected: Sequence[str], connected: Sequence[str], relations: Sequence[str]
    ) -> tuple[str, ...] | NoModel:
        """The nodes that matter among those that touch what is selected."""
        blocks = {
            "selected": self._listed(selected),
            "connected": self._listed(connected),
            "relations": self._listed(relations),
        }
        return self._select("relations", blocks, connected, may_be_empty=True)

    def next_call(
        self, goal: Sequence[str], state: Sequence[str], done: Sequence[str], applicable: Mapping[str, bool]
    ) -> str | NoModel:
        """One of the applicable calls.

        Args:
            goal: what is to be so in the end, a line for each fact.
            state: what is so now, likewise.
            done: the calls so far.
            applicable: each call, and whether it leads to a state that was there before.
        """
        blocks = {
            "instruction": self.instruction.strip(),
            "goal": "\n".join(goal),
            "state": self._listed(state, "\n"),
            "done": "\n".join(done) or _NONE,
            "applicable": "\n".join(applicable),
        }

        def check(answer: NextCall) -> Complaint | None:
            call = _tidy(answer.call)
            if call not in applicable:
                near = get_close_matches(call, list(applicable), n=3)
                meant = f"; did you mean {' or '.join(near)}?" if near else "; choose a line of <applicable>"
                return Complaint(f"{answer.call!r} is not possible now{meant}")
            if applicable[call]:
                return Complaint(f"{call} leads back to a state that was there before; choose another", tolerable=True)
            return None

        form = record(explanation=text(_LONGEST_WHY), call=choice(applicable))
        found = self.adviser.ask(self._prompt("act", blocks), NextCall, check, form)
        return found if isinstance(found, NoModel) else _tidy(found.value.call)

    def _select(
        self, question: str, blocks: Mapping[str, str], offered: Collection[str], may_be_empty: bool
    ) -> tuple[str, ...] | NoModel:
        """Names that were offered, in their order."""
        known = frozenset(offered)

        def check(answer: Selected) -> Complaint | None:
            unknown = [name for name in answer.chosen if _tidy(name) not in known]
            if unknown:
                listed = ", ".join(repr(name) for name in unknown[:_SHOWN])
                return Complaint(f"these were not offered: {listed}; spell names as they stand there", tolerable=True)
            if not answer.chosen and not may_be_empty:
                return Complaint("nothing was chosen; choose what the instruction needs", tolerable=True)
            return None

        every = {**blocks, "instruction": self.instruction.strip()}  # what differs between instructions comes last
        form = record(explanation=text(_LONGEST_WHY), chosen=some(choice(offered), len(offered)))
        found = self.adviser.ask(self._prompt(question, every), Selected, check, form)
        if isinstance(found, NoModel):
            return found
        chosen = {_tidy(name) for name in found.value.chosen}
        return tuple(name for name in offered if name in chosen)

    def _prompt(self, question: str, blocks: Mapping[str, str]) -> Prompt:
        data = "\n\n".join(fenced(name, text) for name, text in blocks.items())
        return Prompt(render(f"prune_{question}_system"), render(f"prune_{question}_user", data=data))

    def _listed(self, names: Sequence[str], between: str = ", ") -> str:
        """Names in one block; what does not fit is left out from the end, and the text says so."""
        text = between.join(names) or _NONE
        if len(text) <= self.longest:
            return text
        cut = text.rfind(between, 0, self.longest)
        return f"{text[: max(cut, 0)]}{between}(and more that does not fit here)"


def _tidy(name: str) -> str:
    """A name as it was offered, whatever the model put around it."""
    return " ".join(name.strip().strip("-*`'\".").split())
