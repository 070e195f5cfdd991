package dev.playloop.audit.checkpoint;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.journal.Checkpoint;
import dev.playloop.schemas.journal.CheckpointBodyBuilder;
import dev.playloop.schemas.seal.TrustedKey;
import dev.playloop.schemas.topic.Topic;
import dev.playloop.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The checkpoints that are committed, as a test waits for them. Used by the test's thread.
final class CommittedCheckpoints implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final Topic<?, Checkpoint> topic;
  private final TrustedKey key;
  private final TopicReader reader;
  final List<Checkpoint> all = new ArrayList<>();

  CommittedCheckpoints(KafkaSettings kafka, TrustedKey key) {
    this.topic = kafka.topics().checkpoints();
    this.key = key;
    this.reader = TopicReading.of(kafka, topic).prompt().fromBeginning();
  }

  void awaitAgents(int count) {
    Await.until(
        "a checkpoint of %d agents".formatted(count),
        () -> {
          reader
              .poll(POLL)
              .forEach(
                  record -> all.add(topic.value().deserializer().deserialize("", record.value())));
          return last().agents() == count;
        });
  }

  Checkpoint.Body last() {
    return all.isEmpty()
        ? CheckpointBodyBuilder.builder()
            .v(1)
            .number(-1)
            .at(Instant.EPOCH)
            .journal("")
            .offsets(List.of())
            .agents(-1)
            .root("")
            .previous("")
            .build()
        : SignedCheckpoint.check(all.getLast(), List.of(key), "last").body();
  }

  @Override
  public void close() {
    reader.close();
  }
}
