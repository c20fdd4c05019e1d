# SPDX-License-Identifier: Apache-2.0
"""Which of several things are meant, where that is said apart from their name."""
