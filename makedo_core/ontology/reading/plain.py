# SPDX-License-Identifier: Apache-2.0
"""Reads Turtle as Makedo's own files write it, in a fraction of the time that rdflib takes to be imported.

Plain is: the two prefixes of our vocabulary, comments between statements, and statements of names, numbers and texts
without escapes, with a blank before the full stop. Whatever else stands in a file, it is rdflib's (`full.py`), with its
words for what is wrong. A file is read by one of the two, and both read the same from a plain one.
"""

from __future__ import annotations

import re

from makedo_core.ontology.concept import Statement
from makedo_core.ontology.merge import Written

NAMESPACE = "urn:makedo:household#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"

_BLANK = r"[ \t\n]"
_NAME = "[A-Za-z][A-Za-z0-9_]*"
_NUMBER = r"(?:0|[1-9][0-9]{0,8})(?:\.(?:0|[0-9]{0,5}[1-9]))?"  # as rdflib writes it again: 1, 1.0 and 0.25, no 1.50
_TEXT = r'"[^"\\\x00-\x1f\x7f]+"'
_VALUE = rf":{_NAME}|{_TEXT}|{_NUMBER}"
_CLAUSE = rf"(a|(?:rdfs)?:{_NAME}){_BLANK}+((?:{_VALUE})(?:{_BLANK}*,{_BLANK}*(?:{_VALUE}))*)"
_ABOUT = rf":({_NAME}){_BLANK}+({_CLAUSE}(?:{_BLANK}*;{_BLANK}*{_CLAUSE})*){_BLANK}+\.(?!\S)"

_value, _clause, _statement = re.compile(_VALUE), re.compile(_CLAUSE), re.compile(_ABOUT)
_prefix = re.compile(rf"@prefix[ \t]+([a-z]*):[ \t]+<({re.escape(NAMESPACE)}|{re.escape(_RDFS)})>[ \t]+\.(?!\S)")
_between = re.compile(rf"(?:{_BLANK}+|#[^\n]*\n)*")
_PREFIXES = {"": NAMESPACE, "rdfs": _RDFS}


def read_plain(text: str, file: str) -> list[Written] | None:
    """The statements of a plain file, with the line at which each begins; None: the file is not plain.

    Args:
        text: of the file, ending with a line end.
        file: what it is called where a statement's place is told.
    """
    found: list[Written] = []
    declared: set[str] = set()
    at, counted, line = 0, 0, 1
    while (begin := _end_of_blank(text, at)) < len(text):
        line += text.count("\n", counted, begin)
        counted = begin
        if (prefix := _prefix.match(text, begin)) is not None:
            if _PREFIXES.get(prefix[1]) != prefix[2]:
                return None
            declared.add(prefix[1])
            at = prefix.end()
            continue
        about = _statement.match(text, begin) if len(declared) == len(_PREFIXES) else None
        if about is None:
            return None
        place = f"{file}: line {line}"
        for said in _clause.finditer(about[2]):
            name = "type" if said[1] == "a" else said[1].rpartition(":")[2]
            found.extend(_written(about[1], name, value, place) for value in _value.findall(said[2]))
        at = about.end()
    return found


def _end_of_blank(text: str, at: int) -> int:
    between = _between.match(text, at)
    return between.end() if between is not None else at


def _written(subject: str, name: str, value: str, place: str) -> Written:
    if value[0] == ":":
        return Written(Statement(subject, name, value[1:]), False, place)
    return Written(Statement(subject, name, value.strip('"')), True, place)
