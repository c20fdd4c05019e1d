# SPDX-License-Identifier: Apache-2.0
"""What Makedo knows about a household: classes of things, what may stand in for what, and what is unsafe."""

from makedo_core.ontology.concept import Belongs, Concept, FunctionalClass, OntologyError, StatedRelation
from makedo_core.ontology.membership import (
    Membership,
    Memberships,
    MembershipSource,
    memberships_of,
    verbs_of,
    with_wordnet,
    wordnet_of,
)
from makedo_core.ontology.taxonomy import Ontology
from makedo_core.ontology.turtle import load_ontology

__all__ = [
    "Belongs",
    "Concept",
    "FunctionalClass",
    "Membership",
    "MembershipSource",
    "Memberships",
    "Ontology",
    "OntologyError",
    "StatedRelation",
    "load_ontology",
    "memberships_of",
    "verbs_of",
    "with_wordnet",
    "wordnet_of",
]
