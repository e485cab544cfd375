# Two commands matter: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
PY     := .venv/bin/python
DENO   := .venv/bin/deno
HOST   ?= 127.0.0.1
PORT   ?= 8000
N      ?= 200000

# The interpreter is the one that made .venv; uv must never fetch another.
export UV_PYTHON_DOWNLOADS := never
export UV_NO_CONFIG := 1
# What checks scripts and style sheets has no reason to ask for a newer version of itself.
export DENO_NO_UPDATE_CHECK := 1

PIP     := -m pip --disable-pip-version-check --no-input
COMPILE := -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
           --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help run serve room cluster test durations fuzz attack faults upgrades bench archive bench-archive bench-replay bench-tablet load sizes screenshots shots lint format types audit lock messages

help:            ## what can be made
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

run: export DEBUG := 1
run: export DJANGO_RUNSERVER_HIDE_WARNING := true
run: .venv/run  ## set everything up and serve with a demo club (PORT, HOST, DATABASE_URL)
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py demo --if-empty
	@echo "ClubTarot: http://$(HOST):$(PORT)/ (stop with Ctrl-C)"
	@$(PY) manage.py runserver $(HOST):$(PORT)

# --keep-alive: longer than the server in front keeps a connection (60 s), so that it is never closed
# here just when a request comes. Browsers repeat a GET that met a closed connection, a POST they do not.
serve: export REQUEST_LINES ?= 1
serve: .venv/run  ## serve for real: hashed static files, gunicorn (needs SECRET_KEY, ALLOWED_HOSTS)
	@$(if $(ROOM),HOST=$(HOST) $(PY) manage.py room --port $(PORT))
	@HOST=$(HOST) $(PY) manage.py check --database default
	@$(PY) manage.py migrate --verbosity 0 --skip-checks
	@$(PY) manage.py collectstatic --noinput --verbosity 0 --ignore redoc
	@$(PY) manage.py founding_code --port $(PORT) --skip-checks
	@$(PY) manage.py work --beside
	$(PY) -m gunicorn clubtarot.wsgi --bind $(HOST):$(PORT) --threads 8 --keep-alive 65 --no-control-socket $(ROOM_WORKER)

# One process takes http and https at one port, and finds out by itself where it is.
room: export ROOM := 1
room: HOST := 0.0.0.0
room: ROOM_WORKER := --worker-class games.operation.room_server.RoomWorker --no-sendfile
room: serve     ## serve the tablets in a club room from a laptop, without internet (PORT)

cluster: .venv/dev  ## three databases, a pool, two web nodes and a proxy, on this machine (CLUSTER_PORT)
	@$(PY) -m tests.campaigns.cluster

test: .venv/dev  ## the tests, in about five minutes; THOROUGH=1 runs all; ARGS go to pytest
	@$(PY) -m tests $(ARGS)

durations: .venv/dev  ## where the time of the tests goes, by folder and test (ARGS: which tests)
	@$(PY) -m tests.durations -n 2 $(ARGS)

fuzz: .venv/dev  ## a thousand made-up requests an operation of the interface, as everybody
	@FUZZ_EXAMPLES=1000 HYPOTHESIS_PROFILE=search $(PY) -m pytest tests/api/test_fuzz.py --timeout 0 -v -n auto $(ARGS)

attack: .venv/dev  ## what somebody with bad intentions tries (ONLY: some of its parts)
	@$(PY) -m tests.campaigns.attack $(addprefix --only ,$(ONLY)) $(ARGS)

# Options become those of tests.campaigns.faults: ONLY="kills stops", N=500, HOURS=8, SEED=…
# With CLUSTER=1 the leader of a cluster ends twenty times, or N times.
faults: FAULTS := $(if $(filter command environment,$(origin N)),$(N),$(if $(CLUSTER),20))
faults: .venv/dev  ## break things on purpose while tablets write (ONLY, N, HOURS, SEED; CLUSTER=1: the leader of a cluster)
	@$(PY) -m tests.campaigns.faults $(addprefix --only ,$(if $(CLUSTER),failovers,$(ONLY))) $(addprefix --n ,$(FAULTS)) \
	  $(if $(HOURS),--hours $(HOURS)) $(if $(SEED),--seed $(SEED)) $(ARGS)

upgrades: .venv/dev  ## from each release to this code and back, on both databases (ARGS: which)
	@$(PY) -m tests.upgrades $(ARGS)

