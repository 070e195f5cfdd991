package dev.playloop.kit.commit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.kit.Counters;
import dev.playloop.kit.FencedException;
import dev.playloop.testkit.Await;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a committer makes of each kind of failure, with producers that fail on demand.
final class CommitterTest {
  private static final TopicPartition PARTITION = new TopicPartition("in", 0);

  @SuppressWarnings("removal") // how a mock consumer makes one, too
  private static final ConsumerGroupMetadata GROUP = new ConsumerGroupMetadata("group");

  private final List<FailingProducer> opened = new ArrayList<>();

  private final Queue<FailingProducer> prepared = new ArrayDeque<>();

  private final BlockingQueue<Item.Finished> committed = new LinkedBlockingQueue<>();

  private final BlockingQueue<Throwable> fenced = new LinkedBlockingQueue<>();

  private final BlockingQueue<Boolean> ready = new LinkedBlockingQueue<>();

  private final Counters counters = new Counters();

  private final OffsetMap map = new OffsetMap(0);

  private final Committer committer =
      new Committer(
          new Fence(PARTITION, this::open, () -> GROUP),
          3_000,
          counters,
          new Committer.Owner() {
            @Override
            public void opened() {
              ready.add(true);
            }

            @Override
            public void fenced(RuntimeException cause) {
              fenced.add(cause);
            }

            @Override
            public void committed(Item.Finished finished) {
              committed.add(finished);
            }
          });

  private Producer<byte[], byte[]> open() {
    FailingProducer next = prepared.isEmpty() ? new FailingProducer() : prepared.remove();
    opened.add(next);
    return next;
  }

  private FailingProducer prepare() {
    FailingProducer producer = new FailingProducer();
    prepared.add(producer);
    return producer;
  }

  private void begin() throws InterruptedException {
    committer.begin(map);
    committer.start();
    assertThat(ready.poll(60, TimeUnit.SECONDS)).isTrue();
  }

  private Item.Finished finished(long offset) {
    map.take(offset);
    return new Item.Finished(offset, 1, List.of(output()), (record, reason) -> List.of());
  }

  private static ProducerRecord<byte[], byte[]> output() {
    return new ProducerRecord<>("out", new byte[] {1});
  }

  private static long lastOffset(FailingProducer producer) {
    Map<TopicPartition, OffsetAndMetadata> last =
        producer.consumerGroupOffsetsHistory().getLast().getOrDefault("group", Map.of());
    OffsetAndMetadata offset = last.get(PARTITION);
    return offset == null ? -1 : offset.offset();
  }

  @AfterEach
  void drop() throws InterruptedException {
    committer.drop();
    assertThat(committer.awaitEnd(System.nanoTime() + TimeUnit.SECONDS.toNanos(60))).isTrue();
  }

  @Test
  void keepsOutputsOverAnAbortAndTriesAgain() throws Exception {
    FailingProducer producer = prepare();
    producer.onOffsets.add(new KafkaException("the generation has changed"));
    producer.onCommit.add(new KafkaException("aborted by the broker"));
    begin();

    committer.add(finished(0));

    assertThat(committed.poll(60, TimeUnit.SECONDS)).isNotNull();
    assertThat(producer.history()).hasSize(1);
    assertThat(counters.aborts.sum()).isEqualTo(2);
    assertThat(opened).hasSize(1);
    assertThat(lastOffset(producer)).isEqualTo(1);
  }

  @Test
  void replacesOnlyTheOutputThatWasRefused() throws Exception {
    FailingProducer producer = prepare();
    List<Item.Finished> batch = new ArrayList<>();
    for (long offset = 0; offset < 10; offset++) {
      map.take(offset);
      byte[] value =
          offset == 4 || offset == 6 ? FailingProducer.LARGE : new byte[] {(byte) offset};
      batch.add(
          new Item.Finished(
              offset,
              1,
              List.of(new ProducerRecord<>("out", value)),
              (record, reason) ->
                  List.of(new ProducerRecord<>("answers", reason.getBytes(UTF_8)))));
    }
    batch.forEach(committer::add);
    begin();

    Await.until("all committed", () -> committed.size() == 10);

    assertThat(producer.history().stream().filter(r -> r.topic().equals("answers"))).hasSize(2);
    assertThat(producer.history().stream().filter(r -> r.topic().equals("out"))).hasSize(8);
    assertThat(map.position()).isEqualTo(10);
  }

