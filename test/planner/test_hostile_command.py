# SPDX-License-Identifier: Apache-2.0
"""`makedo plan` on the worst files there are: an exit code and one sentence, never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from support.command import ROOT, makedo


def graph(*nodes: dict, relations: tuple[tuple[str, str, str], ...] = ()) -> str:
    links = [{"source": s, "type": t, "target": o} for s, t, o in relations]
    return json.dumps({"nodes": nodes, "relations": links})


def node(node_id: str, kind: str, label: str = "", **more: object) -> dict:
    return {"id": node_id, "label": label or node_id, "kind": kind, **more}


TABLES = (node("table_1", "asset", "table"), node("table_2", "asset", "table"))
APPLE = node("apple_1", "object", "apple")
LOOP = (("apple_1", "on", "pear_1"), ("pear_1", "inside", "apple_1"))


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        (b"\xff\xfe\x00nodes", 2, "not UTF-8 text"),
        (b"\x00" * 1000, 2, "Invalid JSON"),
        (b"[" * 1_000_000, 2, "recursion limit"),
        (graph(node("../../etc/passwd", "asset")), 2, "nodes.0.id"),
        (graph(node("a" * 100_000, "asset")), 2, "at most 200"),
        (graph(*TABLES, TABLES[0]), 2, "two nodes are called 'table_1'"),
        (graph(*TABLES, APPLE | {"position": [float("nan")] * 3}), 2, "seven finite numbers"),
        (graph(*TABLES, APPLE, node("pear_1", "object"), relations=LOOP), 2, "support cycle"),
        (graph(*TABLES, APPLE, relations=(("apple_1", "held_by", "table_1"),)), 2, "expected agent"),
        (graph(*TABLES, APPLE, relations=(("apple_1", "on", "ghost_1"),)), 2, "not a node"),
        (graph(), 3, "no furniture"),
        (graph(TABLES[0], APPLE, relations=(("apple_1", "on", "table_1"),)), 3, "no place called 'table_2'"),
    ],
)
def test_a_hostile_file_ends_with_a_code_and_a_sentence(tmp_path, content, code, told):
    path = tmp_path / "graph.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    run = makedo("plan", "bring the apple to table_2", "--graph", str(path))
    said = run.stderr + run.stdout
    assert run.returncode == code, said
    assert told in " ".join(said.split())
    assert "Traceback" not in said
    assert len(said) < 2000


def test_a_process_of_its_own_ends_like_that_too(tmp_path):
    path = tmp_path / "graph.json"
    path.write_bytes(b"[" * 1_000_000)
    command = [sys.executable, "-m", "makedo_cli.main", "plan", "bring the apple to table_2", "--graph", str(path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2, run
    assert "recursion limit" in run.stderr
    assert "Traceback" not in run.stderr
