# SPDX-License-Identifier: Apache-2.0
"""Settings that are one of a few names, and which names there are.

What is started refuses another name only once everything runs. No node is imported here; a test compares the names with
those that the nodes know.
"""

from __future__ import annotations

from collections.abc import Mapping

from makedo_core.extensions import EntryPointGroup, Registry
from makedo_core.plan import Light

AUTO = "auto"
DETECTORS = ("onnx", "simulation", "ultralytics", "vlm")
STRATEGIES = ("relaxation", "hierarchical", "memory_graph", "ontology", "prune")
BASELINES = ("delta", "llm_as_planner", "llm_p", "llm_tamp", "react", "sayplan", "sayplan_lite")
ENGINES = ("own", "fast-downward", "enhsp")
ANY_UNIFIED = "up:"  # begins the name of an engine of unified-planning, which is asked for those that it finds
_AFTER = ("pause", "go_on")
_CHOICES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("planner", "strategy"): (*STRATEGIES, *BASELINES),
    ("planner", "proposer"): ("search", "llm"),
    ("planner", "engine"): ENGINES,
    ("executor", "approval_at_light"): ("never", *(light.name.lower() for light in Light)),
    ("executor", "queue_after_failure"): _AFTER,
    ("executor", "queue_after_restart"): _AFTER,
}
"""By node and parameter. A strategy may be followed by options, after a colon."""


def detectors() -> tuple[str, ...]:
    """Names of the detectors: ours, and those of installed extensions.

    Raises:
        ExtensionError: if an extension has a name that is taken.
    """
    return (AUTO, *Registry(EntryPointGroup.DETECTORS, dict.fromkeys(DETECTORS, True), lambda name, found: True))


def names_for(node: str, parameter: str, value: object, beside: Mapping[str, object]) -> tuple[str, ...]:
    """The names that a parameter may have, where a value is none of them; empty: it may be so.

    Args:
        node: whose parameter it is.
        parameter: its name.
        value: what a file sets it to.
        beside: what the file sets besides: with strategies of an operator's own nobody knows here which there are.
    """
    names = _CHOICES.get((node, parameter), ())
    if not isinstance(value, str) or not names or (parameter == "strategy" and "strategies" in beside):
        return ()
    if parameter == "engine" and (not value or value.startswith(ANY_UNIFIED)):
        return ()
    name = value.partition(":")[0] if parameter == "strategy" else value
    return () if name in names else names
