package dev.playloop.kit.worker;

import dev.playloop.kit.Counters;
import dev.playloop.kit.Letters;
import dev.playloop.kit.TerminalException;
import dev.playloop.kit.topic.Blame;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.kit.topic.Suspects.Position;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one worker does about `Error`s and about records that can't be fetched: counts them by
/// position, lets a suspect be handled by itself only (nothing else of its partition beside it, and
/// one suspect at a time), has it skipped when it was struck often enough, and says so while it
/// lasts. Safe for all threads.
final class Suspicion implements Blame {
  private static final Logger LOG = LoggerFactory.getLogger(Suspicion.class);

  private final Suspects suspects;
  private final Counters counters;
  private final Map<TopicPartition, String> startedOver = new ConcurrentHashMap<>();
  private @Nullable Position alone;
  private volatile @Nullable String hopeless;

  Suspicion(Suspects suspects, Counters counters) {
    this.suspects = suspects;
    this.counters = counters;
  }

  /// Whether the next record of a partition may be handed to its lane, while the partition has
  /// `inHand` records that are not committed yet.
  synchronized boolean admits(TopicPartition partition, long offset, int inHand) {
    if (alone != null && isOf(alone, partition)) {
      return inHand == 0 && alone.offset() == offset;
    }
    if (suspects.isQuiet()) {
      return true;
    }
    Position at = position(partition, offset);
    if (!suspects.open().contains(at)) {
      return true;
    }
    if (inHand > 0 || alone != null) {
      return false;
    }
    alone = at;
    return true;
  }

  @Override
  public boolean isGuilty(TopicPartition partition, long offset) {
    return suspects.isGuilty(position(partition, offset));
  }

  /// Why a guilty record is a dead letter.
  TerminalException verdict() {
    return new TerminalException(
        "the JVM broke at this record " + Suspects.STRIKES + " times; it is not tried again");
  }

  /// An `Error` struck at this record, or it can't be fetched.
  @Override
  public void struck(TopicPartition partition, long offset, Throwable thrown) {
    counters.restarts.increment();
    int count = suspects.struck(position(partition, offset));
    String what = "%s@%d, time %d".formatted(partition, offset, count);
    startedOver.put(partition, what + ": " + Letters.text(thrown));
    LOG.error("starting over at {}: {}", what, Letters.text(thrown));
    if (count >= Suspects.HOPELESS) {
      hopeless = "skipping does not help at " + what;
    }
  }

  @Override
  public long suspect(TopicPartition partition) {
    return suspects.lastOpen(partition.topic(), partition.partition());
  }

  /// As many as there are: the lanes keep a suspect from its neighbours.
  @Override
  public int atOnce() {
    return Integer.MAX_VALUE;
  }

  /// A partition starts over from what is committed, and no record is to blame.
  void startsOver(TopicPartition partition, Throwable cause) {
    counters.restarts.increment();
    startedOver.put(partition, partition + " starts over: " + Letters.text(cause));
  }

  /// The record is done with, and so is all that was held against its partition up to there.
  void passed(TopicPartition partition, long offset) {
    suspects.passed(partition.topic(), partition.partition(), offset);
    if (!startedOver.isEmpty()) {
      startedOver.remove(partition);
    }
    synchronized (this) {
      if (alone != null && isOf(alone, partition) && alone.offset() <= offset) {
        alone = null;
      }
    }
  }

  /// The partition is given up: whatever of it was handled by itself is not any more.
  synchronized void left(TopicPartition partition) {
    if (alone != null && isOf(alone, partition)) {
      alone = null;
    }
  }

  /// Why one of these partitions is not as it should be; null where all are.
  @Nullable String problem(Collection<TopicPartition> owned) {
    startedOver.keySet().retainAll(Set.copyOf(owned));
    for (String one : startedOver.values()) {
      return one;
    }
    if (suspects.isQuiet()) {
      return null;
    }
    return suspects.open().stream()
        .filter(at -> owned.contains(new TopicPartition(at.topic(), at.partition())))
        .findFirst()
        .map(at -> "an Error struck at " + at + ", which is tried by itself")
        .orElse(null);
  }

  /// Why the process has to end; null where it has not.
  @Nullable String hopeless() {
    return hopeless;
  }

  private static boolean isOf(Position at, TopicPartition partition) {
    return at.partition() == partition.partition() && at.topic().equals(partition.topic());
  }

  private static Position position(TopicPartition partition, long offset) {
    return new Position(partition.topic(), partition.partition(), offset);
  }
}
