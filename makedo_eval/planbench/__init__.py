# SPDX-License-Identifier: Apache-2.0
"""PlanBench: classical planning tasks that language models are measured with, some of them without a plan."""
