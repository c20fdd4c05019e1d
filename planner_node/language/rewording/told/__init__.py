# SPDX-License-Identifier: Apache-2.0
"""What is meant by all that was said: all of several kinds, those who come to eat, what was somewhere before."""
