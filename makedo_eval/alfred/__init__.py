# SPDX-License-Identifier: Apache-2.0
"""Goals in the words of people who watched a robot at work: ALFRED's annotations, in homes of its kinds of things."""
