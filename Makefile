# The front door. Meson and Ninja do the work; this installs what is missing and gives it names.
#
#   make            build/immure, release
#   make serve      builds the page and all, serves it on http://localhost:8080
#   make check      the tests to run after each change: unit and e2e
#   make test       every test but the long ones, with sanitizers where they belong
#   make bench      speed, as ratios measured in one run
#   make submissions  build/submissions, the engine as one file for Botzone and the SJTU course
#   make site       build/site, the page for any static host, with the submissions
#   make screenshots  build/screenshots, every page on desktop and phone; and the README's pictures
#   make install    PREFIX=/usr/local DESTDIR=

PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: all serve check test bench submissions strength long-test wasm page site screenshots install clean format

# The program alone; `make test` builds what its tests need.
all: build/build.ninja
	@meson compile -C build --ninja-args=--quiet immure completion manual

build/build.ninja:
	@tools/setup build
	@meson setup build --prefix=$(PREFIX) >build-setup.log || { cat build-setup.log; exit 1; }
	@rm -f build-setup.log

# The page first: the build puts it into the program.
serve: page
	@tools/setup build
	@$(MAKE) --no-print-directory all
	@build/immure serve

check:
	@tools/setup test
	@tools/run_tests quick

test:
	@tools/setup test
	@tools/run_tests

# The counts that take minutes: Quoridor to depth 5, Amazons 6x6 to depth 4.
long-test: all
	@meson test -C build --suite long --print-errorlogs

bench: page
	@$(MAKE) --no-print-directory all
	@tools/setup browser
	@tools/setup bench
	@tools/run_bench

# docs/submissions.md says what to do with them. Each is called as its protocol is.
submissions: all
	@mkdir -p build/submissions
	@build/immure submission amazons --protocol botzone -o build/submissions/botzone.cpp
	@build/immure submission amazons --protocol botzone-json -o build/submissions/botzone-json.cpp
	@build/immure submission quoridor --protocol sjtu -o build/submissions/sjtu.cpp
	@build/immure submission quoridor --protocol sjtu --course -o build/submissions/sjtu-course.cpp
	@build/immure submission quoridor --protocol sjtu-2022 -o build/submissions/sjtu-2022.cpp
	@build/immure submission quoridor --protocol sjtu-2022 --course -o build/submissions/sjtu-2022-course.cpp

# Hours: the matches of docs/strength.md.
strength: all
	@python3 tools/strength.py

# The rules and the engine for the browser: build-wasm/src/wasm/immure.wasm.
wasm: build-wasm/build.ninja
	@meson compile -C build-wasm --ninja-args=--quiet

build-wasm/build.ninja:
	@tools/setup page
	@meson setup build-wasm --cross-file tools/wasm32.ini >build-setup.log || { cat build-setup.log; exit 1; }
	@rm -f build-setup.log

web/node_modules/.package-lock.json: web/package-lock.json
	@tools/setup page
	@cd web && npm ci --silent --no-audit --no-fund

page: wasm web/node_modules/.package-lock.json
	@cd web && npm run --silent check && npm run --silent build

# With the files that a server of ours would write itself.
site: page
	@$(MAKE) --no-print-directory submissions
	@mkdir -p build/site/api/v1/submissions
	@cp build/submissions/*.cpp build/site/api/v1/submissions/

screenshots: page
	@tools/setup screenshots
	@$(MAKE) --no-print-directory all
	@cd web && node node_modules/@playwright/test/cli.js test --project=screenshots

# The prefix first: what goes where is written down when the build is configured.
install: build/build.ninja
	@meson configure build --prefix=$(PREFIX)
	@ninja -C build build.ninja >build-setup.log || { cat build-setup.log; exit 1; }
	@rm -f build-setup.log
	@$(MAKE) --no-print-directory all
	@DESTDIR=$(DESTDIR) meson install -C build --quiet --no-rebuild

clean:
	rm -rf build build-* web/node_modules

format:
	@git ls-files '*.c' '*.h' '*.inc' '*.cpp' | xargs clang-format -i
