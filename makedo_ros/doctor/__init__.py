# SPDX-License-Identifier: Apache-2.0
"""Looks at a running system for `makedo doctor`: listens, and calls services that change nothing."""
