# SPDX-License-Identifier: Apache-2.0
"""The terms of a plan for an operator: his choices, what else could be chosen, and why each step is there."""
