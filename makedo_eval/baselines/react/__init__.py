# SPDX-License-Identifier: Apache-2.0
"""Baseline "react": a model thinks, acts in a simulation of the scene, and observes, one step after the other.

Source: Yao et al., "ReAct: Synergizing Reasoning and Acting in Language Models" (2023), as Onishchenko et al.,
"LookPlanGraph" (section VI-A, appendices D and F-5), bring it to scene graphs.
"""
