# SPDX-License-Identifier: Apache-2.0
"""The 3D scene graph: nodes, laws, geometry of furniture, and what differs between two snapshots."""
