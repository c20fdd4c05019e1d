# SPDX-License-Identifier: Apache-2.0
"""`makedo secure`: a keystore with what to do with it, and what each enclave may do."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from makedo_cli.main import main
from makedo_ros.security.policy import PolicyError, read_enclaves

NEEDS_OPENSSL = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the program openssl")


def secure(capsys, *words: str) -> tuple[int, str, str]:
    code = main(["secure", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


@NEEDS_OPENSSL
def test_a_keystore_is_made_and_the_use_of_it_told(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", "42")
    store = tmp_path / "keys"
    code, out, _ = secure(capsys, str(store), "--enclave", "operator", "--enclave", "stack")
    assert code == 0
    assert f"ROS_DOMAIN_ID=42 ROS_SECURITY_KEYSTORE={store}" in out
    assert f"tar -C {store} -chf operator.tar enclaves/makedo/operator" in out
    assert sorted(p.name for p in (store / "enclaves" / "makedo").iterdir()) == ["operator", "stack"]
    code, out, _ = secure(capsys, str(store), "--enclave", "operator")
    assert "nothing was missing" in out
    code, out, _ = secure(capsys, str(store), "--enclave", "operator", "--namespace", "left")
    assert code == 0
    assert "/makedo/operator permits something else" in out


def test_what_an_enclave_may_do_is_told(capsys):
    code, out, _ = secure(capsys, "--show")
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("/")] != []
    for name in ("stack", "page", "operator", "watcher", "robot"):
        assert f"/makedo/{name}: " in out
    code, out, _ = secure(capsys, "--show", "/makedo/watcher", "--namespace", "left")
    assert "/left/task_status" in out
    assert "/left/stop " not in out
    assert "actions it calls" not in out


def test_the_policy_is_printed_for_ros_security(capsys):
    code, out, _ = secure(capsys, "--policy", "--enclave", "page")
    assert code == 0
    (enclave,) = ElementTree.fromstring(out).findall("enclaves/enclave")
    assert enclave.get("path") == "/makedo/page"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "expected one of KEYSTORE"),
        (("{}", "--show"), "expected one of KEYSTORE"),
        (("--show", "--renew"), "--renew goes with KEYSTORE"),
        (("--show", "pge"), "there is no enclave 'pge'"),
        (("{}", "--domain", "233"), "the domain is '233', expected a whole number from 0 to 232"),
        (("{}", "--domain", "one"), "the domain is 'one'"),
        (("{}", "--robot", "tiagoo"), "there is no robot 'tiagoo'"),
        (("{}", "--from", "/no/such.yaml"), "the policy /no/such.yaml cannot be read"),
    ],
)
def test_what_cannot_be_meant_is_refused(words, told, tmp_path, capsys):
    code, _, err = secure(capsys, *(w.format(tmp_path / "keys") for w in words))
    assert code == 2
    assert told in err
    assert not (tmp_path / "keys").exists()


def test_who_looks_changes_nothing_and_who_drives_gives_no_orders(robot):
    root = Path(__file__).parents[2]
    enclaves = {e.path: e for e in read_enclaves(root / "config/security/policy.yaml", robot)}
    watcher, drivers = enclaves["/makedo/watcher"], enclaves["/makedo/robot"]
    orders = ("stop", "pause", "respond_approval", "queue_instruction", "scene_graph/load", "correct_scene_graph")
    assert not any(watcher.may("request", f"/{name}") for name in orders)
    assert not watcher.may("call", "/execute_instruction")
    assert not any(n.endswith("/change_state") or n.endswith("set_parameters") for n in watcher.allowed.request)
    assert drivers.may("publish", "/joint_states")
    assert not drivers.may("publish", "/motion_lease")
    assert not drivers.may("call", "/execute_instruction")
    assert not drivers.may("request", "/respond_approval")
    for enclave in enclaves.values():
        assert enclave.path == "/makedo/stack" or not enclave.may("publish", "/motion_lease")
    forbidden = drivers.forbidden
    assert set(forbidden.publish) | {"/diagnostics"} >= {
        n for n in enclaves["/makedo/stack"].allowed.publish
        if n.count("/") == 1 and n not in ("/rosout", "/parameter_events", "/trajectory_execution_event")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- a", "needs the keys everyone and enclaves"),
        ("everyone: {}\nenclaves: {}", "needs the keys everyone and enclaves"),
        ("everyone: {}\nenclaves: {a: {publishes: [x]}}", "unknown key 'publishes'"),
        ("everyone: {}\nenclaves: {a: {publish: x}}", "publish in enclave 'a' of .* is no list of names"),
        ("everyone: {}\nenclaves: {a: {robot: some}}", "expected seen, halt or all"),
        ("everyone: {}\nenclaves: {a: {lifecycle: [x]}}", "names what is not among its programs"),
        ("everyone: {}\nenclaves: {a: {forbidden: {says: x}}}", "unknown key 'says'"),
        ("a: [", "cannot be read"),
    ],
)
def test_a_policy_that_cannot_be_meant_is_refused(text, told, tmp_path, robot):
    (tmp_path / "policy.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(PolicyError, match=told):
        read_enclaves(tmp_path / "policy.yaml", robot)


@pytest.fixture(scope="module")
def robot():
    from makedo_core.files.robot_yaml import robot_config_from_yaml

    return robot_config_from_yaml(Path(__file__).parents[2] / "config" / "robots" / "tiago.yaml")
