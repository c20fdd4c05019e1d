# SPDX-License-Identifier: Apache-2.0
"""SafeAgentBench: instructions of which some are dangerous, and what the planner's judgement makes of them."""
