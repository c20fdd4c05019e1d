# SPDX-License-Identifier: Apache-2.0
"""WordNet as an adviser, on a handful of nouns in its own file format, and on the real files where they are."""

from __future__ import annotations

import pytest

from makedo_core.ontology import Concept, Ontology, OntologyError, load_ontology
from makedo_core.ontology.wordnet import FOLDER, described_ancestor, open_wordnet, suggest

LICENCE = "  1 This is a made-up file in the format of WordNet.  \n"
MEANINGS = {  # words -> more general words
    "entity": (),
    "food": ("entity",),
    "fruit": ("food",),
    "apple": ("fruit",),
    "quince": ("fruit",),
    "love_apple tomato": ("food",),
    "tool": ("entity",),
    "hammer": ("tool",),
    "apple_corer": ("tool", "hammer"),
    "island": (),
}


@pytest.fixture
def folder(tmp_path):
    """A small WordNet; "bat" is made to have two meanings."""
    keys = list(MEANINGS)
    lines, offsets, position = [], {}, len(LICENCE)
    for key in keys:  # offsets have a fixed width, so lengths are known before the values
        offsets[key] = position
        position += len(_data_line(key, {k: 0 for k in keys}))
    for key in keys:
        lines.append(_data_line(key, offsets))
    (tmp_path / "data.noun").write_text(LICENCE + "".join(lines))
    entries = {word: [offsets[key]] for key in keys for word in key.split()}
    entries["bat"] = [offsets["hammer"], offsets["quince"]]
    index = "".join(
        f"{word} n {len(at)} 1 @ {len(at)} 0 {' '.join(f'{o:08d}' for o in at)}  \n"
        for word, at in sorted(entries.items(), key=lambda e: f"{e[0]} ".encode())
    )
    (tmp_path / "index.noun").write_text(LICENCE + index)
    return tmp_path


def _data_line(key: str, offsets: dict[str, int]) -> str:
    words = "".join(f"{word} 0 " for word in key.split())
    pointers = "".join(f"@ {offsets[h]:08d} n 0000 " for h in MEANINGS[key]) + "+ 00000099 v 0101 "
    count = len(MEANINGS[key]) + 1
    return f"{offsets.get(key, 0):08d} 03 n {len(key.split()):02x} {words}{count:03d} {pointers}| a gloss; @ 1 n  \n"


@pytest.fixture
def wordnet(folder):
    return open_wordnet(folder)


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return Ontology(
        (
            Concept("food"),
            Concept("fruit", ("food",), qualities=frozenset({"kid_safe"})),
            Concept("apple", ("fruit",)),
            Concept("tomato", ("food",)),
            Concept("hammer"),
        )
    )


def test_every_noun_is_found_and_no_other(wordnet):
    for key in MEANINGS:
        for word in key.split():
            assert len(wordnet.senses(word)) == 1, word
    assert wordnet.synset(wordnet.senses("Love Apple")[0]).words == ("love_apple", "tomato")
    for word in ("", "a", "appl", "applesauce", "zebra", "This"):
        assert wordnet.senses(word) == ()


def test_plurals_are_looked_up_as_singulars(wordnet):
    assert wordnet.senses("apples") == wordnet.senses("apple")
    assert wordnet.senses("entities") == wordnet.senses("entity")


def test_meanings_are_alike_by_how_deep_they_meet(wordnet):
    assert wordnet.similarity("apple", "apple") == 1.0
    assert wordnet.similarity("apple", "quince") == pytest.approx(2 * 3 / (4 + 4))
    assert wordnet.similarity("apple", "tomato") == pytest.approx(2 * 2 / (4 + 3))
    assert wordnet.similarity("apple", "hammer") == pytest.approx(2 * 1 / (4 + 3))
    assert wordnet.similarity("apple", "island") == 0.0
    assert wordnet.similarity("apple", "zebra") is None


def test_of_several_meanings_the_most_alike_counts(wordnet):
    assert wordnet.similarity("bat", "hammer") == 1.0
    assert wordnet.similarity("bat", "apple") == wordnet.similarity("quince", "apple")


def test_a_place_below_the_nearest_described_class(wordnet, ontology):
    assert described_ancestor("quince", ontology, wordnet) == "fruit"
    assert described_ancestor("ripe_quince", ontology, wordnet) == "fruit"
    assert described_ancestor("love_apple", ontology, wordnet) == "tomato"
    assert described_ancestor("bat", ontology, wordnet) == "hammer"
    assert described_ancestor("island", ontology, wordnet) is None
    assert described_ancestor("zebra", ontology, wordnet) is None


def test_suggestions_are_the_most_alike_of_what_is_at_hand(wordnet, ontology):
    found = suggest("quinces", ["apple", "tomato", "hammer", "unheard_of"], ontology, wordnet, least=0.5)
    assert [s.concept for s in found] == ["apple", "tomato"]
    assert found[0].similarity > found[1].similarity
    assert suggest("quince", ["apple", "tomato"], ontology, wordnet, least=0.5, count=1) == found[:1]
    assert suggest("zebra", ["apple"], ontology, wordnet) == ()
    assert suggest("quince", [], ontology, wordnet) == ()


def test_a_suggestion_makes_nothing_safe_and_lets_nothing_stand_in(wordnet, ontology):
    assert described_ancestor("quince", ontology, wordnet) == "fruit"
    assert ontology.kid_safe("fruit")
    assert not ontology.kid_safe("quince")
    assert ontology.functional_class("fruit", "quince") is None


@pytest.mark.parametrize("missing", ["index.noun", "data.noun"])
def test_without_its_files_there_is_no_adviser(folder, missing):
    (folder / missing).unlink()
    assert open_wordnet(folder) is None
    (folder / missing).touch()
    assert open_wordnet(folder) is None
    assert open_wordnet(folder / "nowhere") is None


def test_files_in_another_format_are_told_apart(folder):
    (folder / "data.noun").write_text("x" * 2000)
    with pytest.raises(OntologyError, match=r"data\.noun: byte \d+ is not the beginning of a synset"):
        open_wordnet(folder).similarity("apple", "quince")
    (folder / "index.noun").write_text("apple is a fruit\n")
    with pytest.raises(OntologyError, match=r"index\.noun: 'apple is a fruit' does not end in as many offsets"):
        open_wordnet(folder).senses("apple")


@pytest.mark.skipif(open_wordnet() is None, reason=f"WordNet is not in {FOLDER} (Debian: wordnet-base)")
class TestReal:
    """The files of Debian's wordnet-base."""

    def test_known_pairs(self):
        real = open_wordnet()
        assert real.similarity("fork", "spoon") == pytest.approx(0.9)
        assert real.similarity("coffee", "tea") > real.similarity("wine", "juice") > real.similarity("snack", "banana")

    def test_unknown_words_find_a_place_and_neighbours(self):
        real, household = open_wordnet(), load_ontology()
        assert household.class_of("kumquat") is None
        assert described_ancestor("kumquat", household, real) == "citrus_fruit"
        assert described_ancestor("parka", household, real) == "jacket"
        found = suggest("kumquat", ["orange", "hammer", "sofa"], household, real)
        assert [s.concept for s in found] == ["orange"]
