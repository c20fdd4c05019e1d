# SPDX-License-Identifier: Apache-2.0
"""Turtle that is read without rdflib: the same as rdflib reads, or nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_core.ontology import OntologyError, load_ontology
from makedo_core.ontology.merge import Written
from makedo_core.ontology.reading.full import read_full
from makedo_core.ontology.reading.plain import read_plain
from makedo_core.ontology.turtle import HOUSEHOLD

FILE = Path("/somewhere/mine.ttl")
PREFIXES = (
    "@prefix : <urn:makedo:household#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"  # lines 1 and 2
)
DRINKS = (Path(HOUSEHOLD[0]).parent / "drinks.ttl").read_text(encoding="utf-8")
TOKENS = (
    ":a", ":b_2", ":a.b", "a", "rdfs:comment", "rdfs:", ":", '"text"', '"un été"', '""', '"""long"""', '"a\\"b"', "'b'",
    '"a"@en', '"1"^^:b_2', "1", "1.0", "0.25", "1.50", "-1", "007", "1.", "1e3", "true", ",", ";", ".", "<urn:x>", "[]",
    "_:x", "(:a)", "# note\n", "#", "@prefix : <urn:other#> .", "@base <urn:x#> .", "\n", "\t", "\u00a0", "é",
)  # fmt: skip


def full(text: str) -> list[Written] | None:
    """What rdflib reads; None: nothing, it refuses."""
    try:
        return list(read_full(text, FILE))
    except OntologyError:
        return None


@pytest.mark.parametrize("path", HOUSEHOLD, ids=lambda p: p.stem)
def test_our_own_files_are_plain_and_read_as_rdflib_reads_them(path):
    text = path.read_text(encoding="utf-8") + "\n"
    assert read_plain(text, str(path)) == list(read_full(text, path))


@given(st.lists(st.sampled_from(TOKENS), max_size=12), st.sampled_from([" ", "", "\n"]))
@settings(deadline=None, max_examples=500)
def test_whatever_is_read_without_rdflib_is_read_alike_with_it(tokens, between):
    text = f"{PREFIXES}:x rdfs:subClassOf :thing .\n:x {between.join(tokens)} .\n"
    read = read_plain(text, str(FILE))
    assert read is None or read == full(text)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", ":p", "rdfs:comment"]),
            st.lists(st.sampled_from([":v", '"a text"', "0.25", "3"]), min_size=1, max_size=3),
        ),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from([" ", "\n", "\n    "]),
)
@settings(deadline=None, max_examples=100)
def test_plain_statements_are_read_without_rdflib(said, between):
    clauses = f"{between}; ".join(f"{name}{between}{', '.join(values)}" for name, values in said)
    text = f"{PREFIXES}# a note\n\n:x {clauses}{between}.  # another\n"
    assert read_plain(text, str(FILE)) == full(text)


@given(
    st.integers(0, len(DRINKS)), st.integers(0, 3), st.sampled_from(["", '"', "\\", "\x00", "<", "[", ";", ".", "é"])
)
@settings(deadline=None, max_examples=100)
def test_a_damaged_file_is_never_read_otherwise_than_by_rdflib(cut, lost, noise):
    text = DRINKS[:cut] + noise + DRINKS[cut + lost :] + "\n"
    read = read_plain(text, str(FILE))
    assert read is None or read == full(text)


@pytest.mark.parametrize(
    "statement",
    [
        '"a" :p :v .',  # a text about which something is said
        ":x :p :v",  # no full stop
        ":x :p 'v' .",
        ':x :p "a\\"b" .',
        ":x :p :v ; .",
        ":x :p 1.50 .",  # rdflib writes it as it likes
        ":x other:p :v .",
        "@prefix : <urn:other#> .",
        "@prefix rdfs: <urn:makedo:household#> .",
    ],
)
def test_what_is_not_plain_is_left_to_rdflib(statement):
    assert read_plain(f"{PREFIXES}{statement}\n", str(FILE)) is None


def test_a_statement_before_the_prefixes_is_left_to_rdflib():
    assert read_plain(":x :p :v .\n" + PREFIXES, str(FILE)) is None


def test_a_file_that_is_not_plain_extends_the_household_all_the_same(tmp_path):
    path = tmp_path / "mine.ttl"
    path.write_text(PREFIXES + ":seaweed_chips rdfs:subClassOf :snack ; :synonym 'nori' .\n", encoding="utf-8")
    assert load_ontology(path).names["nori"] == "seaweed_chips"


def test_the_household_is_read_without_rdflib():
    code = (
        "import sys; from makedo_core.ontology import load_ontology as read; read(); sys.exit('rdflib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
