# SPDX-License-Identifier: Apache-2.0
"""What may be claimed of a plan, found without the grammar: from the instruction, the request and the scene."""
