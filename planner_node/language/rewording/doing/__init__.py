# SPDX-License-Identifier: Apache-2.0
"""How what is to be done is said: in two clauses, or with something in place of something else."""
