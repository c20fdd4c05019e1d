# SPDX-License-Identifier: Apache-2.0
"""WordNet: the wide base under the classes that we describe ourselves."""

from makedo_core.ontology.wordnet.lexicon import FOLDER, Synset, WordNet, open_wordnet
from makedo_core.ontology.wordnet.suggestions import Suggestion, described_ancestor, suggest

__all__ = ["FOLDER", "Suggestion", "Synset", "WordNet", "described_ancestor", "open_wordnet", "suggest"]
