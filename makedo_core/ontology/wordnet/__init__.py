# SPDX-License-Identifier: Apache-2.0
"""WordNet: the wide base under the classes that we describe ourselves."""

from makedo_core.ontology.wordnet.kindred import kindred
from makedo_core.ontology.wordnet.lexicon import INSTALLED, PACKAGE, NounTopic, Synset, WordNet, open_wordnet
from makedo_core.ontology.wordnet.suggestions import LEAST_LIKENESS, Suggestion, suggest
from makedo_core.ontology.wordnet.wide_base import WideBase, WordNetVerdict

__all__ = [
    "INSTALLED",
    "LEAST_LIKENESS",
    "PACKAGE",
    "NounTopic",
    "Suggestion",
    "Synset",
    "WideBase",
    "WordNet",
    "WordNetVerdict",
    "kindred",
    "open_wordnet",
    "suggest",
]
