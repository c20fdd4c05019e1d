# SPDX-License-Identifier: Apache-2.0
"""ContextMatters: goals shifted and relaxed with a model's advice, every step of it validated."""
