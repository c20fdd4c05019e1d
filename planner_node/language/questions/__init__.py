# SPDX-License-Identifier: Apache-2.0
"""Questions in plain English: the words become a value that the scene is asked with."""
