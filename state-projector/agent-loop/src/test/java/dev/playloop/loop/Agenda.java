package dev.playloop.loop;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/// The simulated time and what is to happen in it, in order of time, then of planning. One seed
/// gives one history.
final class Agenda {
  private record Entry(Instant at, long order, Runnable what) {}

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparingLong(Entry::order));
  private long order;
  final SplittableRandom random;
  Instant now = Instant.parse("2026-03-01T12:00:00Z");

  /// When the clock of all machines jumped last; what was under way then took longer than promised.
  Instant jumped = Instant.EPOCH;

  Agenda(long seed) {
    random = new SplittableRandom(seed);
  }

  void in(Duration delay, Runnable what) {
    at(now.plus(delay), what);
  }

  void at(Instant time, Runnable what) {
    entries.add(new Entry(time, order++, what));
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  Instant next() {
    return entries.isEmpty() ? Instant.MAX : entries.peek().at();
  }

  void runNext() {
    Entry entry = entries.remove();
    if (entry.at().isAfter(now)) {
      now = entry.at();
    }
    entry.what().run();
  }

  void jump(Duration ahead) {
    now = now.plus(ahead);
    jumped = now;
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  Duration millis(int from, int to) {
    return Duration.ofMillis(from + random.nextInt(to - from + 1));
  }

  /// How long a record takes to its reader: nearly always a moment, now and then minutes.
  Duration delivery() {
    return chance(0.03) ? millis(10_000, 400_000) : millis(1, 50);
  }

  @SafeVarargs
  final <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
