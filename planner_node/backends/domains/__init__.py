# SPDX-License-Identifier: Apache-2.0
"""A user's own planning domain in place of the skill catalogue: what its predicates mean and what plays which role."""
