# SPDX-License-Identifier: Apache-2.0
"""Clauses in which things go to several places that their kinds tell, or that nobody says: sort, tidy, clear, hide."""
