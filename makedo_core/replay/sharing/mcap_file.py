# SPDX-License-Identifier: Apache-2.0
"""A past run as an MCAP file, which Foxglove and Lichtblick open: the only file that imports the library mcap.

Messages are JSON. All times are wall time.
"""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcap.writer import CompressionType, Writer

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, Shape
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.record.tree_view import tree_text
from makedo_core.replay.folder import run_files
from makedo_core.replay.sharing.mcap_schemas import SCHEMAS
from makedo_core.replay.telling import ending, story
from makedo_core.replay.timeline import KnownGraph, MotionSample, PastRun, RunEvent

MAP, BASE = "map", "base_footprint"
ATTACHED = (".json", ".md", ".svg")
_INFO, _WARNING, _ERROR = 2, 3, 4  # foxglove.Log's levels
_COLOURS = {
    NodeKind.ASSET: (0.62, 0.55, 0.45, 0.5),
    NodeKind.OBJECT: (0.1, 0.45, 0.7, 0.9),
    NodeKind.AGENT: (0.2, 0.2, 0.2, 0.8),
}
_BELIEVED = 0.35
"""Opacity of what is believed and was never seen."""


@dataclass(frozen=True, slots=True)
class _Message:
    """A message of a topic, at a moment [s, wall, since the run began]."""

    wall_s: float
    topic: str
    value: Mapping[str, Any]


