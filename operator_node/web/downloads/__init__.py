# SPDX-License-Identifier: Apache-2.0
"""What a page takes along as files."""
