# How Playloop's command starts Java: the same in a checkout and in a package, whose own scripts read
# this file. Needs nothing but a POSIX shell, readlink and dirname. They set `jar`; `archive`, the
# file that holds the classes of the last start; and `state`, the folder whose `.playloop` is ours.
# Beside the archive lies what a run of `up` left for the next one: its classes, and how its methods
# were used. Where they set `temporary`, Java lays there what it would lay into /tmp.

say() { printf '%s\n' "$*" >&2; }
fail() { say "playloop: $*"; exit 3; }

# The major version of the Java in folder $1, which must have the program $2; nothing where it is none.
java_major() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/$2" ] && [ -f "$1/release" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      'JAVA_VERSION="'[0-9]*)
        line=${line#*\"}
        printf '%s\n' "${line%%[!0-9]*}"
        return 0
        ;;
    esac
  done <"$1/release"
}

# Prints the folder of a Java 25 or newer that has the program $1.
find_java() {
  on_path=$(command -v java 2>/dev/null || true)
  while [ -n "$on_path" ] && [ -h "$on_path" ]; do
    target=$(readlink "$on_path")
    case $target in
      /*) on_path=$target ;;
      *) on_path=$(dirname "$on_path")/$target ;;
    esac
  done
  mac=
  [ -x /usr/libexec/java_home ] && mac=$(/usr/libexec/java_home -v 25+ 2>/dev/null || true)
  for candidate in "${JAVA_HOME:-}" "${on_path:+$(dirname "$(dirname "$on_path")")}" "$mac" \
    "${JDK_HOME:-}" /usr/lib/jvm/* /opt/java/* /opt/jdk* "${HOME:-}"/.sdkman/candidates/java/* \
    "${HOME:-}"/.jdks/* "${HOME:-}"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$candidate" ] || continue
    major=$(java_major "$candidate" "$1")
    if [ -n "$major" ] && [ "$major" -ge 25 ]; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

# Sets JAVA_HOME to a Java 25 or newer that has the program $1; $2 is what that is called.
need_java() {
  java=$(find_java "$1") || fail "no $2 25 or newer found (with bin/$1).
  Looked at JAVA_HOME, java on the PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks and macOS' own list.
  Next: install one, such as Temurin 25 (https://adoptium.net), or set JAVA_HOME to it."
  export JAVA_HOME="$java"
}

# The heap of the product's process: PLAYLOOP_HEAP, 128m or more, else 768m. Or a part of what the
# machine or its container has: whoever is given no more ends when that is used up, and is started
# again by whoever gave it. Sets `memory`, the flags that say so.
choose_heap() {
  heap=${PLAYLOOP_HEAP:-768m}
  memory="-Xmx$heap"
  good=true
  case $heap in
    [1-9][0-9]%)
      memory="-XX:MaxRAMPercentage=${heap%\%} -XX:+ExitOnOutOfMemoryError"
      return 0
      ;;
    [1-9]*m) [ "${#heap}" -ge 4 ] || good=false ;;
    [1-9]*g) ;;
    *) good=false ;;
  esac
  case ${heap%[mg]} in
    *[!0-9]*) good=false ;;
    ???????*) good=false ;;
  esac
  if $good && [ "${heap%m}" != "$heap" ] && [ "${heap%m}" -lt 128 ]; then
    good=false
  fi
  if ! $good; then
    say "playloop: PLAYLOOP_HEAP must be a heap such as 768m, 2g or 70%, 128m or more, not '$heap'"
    exit 2
  fi
}

# Sets `from` to the archive, where there is one: told of a file that is not there, the JVM leaves out
# its own classes' archive, too, and loads and checks each of them.
choose_archive() {
  from=
  [ ! -f "$archive" ] || from="-XX:SharedArchiveFile=$archive"
}

# Sets `from`, the flag that says where the JVM of the command $@ reads its classes from, and `records`,
# another one where it is to record for the next start (JEP 514, 515; what becomes of that is in
# StartCache.java). A cache is good for the very jar and the very Java that it was made with.
choose_classes() {
  choose_archive
  records=
  cache=${archive%.jsa}.aot
  case ${PLAYLOOP_START_CACHE:-on} in
    on) ;;
    off) return 0 ;;
    *)
      say "playloop: PLAYLOOP_START_CACHE must be on or off, not '$PLAYLOOP_START_CACHE'"
      exit 2
      ;;
  esac
  made_with="$(ls -ln "$jar" 2>/dev/null || true) $(cat "$JAVA_HOME/release" 2>/dev/null || true)"
  if [ -f "$cache" ]; then
    if [ "$(cat "$cache.of" 2>/dev/null || true)" = "$made_with" ]; then
      from="-XX:AOTCache=$cache"
      return 0
    fi
    say "playloop: $cache was made with another build or another Java; it is made anew"
    rm -f "$cache" "$cache.young" 2>/dev/null || true # an image's can't be
  fi
  rm -f "$cache".[0-9]*
  case "$* " in
    *" -h "* | *" --help "*) return 0 ;;
  esac
  if [ "$1" = up ] && mkdir -p "$(dirname "$cache")" 2>/dev/null &&
    printf '%s\n' "$made_with" 2>/dev/null >"$cache.of"; then
    from="-XX:AOTMode=record"
    records="-XX:AOTConfiguration=$cache.$$"
  fi
}

# Becomes the command in Java.
become_java() {
  choose_heap
  case ${1:-} in
    # G1 keeps the heap as small as it is, and would then mark it again and again: every four seconds
    # a pause of 40 ms, with nothing to collect.
    # Less is made one method with its callers: the optimizing compiler takes a third less of the first
    # minutes for it, and what it makes is as fast.
    up | worker)
      speed="-XX:+UseG1GC -XX:-G1UseAdaptiveIHOP -XX:InitiatingHeapOccupancyPercent=70"
      speed="$speed -XX:FreqInlineSize=175 -XX:InlineSmallCode=1500"
      choose_classes "$@"
      ;;
    *)
      speed="-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
      choose_archive
      records=
      ;;
  esac
  # The first run leaves an archive of its classes: the next start is faster.
  if [ "${1:-}" = run ]; then
    speed="$speed -XX:+AutoCreateSharedArchive"
    from="-XX:SharedArchiveFile=$archive"
  fi
  color=false
  [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ] && color=true
  # A JVM that records says so at its end, whatever is said of its log.
  [ -z "$records" ] || speed="$speed -XX:+UnlockDiagnosticVMOptions -XX:-DisplayVMOutput"
  # shellcheck disable=SC2086 # the flags are words
  exec "$JAVA_HOME/bin/java" $speed -Xms64m $memory ${from:+"$from"} ${records:+"$records"} \
    -Xlog:disable -Xlog:all=error,cds*=off,aot*=off:stderr --sun-misc-unsafe-memory-access=allow \
    -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 \
    -Dplayloop.home="$state" -Dplayloop.color="$color" \
    ${temporary:+"-Djava.io.tmpdir=$temporary"} \
    -jar "$jar" "$@"
}

# Becomes an emulator: a process of its own, small, beside whatever plays on it.
become_emulator() {
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx64m --enable-native-access=ALL-UNNAMED \
    -cp "$jar" dev.playloop.worlds.emulator.EmulatorMain "$@"
}
