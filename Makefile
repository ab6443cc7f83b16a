# make demo   set up, grade a sample class end to end, print the marks
# make test   set up, run the whole test suite, name the slowest tests
# make nightly   set up, run what takes longer than that
# make venv   only set up
# make lint   ruff
# make lab    open JupyterLab on the notebooks; formgrader shows CLASS_DIR; more for it in LAB_OPTIONS
PYTHON ?= python3
BIN := .venv/bin
COLAB := .venv-colab/bin
TORCH := $(shell grep '^torch==' requirements.lock)
PIP := install --quiet --disable-pip-version-check

.PHONY: venv demo test nightly lab release lint lock picture clean

demo: .venv/.done
	$(BIN)/autograder demo demo

venv: .venv/.done

test: .venv/.done .venv-colab/.done
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder --durations 15

nightly: .venv/.done .venv-colab/.done
	$(BIN)/pytest -m nightly

lab: .venv/.done
	CLASS_DIR="$(CLASS_DIR)" $(BIN)/jupyter lab --LabApp.default_url=/lab/tree/notebooks/homework $(LAB_OPTIONS)

release: .venv/.done
	$(BIN)/autograder release

lint: .venv/.done
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

# Torch comes first and exactly pinned: anything else that asks for it would bring gigabytes of CUDA.
.venv/.done: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("This project needs Python 3.11 or newer, and $(PYTHON) is %d.%d. Name another: make PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/pip $(PIP) $(TORCH)
	$(BIN)/pip $(PIP) --constraint requirements.lock --editable '.[grading,postgresql,dev]'
	@touch $@

# A second environment with the versions that Google Colab has, to run the notebooks in.
.venv-colab/.done: tests/colab-requirements.txt requirements.lock
	$(PYTHON) -m venv .venv-colab
	$(COLAB)/pip $(PIP) $(TORCH)
	$(COLAB)/pip $(PIP) --requirement tests/colab-requirements.txt
	@touch $@

lock: .venv/.done
	@echo "# Exact versions that the tests pass with. Made by: make lock" > requirements.lock
	$(BIN)/pip freeze --exclude-editable | sed 's/+cpu$$//' >> requirements.lock

picture: .venv/.done
	$(BIN)/python -m tests.readme_picture > docs/cosh.svg

clean:
	rm -rf build demo artefacts .venv .venv-colab
