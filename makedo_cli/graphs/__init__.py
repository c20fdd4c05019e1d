# SPDX-License-Identifier: Apache-2.0
"""What changed in a scene graph, and since when, for an operator who asks."""
