# SPDX-License-Identifier: Apache-2.0
"""The process that keeps the triples: what it may take, what it survives, and what it leaves on the disk."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest

from makedo_core.failure import SUCCESS, FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.record.skill_outcome import EventTime, RunLog, SkillOutcome
from makedo_core.skills import SkillCall
from scene_graph_node.knowledge.answer import QueryLimits
from scene_graph_node.knowledge.folder import KnowledgeError, KnowledgeFolder
from scene_graph_node.knowledge.knowledge import KnowledgeBase, open_knowledge
from scene_graph_node.knowledge.rdf.process import ProcessDiedError, ProcessLateError, StoreProcess
from scene_graph_node.knowledge.rdf.requests import Ask, Done, Failed, Open
from support.waiting import until

LIMITS = QueryLimits(timeout_s=30.0)
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
PYTHONS_OWN_MB = 4  # Python keeps a few of its own arenas, of 1 MB each, that no heap statistics show
GREEDY = "SELECT ?a { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a"
ROOT = Path(__file__).parents[3]


def fridges(state: State, count: int = 1, revision: int = 1) -> SceneGraph:
    names = [f"fridge_{i}" for i in range(count)]
    nodes = {n: Node(n, "fridge", NodeKind.ASSET, states=frozenset({state})) for n in names}
    return SceneGraph(nodes, revision=revision)


def deed(number: int = 1) -> SkillOutcome:
    log = RunLog("run", "Open it", datetime(2026, 1, 1, tzinfo=timezone.utc), EventTime(0.0, 0.0))
    done = log.step_done(SkillCall("open", ("fridge_0",)), SUCCESS, EventTime(1.0, 1.0))
    return replace(done, number=number)


def states(knowledge: KnowledgeBase) -> list[str]:
    return sorted(row[0] for row in knowledge.ask("SELECT ?s { ?x :state ?s }", LIMITS).rows)


def deeds(knowledge: KnowledgeBase) -> int:
    return int(knowledge.ask("SELECT (COUNT(*) AS ?n) { ?x a :SkillExecution }", LIMITS).rows[0][0])


def pid_of(knowledge: KnowledgeBase) -> int:
    process = knowledge._process
    assert process is not None
    return process.pid


@pytest.mark.parametrize("on_disk", [False, True])
def test_a_query_without_end_or_bounds_ends_alone(tmp_path, on_disk):
    with open_knowledge(folder=tmp_path / "knowledge" if on_disk else None) as knowledge:
        knowledge.follow(fridges(State.OPEN))
        knowledge.record([deed()])
        late = knowledge.ask(ENDLESS, replace(LIMITS, timeout_s=0.3))
        assert late.outcome.cause is FailureCause.TIMEOUT
        assert "0.3 s" in late.outcome.message
        greedy = knowledge.ask(GREEDY, replace(LIMITS, memory_mb=20))
        assert greedy.outcome.cause is FailureCause.NOT_CAPABLE
        assert "more than 20 MB of memory" in greedy.outcome.message
        assert (states(knowledge), deeds(knowledge)) == (["open"], 1)


def test_python_that_runs_out_of_memory_says_so_and_goes_on(tmp_path):
    with open_knowledge() as knowledge:
        knowledge.follow(fridges(State.OPEN, 30))
        before = pid_of(knowledge)
        # The text of a row is made by Python, a million characters at a time.
        text = "x" * 15_000
        doubled = " ".join(f"BIND (CONCAT(?a{i}, ?a{i}) AS ?a{i + 1})" for i in range(6))
        rows = f"SELECT ?a6 {{ BIND ('{text}' AS ?a0) {doubled} ?x :state ?s }}"
        answer = knowledge.ask(rows, replace(LIMITS, memory_mb=400))
        assert answer.outcome.cause is FailureCause.NOT_CAPABLE
        assert pid_of(knowledge) == before


def test_a_query_is_ended_when_somebody_wants_it_to_stop():
    with open_knowledge() as knowledge:
        began = time.monotonic()
        stopped = replace(LIMITS, stopped=lambda: time.monotonic() > began + 0.3)
        answer = knowledge.ask(ENDLESS, stopped)
        assert answer.outcome.cause is FailureCause.TIMEOUT
        assert "stopped" in answer.outcome.message


@pytest.mark.slow
def test_memory_of_one_query_is_not_held_against_the_next():
    with open_knowledge() as knowledge:
        knowledge.follow(fridges(State.OPEN, 200))
        for _ in range(5):
            many = "SELECT ?a ?d { ?a :label ?l . ?d :label ?l } ORDER BY ?a ?d"
            assert knowledge.ask(many, replace(LIMITS, memory_mb=100)).outcome.ok


@pytest.mark.slow
def test_what_queries_leave_unused_is_not_added_to_what_the_next_ones_may_take():
    with open_knowledge() as knowledge:
        knowledge.follow(fridges(State.OPEN, 100))
        ordered = "SELECT ?a {{ {{ SELECT ?a ?d {{ ?a ?b ?c . ?d ?e ?f }} LIMIT {} }} }} ORDER BY DESC(?d)"
        assert knowledge.ask(ordered.format(1), LIMITS).outcome.ok
        before, began = size_mb(pid_of(knowledge), "VmSize"), pid_of(knowledge)
        for rows in range(20_000, 90_000, 10_000):
            knowledge.ask(ordered.format(rows), replace(LIMITS, memory_mb=20))
            if pid_of_running(knowledge) != began:
                break  # a process that was ended for it leaves nothing
            assert size_mb(began, "VmPeak") <= before + 21 + PYTHONS_OWN_MB
        else:
            pytest.fail("no query needed as much as it may take")


def size_mb(pid: int, field: str) -> float:
    (line,) = (s for s in Path(f"/proc/{pid}/status").read_text().splitlines() if s.startswith(field))
    return int(line.split()[1]) * 1024e-6


def pid_of_running(knowledge: KnowledgeBase) -> int | None:
    process = knowledge._process
    return process.pid if process is not None else None


def test_a_process_that_died_is_started_again_with_all_that_was_told():
    with open_knowledge() as knowledge:
        knowledge.follow(fridges(State.OPEN))
        knowledge.record([deed()])
        os.kill(pid_of(knowledge), signal.SIGKILL)
        with pytest.raises(KnowledgeError, match="does not answer"):
            knowledge.follow(fridges(State.CLOSED, revision=2))
        assert deeds(knowledge) == 1
        knowledge.follow(fridges(State.CLOSED, revision=2))
        assert states(knowledge) == ["closed"]


def test_what_could_not_be_recorded_is_recorded_with_the_next():
    with open_knowledge() as knowledge:
        knowledge.follow(fridges(State.OPEN))
        os.kill(pid_of(knowledge), signal.SIGKILL)
        with pytest.raises(KnowledgeError):
            knowledge.record([deed(1)])
        knowledge.record([deed(2)])
        assert deeds(knowledge) == 2


def test_a_restart_continues_with_the_history_and_follows_the_new_scene(tmp_path):
    with open_knowledge(folder=tmp_path) as knowledge:
        knowledge.follow(fridges(State.OPEN, 3))
        knowledge.record([deed(1)])
    with open_knowledge(folder=tmp_path) as knowledge:
        knowledge.record([deed(2)])
        assert deeds(knowledge) == 2
        knowledge.follow(fridges(State.CLOSED))
        assert states(knowledge) == ["closed"]


@pytest.mark.slow
def test_another_ontology_takes_the_place_of_the_one_before(tmp_path):
    def says(file: str) -> str:
        with open_knowledge(tmp_path / file, folder=tmp_path / "knowledge") as knowledge:
            rows = knowledge.ask("SELECT ?y { :astronaut_bar rdfs:subClassOf ?y }", LIMITS).rows
            return " ".join(row[0] for row in rows)

    head = "@prefix : <urn:makedo:household#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    for name, above in (("a.ttl", ":snack"), ("b.ttl", ":food")):
        (tmp_path / name).write_text(head + f":astronaut_bar rdfs:subClassOf {above} .\n")
    assert [says("a.ttl"), says("a.ttl"), says("b.ttl")] == [":snack", ":snack", ":food"]


def test_a_folder_has_one_user_at_a_time(tmp_path):
    with open_knowledge(folder=tmp_path):
        with pytest.raises(KnowledgeError, match=r"another process uses it; end that one, or give this one"):
            open_knowledge(folder=tmp_path)
    open_knowledge(folder=tmp_path).close()


def test_a_store_that_another_program_has_open_is_told(tmp_path):
    other = StoreProcess()
    assert isinstance(other.call(Open(tmp_path / "store", ()), 30.0), Done)
    with open_knowledge(folder=tmp_path) as knowledge, pytest.raises(KnowledgeError, match="another process uses it"):
        knowledge.follow(fridges(State.OPEN))
    other.end()


@pytest.mark.parametrize("damage", ["CURRENT", "MANIFEST-*", "*.sst"])
def test_damaged_files_are_moved_aside_and_told_and_a_new_store_is_begun(tmp_path, damage):
    with open_knowledge(folder=tmp_path) as knowledge:
        knowledge.follow(fridges(State.OPEN, 50))
        knowledge.record([deed()])
    for path in (tmp_path / "store").glob(damage):
        content = bytearray(path.read_bytes())
        for at in range(0, len(content), 7):
            content[at] ^= 0xFF
        path.write_bytes(content)
    told: list[str] = []
    with open_knowledge(folder=tmp_path, tell=told.append) as knowledge:
        knowledge.follow(fridges(State.CLOSED))
        assert (states(knowledge), deeds(knowledge)) == (["closed"], 0)
    (aside,) = tmp_path.glob("store.damaged-*")
    assert (aside / "CURRENT").exists()
    assert len(told) == 1
    assert "was damaged (Corruption" in told[0]
    assert str(aside) in told[0]


def test_two_stores_that_are_damaged_in_one_second_are_both_kept(tmp_path):
    folder = KnowledgeFolder(tmp_path, lambda: datetime(2026, 1, 2, 3, 4, 5))
    for _ in range(2):
        folder.store.mkdir()
        folder.set_aside()
    assert {p.name for p in tmp_path.glob("store.*")} == {
        "store.damaged-20260102-030405",
        "store.damaged-20260102-030405-2",
    }
    with pytest.raises(KnowledgeError, match="cannot be moved aside"):
        folder.set_aside()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(KnowledgeError, match=r"file/knowledge: cannot be used: Not a directory"):
        open_knowledge(folder=tmp_path / "file" / "knowledge")


def test_a_store_that_is_no_folder_is_told_and_left_alone(tmp_path):
    (tmp_path / "store").write_text("precious")
    with open_knowledge(folder=tmp_path) as knowledge, pytest.raises(KnowledgeError, match="not a directory"):
        knowledge.follow(fridges(State.OPEN))
    assert (tmp_path / "store").read_text() == "precious"


WRITER = """
import sys
from pathlib import Path
sys.path[:0] = [{root!r}, {here!r}]
from scene_graph_node.knowledge.rdf.store import TripleStore
from scene_graph_node.knowledge.fact import Triple

