# SPDX-License-Identifier: Apache-2.0
"""Reads sentences in the home of the demo."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from planner_node.language.interpret import interpret
from planner_node.language.request import Request


@pytest.fixture(scope="session")
def said(home):
    """What an instruction is read as."""
    return lambda text: interpret(text, load_ontology(), home)


@pytest.fixture(scope="session")
def means(said):
    """The clauses of an instruction that is understood, with their stages."""

    def check(text: str):
        request = said(text)
        assert isinstance(request, Request), request
        return request.clauses, request.stages

    return check
