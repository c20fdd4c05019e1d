# SPDX-License-Identifier: Apache-2.0
"""Second readings of what is not understood as it was said: errors of typing, stops nobody wrote, what "it" was."""
