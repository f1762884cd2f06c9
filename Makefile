# The front door. Meson and Ninja do the work; this installs what is missing and gives it names.
#
#   make            build/immure, release
#   make test       every test, with sanitizers where they belong
#   make bench      speed, as ratios measured in one run
#   make install    PREFIX=/usr/local DESTDIR=

PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: all test bench strength long-test install clean format

all: build/build.ninja
	@meson compile -C build --ninja-args=--quiet

build/build.ninja:
	@tools/setup build
	@meson setup build --prefix=$(PREFIX) >build-setup.log || { cat build-setup.log; exit 1; }
	@rm -f build-setup.log

test:
	@tools/setup test
	@tools/run_tests

# The counts that take minutes: Quoridor to depth 5, Amazons 6x6 to depth 4.
long-test: all
	@meson test -C build --suite long --print-errorlogs

bench: all
	@tools/run_bench

# Hours: the matches of docs/strength.md.
strength: all
	@python3 tools/strength.py

install: all
	@meson configure build --prefix=$(PREFIX)
	@DESTDIR=$(DESTDIR) meson install -C build --quiet

clean:
	rm -rf build build-*

format:
	@git ls-files '*.c' '*.h' '*.cpp' | xargs clang-format -i
