package dev.playloop.ingest.stream;

import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicFollower;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.schemas.seal.DataKey;
import dev.playloop.schemas.seal.KeyRing;
import dev.playloop.schemas.seal.MasterKey;
import dev.playloop.schemas.topic.JournalHeaders;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The keys of what is sealed in the journal, read from `subject-keys` and followed: one that is
/// dropped is gone here within moments. Keeps the [#MOST] that were used last. Without a master key
/// there are none, and nothing is read. A thread of its own reads, as [TopicFollower] says;
/// everyone may ask.
final class NewsKeys implements KeyRing, AutoCloseable {
  private static final int MOST = 400_000;
  private static final Duration ASK = Duration.ofSeconds(5);

  private final @Nullable WrappedKeys keys;
  private final @Nullable TopicFollower follower;

  private NewsKeys(@Nullable WrappedKeys keys, @Nullable TopicFollower follower) {
    this.keys = keys;
    this.follower = follower;
  }

  /// Starts without waiting for Kafka. Reads what open transactions wrote, too: a key is written in
  /// that of the first entry that it seals, and Kafka may tell later here than there how it ended.
  /// A key of one that came to nothing has sealed nothing, and who drops one in such does so again.
  /// No record is passed over: it could be the one that drops a key.
  static NewsKeys start(KafkaSettings kafka, @Nullable MasterKey master) {
    if (master == null) {
      return new NewsKeys(null, null);
    }
    WrappedKeys keys = new WrappedKeys(master, MOST);
    TopicReading reading =
        TopicReading.of(kafka, kafka.topics().subjectKeys()).strict().uncommitted().prompt();
    return new NewsKeys(
        keys, TopicFollower.start(kafka.topics().subjectKeys().name(), reading, keys::take));
  }

  @Override
  public @Nullable DataKey find(String id) {
    return keys == null ? null : keys.find(id);
  }

  /// Why they are not known yet, or null where they are.
  @Nullable String problem() {
    return follower == null ? null : follower.problem();
  }

  /// Whether all keys that were there at the start were read within the time.
  boolean awaitLoaded(Duration timeout) throws InterruptedException {
    return follower == null || follower.awaitLoaded(timeout);
  }

  /// Waits until all is known that was written before now: keys, and that they were dropped. False
  /// where Kafka does not answer in time.
  boolean awaitCurrent() throws InterruptedException {
    return follower == null || follower.awaitCurrent(ASK);
  }

  /// Waits for what these entries are sealed with, which may have been made a moment ago.
  boolean awaitOf(List<ConsumerRecord<byte[], byte[]>> entries) throws InterruptedException {
    for (ConsumerRecord<byte[], byte[]> entry : entries) {
      String id = JournalHeaders.read(entry.headers(), entry.value()).key();
      if (id != null && keys != null && !keys.has(id)) {
        return awaitCurrent();
      }
    }
    return true;
  }

  @Override
  public void close() {
    if (follower != null) {
      follower.close();
    }
  }
}
