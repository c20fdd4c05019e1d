# SPDX-License-Identifier: Apache-2.0
"""What is said of things behind their name."""
