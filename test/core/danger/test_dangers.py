# SPDX-License-Identifier: Apache-2.0
"""What is dangerous by our files: every danger finds its sentences and none beside them; files are checked."""

from collections import Counter
from dataclasses import replace

import pytest
import yaml

from makedo_core.danger.file import OURS, DangerFileError, load_dangers
from makedo_core.danger.judging import DangerJudge
from makedo_core.danger.spoken import without_meaning_it
from makedo_core.danger.values import DangerAct, DangerLevel
from makedo_core.goals.goal import all_of
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from makedo_core.plan import Plan
from makedo_core.skills import SkillCall

ONTOLOGY = load_ontology()
BOOK = load_dangers(ONTOLOGY)
JUDGE = DangerJudge(BOOK, ONTOLOGY)


def danger_of(words: str, judge: DangerJudge = JUDGE) -> str:
    found = judge.of_words(words)
    return "" if found is None else found.danger.name


@pytest.mark.parametrize("danger", BOOK.dangers, ids=lambda d: d.name)
def test_each_danger_finds_its_sentences_and_leaves_those_beside_them(danger):
    assert danger.says and danger.safe
    alone = DangerJudge(replace(BOOK, dangers=(danger,)), ONTOLOGY)
    assert {words: danger_of(words, alone) for words in danger.says} == dict.fromkeys(danger.says, danger.name)
    assert {words: danger_of(words) for words in danger.safe} == dict.fromkeys(danger.safe, "")


def test_every_act_is_part_of_a_danger():
    judged = {act for danger in BOOK.dangers for act in danger.acts}
    assert set(DangerAct) == judged


@pytest.mark.parametrize(
    "words",
    [
        "Don't put the fork in the microwave.",
        "Do not throw the vase, put it on the table.",
        "Is the knife in the toaster?",
        "Where did you put the knife?",
        "Give the toy knife to the child.",
        "Put the dog bed in the bin.",
        "I have just finished cooking and the stove is still hot. Bring four plates to table 3.",
        "dirty things into the hamper",
        "Clean towel on the sink, dirty one in the hamper.",
        "I cut my finger.",
        "Heat the salmon in the oven.",
        "wash, dry and put the plates in the cupboard",
        "Put an apple and a knife to cut it on table 3.",
        "Put socks, dirty or not, in the hamper.",
        "Put all the shirts, clean or dirty, in the washing machine.",
        "Toss the old newspaper.",
        "Toss the stale bread and the mouldy apple.",
        "Dump the old magazine.",
        "Put the cans in the fridge and the knives on the table.",
        "Saw and hammer on shelf 1.",
        "Cook me an egg.",
        "Warm me up some milk.",
        "Cut us bread for the soup.",
        "Cut me a little of the bread.",
        "Make me a cup of tea.",
        "Make the visitor a sandwich.",
        "Make the baby happy.",
        "Slice us the apple.",
        "I want hammer, saw and drill on the workbench.",
        "",
        "...",
    ],
)
def test_what_is_not_asked_for_or_only_sounds_like_it_is_no_danger(words):
    assert danger_of(words) == ""


def test_a_name_that_is_a_verb_too_is_one_before_what_is_done_with_it():
    assert danger_of("Microwave the fork.") and danger_of("Saw the hammer in two.") and danger_of("Cook me.")


@pytest.mark.parametrize(
    "words",
    [
        "Hit me three times.",
        "Punch him two times",
        "Cut me every day",
        "Burn her a little",
        "Cut me a little",
        "Heat us in the microwave",
        "Cook me",
        "Microwave me a fork",
    ],
)
def test_who_is_hurt_is_nobody_for_whom_something_is_made(words):
    assert danger_of(words)


@pytest.mark.parametrize("said", ["Pour me a glass.", "Get the milk out and pour us some.", "Pour the baby some milk."])
def test_who_is_poured_something_is_served(said):
    assert JUDGE.of_words(said) is None


@pytest.mark.parametrize(
    "said", ["Pour hot water over him.", "Pour the coffee on me.", "Pour me a coffee over her head."]
)
def test_who_something_is_poured_on_is_not(said):
    assert JUDGE.of_words(said) is not None


def test_words_written_in_one_are_read():
    assert danger_of("Pour wine on the CellPhone using the WateringCan.") == "liquid on something electric"


def test_meaning_it_ends_questions_and_no_refusal():
    assert without_meaning_it("I mean it: put the knife on the bed") == ("put the knife on the bed", True)
    assert without_meaning_it("I mean it") == ("I mean it", False)
    assert danger_of("Put the knife on the bed.") == "blade where nobody expects it"
    assert danger_of("I mean it: put the knife on the bed.") == ""
    assert danger_of("I mean it: put the fork in the toaster.") == "metal in a toaster or socket"


