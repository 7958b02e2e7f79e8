# make kit   builds every shipped game into dist/ and judges each scenario's set-up
# make test  lint, types, import contracts and the whole test suite
# make bench times the work side by side with its floor

PYTHON ?= python3
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
else
BIN := .venv/bin
endif
READY := .venv/.ready

.PHONY: kit test bench clean

kit: $(READY)
	$(BIN)/python -m builder.kit

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2

bench: $(READY)
	$(BIN)/python -m benchmarks

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $(READY)

clean:
	rm -rf dist .venv
