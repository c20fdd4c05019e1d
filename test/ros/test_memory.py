# SPDX-License-Identifier: Apache-2.0
"""What a program keeps is settled, and only in a program that begins with it."""

from __future__ import annotations

import gc
import subprocess
import sys

COUNT = """
import gc
from makedo_ros.memory import SettledMemory
kept = [[i] for i in range(10_000)]
memory = SettledMemory()
memory.settle()
print(gc.get_freeze_count() > 10_000)
memory.begin()
print(gc.get_freeze_count() > 10_000)
begun = gc.get_freeze_count()
kept += [[i] for i in range(10_000)]
memory.settle()
print(gc.get_freeze_count() - begun >= 10_000)
memory.end()
print(gc.get_freeze_count())
"""


def test_only_a_program_that_begins_settles_what_it_has_made():
    run = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == ["False", "True", "True", "0"]


def test_a_program_that_put_off_looking_for_garbage_does_so_once_it_has_begun():
    text = "import gc; gc.disable(); from makedo_ros.memory import SETTLED; SETTLED.begin(); print(gc.isenabled())"
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == ["True"]


UNLOOKED_AT = """
import gc
gc.disable()
import weakref
from makedo_ros.memory import SettledMemory
class Knot: pass
def knot():
    made = Knot()
    made.own = made
    return weakref.ref(made)
memory = SettledMemory()
early = knot()
memory.libraries()
late = knot()
memory.begin()
print(early() is None, late() is None)
memory.end()
gc.collect()
print(early() is None)
"""


def test_what_was_read_is_settled_without_being_looked_through_and_what_came_after_is_looked_through():
    run = subprocess.run([sys.executable, "-c", UNLOOKED_AT], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == ["False", "True", "True"]


def test_what_tests_leave_behind_is_freed_although_none_is_while_they_are_found():
    assert gc.isenabled() and gc.get_freeze_count() > 0
