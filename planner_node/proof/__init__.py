# SPDX-License-Identifier: Apache-2.0
"""From grounded literals to skill calls: pruning, reachability, search, and an independent validation."""
