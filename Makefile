# flowbot: `make demo` and `make test` do all their own set-up. `make help` lists the rest.

# nextest where it is installed: it runs tests side by side and names the slow ones. Its own choice is the quick inner loop.
NEXTEST := $(shell cargo nextest --version >/dev/null 2>&1 && echo yes)
RUN_TESTS := $(if $(NEXTEST),cargo nextest run --ignore-default-filter,cargo test) --no-fail-fast
# Live tests, each with a display of its own, mostly wait for their games: the others run beside them.
SIDE_BY_SIDE := $(if $(NEXTEST),--test-threads $$(($$(getconf _NPROCESSORS_ONLN) + 2)),-- --test-threads 3)

EXAMPLES := $(basename $(notdir $(wildcard examples/*.rs)))

# What tests say that cannot run here, for want of data or of a game; shown when all have run.
SKIPPED := target/tmp/skipped.txt

.DEFAULT_GOAL := help
.PHONY: help demo test live fuzz bench family soak fixtures train train-digits controls setup

help: ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

demo: setup ## Watch flowbot win ten levels of a real game; pictures in target/demo/
	cargo build --release
	target/release/flowbot demo --levels 10 --out target/demo

test: setup ## Run all tests: units, command line, and live in a browser under Xvfb
	@$(RM) $(SKIPPED)
	$(RUN_TESTS) --lib --bins --examples --test journeys --test screens --test live $(SIDE_BY_SIDE)
	cargo test --doc
	$(foreach example,$(EXAMPLES),cargo run --quiet --example $(example) &&) true
	@if [ -f $(SKIPPED) ]; then sort -u $(SKIPPED); fi

live: ## Run the live tests alone: a real game, a real window, the real mouse
	$(RUN_TESTS) --test live $(SIDE_BY_SIDE)

fuzz: ## Feed ten thousand bad pictures to flowbot, for ten minutes at most
	cargo test --no-default-features --features cli --test fuzz -- --nocapture

bench: ## Print how fast boards are read and solved, and how sure the engine is
	cargo bench --no-default-features --features cli --bench reading --bench engine --bench touching --bench uniqueness

# Boards with published figures, which are not part of the project.
BOARDS := ../shared/boards

family: ## Compare all engines: target/family.html, and what the README shows; BOARDS=FOLDER
	cargo build --release --no-default-features --features cli
	fixtures/family.sh $(BOARDS)

soak: setup ## Play hundreds of levels of a game in all its behaviours; about an hour
	cargo test --release --no-fail-fast --test soak -- --test-threads 1 --nocapture

fixtures: ## Draw the pictures of fixtures/ again, in a real browser
	cargo build --release --no-default-features --features cli
	fixtures/render.sh

# The fonts to learn from and to test with, and the program that learns, with a folder of its own for what it builds.
FONTS := target/fonts
TRAIN := cargo run --release --manifest-path training/Cargo.toml --target-dir target/training

train: ## Learn again to read the words and icons of controls; see training/README.md
	training/fonts.sh $(FONTS)
	$(TRAIN) -- $(FONTS) 360000 src/detect/page/text/weights.bin
	$(MAKE) --no-print-directory controls

train-digits: ## Learn again to read the digits of Futoshiki boards; see training/README.md
	training/fonts.sh $(FONTS)
	$(TRAIN) --bin digits -- $(FONTS) 14000 src/detect/futoshiki/digits.bin

controls: ## Print how controls are read that a browser draws in the fonts of the test set
	training/fonts.sh $(FONTS)
	training/sheets.sh $(FONTS) 100 target/sheets
	FLOWBOT_CONTROLS=$(CURDIR)/target/sheets cargo test --no-default-features --features cli --test journeys controls:: -- --nocapture

setup: ## Install the system packages that are missing (Debian and Ubuntu)
	@.ci/setup
