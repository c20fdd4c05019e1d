# SPDX-License-Identifier: Apache-2.0
"""The run folder of an instruction: trace, plans, pictures, and a summary for people."""
