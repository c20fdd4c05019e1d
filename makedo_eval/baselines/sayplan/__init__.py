# SPDX-License-Identifier: Apache-2.0
"""Baselines "sayplan" and "sayplan_lite": a search in a collapsed scene graph, then a plan that is mended by feedback.

Source: Rana et al., "SayPlan: Grounding Large Language Models using 3D Scene Graphs for Scalable Robot Task Planning"
(2023), as Onishchenko et al., "LookPlanGraph" (section VI-A, appendices D and F-4), and Musumeci et al., "Context
Matters!" (section IV-A), rebuild it.
"""
