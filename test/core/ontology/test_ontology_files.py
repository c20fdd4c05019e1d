# SPDX-License-Identifier: Apache-2.0
"""Files of the ontology: what a user's own may add and override, and how mistakes are reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from makedo_core.ontology import Concept, Ontology, OntologyError, StatedRelation, load_ontology
from makedo_core.ontology.reading.plain import NAMESPACE
from makedo_core.ontology.turtle import HOUSEHOLD, read_turtle

PREFIXES = (
    "@prefix : <urn:makedo:household#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"  # lines 1 and 2
)


@pytest.fixture
def mine(tmp_path):
    """Write a user's own file, its first statement in line 3, and load it with the household."""

    def load(*texts: str) -> Ontology:
        paths = []
        for number, text in enumerate(texts, 1):
            path = tmp_path / f"mine_{number}.ttl"
            path.write_text(PREFIXES + text, encoding="utf-8")
            paths.append(path)
        return load_ontology(*paths)

    return load


def test_a_user_adds_classes_words_and_hazards(mine):
    ontology = mine(
        """:seaweed_chips rdfs:subClassOf :snack ; :quality :kid_safe ; :synonym "nori" .
        :apple :synonym "cox" .
        :candle :hazard :allergenic .
        """
    )
    assert ontology.is_a("seaweed_chips", "treat")
    assert ontology.names["nori"] == "seaweed_chips"
    assert ontology.names["coxes"] == "apple"
    assert ontology.hazards("tea_light") == {"fire", "allergenic"}
    assert "seaweed_chips" not in load_ontology().concepts


def test_a_user_declares_values_and_relations_of_their_own(mine):
    ontology = mine(
        """:glowing a :Hazard . :stackable a :Affordance . :bamboo a :Material .
        :bento_box rdfs:subClassOf :food_container ; :affordance :stackable ; :material :bamboo ; :hazard :glowing .
        :leaning_on rdfs:subPropertyOf :next_to ; :looseness 0.5 ; :words "leaning on" .
        """
    )
    assert ontology.materials("bento_box") == {"bamboo"}
    assert "stackable" in ontology.affordances("bento_box")
    assert ontology.words("leaning_on") == "leaning on"
    assert ontology.generalisations("leaning_on")[0] == ("next_to", 0.25)


def test_the_last_file_decides_on_breadth_phrase_and_looseness(mine):
    ontology = mine(
        ':snack :breadth 0.75 ; :phrase "a nibble" . :at_place :looseness 1 .',
        ":snack :breadth 0.25 .",
    )
    assert ontology.functional_class("cookie_box", "cracker_box").breadth == 0.25
    assert ontology.phrase("snack") == "a nibble"
    assert dict(ontology.generalisations("on"))["at_place"] == 1.0
    assert load_ontology().functional_class("cookie_box", "cracker_box").breadth == 0.5


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (":cola_can rdfs:subClassOf :alcoholic_drink .", "cola_can is said to be kid_safe and has hazards: alcoholic"),
        (":soft_drink rdfs:subClassOf :alcoholic_drink .", "is said to be kid_safe and has hazards: alcoholic"),
        (":apple :hazard :sharp .", "apple is said to be kid_safe and has hazards: sharp"),
        (":scissors :quality :kid_safe .", "scissors is said to be kid_safe and has hazards: sharp"),
        (":snack rdfs:subClassOf :cracker_box .", "class cycle: "),
        (':torch_lamp rdfs:subClassOf :lamp ; :synonym "torch" .', "'torch' is to mean .* already means "),
        (":fruit :synonym 'apple' .", "'apple' is to mean fruit and already means apple"),
        (":mug :breadth 1.5 .", "mug has breadth 1.5, above the "),
        (":wine rdfs:subClassOf :beer .", "wine has breadth 0.5, above the 0.25 of beer"),
        (":at_place rdfs:subPropertyOf :on .", "relation cycle: "),
        (":near :looseness 0.1 .", "near follows from at_place and must be looser"),
    ],
)
def test_what_contradicts_the_household_is_refused_with_both_places(mine, text, told):
    with pytest.raises(OntologyError, match=told) as problem:
        mine(text)
    places = re.findall(r"[\w/.\-]+\.ttl: line \d+", str(problem.value))
    assert any(place.endswith("mine_1.ttl: line 3") for place in places), problem.value
    assert any("mine_1" not in place for place in places), problem.value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (":a :b", "line 3"),
        ("\n\n:apple :hazard\n  :sharp, .", "line 5: objectList expected"),
        ("<urn:other#a> <urn:other#b> <urn:other#c> .", "line 3: urn:other#a is not in the namespace"),
        (':apple :breadth "wide" .', "line 3: breadth of :apple: 'wide' is not a number"),
        (":apple :breadth -1 .", "line 3: .* must be above 0 and below 100"),
        (":apple :breadth 100 .", "line 3: .* must be above 0 and below 100"),
        (":on :looseness -1 .", "line 3: .* must be at least 0"),
        ("\n:apple :hazzard :sharp .", "line 4: unknown property hazzard of :apple; nearest known: hazard"),
        (":apple :hazard :shrap .", "line 3: hazard :shrap of :apple is not declared .*; nearest known: sharp"),
        (":apple :material :sharp .", "line 3: material :sharp of :apple is not declared"),
        (":apple :affordance :teleports .", "line 3: affordance :teleports of :apple is not declared"),
        (':apple :hazard "sharp" .', "line 3: .* must be a name such as"),
        (":apple :synonym :cox .", "line 3: .* must be a text in quotes"),
        (':apple :synonym " " .', "line 3: .* is empty"),
        (":cola_cann :hazard :sharp .", "line 3: :cola_cann has no rdfs:subClassOf; .*cola_can"),
        (':cola_cann rdfs:comment "Misspelt." .', "line 3: :cola_cann has no rdfs:subClassOf"),
        (":cox rdfs:subClassOf :aple .", "cox is under aple, which is not described .*line 3"),
        (":cox rdfs:subPropertyOf :aple .", "cox is under aple, which is not described .*line 3"),
        (":sour a :Hazzard .", "line 3: :sour is declared as unknown Hazzard; nearest known: Hazard"),
        (":apple :usuallyAt :cola_can .", "usuallyAt of apple names cola_can, which is no furniture.*line 3"),
        (":apple :disposedIn :unheard_of .", "disposedIn of apple names unheard_of, .*line 3"),
        (":apple :breadth 0.5 .\n:apple :breadth 0.7 .", "line 4: breadth of :apple is 0.7, and 0.5 in .*line 3"),
        ('@prefix x: <urn:x> .\n[] x:a "b" .', "line 4: .* is not in the namespace"),
    ],
)
def test_a_broken_file_says_what_is_wrong_and_where(mine, text, told):
    with pytest.raises(OntologyError, match=f"(?s){told}"):
        mine(text)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(OntologyError, match=r"nowhere\.ttl: no such file"):
        load_ontology(tmp_path / "nowhere.ttl")
    with pytest.raises(OntologyError, match="cannot be read"):
        load_ontology(tmp_path)
    latin = tmp_path / "latin.ttl"
    latin.write_bytes(PREFIXES.encode() + ':apple :synonym "caf\xe9" .'.encode("latin-1"))
    with pytest.raises(OntologyError, match=r"latin\.ttl: not UTF-8"):
        load_ontology(latin)


