# SPDX-License-Identifier: Apache-2.0
"""The subcommands of `makedo`, one file each."""
