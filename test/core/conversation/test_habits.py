# SPDX-License-Identifier: Apache-2.0
"""What was told: the last word of each thing holds, and text keeps it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.conversation.habit import (
    Forget,
    Habit,
    HabitError,
    HabitKind,
    Remember,
    ToldHabits,
    change_from_json,
    change_to_json,
    habits_from_json,
    habits_to_json,
)

MUG = Habit(HabitKind.OWNED, "mug_1", "anna", told_s=5.0)
names = st.text(min_size=1, max_size=8)
habit = st.builds(Habit, st.sampled_from(HabitKind), names, names, st.sampled_from(("", "on", "in")), names)
change = st.one_of(st.builds(Remember, habit), st.builds(Forget, st.sampled_from(HabitKind), names))


@given(st.lists(change))
def test_each_key_has_the_habit_that_was_told_last_and_not_forgotten(changes):
    expected: dict[object, Habit] = {}
    for one in changes:
        if isinstance(one, Forget):
            expected.pop(one.key, None)
        else:
            expected[one.habit.key] = one.habit
    assert {h.key: h for h in ToldHabits().changed(changes)} == expected


@given(st.lists(change))
def test_text_keeps_habits_and_changes(changes):
    habits = ToldHabits().changed(changes)
    assert habits_from_json(habits_to_json(habits)) == habits
    assert [change_from_json(change_to_json(c)) for c in changes] == changes


@given(st.lists(change))
def test_telling_twice_is_telling_once(changes):
    once = ToldHabits().changed(changes)
    assert set(once.changed(changes)) == set(once)


def test_the_nearest_class_and_the_thing_itself_come_first():
    general = Habit(HabitKind.KIND_KEPT, "tableware", "shelf_1")
    special = Habit(HabitKind.KIND_KEPT, "mug", "drawer_1")
    own = Habit(HabitKind.KEPT, "mug_2", "table_1")
    habits = ToldHabits((general, special, own))
    assert habits.place(("mug", "tableware"), "mug_1") is special
    assert habits.place(("plate", "tableware"), "plate_1") is general
    assert habits.place(("mug", "tableware"), "mug_2") is own
    assert habits.place(("apple",), "apple_1") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "{}",
        '[{"kind": "owned", "about": "mug_1"}]',
        '[{"kind": "owned", "about": "", "value": "anna"}]',
        '[{"kind": "loved", "about": "mug_1", "value": "anna"}]',
        '[{"kind": "owned", "about": "mug_1", "value": 3}]',
        '[{"kind": "owned", "about": "mug_1", "value": "anna", "told_s": "now"}]',
        '[{"kind": "owned", "about": "mug_1", "value": "anna", "more": 1}]',
    ],
)
def test_text_that_is_no_list_of_habits_is_refused(text):
    with pytest.raises(HabitError):
        habits_from_json(text)


@pytest.mark.parametrize(
    "text", ["[]", '{"remember": 1}', '{"forget": {"kind": "owned"}}', '{"keep": {}}', '{"a": 1, "b": 2}']
)
def test_text_that_is_no_change_is_refused(text):
    with pytest.raises(HabitError):
        change_from_json(text)


def test_what_was_told_is_said_in_plain_words():
    told = [
        MUG,
        Habit(HabitKind.OWNED, "mug_2", "you"),
        Habit(HabitKind.KIND_KEPT, "book", "shelf_1", "on"),
        Habit(HabitKind.KEPT, "mug_1", "drawer_1", "in"),
        Habit(HabitKind.MEANT, "the table", "table_2"),
        Habit(HabitKind.STANDS, "anna", "living_room", "in"),
        Habit(HabitKind.STANDS, "you", "sofa_1"),
    ]
    assert [str(h) for h in told] == [
        "mug 1 is Anna's",
        "mug 2 is yours",
        "books belong on shelf 1",
        "mug 1 belongs in drawer 1",
        "by 'the table' you mean table 2",
        "Anna is in the living room",
        "you are at sofa 1",
    ]


@pytest.mark.parametrize("told_s", ["1" * 400, "1e300", "NaN", "-Infinity"])
def test_a_time_that_is_no_date_is_no_habit(told_s):
    text = habits_to_json([MUG]).replace('"told_s": 5.0', f'"told_s": {told_s}')
    assert told_s in text
    with pytest.raises(HabitError):
        habits_from_json(text)
