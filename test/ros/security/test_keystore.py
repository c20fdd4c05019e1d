# SPDX-License-Identifier: Apache-2.0
"""A keystore: what rcl looks for is there, openssl agrees with it, and what is there stays."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import xml.etree.ElementTree as ElementTree
from datetime import datetime
from pathlib import Path

import pytest

from makedo_ros.security import openssl
from makedo_ros.security.documents import governance, permissions, sros_policy
from makedo_ros.security.keystore import KeystoreError, make_keystore
from makedo_ros.security.layout import missing_files
from makedo_ros.security.policy import Enclave, Rights

PAGE = Enclave(
    "/makedo/page",
    "the page",
    Rights(publish=("/a",), subscribe=("/b",), serve=("/c",), request=("/d",), execute=("/e",), call=("/f",)),
)
ROBOT = Enclave("/makedo/robot", "all else", Rights(publish=("/*",)), Rights(call=("/execute_instruction",)))


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("needs the program openssl")
    store = tmp_path_factory.mktemp("keys") / "store"
    make_keystore(store, (PAGE, ROBOT), 7)
    return store


@pytest.fixture
def store(made, tmp_path) -> Path:
    """A copy that may be spoilt."""
    return Path(shutil.copytree(made, tmp_path / "store", symlinks=True))


def run(*words: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["openssl", *map(str, words)], capture_output=True, check=False)


def contents(store: Path) -> dict[str, tuple[bytes, int, float]]:
    files = sorted(p for p in store.rglob("*") if p.is_file())
    return {str(p.relative_to(store)): (p.read_bytes(), p.lstat().st_mode, p.lstat().st_mtime) for p in files}


def topics(rule: ElementTree.Element, way: str) -> list[str]:
    return [str(t.text) for t in rule.findall(f"{way}/topics/topic")]


def rules(text: str, tag: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(text).findall(f"permissions/grant/{tag}")


def some_permissions(enclave: Enclave) -> str:
    return permissions(enclave, 7, datetime(2026, 1, 2, 3, 4, 5), datetime(2036, 1, 2))


def test_it_has_the_layout_that_ros_makes(made):
    assert {str(p.relative_to(made)) for p in made.rglob("*") if not p.is_dir()} == {
        *(f"{folder}/{ca}.{kind}.pem" for folder, kind in (("public", "cert"), ("private", "key"))
          for ca in ("ca", "identity_ca", "permissions_ca")),
        "enclaves/governance.xml",
        "enclaves/governance.p7s",
        *(f"enclaves/makedo/{name}/{file}" for name in ("page", "robot") for file in (
            "cert.pem", "key.pem", "permissions.xml", "permissions.p7s", "governance.p7s",
            "identity_ca.cert.pem", "permissions_ca.cert.pem")),
    }  # fmt: skip
    assert missing_files(made, "/makedo/page") == ()
    assert os.readlink(made / "enclaves/makedo/page/governance.p7s") == "../../governance.p7s"
    assert os.readlink(made / "public/identity_ca.cert.pem") == "ca.cert.pem"


def test_nobody_else_reads_what_is_private(made):
    for path in (*made.glob("private/*.pem"), *made.rglob("key.pem")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert stat.S_IMODE((made / "private").stat().st_mode) == 0o700


def test_the_authority_vouches_for_each_enclave_by_its_name(made):
    for name in ("page", "robot"):
        folder = made / "enclaves" / "makedo" / name
        assert run("verify", "-CAfile", folder / "identity_ca.cert.pem", folder / "cert.pem").returncode == 0
        told = run("x509", "-noout", "-subject", "-issuer", "-text", "-in", folder / "cert.pem").stdout.decode()
        assert f"CN = /makedo/{name}" in told.replace("CN=", "CN = ")
        assert "ecdsa-with-SHA256" in told
        assert "prime256v1" in told
        assert "CA:FALSE" in told
        assert openssl.belong_together(folder / "key.pem", folder / "cert.pem")
    start, end = openssl.validity(made / "enclaves/makedo/page/cert.pem")
    assert (end - start).days == 3651  # a day earlier, for clocks that are late


def test_what_is_signed_is_what_stands_beside_it(made):
    authority = made / "public" / "permissions_ca.cert.pem"
    for document in (made / "enclaves/governance.xml", *made.rglob("permissions.xml")):
        signed = document.with_suffix(".p7s")
        verified = run("smime", "-verify", "-text", "-in", signed, "-CAfile", authority)
        assert verified.returncode == 0, verified.stderr
        assert verified.stdout.decode().replace("\r\n", "\n") == document.read_text(encoding="utf-8")
        changed = signed.read_bytes().replace(b"<id>7</id>", b"<id>8</id>")
        (spoilt := made.parent / "spoilt.p7s").write_bytes(changed)
        assert run("smime", "-verify", "-text", "-in", spoilt, "-CAfile", authority).returncode != 0


def test_permissions_grant_what_the_policy_says_and_nothing_else():
    text = some_permissions(PAGE)
    allowed, discovery = rules(text, "allow_rule")
    assert topics(allowed, "publish") == sorted([
        "rt/a", "rr/cReply", "rq/dRequest", "rt/e/_action/feedback", "rt/e/_action/status",
        *(f"rr/e/_action/{s}Reply" for s in ("send_goal", "cancel_goal", "get_result")),
        *(f"rq/f/_action/{s}Request" for s in ("send_goal", "cancel_goal", "get_result")),
    ])  # fmt: skip
    assert topics(allowed, "subscribe") == sorted([
        "rt/b", "rq/cRequest", "rr/dReply", "rt/f/_action/feedback", "rt/f/_action/status",
        *(f"rq/e/_action/{s}Request" for s in ("send_goal", "cancel_goal", "get_result")),
        *(f"rr/f/_action/{s}Reply" for s in ("send_goal", "cancel_goal", "get_result")),
    ])  # fmt: skip
    assert topics(discovery, "publish") == topics(discovery, "subscribe") == ["ros_discovery_info"]
    grant = ElementTree.fromstring(text).find("permissions/grant")
    assert grant is not None
    assert grant.findtext("subject_name") == "CN=/makedo/page"
    assert grant.findtext("default") == "DENY"
    assert grant.findtext("validity/not_before") == "2026-01-02T03:04:05"
    assert {i.text for i in grant.iter("id")} == {"7"}


def test_what_is_forbidden_comes_before_what_is_allowed():
    text = some_permissions(ROBOT)
    assert text.index("<deny_rule>") < text.index("<allow_rule>")  # the first rule that fits counts
    (denied,) = rules(text, "deny_rule")
    assert "rq/execute_instruction/_action/send_goalRequest" in topics(denied, "publish")
    assert topics(rules(text, "allow_rule")[0], "publish") == ["rt/*"]


def test_governance_lets_nobody_in_unknown_and_encrypts_everything():
    rule = ElementTree.fromstring(governance(7)).find("domain_access_rules/domain_rule")
    assert rule is not None
    assert rule.findtext("domains/id") == "7"
    assert rule.findtext("allow_unauthenticated_participants") == "false"
    assert rule.findtext("enable_join_access_control") == "true"
    assert rule.findtext("topic_access_rules/topic_rule/topic_expression") == "*"
    assert rule.findtext("topic_access_rules/topic_rule/data_protection_kind") == "ENCRYPT"


def test_the_policy_for_ros_security_says_the_same():
    root = ElementTree.fromstring(sros_policy((PAGE, ROBOT)))
    assert root.get("version") == "0.2.0"
    page, robot = root.findall("enclaves/enclave")
    assert page.get("path") == "/makedo/page"
    assert [(e.tag, e.attrib, [c.text for c in e]) for e in page.findall("profiles/profile/*")] == [
        ("topics", {"publish": "ALLOW"}, ["/a"]),
        ("topics", {"subscribe": "ALLOW"}, ["/b"]),
        ("services", {"reply": "ALLOW"}, ["/c"]),
        ("services", {"request": "ALLOW"}, ["/d"]),
        ("actions", {"execute": "ALLOW"}, ["/e"]),
        ("actions", {"call": "ALLOW"}, ["/f"]),
    ]
    assert [e.attrib for e in robot.findall("profiles/profile/*")] == [{"call": "DENY"}, {"publish": "ALLOW"}]


def test_a_second_time_changes_nothing(store):
    before = contents(store)
    done = make_keystore(store, (PAGE, ROBOT), 7)
    assert done.made == done.different == ()
    assert contents(store) == before


def test_what_is_missing_is_made_and_the_rest_stays(store):
    before = contents(store)
    shutil.rmtree(store / "enclaves" / "makedo" / "page")
    done = make_keystore(store, (PAGE, ROBOT), 7)
    assert {name.rpartition("/")[0] for name in done.made} == {"enclaves/makedo/page"}
    after = contents(store)
    assert set(after) == set(before)
    assert all(after[n] == before[n] for n in before if "/page/" not in n)


def test_a_lost_certificate_is_made_anew_for_the_same_key(store):
    folder = store / "enclaves" / "makedo" / "page"
    key = (folder / "key.pem").read_bytes()
    (folder / "cert.pem").unlink()
    make_keystore(store, (PAGE,), 7, renew=True)
    assert (folder / "key.pem").read_bytes() == key
    assert openssl.belong_together(folder / "key.pem", folder / "cert.pem")


def test_another_policy_is_told_and_written_only_when_that_is_asked_for(store):
    other = Enclave(PAGE.path, PAGE.says, Rights(publish=("/other",)))
    before = contents(store)
    assert make_keystore(store, (other, ROBOT), 7).different == ("/makedo/page",)
    assert contents(store) == before
    assert make_keystore(store, (other,), 8).different == ("governance", "/makedo/page")
    done = make_keystore(store, (other, ROBOT), 7, renew=True)
    assert done.made == tuple(f"enclaves/makedo/page/permissions.{kind}" for kind in ("xml", "p7s"))
    assert "/other" in (store / "enclaves/makedo/page/permissions.xml").read_text(encoding="utf-8")
    keys = [n for n in before if n.endswith(("key.pem", "cert.pem"))]
    assert all(contents(store)[n] == before[n] for n in keys)


def test_permissions_that_nobody_signed_are_not_taken_for_good(store):
    document = store / "enclaves/makedo/page/permissions.p7s"
    document.write_bytes(document.read_bytes().replace(b"rt/b<", b"rt/x<"))
    assert make_keystore(store, (PAGE,), 7).different == ("/makedo/page",)


def test_a_keystore_may_be_moved_and_an_enclave_copied(store, tmp_path):
    moved = store.rename(tmp_path / "elsewhere")
    assert missing_files(moved, "/makedo/page") == ()
    copied = tmp_path / "copy" / "enclaves" / "makedo" / "page"
    shutil.copytree(moved / "enclaves/makedo/page", copied)  # links followed
    assert missing_files(tmp_path / "copy", "/makedo/page") == ()
    assert missing_files(tmp_path / "copy", "/makedo/robot")[0] == "cert.pem"


def test_a_folder_with_something_else_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(KeystoreError, match="neither empty nor a keystore"):
        make_keystore(tmp_path, (PAGE,), 0)
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_is_no_keystore(tmp_path):
    (tmp_path / "store").touch()
    with pytest.raises(KeystoreError, match="is a file"):
        make_keystore(tmp_path / "store", (PAGE,), 0)


def test_without_the_authority_nothing_is_added(store):
    for key in (store / "private").iterdir():
        key.unlink()
    with pytest.raises(KeystoreError, match="without the authority's private key"):
        make_keystore(store, (PAGE,), 7)


def test_parts_of_two_keystores_are_noticed(store, tmp_path):
    openssl.make_key(other := tmp_path / "other.pem")
    shutil.copy(other, store / "enclaves/makedo/page/key.pem")
    with pytest.raises(KeystoreError, match="is not the key of"):
        make_keystore(store, (PAGE,), 7)


def test_without_openssl_it_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(openssl.OpensslError, match="openssl is missing; install it"):
        make_keystore(tmp_path / "store", (PAGE,), 0)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_where_nothing_may_be_written_it_is_said(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        make_keystore(tmp_path / "store", (PAGE,), 0)