def export_mcap(run: PastRun, target: Path) -> int:
    """Write a run as MCAP, which takes the place of what `target` held only when it is whole; its size [bytes].

    Raises:
        OSError: if something cannot be read or written.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        with part.open("wb") as file:
            writer = Writer(file, compression=CompressionType.ZSTD)
            writer.start(profile="", library="makedo")
            _write(writer, run)
            writer.finish()
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def _write(writer: Writer, run: PastRun) -> None:
    began_ns = round(run.began.timestamp() * 1e9) if run.began else 0
    channels: dict[str, int] = {}
    numbers: dict[str, int] = {}
    for message in _messages(run, began_ns):
        topic = message.topic
        if topic not in channels:
            schema = SCHEMAS[_TOPICS[topic]]
            schema_id = writer.register_schema(_TOPICS[topic], "jsonschema", json.dumps(schema).encode())
            channels[topic] = writer.register_channel(topic, "json", schema_id)
        at_ns = _ns(began_ns, message.wall_s)
        numbers[topic] = numbers.get(topic, 0) + 1
        data = json.dumps(message.value, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
        writer.add_message(channels[topic], at_ns, data, at_ns, numbers[topic])
    for file in run_files(run.folder):
        if file.suffix in ATTACHED:
            writer.add_attachment(began_ns, began_ns, file.name, _MEDIA[file.suffix], file.read_bytes())
    known = {"run": run.name, "asked": run.title, "ended": ending(run), "robot": run.robot, "record": str(run.state)}
    writer.add_metadata("makedo", {**known, "damage": "\n".join(run.damage)})


def _messages(run: PastRun, began_ns: int) -> list[_Message]:
    """Every message, in the order of time."""
    found = [
        *_words(run, began_ns),
        *_steps(run),
        *_trees(run),
        *_motion(run.motion, began_ns),
        *_scenes(run.graphs, began_ns),
        *_pictures(run, began_ns),
    ]
    return sorted(found, key=lambda message: message.wall_s)


def _words(run: PastRun, began_ns: int) -> Iterator[_Message]:
    for line in story(run):
        failed = "failed:" in line.text and line.text.startswith("step ")
        value = {"level": _WARNING if failed else _INFO, "message": line.text, "name": "makedo", "file": "", "line": 0}
        yield _Message(line.wall_s, "/log", {"timestamp": _stamp(began_ns, line.wall_s), **value})
    for what in run.damage:
        value = {"level": _ERROR, "message": f"damaged: {what}", "name": "makedo", "file": "", "line": 0}
        yield _Message(run.duration_s, "/log", {"timestamp": _stamp(began_ns, run.duration_s), **value})
    for event in run.events:
        if event.kind == "progress":
            told = {name: event.text(name) for name in ("state", "message")}
            yield _Message(event.wall_s, "/status", {**told, "step": event.details.get("step") or 0})


def _steps(run: PastRun) -> Iterator[_Message]:
    for step in run.steps:
        yield _Message(run.step_span(step)[1], "/steps", _step(step))


def _step(step: SkillOutcome) -> dict[str, Any]:
    return {
        "number": step.number,
        "call": str(step.call),
        "what": step.call.describe(),
        "attempt": step.attempt,
        "cause": step.outcome.cause.name,
        "message": step.outcome.message,
        "then": step.then,
        "took_s": (step.ended - step.began).total_seconds(),
    }


def _trees(run: PastRun) -> Iterator[_Message]:
    for moment in run.trees:
        yield _Message(moment.wall_s, "/behaviour_tree", {"text": tree_text(moment.nodes)})


def _motion(samples: Sequence[MotionSample], began_ns: int) -> Iterator[_Message]:
    for sample in samples:
        stamp = _stamp(began_ns, sample.wall_s)
        if sample.base is not None:
            half = sample.base.yaw / 2.0
            transform = {
                "timestamp": stamp,
                "parent_frame_id": MAP,
                "child_frame_id": BASE,
                "translation": _vector((sample.base.x, sample.base.y, 0.0)),
                "rotation": _quaternion((0.0, 0.0, math.sin(half), math.cos(half))),
            }
            yield _Message(sample.wall_s, "/tf", {"transforms": [transform]})
        joints = [{"name": name, "position": value} for name, value in sorted(sample.joints.items())]
        yield _Message(sample.wall_s, "/joint_states", {"timestamp": stamp, "joints": joints})


def _scenes(graphs: Sequence[KnownGraph], began_ns: int) -> Iterator[_Message]:
    """The scene as it became known: what is different from the scene before."""
    before = SceneGraph()
    for known in graphs:
        stamp = _stamp(began_ns, known.wall_s)
        gone = sorted(before.nodes.keys() - known.graph.nodes.keys())
        changed = [node for node in known.graph if before.nodes.get(node.id) != node and _is_drawn(node)]
        gone += [n.id for n in known.graph if not _is_drawn(n) and n.id in before.nodes and _is_drawn(before[n.id])]
        if changed or gone:
            deletions = [{"timestamp": stamp, "type": 0, "id": node_id} for node_id in gone]
            entities = [_entity(known.graph, node, stamp) for node in changed]
            yield _Message(known.wall_s, "/scene", {"deletions": deletions, "entities": entities})
        before = known.graph


def _is_drawn(node: Node) -> bool:
    return node.kind in _COLOURS and node.pose.is_known and max(node.size) > 0.0


def _entity(graph: SceneGraph, node: Node, stamp: Mapping[str, int]) -> dict[str, Any]:
    r, g, b, a = _COLOURS[node.kind]
    colour = {"r": r, "g": g, "b": b, "a": _BELIEVED if node.is_belief else a}
    centre = node.pose @ Pose((0.0, 0.0, node.size[2] / 2.0))
    body = {"pose": _pose(centre), "size": _vector(node.size), "color": colour}
    is_round = node.shape is Shape.CYLINDER
    top = Pose((node.pose.position[0], node.pose.position[1], node.pose.position[2] + node.size[2] + 0.05))
    label = {
        "pose": _pose(top),
        "billboard": True,
        "font_size": 0.06,
        "scale_invariant": False,
        "color": {"r": 0.1, "g": 0.1, "b": 0.1, "a": 1.0},
        "text": node.id,
    }
    place = graph.placement(node.id)
    told = {
        "label": node.label,
        "confidence": f"{node.confidence:.2f}",
        "last seen": "never" if node.last_seen is None else f"{node.last_seen:.1f} s",
        "states": ", ".join(map(str, node.states)),
        "place": f"{place.type.name.lower()} {place.target}" if place else "",
    }
    return {
        "timestamp": stamp,
        "frame_id": MAP,
        "id": node.id,
        "lifetime": {"sec": 0, "nsec": 0},
        "frame_locked": False,
        "metadata": [{"key": key, "value": value} for key, value in told.items()],
        "arrows": [],
        "cubes": [] if is_round else [body],
        "spheres": [],
        "cylinders": [{**body, "bottom_scale": 1.0, "top_scale": 1.0}] if is_round else [],
        "lines": [],
        "triangles": [],
        "texts": [label],
        "models": [],
    }


def _pictures(run: PastRun, began_ns: int) -> Iterator[_Message]:
    for event in run.pictures:
        name = event.text("file")
        value = {
            "timestamp": _stamp(began_ns, event.wall_s),
            "frame_id": "",
            "data": b64encode((run.folder / name).read_bytes()).decode(),
            "format": "png" if name.endswith(".png") else "jpeg",
        }
        yield _Message(event.wall_s, _camera(event), value)


def _camera(event: RunEvent) -> str:
    return "/pictures/overview" if "_overview" in event.text("file") else "/pictures/head"


def _ns(began_ns: int, wall_s: float) -> int:
    return max(0, began_ns + round(wall_s * 1e9))


def _stamp(began_ns: int, wall_s: float) -> dict[str, int]:
    at_ns = _ns(began_ns, wall_s)
    return {"sec": at_ns // 10**9, "nsec": at_ns % 10**9}


def _pose(pose: Pose) -> dict[str, Any]:
    return {"position": _vector(pose.position), "orientation": _quaternion(pose.orientation)}


def _vector(values: Sequence[float]) -> dict[str, float]:
    return dict(zip("xyz", map(float, values), strict=True))


def _quaternion(values: Sequence[float]) -> dict[str, float]:
    return dict(zip("xyzw", map(float, values), strict=True))


_MEDIA = {".json": "application/json", ".md": "text/markdown", ".svg": "image/svg+xml"}
_TOPICS = {
    "/log": "foxglove.Log",
    "/status": "makedo.Status",
    "/steps": "makedo.Step",
    "/behaviour_tree": "makedo.BehaviourTree",
    "/tf": "foxglove.FrameTransforms",
    "/joint_states": "foxglove.JointStates",
    "/scene": "foxglove.SceneUpdate",
    "/pictures/head": "foxglove.CompressedImage",
    "/pictures/overview": "foxglove.CompressedImage",
}
