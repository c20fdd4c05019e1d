# SPDX-License-Identifier: Apache-2.0
"""Instructions read by a language model: what it is told, and what its answer is checked against."""
