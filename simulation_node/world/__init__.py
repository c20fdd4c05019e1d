# SPDX-License-Identifier: Apache-2.0
"""The simulated world: physics and what happens in it, on purpose or not."""
