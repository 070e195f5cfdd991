package dev.playloop.launcher.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class VigilTest {
  @Test
  void eachTimeThatItIsNotReadyIsALineAndThatItIsAgain() throws Exception {
    // What it says at each look; the last is asked for when it is dead.
    List<String> problems =
        Arrays.asList(
            null,
            null,
            "a thread died",
            "a thread died",
            "a partition stands",
            null,
            null,
            "a thread died",
            "it has ended: OutOfMemoryError");
    List<String> lines = new ArrayList<>();
    Iterator<String> next = problems.iterator();
    int[] looks = {0};

    new Vigil(() -> looks[0]++ < problems.size() - 1, next::next, lines::add, Duration.ZERO).keep();

    assertThat(lines)
        .containsExactly(
            "not ready: a thread died",
            "ready again",
            "not ready: a thread died",
            "stopped: it has ended: OutOfMemoryError");
  }
}
