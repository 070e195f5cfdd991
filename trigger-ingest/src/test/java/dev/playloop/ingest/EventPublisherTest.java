package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.playloop.http.Problem.Refused;
import dev.playloop.ingest.Intake.Accepted;
import dev.playloop.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class EventPublisherTest {
  private final AtomicInteger silent = new AtomicInteger();
  private final MockProducer<byte[], byte[]> kafka =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
        @Override
        public List<PartitionInfo> partitionsFor(String topic) {
          if (silent.getAndDecrement() > 0) {
            throw new TimeoutException("not present in metadata after 1000 ms");
          }
          return super.partitionsFor(topic);
        }
      };
  private final EventPublisher publisher = new EventPublisher(kafka, 3, Duration.ofMinutes(5));

  @Test
  void nothingIsAcceptedBeforeKafkaHasIt() throws Exception {
    CompletableFuture<Integer> answer = publish(2);
    Await.until("both are sent", () -> kafka.history().size() == 2);

    kafka.completeNext();
    assertThat(answer).isNotDone();
    kafka.completeNext();

    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(202);
  }

  @Test
  void whatIsBeyondTheBoundIsRefusedAsBusyAndNotSent() throws Exception {
    CompletableFuture<Integer> waiting = publish(2);
    Await.until("both are sent", () -> kafka.history().size() == 2);

    assertThat(publish(2).get(60, TimeUnit.SECONDS)).isEqualTo(429);

    assertThat(kafka.history()).hasSize(2);
    kafka.completeNext();
    kafka.completeNext();
    assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo(202);
    assertThat(publisher.waiting()).isZero();
  }

  @Test
  void aFullBufferIsBusy() throws Exception {
    CompletableFuture<Integer> answer = publish(1);
    Await.until("it is sent", () -> kafka.history().size() == 1);

    kafka.errorNext(new BufferExhaustedException("8 MB wait"));

    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(429);
    assertThat(publisher.waiting()).isZero();
  }

  @Test
  void aSendThatTimesOutIsUnavailableAndSaysThatARetryIsSafe() throws Exception {
    CompletableFuture<Integer> answer = publish(1);
    Await.until("it is sent", () -> kafka.history().size() == 1);

    kafka.errorNext(new TimeoutException("10 s"));

    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(503);
    assertThat(publisher.failing()).isTrue();
    assertThat(publisher.waiting()).isZero();
    assertThat(EventProblem.unavailable("x").detail()).contains("same request again");
  }

  @Test
  void aPartThatFailsFailsTheRequest() throws Exception {
    CompletableFuture<Integer> answer = publish(2);
    Await.until("both are sent", () -> kafka.history().size() == 2);

    kafka.completeNext();
    kafka.errorNext(new TimeoutException("10 s"));

    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(503);
  }

  @Test
  void noAnswerAtAllIsUnavailableInTime() {
    EventPublisher hasty = new EventPublisher(kafka, 3, Duration.ofMillis(20));

    Refused refused =
        catchThrowableOfType(Refused.class, () -> hasty.publish(events(3), new RecordHeaders()));

    assertThat(refused.problem().status()).isEqualTo(503);
    assertThat(hasty.waiting()).as("they may still arrive, so they count").isEqualTo(3);
    Refused next =
        catchThrowableOfType(Refused.class, () -> hasty.publish(events(1), new RecordHeaders()));
    assertThat(next.problem().status()).isEqualTo(503);
  }

  @Test
  void anEventWaitsForABrokerThatTakesItsTimeToTellWhereItsTopicIs() throws Exception {
    for (int sent = 1; sent <= 2; sent++) {
      int expected = sent;
      silent.set(3);

      CompletableFuture<Integer> answer = publish(1);
      Await.until("it is sent", () -> kafka.history().size() == expected || answer.isDone());

      assertThat(answer).isNotDone();
      kafka.completeNext();
      assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(202);
    }
  }

  @Test
  void topicsOfWhichKafkaDoesNotTellInTimeAreUnavailable() {
    silent.set(Integer.MAX_VALUE);
    EventPublisher hasty = new EventPublisher(kafka, 3, Duration.ofMillis(20));

    Refused refused =
        catchThrowableOfType(Refused.class, () -> hasty.publish(events(3), new RecordHeaders()));

    assertThat(refused.problem().status()).isEqualTo(503);
    assertThat(hasty.waiting()).isZero();
    assertThat(kafka.history()).isEmpty();
  }

  private CompletableFuture<Integer> publish(int count) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            publisher.publish(events(count), new RecordHeaders());
            return 202;
          } catch (Refused e) {
            return e.problem().status();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        },
        task -> Thread.ofVirtual().start(task));
  }

  private static List<Accepted> events(int count) {
    return java.util.stream.IntStream.range(0, count)
        .mapToObj(i -> new Accepted("id-" + i, "playloop.triggers", "society/ada", new byte[10]))
        .toList();
  }
}
