# SPDX-License-Identifier: Apache-2.0
"""A simulated language model: right answers from symbolic truth, corrupted at a set rate. No model of a language."""