bench: .venv-bench/ready  ## measure the engine and an entry beside another library
	@.venv-bench/bin/python -m tests.campaigns.bench $(addprefix --only ,$(ONLY)) $(ARGS)

archive: .venv/dev  ## generated hands in PostgreSQL, to try large numbers (N, ARCHIVE, DATABASE_URL)
	@$(PY) -m tests.campaigns.volume --hands $(N)

bench-replay: .venv/dev  ## measure a step of the replay in Chromium
	@$(PY) -m tests.campaigns.bench --only replay $(ARGS)

bench-tablet: .venv/dev  ## measure recording on a tablet in Chromium
	@$(PY) -m tests.campaigns.bench --only tablet $(ARGS)

load: .venv/dev  ## measure fifty tables at once on both databases, half an hour; ARGS say less
	@$(PY) -m tests.campaigns.load $(addprefix --only ,$(ONLY)) $(ARGS)

bench-archive: .venv/dev  ## measure lists and statistics in that archive
	@$(PY) -m tests.campaigns.bench --only archive $(ARGS)

sizes: export DEBUG := 1
sizes: .venv/run  ## what the engine on the tablet weighs, file by file, and what is sent of it
	@$(PY) manage.py engine_sizes $(ARGS)

screenshots: .venv/dev  ## the picture of the README, with Chromium
	@$(PY) -m tests.campaigns.screenshots $(ARGS)

shots: .venv/dev $(CATALOGUES)  ## every page on telephone, tablet and desk, light and dark, in shots/
	@$(PY) -m tests.campaigns.screenshots --all $(ARGS)

lint: .venv/dev  ## ruff, djade; for scripts and style sheets deno
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 --check {} +
	@$(DENO) fmt --quiet --check
	@$(DENO) lint --quiet
	@$(DENO) check --quiet static/js

format: .venv/dev  ## let ruff, djade and deno rewrite what they can
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@find templates -name '*.html' -exec .venv/bin/djade --target-version 5.2 {} + || true
	@$(DENO) fmt --quiet

types: .venv/dev  ## mypy
	@$(PY) -m mypy

audit: .venv/dev  ## does anybody know of a hole in what the lock files name? 3: not reachable
	@$(PY) -m tests.audit

messages: export DEBUG := 1
messages: .venv/dev  ## collect the sentences to translate; ARGS=de begins a language
	@$(PY) manage.py messages $(ARGS)

lock: .venv/dev  ## write the lock files anew after editing pyproject.toml; UPGRADE=--upgrade takes newer versions
	$(PY) $(COMPILE) $(UPGRADE) pyproject.toml -o requirements.lock
	$(PY) $(COMPILE) $(UPGRADE) --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(PY) $(COMPILE) $(UPGRADE) --group bench -c requirements-dev.lock pyproject.toml -o requirements-bench.lock
	$(PY) $(COMPILE) $(UPGRADE) --group pyproject.toml:uv -o requirements-uv.lock

# $(1) interpreter, $(2) lock file, $(3) and $(4) how uv and pip are told to take no sources.
# pip does the same as uv, only slower, where uv has no wheel.
define install
$(1) $(PIP) install -q --no-deps --only-binary :all: --require-hashes -r requirements-uv.lock \
  && $(1) -m uv pip sync -q $(3) --require-hashes --python $(1) $(2) \
  || $(1) $(PIP) install -q --no-deps $(4) --require-hashes -r $(2)
endef

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ClubTarot needs Python 3.11 or newer; name one with PYTHON=...")'
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/run: requirements.lock requirements-uv.lock | .venv/bin/python
	@echo "Installing what ClubTarot needs into .venv ..."
	@$(call install,$(PY),$<,--no-build,--only-binary :all:)
	@touch $@

# After .venv/run, since that one takes the tools for tests away again.
.venv/dev: requirements-dev.lock .venv/run
	@echo "Installing the tools for tests into .venv ..."
	@$(call install,$(PY),$<,--no-build,--only-binary :all:)
	@touch $@

.venv-bench/ready: requirements-bench.lock requirements-uv.lock
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench || { rm -rf .venv-bench; exit 1; }
	@echo "Installing the library to compare with into .venv-bench ..."
	@$(call install,.venv-bench/bin/python,$<,--no-build,--only-binary :all:)
	@touch $@
