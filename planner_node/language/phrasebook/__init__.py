# SPDX-License-Identifier: Apache-2.0
"""Words of instructions and what they stand for, read from YAML: ours beside this package, and a user's own."""

from planner_node.language.phrasebook.book import Phrasebook
from planner_node.language.phrasebook.loading import load_phrasebook
from planner_node.language.phrasebook.word_file import PhrasebookError

__all__ = ["Phrasebook", "PhrasebookError", "load_phrasebook"]
