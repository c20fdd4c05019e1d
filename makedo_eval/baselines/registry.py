# SPDX-License-Identifier: Apache-2.0
"""The baselines by name, in the form in which the planner's registry takes further strategies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from makedo_eval.baselines.delta import make_delta
from makedo_eval.baselines.llm_as_planner import make_llm_as_planner
from makedo_eval.baselines.llm_p import make_llm_p
from makedo_eval.baselines.llm_tamp.strategy import make_llm_tamp
from makedo_eval.baselines.react.strategy import make_react
from makedo_eval.baselines.sayplan.lite import make_sayplan_lite
from makedo_eval.baselines.sayplan.strategy import make_sayplan
from planner_node.strategies.parts import MakeStrategy

STRATEGIES: Mapping[str, MakeStrategy] = MappingProxyType(
    {
        "delta": make_delta,
        "llm_as_planner": make_llm_as_planner,
        "llm_p": make_llm_p,
        "llm_tamp": make_llm_tamp,
        "react": make_react,
        "sayplan": make_sayplan,
        "sayplan_lite": make_sayplan_lite,
    }
)