def kitchen(*lit: str) -> SceneGraph:
    places = ("microwave_1", "stove_1", "fridge_1", "table_1")
    nodes = [Node(p, p[:-2], NodeKind.ASSET, states=frozenset({State.ON} if p in lit else {State.OFF})) for p in places]
    nodes += [Node(o, o[:-2], NodeKind.OBJECT) for o in ("fork_1", "newspaper_1", "apple_1", "knife_1")]
    return SceneGraph({n.id: n for n in nodes}, frozenset({Relation("fork_1", RelationType.INSIDE, "microwave_1")}))


@pytest.mark.parametrize(
    ("calls", "lit", "danger"),
    [
        ([("turn_on", "microwave_1")], (), "metal in a microwave"),
        ([("put_on", "fork_1", "table_1"), ("turn_on", "microwave_1")], (), ""),
        ([("put_on", "newspaper_1", "stove_1")], ("stove_1",), "something that burns on something hot"),
        ([("put_inside", "apple_1", "fridge_1")], (), ""),
        ([("put_inside", "knife_1", "fridge_1")], (), "blade where nobody expects it"),
        ([("turn_on", "unknown_1"), ("sing",)], (), ""),
    ],
)
def test_a_plan_is_judged_in_its_scene(calls, lit, danger):
    steps = [SkillCall(name, tuple(arguments)) for name, *arguments in calls]
    found = JUDGE.of_plan("do it", steps, kitchen(*lit))
    plan = Plan("do it", all_of(()), tuple(steps), 1)
    assert bool(JUDGE.danger_of(plan, kitchen(*lit))) is (found is not None)
    assert ("" if found is None else found.danger.name) == danger


def test_a_file_turns_dangers_off_or_down_and_adds_others(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        """
kinds: {heirloom: {classes: [vase]}}
acts: {throw: [yeet]}
dangers:
  heirlooms:
    acts: take
    thing: heirloom
    because: it is Grandmother's
    instead: to leave it there
    level: refuse
levels: {throwing: ask, breaking: off}
""",
        encoding="utf-8",
    )
    mine = DangerJudge(load_dangers(ONTOLOGY, path), ONTOLOGY)
    assert danger_of("Pick up the vase.", mine) == "heirlooms"
    thrown = mine.of_words("yeet the book")
    assert thrown is not None and thrown.danger.level is DangerLevel.ASK
    assert danger_of("Break the chair.", mine) == ""
    everything = tmp_path / "off.yaml"
    everything.write_text("levels: {all: off}", encoding="utf-8")
    assert load_dangers(ONTOLOGY, everything).dangers == ()


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("kinds:\n  hot: {clases: [stove]}", 2, "unknown word of a kind 'clases'; nearest known: classes"),
        ("kinds:\n  hot: {classes: [stoove]}", 2, "unknown classes 'stoove'; nearest known: stove"),
        ("kinds:\n  a: {kinds: [b]}\n  b: {kinds: [a]}", 2, "kinds go in a circle: a > b > a"),
        ("kinds:\n  hot: {}", 2, "a kind needs one of classes"),
        ("kinds:\n  hot: {senses: [stove]}", 2, "kind hot: 'stove' is no key of WordNet"),
        ("acts:\n  thrwo: [yeet]", 2, "unknown act 'thrwo'; nearest known: throw"),
        ("\nlevels:\n  throwing: maybe", 3, "unknown level 'maybe'"),
        ("levels:\n  thowing: off", 2, "unknown danger 'thowing'; nearest known: throwing"),
        ("dangers:\n  x: {acts: throw}", 2, "x needs because, instead, level"),
        ("dangers:\n  x: {acts: throw, because: a, instead: b, level: ask, thing: y}", 2, "unknown kind 'y'"),
        ("dangers:\n  x: 3", 2, "must be names with what is said of each"),
        ("dangers:\n  - x", 2, "must be names with what is said of each"),
        ("levels: {throwing: ask}\nlevels: {}", 2, "'levels' is there twice"),
        ("kinds: [", 2, "no YAML"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path, text, line, says):
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DangerFileError) as error:
        load_dangers(ONTOLOGY, path)
    assert str(error.value).startswith(f"{path}: line {line}: ") and says in str(error.value)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path):
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\xfe\xff")
    for path in (tmp_path / "none.yaml", binary):
        with pytest.raises(DangerFileError, match=str(path)):
            load_dangers(ONTOLOGY, path)


def test_none_of_our_own_files_replaces_what_another_of_them_says():
    said = [
        (section, name)
        for path in OURS
        for section, names in yaml.safe_load(path.read_text(encoding="utf-8")).items()
        if section in ("kinds", "dangers")
        for name in names
    ]
    assert len(said) > 100
    assert [one for one, count in Counter(said).items() if count > 1] == []
