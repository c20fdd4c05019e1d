# SPDX-License-Identifier: Apache-2.0
"""Planning on the part of a scene that matters, chosen by a model along a taxonomy or without one."""
