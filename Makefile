# make kit       builds the shipped games into dist/ and checks every scenario's set-up
# make test      lint, types, import contracts and the whole test suite
# make quick     the same without the slow tests
# make format    puts the code into its form
# make lint      lint, types and import contracts alone
# make coverage  the test suite with coverage, which must not fall below the floor
# make docs      builds the documentation site into site/
# make pictures  draws the README's pictures from the kits
# make tour      writes into README and tutorial what their commands print
# make bench     times the work side by side with its floor
# make clean     removes dist/, site/ and .venv/
#
# Each target sets up .venv by itself; it needs only Python 3.11 or newer and make.

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
READY := .venv/.ready
DOCS_READY := .venv/.docs-ready
COVERAGE_FLOOR := 95
INSTALL := -m pip install --quiet --disable-pip-version-check --editable

.PHONY: kit test quick format lint coverage docs pictures tour bench clean

kit: $(READY)
	$(BIN)/python -m builder.kit

test: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal

quick: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

coverage: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term --cov-fail-under=$(COVERAGE_FLOOR)

docs: export NO_MKDOCS_2_WARNING = 1
docs: $(DOCS_READY)
	$(BIN)/python -m mkdocs build --strict

pictures: kit
	$(BIN)/python -m tools.pictures

tour: $(READY)
	$(BIN)/python -m tools.tour

bench: $(READY)
	$(BIN)/python -m benchmarks

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python $(INSTALL) ".[dev]"
	@touch $(READY)

$(DOCS_READY): $(READY)
	$(BIN)/python $(INSTALL) ".[docs]"
	@touch $(DOCS_READY)

clean:
	rm -rf dist site .venv