  @Test
  void opensAnotherProducerWhereOneIsBeyondUseAndKeepsOutputs() throws Exception {
    FailingProducer broken = prepare();
    broken.onOffsets.add(new AuthorizationException("no"));
    broken.onAbort.add(new KafkaException("in a fatal state"));
    begin();

    committer.add(finished(0));

    assertThat(committed.poll(60, TimeUnit.SECONDS)).isNotNull();
    assertThat(opened).hasSize(2);
    assertThat(broken.history()).isEmpty();
    assertThat(broken.closed()).isTrue();
    assertThat(opened.get(1).history()).hasSize(1);
  }

  @Test
  void startsOverFromTheLogWhereACommitsOutcomeIsUnknown() throws Exception {
    FailingProducer broken = prepare();
    broken.onCommit.add(new KafkaException("connection lost"));
    broken.onAbort.add(new KafkaException("in a fatal state"));
    begin();

    committer.add(finished(0));

    assertThat(fenced.poll(60, TimeUnit.SECONDS)).isNotNull();
    assertThat(committed).isEmpty();
    assertThat(opened).hasSize(1);
  }

  @Test
  void repeatsACommitThatTimedOut() throws Exception {
    FailingProducer producer = prepare();
    producer.onCommit.add(new TimeoutException("no answer"));
    producer.onCommit.add(new TimeoutException("no answer"));
    begin();

    committer.add(finished(0));

    assertThat(committed.poll(60, TimeUnit.SECONDS)).isNotNull();
    assertThat(counters.aborts.sum()).isZero();
    assertThat(producer.history()).hasSize(1);
  }

  @Test
  void tellsAWaitingCallThatItIsFenced() throws Exception {
    FailingProducer producer = prepare();
    producer.onCommit.add(new ProducerFencedException("another owner"));
    begin();

    assertThatThrownBy(() -> committer.commitNow(List.of(output())))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("in-0");
    assertThat(fenced.poll(60, TimeUnit.SECONDS)).isInstanceOf(ProducerFencedException.class);
    assertThatThrownBy(() -> committer.commitNow(List.of(output())))
        .as("and all that come later")
        .isInstanceOf(FencedException.class);
  }

  @Test
  void sendsOffsetsWithIntentsTooSoThatTheGroupChecksThem() throws Exception {
    FailingProducer producer = prepare();
    begin();
    map.take(0);

    committer.commitNow(List.of(output()));

    assertThat(lastOffset(producer)).as("not advanced").isZero();
  }

  @Test
  void commitsWhatWasAddedBeforeItEnds() throws Exception {
    FailingProducer producer = prepare();
    begin();
    for (int offset = 0; offset < 10; offset++) {
      committer.add(finished(offset));
    }

    committer.finish();

    assertThat(committer.awaitEnd(System.nanoTime() + TimeUnit.SECONDS.toNanos(60))).isTrue();
    assertThat(producer.history()).hasSize(10);
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void anErrorInTheCommitterLeavesNoPartitionWithoutOne() throws Exception {
    FailingProducer producer = new FailingProducer();
    producer.onCommitError = new OutOfMemoryError("for this test");
    prepared.add(producer);
    committer.start();
    ready.poll(60, TimeUnit.SECONDS);
    map.take(0);
    committer.begin(map);

    committer.add(finished(0));

    assertThat(fenced.poll(60, TimeUnit.SECONDS)).hasMessageContaining("OutOfMemoryError");
  }
}
