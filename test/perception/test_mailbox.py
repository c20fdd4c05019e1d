# SPDX-License-Identifier: Apache-2.0
"""Images of one instant come together; late ones are dropped."""

from __future__ import annotations

from perception_node import mailbox as mailbox_module
from perception_node.mailbox import Mailbox

KINDS = ("colour", "depth")


def filled(*stamps: int) -> Mailbox:
    mailbox = Mailbox(KINDS)
    for stamp in stamps:
        for kind in KINDS:
            mailbox.put(kind, stamp, f"{kind} {stamp}")
    return mailbox


def test_a_complete_set_is_given_once():
    mailbox = filled(1_000_000_000)
    assert mailbox.take(0.0) == (1.0, {"colour": "colour 1000000000", "depth": "depth 1000000000"})
    assert mailbox.take(0.0) is None


def test_the_newest_set_wins_and_the_others_count_as_late():
    mailbox = filled(1, 2, 3)
    stamp, _ = mailbox.take(0.0)
    assert round(stamp * 1e9) == 3
    assert mailbox.counts.late == 2


def test_images_of_different_instants_never_mix():
    mailbox = Mailbox(KINDS)
    mailbox.put("colour", 1, "a")
    mailbox.put("depth", 2, "b")
    assert mailbox.take(0.0) is None
    assert mailbox.missing() == frozenset()


def test_what_is_missing_is_named():
    mailbox = Mailbox(KINDS)
    mailbox.put("colour", 1, "a")
    assert mailbox.missing() == {"depth"}


def test_incomplete_sets_do_not_pile_up():
    mailbox = Mailbox(KINDS)
    for stamp in range(100):
        mailbox.put("colour", stamp, "a")
    assert mailbox.counts.incomplete > 90
    mailbox.put("depth", 0, "far too late")
    assert mailbox.take(0.0) is None


def test_clearing_forgets_what_waits():
    mailbox = filled(1)
    mailbox.clear()
    assert mailbox.take(0.0) is None


def test_what_stayed_incomplete_is_forgotten_once_a_later_set_is_complete():
    mailbox = Mailbox(KINDS)
    mailbox.put("colour", 1, "a")
    mailbox.put("depth", 2, "b")
    for kind in KINDS:
        mailbox.put(kind, 3, kind)
    assert not mailbox.waiting() and mailbox.counts.incomplete == 2 and mailbox.counts.complete == 1


def test_sets_become_complete_after_the_clock_began_anew():
    mailbox = Mailbox(KINDS)
    for stamp in range(1000, 1010):
        mailbox.put("colour", stamp, "of the time before")
    for stamp in range(5):
        for kind in KINDS:
            mailbox.put(kind, stamp, kind)
    assert mailbox.counts.complete == 5


def test_silence_is_counted_from_the_last_complete_set(monkeypatch):
    clock = [10.0]
    monkeypatch.setattr(mailbox_module.time, "monotonic", lambda: clock[0])
    mailbox = filled(1)
    clock[0] = 13.0
    mailbox.put("colour", 2, "a")
    assert mailbox.silent_s() == 3.0
