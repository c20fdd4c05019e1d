# SPDX-License-Identifier: Apache-2.0
"""How the parts of a clause are tied to nodes: things, destinations, moves, and what things become."""
