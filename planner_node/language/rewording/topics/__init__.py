# SPDX-License-Identifier: Apache-2.0
"""What is named, shown or told of first, and what is to be done with it then."""
