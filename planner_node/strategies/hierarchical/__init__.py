# SPDX-License-Identifier: Apache-2.0
"""Hierarchical planning: a plan of macro actions first, then a block of skill calls for each.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification (HVR).
"""
