# SPDX-License-Identifier: Apache-2.0
"""Answers to questions, from the scene graph with its doubt and age."""
