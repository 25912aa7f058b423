# make demo   the main job on a simulated subject: report in ambulo-demo/report.html
# make test   the quick tests: each costs little  make test-all   all but the next ones
# make costs  measures tests that are new, and so which are quick (QUICK=1: the quick ones in their
#             own run, a quarter of an hour; ALL=1: every one, an hour)
# make test-exhaustive  every case of what the others try a sample of: a fault at every step of
#             every command that writes, every planted error, twenty kills (tens of minutes)
# make lint   style, types, import order         make bench      against peers
# make versions  lowest and newest versions of the dependencies (quarter of an hour)
# make viewer the page's program from viewer/src (needs Node 20 or newer; its tests: Chromium too)
# make docs   the documentation site, in build/docs
# make fuzz   damaged files against every reader, for an hour, SECONDS=60 or FILES=5000
# make checks the list of all checks, from their table: docs/methods/notes/checks.md
# make outputs the lists of outputs, from their catalogue: docs/output.md
# make drawing the rooms of the library, from its imports: docs/images/house.svg
# make reproduce  the studies of four theses beside their printed numbers: docs/reproduced.md (minutes)
# make trust  planted errors, each through the whole analysis: docs/trust.md
# make planted a hundred stored errors, which of them the quick tests find (an hour); PARTS="plates checks"
# Each does its own set-up in .venv; only python3 (3.11 or newer), its venv module and make are needed.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# modules are compiled once, not by every worker and every command that a test types
unexport PYTHONDONTWRITEBYTECODE
# one worker a core, without threads of the linear algebra, which would wait for each other (four
# times the processor time in fits of a body); a file to a worker, so that what a file prepares is
# prepared once; in our order: pytest-xdist would put files of few tests last, which are not the fastest
PYTEST := OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

.PHONY: demo test test-all test-exhaustive costs lint bench versions docs fuzz checks recordings drawing outputs reproduce trust \
  planted clean viewer viewer-check viewer-test

demo: $(VENV)/.installed
	$(BIN)/ambulo demo --out ambulo-demo

test: $(VENV)/.installed-dev
	$(PYTEST) -m "not slow and not exhaustive"

test-all: $(VENV)/.installed-dev
	$(PYTEST) -m "not exhaustive"

test-exhaustive: $(VENV)/.installed-dev
	$(PYTEST) -m exhaustive

costs: $(VENV)/.installed-dev
	$(BIN)/python -m tests.costs $(if $(ALL),--all,$(if $(QUICK),--quick))

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-oracle build/momentum/.installed
	PYTHONPATH=. $(BIN)/python benchmarks/run.py

# a peer with wheels for these two Pythons alone; torch, of its dependencies, is for what is not used
build/momentum/.installed: | $(VENV)/.installed-dev
	@python=$$(.ci/python 3.13 3.12) || { echo "no Python 3.12 or 3.13: without Momentum" >&2; exit 0; }; \
	  "$$python" -m venv build/momentum && \
	  build/momentum/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
	    pymomentum-cpu numpy scipy && touch $@

# empty environments with the lowest, the newest and other versions, on each Python found here (tens
# of minutes); the outcome is docs/versions_tried.csv
versions: $(VENV)/.installed-dev
	.ci/versions

viewer: viewer/node_modules/.installed $(VENV)/.installed-dev
	$(BIN)/python -m tests.page_contract
	cd viewer && npm run --silent build

# fails if the page's contract is not that of its records, the bundle in the package not what
# viewer/src builds, or a test of its parts does
viewer-check: viewer/node_modules/.installed $(VENV)/.installed-dev
	$(BIN)/python -m tests.page_contract --check
	cd viewer && npm run --silent check && npm run --silent test

# the report of the simulated subject in a real browser; CHROMIUM says where it is
viewer-test: viewer/node_modules/.installed $(VENV)/.installed-dev
	cd viewer && PYTHON=../$(BIN)/python npm run --silent browser

viewer/node_modules/.installed: viewer/package-lock.json
	cd viewer && npm install --no-save --silent
	@touch $@

# made once: another python3 on the path must not be mixed into it
$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Ambulo needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V). Set PYTHON=/path/to/python3.11" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

# uv needs a sixth of pip's time; pip does it where uv finds no packages, as behind a mirror in pip.conf
export UV_SYSTEM_CERTS := 1
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
install = $(PIP) uv && $(BIN)/uv pip install --quiet --python $(BIN)/python --editable '$(1)' || $(PIP) --editable '$(1)'

$(VENV)/.installed: pyproject.toml | $(VENV)/pyvenv.cfg
	$(call install,.)
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(call install,.[dev])
	@touch $@

$(VENV)/.installed-oracle: $(VENV)/.installed-dev
	$(call install,.[oracle])
	@touch $@

# pages of modules that are no more would be read again
docs: $(VENV)/.installed-docs
	rm -rf docs/api/generated
	$(BIN)/python -m sphinx -b html -W --keep-going -j auto docs build/docs -q

SECONDS ?= 3600
fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m fuzz.run $(if $(FILES),--files $(FILES),--seconds $(SECONDS))

checks: $(VENV)/.installed-dev
	$(BIN)/python -m tests.checks_page

recordings: $(VENV)/.installed-dev
	$(BIN)/python -m tests.recordings_page

drawing: $(VENV)/.installed-dev
	$(BIN)/python -m tests.house_drawing

outputs: $(VENV)/.installed-dev
	$(BIN)/python -m tests.outputs_page
	$(BIN)/python -m tests.activities_page
	$(BIN)/python -m tests.configuration_page

reproduce: $(VENV)/.installed-dev
	$(BIN)/python -m tests.reproduced_page --all

trust: $(VENV)/.installed-dev
	$(BIN)/python -m tests.lies.page

planted: $(VENV)/.installed-dev
	$(BIN)/python -m tests.mutation.planted $(PARTS)

$(VENV)/.installed-docs: $(VENV)/.installed-dev
	$(call install,.[docs])
	@touch $@

clean:
	rm -rf $(VENV) build ambulo-demo .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
