# SPDX-License-Identifier: Apache-2.0
"""Mistakes in a file of words: each is reported with file, line, key, what is wrong and what would be right."""

from __future__ import annotations

import pytest

from planner_node.language.phrasebook import PhrasebookError, load_phrasebook
from planner_node.language.phrasebook.word_file import MAX_BYTES
from support.words import Words

MISTAKES = {
    "an unknown section": ("verb: {}", ("line 1", "verb:", "'verb' is not known here", "Did you mean 'verbs'?")),
    "an unknown list": (
        "verbs:\n  kind: {}",
        ("line 2", "verbs.kind:", "Did you mean 'kinds'?", "changes, floors"),
    ),
    "an unknown kind of verb": (
        "verbs:\n  kinds:\n    brign: [schlep]",
        ("line 3", "verbs.kinds.brign:", "Did you mean 'bring'?", "take, serve"),
    ),
    "a requirement that no model can name": (
        "models:\n  requirements:\n    kid_save: [kiddo]",
        ("line 3", "models.requirements.kid_save:", "Did you mean 'kid_safe'?", "non_alcoholic"),
    ),
    "two words where one is looked for": (
        "adjectives: {unmarked: [left over]}",
        ("adjectives.unmarked, item 1:", "expected single words: [left, over]"),
    ),
    "a kind that has lists of its own": (
        "verbs: {kinds: {change: [swab]}}",
        ("line 1", "verbs.kinds.change:", "expected the verb in verbs.changes"),
    ),
    "an unknown key of a kit": (
        "kits:\n  made_of:\n    - for: [pizza]\n      part: food\n      needs: [flour]",
        ("line 5", "kits.made_of, item 1.needs:", "Did you mean 'needed'?", "welcome"),
    ),
    "a missing key of a kit": (
        "kits:\n  made_of:\n    - {for: [pizza], part: food}",
        ("line 3", "kits.made_of, item 1.needed:", "is missing"),
    ),
    "a kit that is for nothing": (
        "kits: {made_of: [{part: food, needed: [flour]}]}",
        ("kits.made_of, item 1.for:", "is missing"),
    ),
    "nothing needed": (
        "kits: {made_of: [{for: [pizza], part: food, needed: []}]}",
        ("kits.made_of, item 1.needed:", "is an empty list; expected at least one"),
    ),
    "a setting of nothing for each": (
        "table_settings: {occasions: [{for: [a picnic], people: 4}]}",
        ("table_settings.occasions, item 1.each:", "is missing"),
    ),
    "no number of people": (
        "table_settings: {occasions: [{for: [a picnic], each: [cup], people: many}]}",
        ("table_settings.occasions, item 1.people:", "is 'many'; expected a whole number"),
    ),
    "too many people": (
        "table_settings: {usual: {each: [cup], people: 0}}",
        ("table_settings.usual.people:", "'0'", "greater than or equal to 1"),
    ),
    "an unknown key of a machine": (
        "machines: {does: [{makes: hot, of: food, machine: stove, run: true}]}",
        ("machines.does, item 1.run:", "Did you mean 'runs'?"),
    ),
    "neither true nor false": (
        "machines: {does: [{makes: hot, of: food, machine: stove, runs: maybe}]}",
        ("machines.does, item 1.runs:", "is 'maybe'; expected true or false"),
    ),
    "a machine for what no verb asks for": (
        "machines: {does: [{makes: hott, of: food, machine: stove}]}",
        ("machines.does: makes:", "'hott' is asked for by no verb", "cold", "hot"),
    ),
    "a text in place of a list": (
        "clauses:\n  polite: be a dear and",
        ("line 2", "clauses.polite:", "is 'be a dear and'; expected a list such as [one, another]"),
    ),
    "a list in place of a text": (
        "kits: {made_of: [{for: [pizza], part: [food], needed: [flour]}]}",
        ("kits.made_of, item 1.part:", "is a list; expected a text"),
    ),
    "a list in place of a mapping": (
        "verbs: {kinds: [schlep]}",
        ("verbs.kinds:", "is a list; expected lines such as 'key: [one, another]'"),
    ),
    "a mapping in place of a list": (
        "clauses: {polite: {please: now}}",
        ("clauses.polite:", "is a mapping (key: value); expected a list such as [one, another]"),
    ),
    "a text in place of a section": ("verbs: bring", ("verbs:", "is 'bring'; expected lines such as 'key: value'")),
    "a list in place of all": ("[verbs]", ("line 1", "top level:", "is a list; expected lines such as 'key: value'")),
    "upper case": (
        "verbs:\n  kinds:\n    bring:\n      - ferry\n      - Schlep",
        ("line 5", "verbs.kinds.bring, item 2:", "'Schlep' is never found", "'schlep'"),
    ),
    "two spaces": (
        'clauses: {polite: ["be  a dear"]}',
        ("clauses.polite, item 1:", "single spaces: 'be a dear'"),
    ),
    "an empty word": ('clauses: {polite: [""]}', ("clauses.polite, item 1:", "is empty", "a word or a phrase")),
    "a name that is empty": (
        'kits: {made_of: [{for: [pizza], part: "", needed: [flour]}]}',
        ("kits.made_of, item 1.part:", "is empty", "a name of the ontology"),
    ),
    "phrases in one text": (
        'clauses: {polite: ["be a dear and, kindly"]}',
        ("clauses.polite, item 1:", "holds a comma", "[be a dear and, kindly]"),
    ),
    "a phrase where single words are listed": (
        "clauses: {afterthoughts: [right now]}",
        ("clauses.afterthoughts, item 1:", "'right now' is never found; expected single words: [right, now]"),
    ),
    "no count": (
        "quantities: {counted: {two: [a brace of]}}",
        ("quantities.counted.two:", "'two' is no count", "'all'"),
    ),
    "too high a count": ("quantities: {counted: {2000: [heaps of]}}", ("quantities.counted.2000:", "up to 1,000")),
    "one word under two keys": (
        "verbs:\n  kinds: {bring: [schlep], take: [schlep]}",
        ("line 2", "verbs.kinds:", "'schlep' stands for 'bring' and for 'take'; expected one of them"),
    ),
    "one kit twice": (
        "kits: {made_of: [{for: [pizza], part: food, needed: [ham]}, {for: [pizza], part: food, needed: [egg]}]}",
        ("kits.made_of:", "'pizza' stands here twice; expected it once"),
    ),
    "a key twice": (
        "verbs:\n  cannot: [sing]\nverbs:\n  cannot: [hum]",
        ("line 3", "verbs:", "is there twice, at line 1 too; write it once"),
    ),
    "an alias": (
        "verbs:\n  cannot: &words [hum]\n  doubled: *words",
        ("verbs.doubled:", "an alias (*name) stands here; write out what is meant"),
    ),
    "an alias of itself": ("verbs: &all [*all]", ("verbs, item 1:", "an alias (*name) stands here")),
    "too deep": ("a: {b: {c: {d: {e: {f: {g: {h: {i: {}}}}}}}}}", ("a.b.c.d.e.f.g.h.i:", "is too deep")),
    "no YAML": ("verbs:\n  kinds: [bring", ("line", "is not YAML")),
    "control characters": ("verbs: \x07", ("is not YAML",)),
}


