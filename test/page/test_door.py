# SPDX-License-Identifier: Apache-2.0
"""Who gets in: links that work once, signed passes, and the checks of Host and Origin on HTTP and WebSocket."""

from __future__ import annotations

import json
import stat

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from operator_node.web.auth import COOKIE_S, LINK_S, MOST_LINKS, Door, DoorError, key_of
from operator_node.web.commands import PageRole
from operator_node.web.server import Address, AddressError, listening
from support.page_server import ServedPage

KEY = bytes(range(32))


class Time:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def entered(page: ServedPage, role: PageRole = PageRole.OPERATE) -> str:
    """A cookie as a browser sends it."""
    key = page.server.link(role).partition("#")[2]
    status, headers, _ = page.request("POST", "/enter", json.dumps({"key": key}), {"Origin": page.origin})
    assert status == 200
    assert "HttpOnly" in headers["set-cookie"] and "SameSite=strict" in headers["set-cookie"]
    return headers["set-cookie"].partition(";")[0]


def test_a_link_lets_in_once():
    door = Door(KEY)
    secret = door.link(PageRole.WATCH)
    assert door.known(door.enter(secret)).role is PageRole.WATCH
    assert door.enter(secret) is None


def test_a_link_and_a_pass_grow_old():
    time = Time()
    door = Door(KEY, time)
    late, cookie = door.link(PageRole.OPERATE), door.enter(door.link(PageRole.OPERATE))
    time.now += LINK_S + 1
    assert door.enter(late) is None
    assert door.known(cookie) is not None
    time.now += COOKIE_S
    assert door.known(cookie) is None


def test_of_too_many_links_the_oldest_is_void():
    door = Door(KEY)
    secrets = [door.link(PageRole.OPERATE) for _ in range(MOST_LINKS + 1)]
    assert door.enter(secrets[0]) is None
    assert door.enter(secrets[1]) is not None


@pytest.mark.parametrize("cookie", ["", ".", "x", "x.y", "é.ü", "\ud800.", "e30.0", "a" * 5000])
def test_what_we_did_not_sign_is_no_pass(cookie):
    assert Door(KEY).known(cookie) is None


def test_a_pass_of_a_watcher_cannot_be_made_one_of_an_operator():
    import base64

    door = Door(KEY)
    payload, _, signature = door.enter(door.link(PageRole.WATCH)).partition(".")
    content = json.loads(base64.urlsafe_b64decode(payload + "=="))
    content["role"] = int(PageRole.OPERATE)
    forged = base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")
    assert door.known(f"{forged}.{signature}") is None


def test_the_key_is_the_users_own_and_stays(tmp_path):
    folder = tmp_path / "state" / "page"
    key = key_of(folder)
    assert key_of(folder) == key
    assert stat.S_IMODE((folder / "page.key").stat().st_mode) == 0o600
    (folder / "page.key").write_bytes(b"short")
    with pytest.raises(DoorError, match="has 5 bytes"):
        key_of(folder)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DoorError, match=r"page\.key"):
        key_of(tmp_path / "file" / "page")


def test_without_a_pass_there_is_nothing_but_the_way_in(guarded):
    for path in ("/", "/page/main.js", "/vendor/three.module.js", "/page/enter.html", "/nothing"):
        status, headers, body = guarded.request("GET", path)
        assert (status, b"makedo page" in body) == (401, True), path
        assert headers["content-security-policy"].startswith("default-src 'self'")
    for path in ("/enter", "/page/enter.js"):
        assert guarded.request("GET", path)[0] == 200
    assert guarded.request("POST", "/stop", headers={"Origin": guarded.origin})[0] == 401
    with pytest.raises(InvalidStatus):
        guarded.open()
    assert guarded.stack.asked == []


def test_with_a_pass_one_gets_in_and_the_next_one_does_not_with_the_same_link(guarded):
    key = guarded.server.link(PageRole.OPERATE).partition("#")[2]
    cookie = entered(guarded)
    assert guarded.request("GET", "/", headers={"Cookie": cookie})[0] == 200
    assert guarded.open(cookie=cookie).ask("execute", instruction="go to table_1")["ok"]
    first = guarded.request("POST", "/enter", json.dumps({"key": key}), {"Origin": guarded.origin})[0]
    again = guarded.request("POST", "/enter", json.dumps({"key": key}), {"Origin": guarded.origin})
    assert (first, again[0]) == (200, 403)
    assert "set-cookie" not in again[1]


def test_who_guesses_links_has_to_wait(guarded):
    tries = [guarded.request("POST", "/enter", "{}", {"Origin": guarded.origin})[0] for _ in range(12)]
    assert tries[0] == 403 and tries[-1] == 429


@pytest.mark.parametrize("body", ["", "[]", "{", '{"key": 7}', '{"key": "\ud83d"}', "[" * 900, "x" * 100_000])
def test_what_is_no_link_lets_nobody_in(guarded, body):
    status, headers, _ = guarded.request("POST", "/enter", body.encode(errors="replace"), {"Origin": guarded.origin})
    assert status == 403 and "set-cookie" not in headers


def test_a_watcher_may_watch_and_stop_and_no_more(guarded):
    page = guarded.open(cookie=entered(guarded, PageRole.WATCH))
    for what, fields in (("execute", {"instruction": "go"}), ("take", {}), ("preview", {"instruction": "go"})):
        assert page.ask(what, **fields)["said"] == "you may watch, and stop the robot"
    assert page.ask("stop")["ok"]
    assert guarded.stack.names() == ["stop"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"])
def test_a_foreign_origin_gets_nothing(served, origin):
    assert served.request("GET", "/", headers={"Origin": origin})[0] == 403
    assert served.request("POST", "/stop", headers={"Origin": origin})[0] == 403
    with pytest.raises(InvalidStatus):
        served.open(origin=origin)
    assert served.stack.asked == []


def test_what_comes_without_an_origin_may_only_read(served):
    assert served.request("GET", "/")[0] == 200
    assert served.request("POST", "/stop")[0] == 403
    assert served.stack.asked == []


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil.example:80"])
def test_another_name_of_this_machine_gets_nothing(served, host):
    status, _, body = served.request("GET", "/", headers={"Host": host})
    assert status in (400, 421) and b"<html" not in body


def test_the_page_of_another_site_cannot_embed_ours(served):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert served.request("GET", "/page/main.js", headers=headers)[0] == 403
    linked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert served.request("GET", "/", headers=linked)[0] == 200


NAMES = ("/page/../node.py", "/page/%2e%2e/node.py", "/page//etc/passwd", "/page/x%00.js", "/page/")


@pytest.mark.parametrize("path", NAMES)
def test_no_other_file_of_the_machine_is_served(served, path):
    assert served.request("GET", path)[0] == 404


def test_a_connection_that_says_no_name_is_ended_with_the_reason(served):
    page = served.open(client="x")
    with pytest.raises(ConnectionClosed) as closed:
        page.hear()
    assert "too old" in closed.value.rcvd.reason


def test_a_port_that_is_taken_is_passed_over():
    first = listening(Address(port=0))
    port = first.getsockname()[1]
    second = listening(Address(port=port))
    assert port < second.getsockname()[1] < port + 20
    first.close()
    second.close()


@pytest.mark.parametrize("host", ["192.0.2.1", "no address", "::zz"])
def test_an_address_that_is_not_ours_is_told(host):
    with pytest.raises(AddressError):
        listening(Address(host=host))
