# SPDX-License-Identifier: Apache-2.0
"""A symbolic kitchen: a domain, thirteen tasks with ground-truth plans, and the metrics of hierarchical planning.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, sections 3.2 and 4.1: names and lengths of the tasks are theirs, everything else is ours.
"""
