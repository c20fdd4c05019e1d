# SPDX-License-Identifier: Apache-2.0
"""Changes of the scene graph in the making: edits, and the relations that follow from geometry."""
