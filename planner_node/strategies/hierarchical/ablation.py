# SPDX-License-Identifier: Apache-2.0
"""Which parts of the published method are on: hierarchy, verification, retrieval.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 4.1 (baselines).
"""

from __future__ import annotations

from makedo_core.enums import StrEnum


class Ablation(StrEnum):
    """The method and the baselines of the paper, by the letters of what they have."""

    HVR = "HVR"
    HV = "HV"
    HR = "HR"
    VR = "VR"
    R = "R"
    LLM = "LLM"  # none of the three

    @property
    def plans_macros(self) -> bool:
        """Macro actions first, then a block for each; else all calls at once."""
        return "H" in self.value

    @property
    def verifies(self) -> bool:
        """Simulation, and correction by what it found."""
        return "V" in self.value

    @property
    def retrieves(self) -> bool:
        """Only what matters of the scene is shown; else all of it."""
        return "R" in self.value
