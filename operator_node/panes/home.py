# SPDX-License-Identifier: Apache-2.0
"""The home: furniture, things and the robot on the board; what was done with a thing; corrections of the graph."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Protocol

from pydantic import Field, model_validator

from makedo_core.failure import Outcome
from makedo_core.geometry import Vector
from makedo_core.graph.correction import SpokenCorrection
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.record.skill_outcome import SkillOutcome
from operator_node.state.board import Board, TopicSpec
from operator_node.state.home_view import furniture_shown, things_shown
from operator_node.web.commands import AccessNeed, Caller, Fields, PageCommand, PageReply

FURNITURE, OBJECTS, ROBOT, PATH = "furniture", "objects", "robot", "path"
LIBRARIES = "libraries"
_THREE = ("build/three.module.js", "build/three.core.js", "examples/jsm/controls/OrbitControls.js")
TOPICS = (FURNITURE, OBJECTS, ROBOT, PATH)
MOST_DEEDS = 300
PATH_STEP_M, PATH_POINTS = 0.08, 400
_Id = Annotated[str, Field(min_length=1, max_length=200)]
_Metres = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]


class Corrector(Protocol):
    """Has the scene graph corrected. Nothing raises."""

    async def correct(self, said: SpokenCorrection) -> tuple[Outcome, str, str]:
        """How it went, the node's id from now on, and what was taken over, one sentence."""


class AboutFields(Fields):
    """A node of the scene graph."""

    node: _Id


class CorrectFields(Fields):
    """What a person says of a node; see srv/CorrectSceneGraph.srv."""

    node: _Id
    what: Annotated[str, Field(max_length=200)] = ""
    side: Annotated[str, Field(max_length=10)] = ""
    place: Annotated[str, Field(max_length=200)] = ""
    point: Annotated[list[_Metres], Field(max_length=3, default_factory=list)]
    gone: bool = False
    name: Annotated[str, Field(max_length=60)] = ""

    @model_validator(mode="after")
    def _whole_point(self) -> CorrectFields:
        if len(self.point) not in (0, 3):
            raise ValueError("a point has three numbers")
        return self


class HomePane:
    """Shows the home. The `on_` functions may be called by any thread.

    Args:
        board: where.
        corrector: takes corrections.
    """

    def __init__(self, board: Board, corrector: Corrector) -> None:
        self._board, self._corrector = board, corrector
        self._lock = threading.Lock()
        self._deeds: deque[SkillOutcome] = deque(maxlen=MOST_DEEDS)
        self._path: deque[tuple[float, float]] = deque(maxlen=PATH_POINTS)
        for name, most_hz in ((FURNITURE, 5.0), (OBJECTS, 5.0), (ROBOT, 10.0), (PATH, 1.0)):
            board.declare(TopicSpec(name, most_hz, on_demand=True))

    @property
    def wanted(self) -> bool:
        """Whether anybody looks."""
        return any(self._board.wanted(name) for name in TOPICS)

    def on_graph(self, graph: SceneGraph) -> None:
        """There is another graph."""
        self._board.put(FURNITURE, furniture_shown(graph))
        self._board.put(OBJECTS, things_shown(graph))

    def on_robot(
        self, now_s: float, base: Vector, bones: Sequence[tuple[Vector, Vector]], hand: Vector | None = None
    ) -> None:
        """Where the robot is.

        Args:
            now_s: its clock [s].
            base: x, y [m] and heading [rad] in the map.
            bones: from joint to joint, map frame [m].
            hand: where what it holds is, map frame [m]; None: not known.
        """
        shown = [[*_rounded(a), *_rounded(b)] for a, b in bones]
        held_at = None if hand is None else _rounded(hand)
        self._board.put(ROBOT, {"now": int(now_s), "base": _rounded(base), "bones": shown, "hand": held_at})
        self.on_driven(base[0], base[1])

    def on_driven(self, x: float, y: float) -> None:
        """The robot has come to a place of the map [m]."""
        with self._lock:
            if self._path and math.dist(self._path[-1], (x, y)) < PATH_STEP_M:
                return
            self._path.append((x, y))
            path = [[round(a, 2), round(b, 2)] for a, b in self._path]
        self._board.put(PATH, path)

    def on_done(self, done: SkillOutcome) -> None:
        """A skill call has ended."""
        with self._lock:
            self._deeds.append(done)

    async def about(self, caller: Caller, fields: AboutFields) -> PageReply:
        """What was done with a node, the newest first."""
        with self._lock:
            done = [d for d in self._deeds if fields.node in d.call.arguments]
        return PageReply(value={"done": [_deed(d) for d in reversed(done[-20:])]})

    async def correct(self, caller: Caller, fields: CorrectFields) -> PageReply:
        """Have the graph corrected."""
        point = (fields.point[0], fields.point[1], fields.point[2]) if fields.point else None
        said = SpokenCorrection(
            fields.node, fields.what, fields.side, fields.place, point, fields.gone, fields.name
        )
        outcome, node_id, text = await self._corrector.correct(said)
        return PageReply(outcome.ok, text if outcome.ok else str(outcome), {"id": node_id})


def show_libraries(board: Board, folder: Path) -> None:
    """Show which libraries set-up could get: without three.js the home is a map.

    Args:
        board: where.
        folder: of the libraries.
    """
    board.declare(TopicSpec(LIBRARIES))
    board.put(LIBRARIES, {"three": all((folder / "three" / name).is_file() for name in _THREE)})


def home_commands(pane: HomePane) -> tuple[PageCommand, ...]:
    """What a page may ask for."""
    return (
        PageCommand("about", AboutFields, AccessNeed.NOTHING, pane.about),
        PageCommand("correct", CorrectFields, AccessNeed.LEASE, pane.correct),
    )


def _deed(done: SkillOutcome) -> dict[str, Any]:
    return {
        "call": str(done.call),
        "ok": done.outcome.ok,
        "said": done.outcome.message,
        "ended": done.ended.timestamp(),
        "run": done.run,
        "picture": done.picture,
    }


def _rounded(numbers: Sequence[float]) -> list[float]:
    return [round(float(v), 3) for v in numbers]
