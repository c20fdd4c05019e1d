# SPDX-License-Identifier: Apache-2.0
"""From masks and depth to boxes in the map: clusters, known shapes, and what cannot be a thing."""
