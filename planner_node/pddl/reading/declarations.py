# SPDX-License-Identifier: Apache-2.0
"""Reads what a PDDL text declares: typed lists, types, objects, predicates and numeric functions."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.goals.goal import Variable
from planner_node.pddl.mistakes import Findings
from planner_node.pddl.model import OBJECT, Symbol
from planner_node.pddl.reading.expressions import Expression, Parenthesis, Word
from planner_node.pddl.reading.scope import NAME, NAME_WORDS, RESERVED, NameTable, Scope

TOTAL_COST = "total-cost"
_MAX_LEVELS = 50  # of the hierarchy of types
Typed = list[tuple[Word, Expression | None]]


def typed_list(items: Sequence[Expression], findings: Findings) -> Typed:
    """The names of a typed list, each with the type that follows it; None: no type follows."""
    result: Typed = []
    waiting: list[Word] = []
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        if isinstance(item, Parenthesis):
            findings.wrong(item.place, str(item), "a name, or '- type'")
        elif item.text != "-":
            waiting.append(item)
        elif at == len(items):
            findings.wrong(item.place, "'-' at the end", "a type after it")
        else:
            if not waiting:
                findings.wrong(item.place, "a type without names before it", "names, then '- type'")
            result.extend((name, items[at]) for name in waiting)
            waiting = []
            at += 1
    result.extend((name, None) for name in waiting)
    return result


def name_of(expression: Expression | None, group: Parenthesis, what: str, findings: Findings) -> Word | None:
    """A name that is declared here; None, and a mistake, if it is no proper name."""
    found = str(expression or "nothing")
    if isinstance(expression, Word) and expression.text.lower() in RESERVED:
        found = f"the reserved word {expression.text!r}"
    elif isinstance(expression, Word) and NAME.fullmatch(expression.text):
        return expression
    place = expression.place if expression else group.end
    findings.wrong(place, found, f"the name of {what}: {NAME_WORDS}")
    return None


def variables_of(items: Sequence[Expression], scope: Scope) -> tuple[Variable, ...]:
    """The typed variables of a list."""
    result: dict[str, Variable] = {}
    seen: set[str] = set()
    for atom, type_ in typed_list(items, scope.findings):
        if not (atom.text.startswith("?") and NAME.fullmatch(atom.text[1:])):
            scope.findings.wrong(atom.place, str(atom), f"a variable: ? and {NAME_WORDS}", atom.text, ["?" + atom.text])
        elif atom.text.lower() in seen:
            scope.findings.wrong(atom.place, f"the variable {atom.text!r} again", "another name")
        else:
            result[atom.text] = Variable(atom.text, scope.type(type_) if type_ else OBJECT)
        seen.add(atom.text.lower())
    return tuple(result.values())


def types_of(section: Parenthesis, findings: Findings) -> NameTable[str]:
    """Each type with its parent."""
    types: NameTable[str] = NameTable()
    seen: dict[str, Word] = {}
    parents: dict[str, Word] = {}
    for atom, parent in typed_list(section.items[1:], findings):
        name = atom.text
        if isinstance(parent, Parenthesis):
            findings.wrong(parent.place, str(parent), "one parent of a type")
            continue
        if name.lower() == OBJECT:
            if parent is not None and parent.text.lower() != OBJECT:
                findings.wrong(parent.place, f"the parent {parent.text!r} of {OBJECT!r}", "none: it is above all types")
        elif name_of(atom, section, "a type", findings) is None:
            continue
        elif name.lower() in seen:
            found = f"the type {name!r} again"
            findings.wrong(atom.place, found, f"one declaration; the first is in {seen[name.lower()].place}")
        else:
            seen[name.lower()] = atom
            types[name] = parent.text if parent else OBJECT
            if parent:
                parents.setdefault(parent.text, parent)
    _check_parents(types, parents, findings)
    _check_cycles(types, seen, findings)
    return types


def _check_parents(types: NameTable[str], parents: dict[str, Word], findings: Findings) -> None:
    """Every parent is a declared type."""
    renamed: dict[str, str] = {}
    for text, atom in parents.items():
        if text in types or text == OBJECT:
            continue
        same = OBJECT if text.lower() == OBJECT else types.spelling(text)
        if same is not None:
            if same != OBJECT:
                found = f"the type {text!r}, declared as {same!r}"
                findings.mendable(atom.place, found, "the same spelling", f"read as {same!r}")
            renamed[text] = same
        elif name_of(atom, Parenthesis((), atom.place, atom.place), "a type", findings):
            found = f"the undeclared type {text!r} as a parent"
            findings.mendable(atom.place, found, f"{text!r} among the types", f"declared as '{text} - {OBJECT}'")
            types[text] = OBJECT
    for child, parent in types.items():
        types[child] = renamed.get(parent, parent)


def _check_cycles(types: NameTable[str], atoms: dict[str, Word], findings: Findings) -> None:
    """No type is above itself, or too far below OBJECT."""
    for name in list(types):
        line = {name: None}
        at = types[name]
        while at != OBJECT and at not in line and len(line) <= _MAX_LEVELS:
            line[at] = None
            at = types.get(at, OBJECT)
        if at != OBJECT:
            found = f"the type {at!r} below itself" if at in line else f"more than {_MAX_LEVELS} types above {name!r}"
            findings.wrong(atoms[name.lower()].place, found, f"a hierarchy that ends in {OBJECT!r}")
            types[name] = OBJECT


def things_of(section: Parenthesis, scope: Scope, what: str) -> tuple[Variable, ...]:
    """Constants or objects with their types; they are added to the scope."""
    result = []
    for atom, type_ in typed_list(section.items[1:], scope.findings):
        if name_of(atom, section, what, scope.findings) is None:
            continue
        type_name = scope.type(type_) if type_ else OBJECT
        before = scope.things.spelling(atom.text)
        if before is None:
            scope.things[atom.text] = type_name
            result.append(Variable(atom.text, type_name))
        elif before == atom.text and scope.things[before] == type_name:
            found = f"{atom.text!r} again"
            scope.findings.mendable(atom.place, found, "one declaration of each", "left out")
        else:
            found = f"{atom.text!r} again" + ("" if before == atom.text else f", which is {before!r} but for its case")
            scope.findings.wrong(atom.place, found, f"one declaration; {before!r} is of type {scope.things[before]!r}")
    return tuple(result)


def symbol_of(group: Parenthesis, scope: Scope, what: str) -> tuple[Word, Symbol] | None:
    """A name with typed parameters, e.g. `(on ?a - item ?b - surface)`."""
    name = name_of(group.items[0] if group.items else None, group, what, scope.findings)
    variables = variables_of(group.items[1:], scope)
    return (name, Symbol(name.text, variables)) if name else None


def predicates_of(section: Parenthesis, scope: Scope) -> None:
    """Add the predicates of a section to the scope."""
    for item in section.items[1:]:
        if isinstance(item, Word):
            scope.findings.wrong(item.place, str(item), "a predicate in parentheses, e.g. (on ?a ?b - object)")
            continue
        declared = symbol_of(item, scope, "a predicate")
        if declared and _is_new(declared[0], scope):
            scope.predicates[declared[1].name] = declared[1]


def functions_of(section: Parenthesis, scope: Scope) -> None:
    """Add the numeric functions of a section to the scope; `total-cost` means that actions have costs."""
    items = section.items[1:]
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        if isinstance(item, Word) and item.text == "-" and at > 1:
            kind = items[at] if at < len(items) else None
            at += 1
            if not (isinstance(kind, Word) and kind.text.lower() == "number"):
                scope.findings.wrong(kind.place if kind else item.place, f"values of {kind or 'no type'}", "- number")
        elif isinstance(item, Word):
            scope.findings.wrong(item.place, str(item), "a function in parentheses, e.g. (fill ?cup - object)")
        else:
            declared = symbol_of(item, scope, "a function")
            if declared and declared[1].name.lower() == TOTAL_COST and not declared[1].parameters:
                scope.has_costs = True
            elif declared and _is_new(declared[0], scope):
                scope.functions[declared[1].name] = declared[1]


def _is_new(atom: Word, scope: Scope) -> bool:
    known = scope.predicates.spelling(atom.text) or scope.functions.spelling(atom.text)
    if known is not None:
        scope.findings.wrong(atom.place, f"{atom.text!r} again", f"one declaration of {known!r}")
    return known is None
