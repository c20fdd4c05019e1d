# SPDX-License-Identifier: Apache-2.0
"""What things are called by, where that is another word than the one that their class has."""
