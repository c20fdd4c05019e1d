# SPDX-License-Identifier: Apache-2.0
"""One instruction while it is carried out: watched, reported and recorded."""
