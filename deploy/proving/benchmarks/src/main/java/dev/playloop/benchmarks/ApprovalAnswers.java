package dev.playloop.benchmarks;

import dev.playloop.journal.JournalReader;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.topic.TopicReader;
import dev.playloop.kit.topic.TopicReading;
import dev.playloop.operator.approval.Waits;
import dev.playloop.schemas.event.ApprovalEvent;
import dev.playloop.schemas.event.LoopEvent;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.journal.JournalEntry;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.JournalHeaders;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.WakeupException;

/// Says yes to questions over the gateway, and looks when that lies in the journal and when the
/// write has happened. One thread says, another reads.
final class ApprovalAnswers {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final KafkaSettings kafka;
  private final Door door;
  private final Map<ActionId, Long> effects;
  private final Map<ActionId, Long> journaled = new ConcurrentHashMap<>();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /// Where answers go, and who gives them.
  record Door(URI gateway, String token) {}

  /// `effects` gets, from the world, when each write happened, by [System#nanoTime].
  ApprovalAnswers(KafkaSettings kafka, Door door, Map<ActionId, Long> effects) {
    this.kafka = kafka;
    this.door = door;
    this.effects = effects;
  }

  /// Milliseconds from sending an answer.
  @SuppressWarnings("ArrayRecordComponent") // printed, never compared
  record Spent(double[] taken, double[] toJournal, double[] toEffect) {}

  /// So many a second; returns when each has led to its effect.
  Spent say(List<Waits> open, int rate) throws IOException, InterruptedException {
    double[] taken = new double[open.size()];
    long[] said = new long[open.size()];
    ActionId[] action = new ActionId[open.size()];
    try (TopicReader journal =
        TopicReading.of(kafka, kafka.topics().journal()).prompt().fromEnd()) {
      journal.positions(); // the end is where it is now, not where it is when the follower begins
      Thread follower = Thread.ofPlatform().start(() -> follow(journal));
      for (int i = 0; i < open.size(); i++) {
        Waits.Asked asked = (Waits.Asked) open.get(i);
        action[i] = asked.ask().action();
        said[i] = System.nanoTime();
        int status = post(asked);
        taken[i] = (System.nanoTime() - said[i]) / 1e6;
        if (status != 202) {
          throw new IllegalStateException("the gateway said " + status);
        }
        long rest = said[i] + 1_000_000_000L / rate - System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(Math.max(0, rest));
      }
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      List<ActionId> all = List.of(action);
      while (!(journaled.keySet().containsAll(all) && effects.keySet().containsAll(all))
          && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      journal.wakeup();
      follower.join();
    }
    double[] toJournal = new double[open.size()];
    double[] toEffect = new double[open.size()];
    for (int i = 0; i < open.size(); i++) {
      toJournal[i] = (journaled.getOrDefault(action[i], Long.MAX_VALUE) - said[i]) / 1e6;
      toEffect[i] = (effects.getOrDefault(action[i], Long.MAX_VALUE) - said[i]) / 1e6;
    }
    return new Spent(taken, toJournal, toEffect);
  }

  private int post(Waits.Asked asked) throws IOException, InterruptedException {
    byte[] body =
        Json.bytes(
            Json.NODES
                .objectNode()
                .put("answer", "approve")
                .put("argsHash", asked.ask().question().argsHash()));
    HttpRequest request =
        HttpRequest.newBuilder(
                door.gateway().resolve("/v1/approvals/" + asked.ask().question().approval()))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + door.token())
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private void follow(TopicReader journal) {
    try {
      while (true) {
        for (ConsumerRecord<byte[], byte[]> record : journal.poll(Duration.ofMillis(100))) {
          JournalEntry.Body body =
              JournalReader.read(JournalHeaders.read(record.headers(), record.value())).body();
          for (LoopEvent event : body == null ? List.<LoopEvent>of() : body.events()) {
            if (event instanceof ApprovalEvent.Answered answered) {
              journaled.put(answered.action(), System.nanoTime());
            }
          }
        }
      }
    } catch (WakeupException e) {
      // all were seen
    }
  }
}
