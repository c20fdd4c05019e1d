# SPDX-License-Identifier: Apache-2.0
"""ALFWorld's games as text: an environment of our own over the game files, an agent, and what comes of it."""
