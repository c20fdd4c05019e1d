# SPDX-License-Identifier: Apache-2.0
"""Readers of other projects' scene descriptions: each makes a `SceneGraph` of a foreign file."""
