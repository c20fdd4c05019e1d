# SPDX-License-Identifier: Apache-2.0
"""Which labels belong to which groups, on whose word."""

from __future__ import annotations

import pytest

from makedo_core.ontology import Belongs, Memberships, MembershipSource, load_ontology


@pytest.fixture(scope="module")
def curated() -> Memberships:
    return Memberships(load_ontology())


@pytest.mark.parametrize(
    ("label", "group", "belongs", "source"),
    [
        ("saxophone", "instruments", Belongs.IN, MembershipSource.CURATED),
        ("zucchini", "vegetables", Belongs.IN, MembershipSource.CURATED),
        ("zucchini", "fruit", Belongs.OUT, MembershipSource.CURATED),
        ("dirty_plate", "crockery", Belongs.IN, MembershipSource.LABEL),
        ("florb", "toys", Belongs.DOUBT, MembershipSource.UNKNOWN),
        ("florb", "florb", Belongs.IN, MembershipSource.LABEL),
    ],
)
def test_without_wordnet_the_ontology_and_the_last_words_decide(curated, label, group, belongs, source):
    found = curated.of(label, group)
    assert (found.belongs, found.source, found.path[0]) == (belongs, source, label)


def test_the_path_leads_from_the_label_to_the_group(curated):
    assert curated.of("granola_bar", "treats").path == ("granola_bar", "snack", "treat")
    assert curated.of("zucchini", "vegetable").path == ("zucchini", "courgette", "vegetable")
    assert curated.of("apple", "vegetable").path[-1] == "thing"
