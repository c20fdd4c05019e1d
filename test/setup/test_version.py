# SPDX-License-Identifier: Apache-2.0
"""One version: package.xml's; CITATION.cff and CHANGELOG.md follow it."""

from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
VERSION = ElementTree.parse(ROOT / "package.xml").findtext("version")
NEWEST = next(line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## "))
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text())
# Citation File Format 1.2.0: keys of the file, and those of a person and of an organisation.
KEYS = set(
    "abstract authors cff-version commit contact date-released doi identifiers keywords license license-url message "
    "preferred-citation references repository repository-artifact repository-code title type url version".split()
)
PERSON = {"affiliation", "alias", "email", "family-names", "given-names", "name-particle", "name-suffix", "orcid"}
ORGANISATION = {"alias", "city", "country", "email", "location", "name", "orcid", "website"}


def test_the_version_is_three_numbers():
    assert VERSION is not None
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def test_the_changelog_begins_with_this_version_unreleased_or_with_its_date():
    heading = re.fullmatch(r"## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)", NEWEST)
    assert heading is not None, NEWEST
    assert heading.group(1) == VERSION


def test_the_citation_has_the_fields_that_the_format_demands():
    assert set(CITATION) <= KEYS
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] in ("software", "dataset")
    assert all(isinstance(CITATION[key], str) and CITATION[key] for key in ("message", "title", "version", "license"))
    assert CITATION["authors"]
    for author in CITATION["authors"]:
        assert set(author) <= (ORGANISATION if "name" in author else PERSON)


def test_the_citation_names_this_version_and_licence():
    package = ElementTree.parse(ROOT / "package.xml")
    assert CITATION["version"] == VERSION
    assert CITATION["license"] == package.findtext("license")


def test_the_citation_has_a_date_from_the_release_on():
    released = re.search(r"\((\d{4}-\d\d-\d\d)\)", NEWEST)
    expected = datetime.date.fromisoformat(released.group(1)) if released else None
    assert CITATION.get("date-released") == expected
