package dev.playloop.console.source;

import dev.playloop.audit.JournalRecord;
import dev.playloop.audit.JournalSource;
import dev.playloop.audit.evidence.Evidence;
import dev.playloop.audit.log.TopicJournal;
import dev.playloop.audit.log.TopicKeys;
import dev.playloop.console.index.Spot;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.MasterKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// The journal of a cluster. Single records are had again by [#READERS] readers, each one thread's
/// at a time.
public final class ClusterJournal implements ConsoleJournal {
  private static final int READERS = 3;
  private static final Duration ASK = Duration.ofSeconds(10);

  private final KafkaSettings kafka;
  private final String name;
  private final String identity;
  private final @Nullable MasterKey master;
  private final LockedKeys keys;
  private final Runnable cluster;
  private final BlockingQueue<TopicReader> free = new ArrayBlockingQueue<>(READERS);
  private final List<TopicReader> readers = new ArrayList<>();

  private ClusterJournal(
      KafkaSettings kafka,
      String name,
      String identity,
      @Nullable MasterKey master,
      Runnable cluster) {
    this.cluster = cluster;
    this.kafka = kafka;
    this.name = name;
    this.identity = identity;
    this.master = master;
    this.keys = new LockedKeys(new TopicKeys(kafka, master));
    for (int i = 0; i < READERS; i++) {
      TopicReader reader = reader();
      readers.add(reader);
      free.add(reader);
    }
  }

  /// Of a cluster that runs; `name` is what people call it. Asks it who it is.
  public static ClusterJournal of(KafkaSettings kafka, String name, @Nullable MasterKey master)
      throws InterruptedException {
    return of(kafka, name, master, () -> {});
  }

  /// The same; `cluster` was started to look at it, and is closed with this, also where it can't be
  /// opened.
  public static ClusterJournal of(
      KafkaSettings kafka, String name, @Nullable MasterKey master, Runnable cluster)
      throws InterruptedException {
    boolean opened = false;
    try {
      ClusterJournal journal =
          new ClusterJournal(kafka, name, ClusterIdentity.of(kafka), master, cluster);
      opened = true;
      return journal;
    } finally {
      if (!opened) {
        cluster.run();
      }
    }
  }

  private TopicReader reader() {
    return TopicReading.of(kafka, kafka.topics().journal()).prompt().asking(ASK).fromBeginning();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public KafkaSettings kafka() {
    return kafka;
  }

  @Override
  public KeyRing keys() {
    return keys;
  }

  @Override
  public boolean sealed() {
    return !keys.there().isEmpty();
  }

  /// Those that are not dropped.
  LockedKeys locked() {
    return keys;
  }

  @Override
  public JournalSource stretch(AgentId agent, Spot from, Spot to) {
    int number = from.row().partition();
    TopicPartition partition = new TopicPartition(kafka.topics().journal().name(), number);
    byte[] key = agent.value().getBytes(StandardCharsets.UTF_8);
    List<JournalRecord> records = new ArrayList<>();
    TopicReader reader = taken();
    try {
      reader.goTo(Map.of(partition, from.row().offset()));
      reader.readTo(
          Map.of(partition, to.row().offset() + 1),
          record -> {
            if (Arrays.equals(key, record.key())) {
              records.add(TopicJournal.record(record));
            }
          });
    } finally {
      free.add(reader);
    }
    return Stretch.of(from, to, records);
  }

  private TopicReader taken() {
    try {
      return free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while it waited to read the journal", e);
    }
  }

  @Override
  public Evidence evidence() {
    return Evidence.ofCluster(kafka).withKeys(master);
  }

  @Override
  public Feed feed(Feed.Goal goal) {
    return ClusterFeed.start(this, goal);
  }

  @Override
  public void close() {
    keys.close();
    readers.forEach(TopicReader::close);
    cluster.run();
  }
}
