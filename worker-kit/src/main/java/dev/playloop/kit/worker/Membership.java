package dev.playloop.kit.worker;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.Clients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which partitions a consumer owns, and what is held for each. Opens on assignment (paused), gives
/// a partition that is taken away its time to finish, and starts a lost one over once the group has
/// confirmed that it is still ours. Everything but `metadata` belongs to the poll thread.
final class Membership<P extends Held> implements ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
  private static final Duration COMMIT_WAIT = Duration.ofSeconds(5);
  private static final Duration REJOIN_PAUSE = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Function<TopicPartition, P> open;
  private final Duration revokeWait;
  private final Protocol protocol;
  private final Map<TopicPartition, P> held = new LinkedHashMap<>();
  private volatile @Nullable ConsumerGroupMetadata metadata;
  private boolean joined;
  private boolean asked;
  private boolean rejoining;
  private long rejoinedAt = System.nanoTime() - REJOIN_PAUSE.toNanos();

  /// How the group is led.
  ///
  /// Under a known name a member that comes back gets what its predecessor was given last, and no
  /// rebalance begins. Where that one died between giving up partitions and asking for the second
  /// round of a cooperative rebalance, in which others get them, nobody else would ask: they stay
  /// without an owner, in a group that is stable. So whoever comes under a name asks once. (Kafka
  /// 4.3.1, KIP-345 with KIP-429; found by the crash suite.)
  ///
  /// @param classic whether it is the classic protocol, which clients can ask to rebalance
  /// @param named whether members have names that outlive them
  record Protocol(boolean classic, boolean named) {
    static Protocol of(KafkaSettings kafka) {
      return new Protocol(Clients.isClassic(kafka), kafka.instance() != null);
    }
  }

  Membership(
      Consumer<byte[], byte[]> consumer,
      Function<TopicPartition, P> open,
      Duration revokeWait,
      Protocol protocol) {
    this.protocol = protocol;
    this.consumer = consumer;
    this.open = open;
    this.revokeWait = revokeWait;
  }

  /// The group's metadata as the poll thread last saw it; any thread may ask.
  ConsumerGroupMetadata metadata() {
    ConsumerGroupMetadata now = metadata;
    if (now == null) {
      throw new IllegalStateException("the consumer has not polled yet");
    }
    return now;
  }

  Map<TopicPartition, P> held() {
    return held;
  }

  /// True once the group has given this member its share.
  boolean isJoined() {
    return joined && !rejoining;
  }

  /// To be called after each poll.
  void afterPoll() {
    metadata = consumer.groupMetadata();
    if (joined && !asked) {
      asked = true;
      if (protocol.classic() && protocol.named()) {
        consumer.enforceRebalance("its name was known, and what it owned may have changed hands");
      }
    }
    boolean lost = held.values().stream().anyMatch(Held::isLost);
    if (lost && !rejoining && System.nanoTime() - rejoinedAt > REJOIN_PAUSE.toNanos()) {
      rejoinedAt = System.nanoTime();
      dropLost();
      if (protocol.classic()) {
        rejoining = true;
        consumer.enforceRebalance("a partition was lost, or it is unknown what was committed");
      } else {
        // The new protocols have no such call; an owner that has to give way is fenced again.
        onPartitionsAssigned(List.of());
      }
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> added) {
    metadata = consumer.groupMetadata();
    joined = true;
    rejoining = false;
    dropLost();
    Set<TopicPartition> fresh = new HashSet<>(consumer.assignment());
    fresh.removeAll(held.keySet());
    consumer.pause(fresh);
    for (TopicPartition partition : fresh) {
      held.put(partition, open.apply(partition));
    }
    if (!fresh.isEmpty()) {
      LOG.info("assigned {}", fresh);
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> taken) {
    metadata = consumer.groupMetadata();
    release(taken);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> gone) {
    LOG.warn("expelled from the group; lost {}", gone);
    for (TopicPartition partition : gone) {
      P one = held.remove(partition);
      if (one != null) {
        one.drop();
      }
    }
  }

  /// Gives everything back.
  void releaseAll() {
    release(List.copyOf(held.keySet()));
  }

  private void release(Collection<TopicPartition> taken) {
    List<P> leaving = new ArrayList<>();
    for (TopicPartition partition : taken) {
      P one = held.remove(partition);
      if (one != null) {
        leaving.add(one);
      }
    }
    try {
      leaving.forEach(Held::stopFeeding);
      long callsUntil = System.nanoTime() + revokeWait.toNanos();
      for (P one : leaving) {
        one.awaitCalls(callsUntil);
      }
      leaving.forEach(Held::finish);
      long commitUntil = System.nanoTime() + COMMIT_WAIT.toNanos();
      for (P one : leaving) {
        one.awaitEnd(commitUntil);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leaving.forEach(Held::drop);
    }
  }

  private void dropLost() {
    List<TopicPartition> lost = new ArrayList<>();
    held.forEach((partition, one) -> {
      if (one.isLost()) {
        one.drop();
        lost.add(partition);
      }
    });
    lost.forEach(held::remove);
    lost.retainAll(consumer.assignment());
    consumer.pause(lost);
  }
}
