package dev.playloop.kit.topic;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.schemas.topic.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// How topics are read: all their partitions or one, committed records only and what can't be
/// fetched passed over, unless told otherwise. A value; each `from…` opens a reader of its own.
public final class TopicReading {
  private static final Duration ASK = Duration.ofSeconds(30);

  private final KafkaSettings kafka;
  private final List<Topic<?, ?>> topics;
  private final Places places;
  private final Duration ask;
  private final Set<How> how;

  /// Finds the partitions to read.
  @FunctionalInterface
  private interface Places {
    List<TopicPartition> of(Consumer<?, ?> cluster, Duration within);
  }

  /// What differs from the usual reader.
  private enum How {
    STRICT,
    UNCOMMITTED,
    FEW_AT_ONCE,
    PROMPT,
    AT_ONCE
  }

  private TopicReading(
      KafkaSettings kafka,
      Collection<? extends Topic<?, ?>> topics,
      Places places,
      Duration ask,
      Set<How> how) {
    this.kafka = kafka;
    this.topics = List.copyOf(topics);
    this.places = places;
    this.ask = ask;
    this.how = how;
  }

  public static TopicReading of(KafkaSettings kafka, Topic<?, ?> topic) {
    return of(kafka, List.of(topic));
  }

  public static TopicReading of(KafkaSettings kafka, Collection<? extends Topic<?, ?>> topics) {
    List<Topic<?, ?>> all = List.copyOf(topics);
    return new TopicReading(kafka, all, (cluster, ask) -> all(all, cluster, ask), ASK, Set.of());
  }

  /// This partition of the topics alone.
  public TopicReading partition(int number) {
    Places one =
        (_, _) -> topics.stream().map(topic -> new TopicPartition(topic.name(), number)).toList();
    return new TopicReading(kafka, topics, one, ask, how);
  }

  /// How long to wait where the cluster is asked for places; 30 seconds unless told.
  public TopicReading asking(Duration patience) {
    return new TopicReading(kafka, topics, places, patience, how);
  }

  /// A record that can't be fetched makes the reader throw: for whom a record that is passed over
  /// is a lie.
  public TopicReading strict() {
    return with(How.STRICT);
  }

  /// Refuses to read where these topics, or its own, have other numbers of partitions than the
  /// catalogue's.
  public TopicReading counted(Topic<?, ?>... also) {
    List<Topic<?, ?>> counted = new ArrayList<>(List.of(also));
    counted.addAll(topics);
    Places checked =
        (cluster, within) -> {
          counted.forEach(topic -> requireCount(topic, cluster, within));
          return places.of(cluster, within);
        };
    return new TopicReading(kafka, topics, checked, ask, how);
  }

  /// Open and aborted transactions too.
  public TopicReading uncommitted() {
    return with(How.UNCOMMITTED);
  }

  /// For records that are large and many: few are fetched and unpacked at a time.
  public TopicReading fewAtOnce() {
    return with(How.FEW_AT_ONCE);
  }

  /// A question for the end of a topic waits behind the fetch under way: for 50 ms at most.
  public TopicReading prompt() {
    return with(How.PROMPT);
  }

  /// A question for the end of a topic waits for no fetch: it goes over a connection of its own.
  TopicReading atOnce() {
    return with(How.AT_ONCE);
  }

  private TopicReading with(How more) {
    EnumSet<How> all = EnumSet.of(more);
    all.addAll(how);
    return new TopicReading(kafka, topics, places, ask, all);
  }

  /// Asks the cluster for nothing yet, and so opens while it is away too.
  public TopicReader fromBeginning() {
    Map<String, String> more = new HashMap<>();
    more.put("default.api.timeout.ms", String.valueOf(ask.toMillis()));
    more.put("request.timeout.ms", String.valueOf(ask.toMillis() * 4 / 5));
    if (how.contains(How.UNCOMMITTED)) {
      more.put("isolation.level", "read_uncommitted");
    }
    if (how.contains(How.FEW_AT_ONCE)) {
      more.putAll(Clients.FEW_AT_ONCE);
    }
    if (how.contains(How.PROMPT)) {
      more.put("fetch.max.wait.ms", "50");
    }
    Consumer<byte[], byte[]> consumer = Clients.reader(kafka, topics, more);
    CarefulPoll poll =
        how.contains(How.STRICT) ? null : CarefulPoll.following(kafka, topics, consumer);
    return new TopicReader(
        consumer,
        poll,
        () -> places.of(consumer, ask),
        ask,
        how.contains(How.AT_ONCE) ? () -> Clients.reader(kafka, topics, more) : null);
  }

  /// What is written from now on.
  public TopicReader fromEnd() {
    return placed(TopicReader::skipToEnd);
  }

  /// From these positions on; a partition without one from its first record that is no older than
  /// `since`.
  public TopicReader from(Map<TopicPartition, Long> positions, Instant since) {
    return placed(reader -> reader.place(positions, since));
  }

  private TopicReader placed(java.util.function.Consumer<TopicReader> place) {
    TopicReader reader = fromBeginning();
    boolean placed = false;
    try {
      place.accept(reader);
      placed = true;
      return reader;
    } finally {
      if (!placed) {
        reader.close();
      }
    }
  }

  private static List<TopicPartition> all(
      List<Topic<?, ?>> topics, Consumer<?, ?> cluster, Duration within) {
    List<TopicPartition> all = new ArrayList<>();
    for (Topic<?, ?> topic : topics) {
      int count = count(topic, cluster, within);
      if (count == 0) {
        throw new UnknownTopicOrPartitionException("there is no topic " + topic.name());
      }
      IntStream.range(0, count)
          .forEach(number -> all.add(new TopicPartition(topic.name(), number)));
    }
    return all;
  }

  private static int count(Topic<?, ?> topic, Consumer<?, ?> cluster, Duration within) {
    List<PartitionInfo> found = cluster.partitionsFor(topic.name(), within);
    return found == null ? 0 : found.size();
  }

  private static void requireCount(Topic<?, ?> topic, Consumer<?, ?> cluster, Duration within) {
    int count = count(topic, cluster, within);
    if (count != topic.partitions()) {
      throw new KafkaException(
          topic.name()
              + " has "
              + count
              + " partitions, not "
              + topic.partitions()
              + ": run `playloop topics create`, or set PLAYLOOP_PARTITIONS");
    }
  }
}
