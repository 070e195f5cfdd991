#!/bin/sh
# Compiles each contract to minified JSON: its Sierra without debug info, and its CASM.
# usage: build.sh <folder of the compiler: …/cairo> <folder for the outputs>
set -eu
cairo=$1
out=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
while read -r name path; do
  "$cairo/bin/starknet-compile" --contract-path "eternum::$path" "$here" "$out/$name.full.json"
  "$cairo/bin/starknet-sierra-compile" "$out/$name.full.json" "$out/$name.casm.full.json"
done <"$here/contracts.txt"
