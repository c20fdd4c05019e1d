# SPDX-License-Identifier: Apache-2.0
"""Instructions read by a language model: its prompt, and the checks of its answer."""
