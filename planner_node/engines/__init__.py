# SPDX-License-Identifier: Apache-2.0
"""Planning engines behind one interface: our own search, Fast Downward, ENHSP, and the bridge to unified-planning."""
