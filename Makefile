# make demo   set up, grade a sample class end to end, print the marks
# make test   set up, run the whole test suite, name the slowest tests
# make nightly   set up, run what takes longer than that, and all rounds of what depends on the day
# make venv   only set up
# make lint   ruff and mypy
# make lab    open JupyterLab on the notebooks; formgrader shows CLASS_DIR; more for it in LAB_OPTIONS
PYTHON ?= python3
BIN := .venv/bin
COLAB := .venv-colab/bin
WORKERS := --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
TORCH := $(shell grep '^torch==' requirements.lock)

# What is started many times over, in tests above all, need not be compiled each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: venv demo test nightly broken lab release lint lock picture messages clean

demo: .venv/.done
	$(BIN)/autograder demo demo

venv: .venv/.done

test: .venv/.done .venv-colab/.done
	$(BIN)/pytest $(WORKERS) --durations 15

nightly: .venv/.done .venv-colab/.done
	$(BIN)/pytest -m nightly $(WORKERS)

lab: .venv/.done
	CLASS_DIR="$(CLASS_DIR)" $(BIN)/jupyter lab --LabApp.default_url=/lab/tree/notebooks/homework $(LAB_OPTIONS)

release: .venv/.done
	$(BIN)/autograder release

lint: .venv/.done
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

# A folder that was moved, or a Python that is gone: what is in .venv does not work any more.
BROKEN := $(shell [ ! -e .venv/.done ] || { [ "$$(cat .venv/.made-in)" = "$$(pwd -P)" ] && .venv/bin/python -c pass; } 2>/dev/null || echo broken)

.venv/.done: pyproject.toml requirements.lock $(BROKEN)
	@$(PYTHON) tools/preflight.py $(MAKECMDGOALS)
	@$(PYTHON) tools/install.py .venv --constraint requirements.lock --editable '.[grading,postgresql,dev]'
	@touch $@

# A second environment with the versions that Google Colab has, to run the notebooks in.
.venv-colab/.done: tests/colab-requirements.txt requirements.lock $(BROKEN) | .venv/.done
	@$(PYTHON) tools/install.py .venv-colab $(TORCH) --requirement tests/colab-requirements.txt
	@touch $@

lock: .venv/.done
	@echo "# Exact versions that the tests pass with. Made by: make lock" > requirements.lock
	$(BIN)/pip freeze --exclude-editable | sed 's/+cpu$$//' >> requirements.lock

picture: .venv/.done
	$(BIN)/python -m tests.helpers.readme_picture > docs/cosh.svg
	$(BIN)/python -m tests.helpers.lecture_stills

messages: .venv/.done
	$(BIN)/python -m autograder.authoring.message_list > docs/generated/messages.md

clean:
	rm -rf build demo artefacts .venv .venv-colab
