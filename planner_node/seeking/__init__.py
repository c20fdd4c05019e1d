# SPDX-License-Identifier: Apache-2.0
"""Looking for things whose place is not known: where they may be, how far that is, and in which order to look."""
