package dev.playloop.proving.fuzz;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Options of runs over all surfaces that last as long as their time, whatever they send.
final class Everywhere {
  private Everywhere() {}

  /// Says what it does on standard error; goes on behind a breach, unless that is changed.
  static FuzzOptionsBuilder options(long seed, Duration time, Path breaches) {
    return FuzzOptionsBuilder.builder()
        .seed(seed)
        .time(time)
        .before(Map.of())
        .count(0)
        .total(0)
        .surfaces(List.of())
        .stopAtFirst(false)
        .breaches(breaches)
        .log(System.err::println);
  }
}
