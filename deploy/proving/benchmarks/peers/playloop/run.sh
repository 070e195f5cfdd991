#!/usr/bin/env bash
# Playloop as its users start it: ./playloop up of a declared world, with secrets, on a folder. Args: parts, then variants (see README.md).
. "$(dirname "$0")/../common/env.sh"
export PLAYLOOP="$(cd "$HERE/../../../.." && pwd)/playloop"
exec python3 "$HERE/bench.py" playloop "${@:-serial,drain,disk,crash}"
