# SPDX-License-Identifier: Apache-2.0
"""What the processes log: into which files, how much of it is kept, and from where in the code each line comes."""
