# SPDX-License-Identifier: Apache-2.0
"""SROS2: what each part may do, keystores that hold it, and whether what runs is secured."""
