# SPDX-License-Identifier: Apache-2.0
"""What the simulated model answers to each strategy's questions, from the truth it knows."""
