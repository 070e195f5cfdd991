#!/bin/sh
# Builds the test game and records what it was built from. Usage: build.sh [OUTPUT]
# Without OUTPUT the file goes where the emulator's tests load it, and its hashes beside this script are renewed.
# Needs gcc-arm-none-eabi and binutils-arm-none-eabi; no C library is used.
set -eu
cd "$(dirname "$0")"
export LC_ALL=C
version=$(arm-none-eabi-gcc -dumpfullversion)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for map in maps/*.txt; do
  sed "s/./T('&'),/g" "$map" > "$work/$(basename "$map" .txt).inc"
done
arm-none-eabi-gcc -std=c17 -mcpu=arm7tdmi -mthumb -O2 -ffreestanding -nostdlib -fno-builtin -fno-jump-tables \
  -fno-tree-loop-distribute-patterns -fno-strict-aliasing -Wall -Wextra -Werror -Wno-array-bounds -Wno-override-init \
  -I "$work" -T playloop.ld -Wl,--build-id=none -o "$work"/playloop.elf crt0.s *.c
arm-none-eabi-objcopy -O binary "$work"/playloop.elf "$work"/playloop.gba
if [ $# -gt 0 ]; then
  cp "$work"/playloop.gba "$1"
  [ -z "${KEEP_ELF:-}" ] || cp "$work"/playloop.elf "$KEEP_ELF"
  exit 0
fi
target=../src/main/resources/dev/playloop/worlds/emulator/machine
mkdir -p "$target"
cp "$work"/playloop.gba "$target/playloop.gba"
sources=$(cat crt0.s playloop.ld build.sh *.c *.h maps/*.txt | sha256sum | cut -d' ' -f1)
{
  echo "$(sha256sum < "$work"/playloop.gba | cut -d' ' -f1)  playloop.gba"
  echo "$sources  sources"
  echo "$version  arm-none-eabi-gcc"
} > playloop.gba.sha256
wc -c "$target/playloop.gba"
