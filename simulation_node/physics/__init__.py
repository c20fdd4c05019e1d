# SPDX-License-Identifier: Apache-2.0
"""The moving robot and what it touches, as MuJoCo steps it: base, arm, grip, contacts, and what stands in the way."""
