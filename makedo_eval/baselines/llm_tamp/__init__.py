# SPDX-License-Identifier: Apache-2.0
"""Baseline "llm_tamp": a model states steps with where to put things; what is infeasible goes back to it as feedback.

Source: Wang et al., "LLM3: Large Language Model-based Task and Motion Planning with Motion Failure Reasoning" (2024),
which Ud Din et al., "Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning" (sections I, IV-E and V),
extend and compare with.
"""
