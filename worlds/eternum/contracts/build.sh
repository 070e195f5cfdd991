#!/bin/sh
# Compiles the contracts and writes their classes beside the module's resources. It runs the test
# that compares them otherwise, so that there is one way to make them. Pass Maven's options after it:
#   contracts/build.sh [-Dplayloop.cairo=/path/to/cairo] …
set -eu
cd "$(dirname "$0")/../../.."
exec mvn -B -Dquick -pl worlds/eternum test -Dtest=CompiledClassesTest -Dplayloop.excluded.tags=none \
  -Dplayloop.contracts.rebuild=true "$@"
