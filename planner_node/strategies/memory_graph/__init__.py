# SPDX-License-Identifier: Apache-2.0
"""Looks before it makes do: a memory of the scene that is corrected by looking, with or without a language model.

Source: Onishchenko et al., LookPlanGraph: Embodied Instruction Following Method with VLM Graph Augmentation.
"""
