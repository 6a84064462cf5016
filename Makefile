# Every target installs what it lacks, builds only what changed, and says what it does.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

# On a terminal ninja shows its progress in one line; in a log it speaks only of what fails.
NINJA_FLAGS := $(if $(MAKE_TERMOUT),,-- --quiet)
NPM := npm --prefix web --silent
CXX_FILES = $(shell find core tests -name '*.cpp' -o -name '*.hpp')
SITE_FILES := $(shell find web content -name node_modules -prune -o -type f -print 2>/dev/null)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

# ---- set-up -----------------------------------------------------------------------------------------------------

.PHONY: setup-cli setup-site setup-all setup-hosts setup-browsers
setup-cli setup-site setup-all setup-hosts setup-browsers: setup-%:
	@.ci/setup $*

# npm's own record of what it installed says whether the lockfile has changed since.
MODULES := web/node_modules/.package-lock.json
$(MODULES): web/package-lock.json | setup-site
	@echo "install: the web's packages"
	@$(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

# ---- build ------------------------------------------------------------------------------------------------------

# ninja knows what is old; CMake is only needed when there is no build folder or the presets changed.
build/%/build.ninja: CMakePresets.json
	@echo "build: configure $*"
	@cmake --preset $* $(UNITS) >build/$*.log 2>&1 || { cat build/$*.log; exit 1; }

# Where everything is built once and nothing changes, a room is one unit: its headers are read once.
build/native/build.ninja: UNITS := $(if $(CI),-DBANKLAB_UNITY=ON)

build: ; @mkdir -p build
build/native/build.ninja build/lint/build.ninja: | build setup-cli
build/wasm/build.ninja: | build setup-site
build/sanitize/build.ninja: | build setup-cli
build/fuzz/build.ninja build/coverage/build.ninja: | build setup-all

.PHONY: cli
cli: setup-cli build/native/build.ninja ## build the command, build/banklab
	@echo "build: build/banklab"
	@cmake --build --preset native --target banklab $(NINJA_FLAGS)
	@ln -sfn native/core/banklab build/banklab

PREFIX ?= /usr/local
.PHONY: install
install: setup-cli build/native/build.ninja ## install the command and the library under PREFIX (/usr/local)
	@echo "install: $(PREFIX)"
	@cmake --build --preset native --target banklab banklab_library $(NINJA_FLAGS)
	@cmake --install build/native --prefix "$(PREFIX)" >build/install-files.log || { cat build/install-files.log; exit 1; }

.PHONY: build-native build-sanitize build-wasm
build-native build-sanitize build-wasm: build-%: build/%/build.ninja
	@echo "build: $*"
	@cmake --build --preset $* $(NINJA_FLAGS)

.PHONY: always
build/wasm/banklab.first.wasm: build/wasm/build.ninja always
	@echo "build: $@"
	@cmake --build --preset wasm --target banklab_parts $(NINJA_FLAGS)

# The stamp holds the time of the last whole build of the site.
build/site.stamp: $(MODULES) build/wasm/banklab.first.wasm $(SITE_FILES)
	@echo "build: build/site"
	@$(NPM) run build
	@touch $@

.PHONY: site
site: setup-site build/site.stamp ## build the book as static files, build/site

COURSE ?=
OUT ?= build/course
.PHONY: course
course: setup-site $(MODULES) build/wasm/banklab.first.wasm ## build the book of a course, the folder COURSE, into OUT
	@$(NPM) run course -- $(if $(COURSE),"$(abspath $(COURSE))") "$(abspath $(OUT))"

.PHONY: dist
dist: site ## pack the book, also as one file, and the element, build/dist
	@$(NPM) run dist

.PHONY: serve
serve: site ## build the book and serve it at 127.0.0.1
	@$(NPM) run serve

# ---- tests ------------------------------------------------------------------------------------------------------

.PHONY: test
test: setup-all ## run the checks and tests of the core and of the book in Chromium
	@node .ci/suites.mjs lint tidy-smoke native wasm web site browser

# It takes the long ones of each suite, too.
.PHONY: test-all
test-all: export BANKLAB_TEST_ALL := 1
test-all: setup-all ## and what takes longer: all of clang-tidy, fuzzing, hosts, browsers
	@node .ci/suites.mjs lint reference tidy native wasm sanitize fuzz fixes web site browser hosts browsers

# One suite alone; the arguments of ctest go in CTEST, as in: make test-native CTEST='-R Bank'. The tests that
# pass are left out of what CTest says.
.PHONY: test-native test-wasm test-sanitize
test-native test-wasm test-sanitize: test-%: build-%
	@ctest --preset $* --output-junit $(CURDIR)/build/$*.xml $(CTEST) \
	  | sed -u -E '/^ +Start +[0-9]+:/d; /^ *[0-9]+\/[0-9]+ Test .* Passed /d'

.PHONY: test-web
test-web: setup-site $(MODULES)
	@$(NPM) test

.PHONY: test-site
test-site: site
	@$(NPM) run check:site

.PHONY: test-browser
test-browser: site
	@$(NPM) run test:browser

# Its first run fetches Lighthouse. PAGES names some, all without.
.PHONY: lighthouse
lighthouse: setup-browsers site ## rate every page of the book with Lighthouse
	@$(NPM) run lighthouse -- $(PAGES)

.PHONY: test-hosts
test-hosts: setup-hosts site ## put the element into the pages of other generators, and use it there
	@$(NPM) run hosts
	@$(NPM) run test:hosts

.PHONY: test-browsers
test-browsers: setup-browsers site ## walk the core journeys in Chromium, Firefox and WebKit
	@$(NPM) run test:browsers

# Each target starts from its seeds, which hold what was found before; FUZZ_SECONDS is for each of them.
FUZZ_SECONDS ?= 60
FUZZ_front_end := tests/kernels tests/field tests/fuzz/front_end
FUZZ_options := tests/fuzz/options
FUZZ_replay := tests/fuzz/replay
FUZZ_binding := tests/fuzz/binding
.PHONY: fuzz
fuzz: setup-all build/fuzz/build.ninja $(MODULES) ## search for inputs that break the engine, FUZZ_SECONDS for each target
	@echo "build: fuzz"
	@cmake --build --preset fuzz $(NINJA_FLAGS)
	@$(foreach name,front_end options replay binding,$(call run_fuzz,$(name)) &&) true
	@echo "fuzz: links, $(FUZZ_SECONDS) s"
	@$(NPM) run fuzz:links -- $(FUZZ_SECONDS) $$RANDOM
run_fuzz = echo "fuzz: $(1), $(FUZZ_SECONDS) s" && mkdir -p build/fuzz/corpus/$(1) && \
  build/fuzz/tests/fuzz_$(1) -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=4096 -max_len=16384 -verbosity=0 -print_funcs=0 \
  -dict=tests/fuzz/$(1).dict -artifact_prefix=build/fuzz/ build/fuzz/corpus/$(1) $(FUZZ_$(1))

# Each file of its sources changed in one place after another; what was tried is kept in build/mutants, and not tried again.
# FILES names some, by how their names begin.
FILES ?=
.PHONY: mutants
mutants: setup-cli | build ## change the bank model bit by bit: its tests must notice (hours of one core; goes on where it was)
	@nice node tests/mutation/mutants.mjs $(CURDIR) build/mutants $(FILES)

.PHONY: coverage
coverage: setup-all build/coverage/build.ninja ## say which lines of the engine no test runs: build/coverage.txt
	@echo "build: coverage"
	@cmake --build --preset coverage $(NINJA_FLAGS)
	@rm -f build/coverage/*.profraw
	@LLVM_PROFILE_FILE=$(CURDIR)/build/coverage/%8m.profraw ctest --test-dir build/coverage --output-on-failure -E Consumer >build/coverage/ctest.log \
	  || { cat build/coverage/ctest.log; exit 1; }
	@node tests/coverage.mjs $(CURDIR) build/coverage

.PHONY: fuzz-smoke
fuzz-smoke:
	@$(MAKE) fuzz FUZZ_SECONDS=10

# More random programs against the host's compiler, from DIFF_SEED on.
DIFF_PROGRAMS ?= 1000
DIFF_SEED ?= 1
.PHONY: fuzz-diff
fuzz-diff: setup-cli build/native/build.ninja ## compare DIFF_PROGRAMS random programs with the host's compiler
	@cmake --build --preset native --target test_diff $(NINJA_FLAGS)
	@BANKLAB_DIFF_PROGRAMS=$(DIFF_PROGRAMS) BANKLAB_DIFF_SEED=$(DIFF_SEED) build/native/tests/test_diff --gtest_brief=1

# More random kernels, whose fixes must not change what they compute, from FIX_SEED on.
FIX_KERNELS ?= 600
FIX_SEED ?= 1
.PHONY: fuzz-fix
fuzz-fix: setup-cli build/native/build.ninja ## hold the fixes of FIX_KERNELS random kernels against runs of their own
	@echo "fuzz: fixes of $(FIX_KERNELS) kernels"
	@cmake --build --preset native --target test_fix $(NINJA_FLAGS)
	@BANKLAB_FIX_KERNELS=$(FIX_KERNELS) BANKLAB_FIX_SEED=$(FIX_SEED) build/native/tests/test_fix --gtest_brief=1 \
	  --gtest_filter='FixProperty.*'

# The table comes last: it takes in what the others left in build/bench.
.PHONY: bench
bench: setup-all build-native site ## measure the engine and the page: a table, build/bench.json and build/bench.svg
	@for program in build/native/tests/bench_{bank,fix,simt}; do echo "bench: $$program"; "$$program"; done
	@echo "bench: WebAssembly under Node"
	@node tests/bench/wasm.mjs build/wasm/banklab.js build/native/tests/bench_simt tests
	@echo "bench: the page"
	@rm -rf build/bench
	@$(NPM) run bench
	@echo "bench: sizes"
	@$(NPM) run sizes
	@$(MAKE) bench-table

.PHONY: bench-table
bench-table: build/native/build.ninja build/wasm/build.ninja
	@echo "bench: the rates, beside their peers"
	@cmake --build --preset native --target bench_rates bench_hostile $(NINJA_FLAGS)
	@cmake --build --preset wasm --target bench_rates $(NINJA_FLAGS)
	@node tests/bench/table.mjs build tests

# ---- style ------------------------------------------------------------------------------------------------------

.PHONY: format
format: setup-all $(MODULES) ## format the sources
	@echo "format: core, tests, web"
	@clang-format -i $(CXX_FILES)
	@$(NPM) run format --if-present

.PHONY: lint
lint: setup-all $(MODULES) ## check format, types and the web's linter
	@bad=0; check() { echo "lint: $$1"; "$${@:2}" || bad=1; }; \
	check clang-format clang-format --dry-run -Werror $(CXX_FILES); \
	check types $(NPM) run typecheck; \
	check web $(NPM) run lint; \
	exit $$bad

.PHONY: tidy
tidy: setup-all build/lint/build.ninja ## check the engine with clang-tidy
	@echo "lint: clang-tidy"
	@cmake --build --preset lint -- -k 0 --quiet

# The whole takes minutes: one room of the engine, in which clang-tidy finds what it would find anywhere.
.PHONY: tidy-smoke
tidy-smoke: setup-all build/lint/build.ninja
	@echo "lint: clang-tidy, the bank model"
	@cmake --build --preset lint --target banklab_bank -- -k 0 --quiet

.PHONY: reference
reference: setup-all | build ## make pages of the library's interface, build/reference
	@echo "reference: build/reference"
	@VERSION=$$(sed -n 's/^project(banklab VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt) doxygen docs/Doxyfile

.PHONY: clean
clean: ## remove what was built
	@echo "clean: build, web/node_modules"
	@rm -rf build web/node_modules