def test_an_empty_file_and_a_byte_order_mark_change_nothing(tmp_path):
    path = tmp_path / "empty.ttl"
    path.write_bytes(b"\xef\xbb\xbf" + PREFIXES.encode())
    assert load_ontology(path).concepts.keys() == load_ontology().concepts.keys()


@given(st.integers(0, 2000), st.sampled_from(["", '"', "\\", "\x00", "<", "[", "(", ";", "é"]))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_read_or_refused_and_nothing_else(tmp_path, cut, noise):
    path = tmp_path / "damaged.ttl"
    text = (Path(HOUSEHOLD[0]).parent / "drinks.ttl").read_text(encoding="utf-8")
    path.write_text(text[:cut] + noise + text[cut + 1 : cut + 40], encoding="utf-8")
    try:
        list(read_turtle(path))
    except OntologyError as problem:
        assert re.search(r"damaged\.ttl: line \d+: ", str(problem))


@pytest.mark.parametrize("path", HOUSEHOLD, ids=lambda p: p.stem)
def test_statements_are_those_that_rdflib_finds_and_stand_where_they_are_said_to(path):
    store = rdflib.Graph().parse(path)
    written = list(read_turtle(path))
    names = {str(s).removeprefix(NAMESPACE) for s in store.subjects()}
    assert len({w.statement for w in written}) == len(written) == len(store)
    assert {w.statement.subject for w in written} == names
    lines = path.read_text(encoding="utf-8").splitlines()
    for entry in written:
        line = int(entry.place.rpartition(" ")[2])
        assert lines[line - 1].startswith(f":{entry.statement.subject} "), entry


def test_the_examples_of_the_documentation_hold(mine):
    text = (Path(__file__).parents[3] / "docs" / "ontology.md").read_text(encoding="utf-8")
    (turtle,) = re.findall(r"```turtle\n(.*?)```", text, re.DOTALL)
    extended = mine(turtle.replace(PREFIXES, ""))
    assert extended.kid_safe("nori")
    assert extended.hazards("syrup_bottle") == {"sticky"}
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(code, names)


class TestMadeUp:
    """Contradictions in classes that come from no file."""

    def test_kid_safe_with_a_hazard(self):
        tool = Concept("tool", hazards=frozenset({"sharp"}))
        toy = Concept("toy_saw", ("tool",), qualities=frozenset({"kid_safe"}))
        with pytest.raises(OntologyError, match="toy_saw is said to be kid_safe and has hazards: sharp"):
            Ontology((tool, toy))

    def test_a_cycle(self):
        with pytest.raises(OntologyError, match="class cycle: a < b < a"):
            Ontology((Concept("a", ("b",)), Concept("b", ("a",))))

    def test_an_unknown_parent(self):
        with pytest.raises(OntologyError, match="a is under b, which is not described"):
            Ontology((Concept("a", ("b",)),))

    def test_a_word_for_two_classes(self):
        with pytest.raises(OntologyError, match="'pot' is to mean vessel and already means pot"):
            Ontology((Concept("pot"), Concept("vessel", synonyms=("Pot",))))

    def test_a_plural_that_is_another_class(self):
        with pytest.raises(OntologyError, match="'glasses' is to mean spectacles and already means glass"):
            Ontology((Concept("glass"), Concept("spectacles", plurals=("glasses",))))

    def test_a_narrow_class_that_is_broader(self):
        with pytest.raises(OntologyError, match="b has breadth 2, above the 1 of a"):
            Ontology((Concept("a", breadth=1.0), Concept("b", ("a",), breadth=2.0)))

    def test_an_unknown_relation(self):
        ontology = Ontology((), (StatedRelation("on", words="on"),))
        assert ontology.generalisations("on") == ()
        with pytest.raises(OntologyError, match="there is no relation 'onn'; nearest known: on"):
            ontology.generalisations("onn")
        with pytest.raises(OntologyError, match="nearest known: none"):
            Ontology(()).words("on")

    def test_a_relation_without_words_is_said_by_its_name(self):
        assert Ontology((), (StatedRelation("next_to"),)).words("next_to") == "next to"
