# SPDX-License-Identifier: Apache-2.0
"""One instruction from its plan to its end: the tree, recovery, approval, holding and stopping."""
