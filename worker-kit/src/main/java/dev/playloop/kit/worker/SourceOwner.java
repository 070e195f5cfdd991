package dev.playloop.kit.worker;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.Letters;
import dev.playloop.kit.OwnedSource;
import dev.playloop.kit.WallClock;
import dev.playloop.kit.commit.Fence;
import dev.playloop.kit.topic.Clients;
import dev.playloop.schemas.id.SourceId;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/// Polls those of `sources` whose partition of the topic `sources` this process owns. Owning is
/// group membership: nothing is ever written to `sources`. Every process of one group must be given
/// the same sources, as any of them may become the owner of each.
public final class SourceOwner implements AutoCloseable {
  private static final Duration ROUND = Duration.ofMillis(100);
  private static final Duration REVOKE_WAIT = Duration.ofSeconds(4);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(20);

  private final Consumer<byte[], byte[]> consumer;
  private final Topic<?, ?> topic;
  private final Membership<SourcePartition> membership;
  private final PollThread thread;
  private volatile Set<SourceId> owned = Set.of();

  private SourceOwner(KafkaSettings kafka, String group, List<? extends OwnedSource> sources) {
    String groupId = kafka.topics().prefix() + group;
    this.topic = kafka.topics().sources();
    this.consumer = Clients.member(kafka, groupId, topic);
    Map<Integer, List<OwnedSource>> byPartition = new HashMap<>();
    for (OwnedSource source : sources) {
      byPartition
          .computeIfAbsent(partition(source.id(), topic.partitions()), p -> new ArrayList<>())
          .add(source);
    }
    Letters letters = new Letters(kafka.topics().deadLetters(), group, WallClock.system());
    this.membership =
        new Membership<>(
            consumer,
            partition ->
                open(
                    kafka,
                    groupId,
                    partition,
                    byPartition.getOrDefault(partition.partition(), List.of()),
                    letters),
            REVOKE_WAIT,
            Membership.Protocol.of(kafka));
    this.thread = new PollThread(groupId, consumer, new Rounds(), CLOSE_WAIT);
  }

  /// Starts without blocking. `group` is the consumer group without the catalogue's prefix.
  public static SourceOwner start(
      KafkaSettings kafka, String group, List<? extends OwnedSource> sources) {
    SourceOwner owner = new SourceOwner(kafka, group, sources);
    owner.thread.start();
    return owner;
  }

  /// Waits until the group has given this process its share, and its sources are polled. False when
  /// `timeout` passed before that.
  public boolean awaitAssigned(Duration timeout) throws InterruptedException {
    return thread.awaitReady(timeout);
  }

  /// The sources that this process polls now.
  public Set<SourceId> owned() {
    return owned;
  }

  public boolean isReady() {
    return thread.isReady();
  }

  /// False once closed, or stopped by an error that no retry mends (it was logged).
  public boolean isRunning() {
    return thread.isRunning();
  }

  /// Lets polls in flight end and be written, then gives the partitions back.
  @Override
  public void close() {
    thread.close();
  }

  /// Where a source belongs: as any producer would place its key.
  static int partition(SourceId id, int partitions) {
    return Topic.home(id.toString(), partitions);
  }

  private final class Rounds implements PollThread.Loop {
    @Override
    public void subscribe() {
      consumer.subscribe(Set.of(topic.name()), membership);
    }

    @Override
    public boolean pollOnce() {
      consumer.poll(ROUND);
      membership.afterPoll();
      Set<SourceId> now = new HashSet<>();
      boolean all = membership.isJoined();
      for (SourcePartition one : membership.held().values()) {
        all &= one.isRunning() && !one.isLost();
        if (one.isRunning()) {
          now.addAll(one.ids());
        }
      }
      owned = Set.copyOf(now);
      return all;
    }

    @Override
    public void release() {
      membership.releaseAll();
      owned = Set.of();
    }
  }

  private SourcePartition open(
      KafkaSettings kafka,
      String groupId,
      TopicPartition partition,
      List<OwnedSource> sources,
      Letters letters) {
    String id = groupId + "-" + partition.topic() + "-" + partition.partition();
    List<Topic<?, ?>> largest = List.of(kafka.topics().deadLetters());
    Fence fence =
        new Fence(partition, () -> Clients.transactional(kafka, id, largest), membership::metadata);
    SourcePartition one = new SourcePartition(fence, kafka, sources, letters, WallClock.system());
    one.start();
    return one;
  }
}