store = TripleStore(Path({folder!r}))
facts = [frozenset(Triple(f"n_{{i}}", "state", s) for i in range(200)) for s in ("open", "closed")]
revision = store.revision + 1
store.follow(facts[revision % 2], (), revision, whole=True)
print("ready", flush=True)
while True:
    revision += 1
    store.follow(facts[revision % 2], facts[1 - revision % 2], revision, whole=False)
"""


@pytest.mark.slow
def test_killed_at_any_moment_a_store_says_what_one_revision_said(tmp_path):
    code = WRITER.format(root=str(ROOT), here=str(Path(__file__).parent.parent), folder=str(tmp_path))
    revisions = []
    for moment in range(8):
        writer = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(random.Random(moment).uniform(0.0, 0.2))
        writer.kill()
        writer.communicate()
        process = StoreProcess()
        assert process.call(Open(tmp_path, ()), 30.0) == Done()
        asked = "SELECT ?s (COUNT(?x) AS ?n) ?r { ?x :state ?s . ?y :revision ?r } GROUP BY ?s ?r"
        ((state, number, revision),) = process.call(Ask(asked, 10, 200), 30.0).rows
        process.end()
        assert (state, number) == (("open", "closed")[int(revision) % 2], "200")
        revisions.append(int(revision))
    assert revisions == sorted(revisions)


def test_the_process_ends_with_the_one_that_started_it():
    code = (
        "import sys, os, signal; from scene_graph_node.knowledge.knowledge import open_knowledge; "
        "from scene_graph_node.knowledge.answer import QueryLimits; k = open_knowledge(); "
        "k.ask('ASK { }', QueryLimits(timeout_s=30.0)); "
        "print(k._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    pid = int(run.stdout)
    until(lambda: not _runs(pid), f"the end of {pid}")


def _runs(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    "query",
    [
        "ASK { SERVICE <http://127.0.0.1:PORT/> { ?x ?y ?z } }",
        "ASK { \\u0053ERVICE <http://127.0.0.1:PORT/> { ?x ?y ?z } }",
        "ASK { \\U00000053ERVICE SILENT <http://127.0.0.1:PORT/> { ?x ?y ?z } }",
        "ASK { \\u005Cu0053ERVICE SILENT <http://127.0.0.1:PORT/> { ?x ?y ?z } }",
        "ASK { # SERVICE\nSERVICE#\n<http://127.0.0.1:PORT/>{ ?x ?y ?z } }",
        "ASK { { SELECT * { OPTIONAL { SERVICE ?s { ?x ?y ?z } } VALUES ?s { <http://127.0.0.1:PORT/> } } } }",
        "ASK FROM <http://127.0.0.1:PORT/> { ?x ?y ?z }",
    ],
)
def test_no_query_reaches_another_machine(query):
    called = []
    with socket.create_server(("127.0.0.1", 0)) as server, open_knowledge() as knowledge:
        server.settimeout(0.2)

        def listen() -> None:
            try:
                server.accept()[0].close()
                called.append(True)
            except TimeoutError:
                return

        asked = query.replace("PORT", str(server.getsockname()[1]))
        knowledge.follow(fridges(State.OPEN))
        thread = threading.Thread(target=listen)
        thread.start()
        answer = knowledge.ask(asked, replace(LIMITS, timeout_s=2.0))
        thread.join()
    assert answer.outcome.cause in (FailureCause.NOT_CAPABLE, FailureCause.INVALID_INSTRUCTION)
    assert not called


def test_a_request_that_fails_ends_the_process_with_the_reason(tmp_path):
    (tmp_path / "store").write_text("")
    process = StoreProcess()
    reply = process.call(Open(tmp_path / "store", ()), 30.0)
    assert isinstance(reply, Failed)
    assert not (reply.corrupt or reply.locked)
    with pytest.raises(ProcessDiedError):
        process.call(Ask("ASK { }", 1, 100), 30.0)


def test_a_process_that_is_late_is_ended():
    process = StoreProcess()
    process.call(Open(None, ()), 30.0)
    with pytest.raises(ProcessLateError, match=r"not done within 0\.2 s"):
        process.call(Ask("ASK { FILTER (" + "+".join(["1"] * 3000) + " = 1) }", 1, 1000), 0.2)
    assert not _runs(process.pid)
