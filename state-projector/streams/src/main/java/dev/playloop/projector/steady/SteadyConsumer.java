package dev.playloop.projector.steady;

import dev.playloop.kit.Hole;
import dev.playloop.kit.Letters;
import dev.playloop.kit.topic.Blame;
import dev.playloop.kit.topic.BoundedConsumer;
import dev.playloop.kit.topic.CarefulPoll;
import dev.playloop.kit.topic.Suspects;
import dev.playloop.kit.topic.Suspects.Position;
import dev.playloop.schemas.topic.LetterHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A consumer of Streams whose `poll` gets past records that can't be fetched, by a [CarefulPoll].
/// Such a record is handed out empty, in its place: the processor, which knows it as guilty, makes
/// it a dead letter, and its offset is committed like any other. So no thread ends by it, which
/// matters most for the global table's, as that one can't be replaced. Records have no times but
/// the broker's, see [BrokersTimes]. Owned by one stream thread.
final class SteadyConsumer extends BoundedConsumer {
  private static final Logger LOG = LoggerFactory.getLogger(SteadyConsumer.class);
  private static final long LOOK_AT_PLACES_NANOS = Duration.ofMillis(250).toNanos();

  /// An `Error` of no record in a thread that can't be replaced is borne so often in a row.
  private static final int BORNE = 3;

  private final Pulse pulse;
  private final CarefulPoll poll;
  private final boolean replaced;
  private final IdleWait wait = new IdleWait(System::nanoTime);

  /// What Streams paused within a poll, by its rebalance listener: that stays so.
  private final Set<TopicPartition> pausedWithin = new HashSet<>();

  /// Whose records this thread was given since the group changed last.
  private Set<TopicPartition> given = Set.of();

  private int errors;
  private long lookedAt;

  /// `replaced`: whether its thread is started anew where it ends. One whose is not, hands what it
  /// reads to nobody who would tell that a suspect is behind.
  @SuppressWarnings("this-escape") // the poll is used by this consumer alone
  SteadyConsumer(Map<String, Object> config, Pulse pulse, boolean replaced) {
    super(config);
    this.pulse = pulse;
    this.replaced = replaced;
    this.poll =
        new CarefulPoll(
            this, this::withholding, () -> oneByOne(config), new PulsesBlame(!replaced));
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    pulse.polled();
    look();
    try {
      ConsumerRecords<byte[], byte[]> records = BrokersTimes.of(relieved(wait.of(timeout)));
      errors = 0;
      if (!records.isEmpty()) {
        wait.heard();
      }
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (record instanceof Hole) {
          hole(record);
        }
        if (replaced) {
          pulse.backpressure().handedOut(record);
        }
      }
      return records;
    } catch (Error e) {
      if (replaced || ++errors >= BORNE) {
        throw e;
      }
      LOG.error("an Error in a poll, at no record; polled again", e);
      return ConsumerRecords.empty();
    }
  }

  /// Nothing comes of those of which enough waits already.
  private ConsumerRecords<byte[], byte[]> relieved(Duration timeout) {
    moved();
    pausedWithin.clear();
    Set<TopicPartition> full = new HashSet<>(pulse.backpressure().full());
    full.retainAll(assignment());
    full.removeAll(paused());
    super.pause(full);
    try {
      return poll.poll(timeout);
    } finally {
      resumeOf(full);
    }
  }

  /// What was read of partitions that went elsewhere is read there again.
  private void moved() {
    Set<TopicPartition> now = assignment();
    if (!now.equals(given)) {
      Set<TopicPartition> gone = new HashSet<>(given);
      gone.removeAll(now);
      pulse.backpressure().forget(gone);
      given = Set.copyOf(now);
    }
  }

  private void hole(ConsumerRecord<byte[], byte[]> hole) {
    LOG.error(
        "{}-{}@{} can't be fetched and is skipped as a dead letter",
        hole.topic(),
        hole.partition(),
        hole.offset());
    pulse.skipped();
    hole.headers().add(LetterHeaders.CUT, Letters.UNREAD.getBytes(StandardCharsets.UTF_8));
  }

  private ConsumerRecords<byte[], byte[]> withholding(
      Duration timeout, Set<TopicPartition> withheld) {
    super.pause(withheld);
    try {
      return super.poll(timeout);
    } finally {
      resumeOf(withheld);
    }
  }

  private void resumeOf(Set<TopicPartition> withheld) {
    Set<TopicPartition> again = new HashSet<>(withheld);
    again.retainAll(assignment());
    again.removeAll(pausedWithin);
    super.resume(again);
  }

  @Override
  public void pause(Collection<TopicPartition> partitions) {
    super.pause(partitions);
    pausedWithin.addAll(partitions);
  }

  @Override
  public void resume(Collection<TopicPartition> partitions) {
    super.resume(partitions);
    pausedWithin.removeAll(partitions);
  }

  private static Consumer<byte[], byte[]> oneByOne(Map<String, Object> like) {
    Map<String, Object> config = new HashMap<>(like);
    config.keySet().removeIf(name -> name.startsWith("group.") || name.startsWith("__"));
    config.remove(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, like.get(ConsumerConfig.CLIENT_ID_CONFIG) + "-one");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.putAll(CarefulPoll.ONE_BY_ONE);
    return new BoundedConsumer(config);
  }

  /// Counts in the application's file, so that a count outlives the process.
  private final class PulsesBlame implements Blame {
    /// Whether a record counts as handled as soon as it is handed out.
    private final boolean atOnce;

    PulsesBlame(boolean atOnce) {
      this.atOnce = atOnce;
    }

    private Suspects suspects() {
      return pulse.suspects();
    }

    @Override
    public void struck(TopicPartition partition, long offset, Throwable thrown) {
      Position at = new Position(partition.topic(), partition.partition(), offset);
      int times = pulse.unfetched(at);
      LOG.error("{} can't be fetched, time {} of {}", at, times, Suspects.STRIKES, thrown);
    }

    @Override
    public boolean isGuilty(TopicPartition partition, long offset) {
      return suspects().isGuilty(new Position(partition.topic(), partition.partition(), offset));
    }

    @Override
    public long suspect(TopicPartition partition) {
      return suspects().lastOpen(partition.topic(), partition.partition());
    }

    /// A suspect is by itself: another record may have taken the memory that it lacked.
    @Override
    public int atOnce() {
      return suspects().isQuiet() ? Integer.MAX_VALUE : 1;
    }

    @Override
    public void handedOut(TopicPartition partition, long offset) {
      if (atOnce) {
        suspects().passed(partition.topic(), partition.partition(), offset - 1);
      }
    }
  }

  /// Tells where the partitions stand, a few times a second.
  private void look() {
    long now = System.nanoTime();
    if (now - lookedAt < LOOK_AT_PLACES_NANOS) {
      return;
    }
    lookedAt = now;
    for (TopicPartition partition : assignment()) {
      OptionalLong lag = currentLag(partition);
      if (lag.isPresent()) {
        pulse.stands(partition, position(partition), lag.getAsLong() > 0);
      }
    }
  }

  @Override
  public void close() {
    end();
    super.close();
  }

  @Override
  public void close(CloseOptions option) {
    end();
    super.close(option);
  }

  private void end() {
    poll.close();
    pulse.backpressure().forget(given);
    pulse.left();
  }
}
