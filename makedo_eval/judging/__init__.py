# SPDX-License-Identifier: Apache-2.0
"""What a robot says at the end of an instruction, compared with what is."""
