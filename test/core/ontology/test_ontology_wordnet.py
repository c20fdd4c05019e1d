# SPDX-License-Identifier: Apache-2.0
"""WordNet's files and what is looked up in them, on a handful of nouns in their format."""

from __future__ import annotations

import pytest

from makedo_core.ontology import OntologyError
from makedo_core.ontology.wordnet import NounTopic, kindred, open_wordnet

FOOD, MADE = NounTopic.FOOD, NounTopic.ARTIFACT
MEANINGS = {
    "entity": (NounTopic.TOPS, ()),
    "food": (FOOD, ("entity",)),
    "fruit": (FOOD, ("food",)),
    "apple": (FOOD, ("fruit",)),
    "quince": (FOOD, ("fruit",)),
    "love_apple tomato": (FOOD, ("food",)),
    "tool": (MADE, ("entity",)),
    "hammer": (MADE, ("tool",)),
    "apple_corer": (MADE, ("tool", "hammer")),
    "walkie-talkie": (MADE, ("tool",)),
    "island": (NounTopic.OBJECT, ()),
}


@pytest.fixture
def folder(write_wordnet):
    """A small WordNet; "bat" is made to have two meanings."""
    return write_wordnet(MEANINGS, {"bat": ("hammer", "quince")})


@pytest.fixture
def wordnet(folder):
    return open_wordnet(folder)


def test_every_noun_is_found_and_no_other(wordnet):
    for key in MEANINGS:
        for word in key.split():
            assert len(wordnet.senses(word)) == 1, word
    assert wordnet.synset(wordnet.senses("Love Apple")[0]).words == ("love_apple", "tomato")
    for word in ("", "-", " _ ", "20", "a", "appl", "applesauce", "zebra", "This"):
        assert wordnet.senses(word) == ()


@pytest.mark.parametrize(
    ("said", "listed"),
    [
        ("apples", "apple"),
        ("entities", "entity"),
        ("walkie_talkie", "walkie-talkie"),
        ("walkie talkies", "walkie-talkie"),
        ("love-apple", "love apple"),
        ("zebras", "zebras"),
    ],
)
def test_plurals_and_other_spellings_are_the_same_noun(wordnet, said, listed):
    assert wordnet.singular(said) == listed and wordnet.senses(said) == wordnet.senses(listed)


def test_a_sense_key_names_one_meaning(wordnet):
    assert wordnet.sense("apple%1:13:00") == wordnet.senses("apple")[0]
    assert wordnet.sense("bat%1:06:00") is None  # the meaning lists other words
    for key in ("apple%1:06:00", "apple%1:13:01", "zebra%1:05:00", "apple"):
        assert wordnet.sense(key) is None


def test_what_is_one_of_a_kind_is_told_from_a_kind(folder):
    text = (folder / "data.noun").read_text()
    line = next(x for x in text.splitlines() if " quince " in x)
    (folder / "data.noun").write_text(text.replace(line, line.replace(" @ ", " @i ", 1)[:-1]))
    wordnet = open_wordnet(folder)
    quince, apple = wordnet.senses("quince")[0], wordnet.senses("apple")[0]
    assert wordnet.synset(quince).is_name and not wordnet.synset(apple).is_name


def test_meanings_are_alike_by_how_deep_they_meet(wordnet):
    apple, quince, tomato, hammer, island = (
        wordnet.senses(noun)[0] for noun in ("apple", "quince", "tomato", "hammer", "island")
    )
    assert wordnet.likeness(apple, apple) == 1.0
    assert wordnet.likeness(apple, quince) == pytest.approx(2 * 3 / (4 + 4))
    assert wordnet.likeness(apple, tomato) == pytest.approx(2 * 2 / (4 + 3))
    assert wordnet.likeness(apple, hammer) == pytest.approx(2 * 1 / (4 + 3))
    assert wordnet.likeness(apple, hammer, least_depth=2) == 0.0
    assert wordnet.likeness(apple, island) == 0.0


@pytest.mark.parametrize("missing", ["index.noun", "data.noun"])
def test_without_its_files_there_is_none(folder, missing):
    (folder / missing).unlink()
    assert open_wordnet(folder) is None
    (folder / missing).touch()
    assert open_wordnet(folder) is None
    assert open_wordnet(folder / "nowhere") is None


def test_files_that_set_up_put_into_the_cache_are_found(folder, monkeypatch, tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")
    (cache / "makedo").mkdir()
    (cache / "makedo" / "wordnet").symlink_to(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    found = open_wordnet()
    assert found is not None and found.senses("apple")


def test_files_in_another_format_are_told_apart(folder):
    (folder / "data.noun").write_text("x" * 2000)
    wordnet = open_wordnet(folder)
    with pytest.raises(OntologyError, match=r"data\.noun: byte \d+ is not the beginning of a synset"):
        wordnet.above(wordnet.senses("apple")[0])
    (folder / "index.noun").write_text("apple is a fruit\n")
    with pytest.raises(OntologyError, match=r"index\.noun: 'apple is a fruit' does not end in as many offsets"):
        open_wordnet(folder).senses("apple")


VERBS = {
    "obtain get": (40, ()),
    "procure": (40, ("obtain",)),
    "wangle finagle": (40, ("procure",)),
    "wheedle_out": (32, ("wangle",)),
    "steal": (40, ("obtain",)),
}


def test_verbs_that_mean_the_same_come_before_more_general_and_less_frequent_ones(folder, write_wordnet):
    assert open_wordnet(folder).verbs is None  # the nouns are used without them
    write_wordnet(VERBS, {"wangle": ("steal",)}, "verb")
    verbs = open_wordnet(folder).verbs
    assert list(kindred("wangle", verbs)) == [("finagle", 0), ("steal", 1), ("procure", 2), ("obtain", 3), ("get", 3)]
    assert list(kindred("wheedle out", verbs)) == [("wangle", 2), ("finagle", 2), ("procure", 4)]
    assert list(kindred("get", verbs)) == [("obtain", 0)]
    assert list(kindred("apple", verbs)) == list(kindred("gets", verbs)) == []


def test_files_of_verbs_in_another_format_are_told_apart(folder, write_wordnet):
    write_wordnet(VERBS, {}, "verb")
    (folder / "index.verb").write_text("get is to obtain\n")
    with pytest.raises(OntologyError, match=r"index\.verb: 'get is to obtain' does not end in as many offsets"):
        open_wordnet(folder).verbs.senses("get")
