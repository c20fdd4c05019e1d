# SPDX-License-Identifier: Apache-2.0
"""Where a person wants things, learnt from a few examples: what the examples have in common, and where that leads."""
