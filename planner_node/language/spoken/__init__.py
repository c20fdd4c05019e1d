# SPDX-License-Identifier: Apache-2.0
"""How people talk: sounds, drawn-together words, asides, and what is taken back. All become plain words."""
