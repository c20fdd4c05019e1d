# SPDX-License-Identifier: Apache-2.0
"""Where things are to be put, said in several pieces."""
