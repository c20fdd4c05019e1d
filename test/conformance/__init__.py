# SPDX-License-Identifier: Apache-2.0
"""What a real move_group and real controllers do, as tests that ours and theirs have to pass ."""
