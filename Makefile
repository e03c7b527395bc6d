# Every target is a line or two; the work is in infra/local, functions and site.
PYTHON ?= python3
# a switch such as FORCE=1
on = $(filter-out 0 no false off,$(1))

.PHONY: start start-aws stop clean test policy model faults fuzz fuzz-parsers golden pictures bench gameday build package deploy rollback restore-drill fmt lint

start: ## everything in one process at http://localhost:8080/, with demo races
	@$(PYTHON) infra/local/serve.py

start-aws: ## the same on the AWS emulator, deployed from the real template
	@$(PYTHON) infra/local/start.py

stop: ## ends what `make start` and `make start-aws` started; the data stays, and a test run goes on
	@$(PYTHON) infra/local/stop.py

clean: ## the same, and removes their data
	@$(PYTHON) infra/local/stop.py --forget

test: ## every check and test, on an instance of its own; SKIP="browser browser-alone" skips steps
	@$(PYTHON) infra/local/test.py

policy: ## template.yaml against its rules, without a stack
	@$(PYTHON) infra/local/test.py policy

model: ## the model test at length: make model SEQUENCES=5000
	@CHUTE_MODEL_SEQUENCES=$(or $(SEQUENCES),5000) cargo test --locked --workspace --test model -- --nocapture

faults: ## kills, power cuts, a faulty disk, damaged backups, a crowd of connections, a clock that is set, at length: make faults KILLS=300 CUTS=40
	@CHUTE_KILLS=$(or $(KILLS),300) CHUTE_CUTS=$(or $(CUTS),40) CHUTE_EVENTS=952 cargo test --locked --workspace --test serve --test clock -- --nocapture

fuzz: ## both hosts at length, on the stack of `make start`: make fuzz CASES=12000 SEED=1; a tenth fewer are run, since a route without a body has no invalid one
	@$(PYTHON) infra/fuzz/run.py --instance main --cases $(or $(CASES),12000) --seed $(or $(SEED),1)

fuzz-parsers: ## the parsers of bodies and texts, with libFuzzer: make fuzz-parsers SECONDS=60
	@$(PYTHON) functions/fuzz/run.py $(or $(SECONDS),60)

golden: ## the cases in site/golden/cases, or those in a file: make golden FILE=cases.json
	@test -d site/node_modules || npm --prefix site ci --no-audit --no-fund
	@npm --prefix site run --silent golden $(if $(FILE),-- "$(abspath $(FILE))")

pictures: ## the pictures of README.md, from the demo races of `make start`; CHUTE_SITE=http://… takes them elsewhere
	@npm --prefix site run --silent pictures

bench: ## sizes and counts, what they cost on AWS, and how far they go, kept in docs/
	@$(PYTHON) infra/bench/run.py
	@$(PYTHON) infra/bench/costs.py
	@$(PYTHON) infra/bench/scale.py

gameday: ## the start gun on the loopback interface, minutes; DAY="views --rates 1000" runs a part of it (infra/gameday/gameday.py)
	@$(PYTHON) infra/gameday/gameday.py $(DAY)

build: ## the functions, `chute` and the site, into .build/ and site/dist/
	@$(PYTHON) infra/local/start.py --build-only

package: ## the archive and the Debian package of a release, the archive tried, in .build/package/: make package PROGRAM=target/dist/chute packs a program that is built already
	@$(PYTHON) infra/package/package.py $(if $(PROGRAM),--program $(PROGRAM))
	@$(PYTHON) infra/package/check.py

deploy: ## to AWS, with your credentials: make deploy STACK=chute PARAMETERS="AlarmEmail=you@example.org"; FORCE=1 although a race is on
	@$(PYTHON) infra/local/deploy_aws.py --stack $(or $(STACK),chute) --parameters "$$PARAMETERS" $(if $(call on,$(FORCE)),--force)

rollback: ## AWS back to what stood before the last deploy: make rollback STACK=chute TO=2026-05-01T180000Z; LIST=1 says what is kept
	@$(PYTHON) infra/local/rollback.py --stack $(or $(STACK),chute) $(if $(TO),--to $(TO)) $(if $(call on,$(LIST)),--list)

restore-drill: ## rows and a table lost and restored on the emulator, minutes; after `make build`
	@$(PYTHON) infra/local/restore_drill.py

fmt: ## Rust, the site, Python
	cargo fmt --all
	cargo fmt --manifest-path functions/fuzz/Cargo.toml
	npm --prefix site run format
	$(PYTHON) infra/local/linters.py format-python

lint: ## the same, with warnings as errors
	cargo clippy --workspace --all-targets --locked -- -D warnings
	npm --prefix site run lint
	$(PYTHON) infra/local/linters.py python
