# SPDX-License-Identifier: Apache-2.0
# The venv is private to this checkout; every target that needs it brings it up to date first (in well under a second
# when there is nothing to do). SEED= and INSTRUCTION= pass through to the demo, PYTHON= chooses the interpreter.

BOOTSTRAP_PYTHON ?= python3
VENV := .venv/bin
SEED ?=
INSTRUCTION ?=
PYTEST_ARGS ?=
MUTANTS ?=
# A module stays on one worker; the order is that of test/conftest.py. Much is waited for (processes that start and
# end), so that CORES have work for one worker more; a worker takes a gigabyte.
CORES ?= 2
PYTEST := $(VENV)/python -m pytest --dist loadscope --no-loadscope-reorder --max-worker-restart=0 -n $(shell echo $$(($(CORES) + 1)))
FIRST_TIER := errand or not (slow or system)
TRAIN_ARGS ?=
# Through the environment, so that no character of the sentence means anything to a shell.
export INSTRUCTION
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all conformance coverage mutants lint bench train docs lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Debian packages, private venv, interfaces, the robot's files
	@$(BOOTSTRAP_PYTHON) tools/set_up.py

demo: setup ## the robot carries out an instruction in simulation (SEED=1, INSTRUCTION="...")
	@$(VENV)/makedo demo $(if $(SEED),--seed $(SEED)) $${INSTRUCTION:+"$$INSTRUCTION"}

test: setup ## tests that take minutes together, one whole errand in simulation among them (PYTEST_ARGS="test/core -x")
	@$(PYTEST) -m "$(FIRST_TIER)" $(PYTEST_ARGS)

test-all: setup ## all tests
	@$(PYTEST) $(PYTEST_ARGS)

conformance: setup ## the contracts of MoveIt, Nav2 and the controllers against what runs in this ROS domain; the arm moves (ROBOT=tiago)
	@MAKEDO_CONFORMANCE=live MAKEDO_CONFORMANCE_ROBOT=$(or $(ROBOT),tiago) $(VENV)/python -m pytest -n 0 test/conformance $(PYTEST_ARGS)

coverage: setup ## lines and branches that the tests of `make test` run, as a table and in htmlcov/index.html
	@mkdir -p build/coverage
	@$(PYTEST) -m "$(FIRST_TIER)" --cov --cov-report=term --cov-report=html $(PYTEST_ARGS)

mutants: setup ## small errors put into the modules that safety rests on, and which of them no test finds (an hour or more)
	@$(VENV)/python -m pip install --quiet --requirement tools/requirements-mutants.txt
	@$(VENV)/python -m mutmut run $(MUTANTS)
	@$(VENV)/python -m mutmut results

lint: setup ## style, types and the rules between layers
	@$(VENV)/ruff check .
	@$(VENV)/mypy
	@$(VENV)/lint-imports

bench: setup ## time and memory of each stage of the demo, as a table
	@$(VENV)/python benchmarks/run.py

train: setup ## render images and train the detector's network anew (about two hours on two cores)
	@$(VENV)/python -m training $(TRAIN_ARGS)

docs: setup ## the documentation as a site, into build/site
	@$(VENV)/python -m pip --disable-pip-version-check install --quiet --no-deps --requirement tools/requirements-docs.lock
	@NO_MKDOCS_2_WARNING=true $(VENV)/python -m mkdocs build --quiet --clean
	@echo "the documentation is in build/site/index.html"

lock: setup ## resolve tools/requirements/*.txt anew for every supported Python (maintainers)
	@$(VENV)/uv pip compile --quiet --universal --python-version 3.10 --no-annotate \
		--custom-compile-command "make lock" --output-file tools/requirements.lock tools/requirements/*.txt
	@$(VENV)/uv pip compile --quiet --universal --python-version 3.10 --no-annotate \
		--custom-compile-command "make lock" --constraint tools/requirements.lock \
		--output-file tools/requirements-docs.lock tools/requirements-docs.txt

clean: ## remove the venv and everything built (the cache in ~/.cache/makedo stays)
	rm -rf .venv build install log runs .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis htmlcov mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
