# SPDX-License-Identifier: Apache-2.0
"""Sending one instruction: what ends the wait for it early, and answers to what it leaves open."""
