# SPDX-License-Identifier: Apache-2.0
"""Transition modelling: definitions of actions, written from names, parameters and a domain's predicates."""
