package dev.playloop.launcher.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a run of `up` leaves for the next start. Where the script found no cache, this JVM records
/// which classes it loads and how its methods are used, and writes that down as it ends; a process
/// of the lowest priority then makes the cache of it (JEP 514, 515), with a few seconds of one
/// core.
///
/// A run that did little knows its classes and not yet which methods are hot. Its cache is used,
/// and the first run that did more throws it away, so that the one behind that records again.
final class StartCache {
  private static final Logger LOG = LoggerFactory.getLogger(StartCache.class);

  /// CPU time after which the compilers have seen what a system does all day.
  private static final Duration TRAINED = Duration.ofMinutes(1);

  private static final String RECORDED = "-XX:AOTConfiguration=";
  private static final String USED = "-XX:AOTCache=";

  /// Beside a cache of a run that did little.
  private static final String YOUNG = ".young";

  /// Arguments: our process, what it writes at its end, the cache, whether it is young, and a JVM.
  /// Terminals and service managers end what they started; this is not theirs any more.
  private static final String MAKE =
      """
      pid=$1 recorded=$2 cache=$3 young=$4
      shift 4
      trap '' INT HUP TERM
      waited=0
      while kill -0 "$pid" 2>/dev/null && [ "$waited" -lt 60 ]; do
        sleep 1
        waited=$((waited + 1))
      done
      if nice -n 19 "$@" && [ -f "$cache.$pid.made" ]; then
        if $young; then : >"$cache.young"; else rm -f "$cache.young"; fi
        mv "$cache.$pid.made" "$cache"
      fi
      rm -f "$recorded" "$cache.$pid.made"
      """;

  private StartCache() {}

  /// This run ended as it was told to. Nothing that fails here matters.
  static void leave() {
    try {
      ProcessHandle self = ProcessHandle.current();
      Duration cpu = self.info().totalCpuDuration().orElse(Duration.ZERO);
      boolean trained = cpu.compareTo(TRAINED) >= 0;
      List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
      Optional<List<String>> maker = maker(flags, self.pid(), trained);
      if (maker.isPresent()) {
        new ProcessBuilder(maker.get())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
      } else if (trained) {
        forgetYoung(flags);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the next start is no faster: no start cache could be made", e);
    }
  }

  /// Who makes the cache of what a JVM with these flags records; empty where it records nothing.
  static Optional<List<String>> maker(List<String> flags, long pid, boolean trained) {
    String recorded = value(flags, RECORDED);
    if (recorded == null) {
      return Optional.empty();
    }
    String cache = recorded.substring(0, recorded.length() - ("." + pid).length());
    List<String> words =
        new ArrayList<>(List.of("sh", "-c", MAKE, "playloop-start-cache", String.valueOf(pid)));
    words.addAll(List.of(recorded, cache, String.valueOf(!trained)));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    flags.stream()
        .filter(flag -> flag.startsWith("-Xm") || flag.startsWith("-XX:+Use")) // must be as ours
        .forEach(words::add);
    words.addAll(
        List.of(
            "-XX:AOTMode=create",
            RECORDED + recorded,
            USED + cache + "." + pid + ".made",
            "-cp",
            System.getProperty("java.class.path")));
    return Optional.of(words);
  }

  /// The cache that this JVM started from, if a run made it that did little.
  static void forgetYoung(List<String> flags) throws IOException {
    String cache = value(flags, USED);
    if (cache != null && Files.deleteIfExists(Path.of(cache + YOUNG))) {
      Files.deleteIfExists(Path.of(cache));
    }
  }

  private static @Nullable String value(List<String> flags, String name) {
    return flags.stream()
        .filter(flag -> flag.startsWith(name))
        .map(flag -> flag.substring(name.length()))
        .findFirst()
        .orElse(null);
  }
}
