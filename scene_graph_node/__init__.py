# SPDX-License-Identifier: Apache-2.0
"""From observations to the live 3D scene graph."""
