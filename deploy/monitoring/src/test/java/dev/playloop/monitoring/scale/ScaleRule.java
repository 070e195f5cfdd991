package dev.playloop.monitoring.scale;

import java.time.Duration;
import java.util.List;

/// How many processes a load wants, as a pure function. The first half, [#needed], is what the
/// rules of `rules.yaml` compute; the second, how fast a number comes down, is what the
/// ScaledObject asks of Kubernetes. It has no user in the product, whose scaling is Prometheus' and
/// KEDA's business: it is the model that these two are held to.
///
/// By what is in flight and how long the oldest record has waited for room, and not by lag: a
/// transaction's marker takes an offset, and what is in flight is lag until it is committed.
///
/// @param maxInFlight what one process takes
/// @param partitions more processes than that would have nothing to do
record ScaleRule(int maxInFlight, int partitions) {
  /// How full a process should be.
  static final double FULL = 0.7;

  /// So many seconds of waiting are nothing; each further one is as much again as is in flight.
  static final double GRACE = 1;

  /// The most of so long counts.
  static final Duration MEMORY = Duration.ofMinutes(1);

  /// Nothing is taken away that was needed so lately, nor sooner after the last.
  static final Duration PATIENCE = Duration.ofMinutes(5);

  /// A change by less than this part is none, to the autoscaler of Kubernetes.
  static final double TOLERANCE = 0.1;

  /// What was seen at one time.
  ///
  /// @param at seconds from any beginning
  /// @param inFlight over all processes
  /// @param waiting age in seconds of the oldest record that waits for room
  /// @param replicas processes that were wanted then
  record Seen(double at, double inFlight, double waiting, int replicas) {
    /// What is full shows no more than its bound: what stands behind it is guessed by its age.
    double demand() {
      return inFlight * (1 + Math.max(0, waiting - GRACE));
    }
  }

  /// What `history`, oldest first, wants at its end, however many there are.
  int needed(List<Seen> history) {
    return needed(history, history.getLast().at());
  }

  private int needed(List<Seen> history, double now) {
    double most = 0;
    for (Seen seen : history) {
      if (seen.at() <= now && seen.at() >= now - MEMORY.toSeconds()) {
        most = Math.max(most, seen.demand());
      }
    }
    int all = (int) Math.ceil(most / (FULL * maxInFlight));
    return Math.clamp(all, 1, partitions);
  }

  /// How many there should be after `history`, which ends with how many there are.
  int wanted(List<Seen> history) {
    Seen last = history.getLast();
    int now = last.replicas();
    int needed = needed(history);
    if (isWithinTolerance(needed, now)) {
      return now;
    }
    if (needed > now) {
      return needed;
    }
    int most = needed;
    boolean lessened = false;
    for (int i = 0; i < history.size(); i++) {
      Seen seen = history.get(i);
      if (seen.at() > last.at() - PATIENCE.toSeconds()) {
        most = Math.max(most, needed(history.subList(0, i + 1)));
        lessened |= i > 0 && seen.replicas() < history.get(i - 1).replicas();
      }
    }
    return most >= now || lessened ? now : now - 1;
  }

  private static boolean isWithinTolerance(int needed, int now) {
    return Math.abs((double) needed / now - 1) <= TOLERANCE;
  }
}