@pytest.fixture
def refused(tmp_path):
    def why(content):
        file = tmp_path / "mine.yaml"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(PhrasebookError) as error:
            load_phrasebook(file)
        return str(error.value), file

    return why


@pytest.mark.parametrize(("text", "parts"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_place_and_what_would_be_right(refused, text, parts):
    message, file = refused(text)
    assert message.startswith(str(file)) or message.startswith("machines.")
    assert [part for part in parts if part not in message] == [], message
    assert "\n" not in message


def test_text_that_is_not_utf8_is_told(refused, words: Words):
    message, _ = refused(b"verbs: {cannot: [\xff]}")
    words(message)


def test_a_file_that_is_too_large_is_told(refused, words: Words):
    message, _ = refused(b"#" * (MAX_BYTES + 1))
    words(message)


def test_a_file_that_is_not_there_is_told(tmp_path, words: Words):
    with pytest.raises(PhrasebookError) as raised:
        load_phrasebook(tmp_path / "nowhere.yaml")
    words(str(raised.value))
    with pytest.raises(PhrasebookError) as raised:
        load_phrasebook(tmp_path)
    words(str(raised.value))


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "{}", "\ufeffverbs: {}", "verbs:\n  cannot: []\n"])
def test_a_file_with_nothing_in_it_changes_nothing(tmp_path, text):
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    assert load_phrasebook(file).known_words == load_phrasebook().known_words


def test_words_like_on_and_no_need_no_quotation_marks(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("places: {sides: {on: [yes]}}\nverbs: {cannot: [no, off, null, 1]}", encoding="utf-8")
    book = load_phrasebook(file)
    assert {"no", "off", "null", "1"} <= book.verbs.cannot
    found = book.places.sides.find(["yes"], 0)
    assert found is not None
    assert found.value.value == "on"
