package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.broker.EmbeddedBroker;
import dev.playloop.ingest.Http.Answer;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.EmbeddedOnly;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EmbeddedOnly("it stops its broker and brings it back at the same address")
final class BrokerOutageTest {
  private static final IngestSettings HASTY =
      IngestSettingsBuilder.builder()
          .edge(IngestSettings.local().edge())
          .maxBatch(100)
          .maxInFlight(100)
          .bufferBytes(8L << 20)
          .ackTimeout(Duration.ofSeconds(1))
          .caps(SpendCaps.NONE)
          .build();

  @TempDir Path dir;
  private EmbeddedBroker broker;
  private Kafka kafka;

  @BeforeEach
  void start() throws Exception {
    restart();
    kafka = Kafka.at(broker.bootstrapServers(), Topics.DEFAULT_PREFIX);
    kafka.apply("society/ada");
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  /// On the same folder and, as the broker keeps them there, the same ports.
  private void restart() {
    broker = EmbeddedBroker.start(dir);
  }

  @Test
  void anOutageIsAnswered503AndWhatWasAcceptedIsStored() throws Exception {
    try (TriggerIngest ingest = ingest();
        Http http = new Http(ingest.httpAddress())) {
      assertThat(ingest.awaitReady(Duration.ofMinutes(2))).isTrue();
      Set<String> accepted = new HashSet<>();
      takeIn(http, "before", accepted);

      stop();
      Answer away = post(http, "during");
      Answer ready = http.get("/readyz");
      restart();

      assertThat(away.status()).isEqualTo(503);
      assertThat(away.retryAfter()).isNotEmpty();
      assertThat(away.body().path("detail").asString()).contains("send the same request again");
      assertThat(ready.status()).isEqualTo(503);
      takeIn(http, "during", accepted);
      assertThat(kafka.read(kafka.topics().triggers()))
          .extracting(Trigger::id)
          .containsAll(accepted);
      // Each table that it follows has a reader of its own, which finds the broker when it does.
      Await.until("it says that it is ready", () -> get(http, "/readyz").status() == 200);
    }
  }

  @Test
  void aBrokerThatIsAwayAtStartIsWaitedFor() throws Exception {
    stop();
    try (TriggerIngest ingest = ingest();
        Http http = new Http(ingest.httpAddress())) {
      assertThat(post(http, "early").status()).isEqualTo(503);
      assertThat(http.get("/healthz").status()).isEqualTo(200);

      restart();

      assertThat(ingest.awaitReady(Duration.ofMinutes(2))).isTrue();
      Await.until("events are taken in", () -> post(http, "early").status() == 202);
    }
  }

  private TriggerIngest ingest() {
    return IngestRole.of(HASTY, List.of()).start(RoleContext.of(kafka.settings()));
  }

  /// Sends the same request until it is stored within its second.
  private static void takeIn(Http http, String id, Set<String> accepted) {
    Answer taken = Await.until(() -> post(http, id), answer -> answer.status() == 202);
    accepted.add(taken.body().path("id").asString());
  }

  private static Answer post(Http http, String id) {
    try {
      return http.post(Http.STRUCTURED, Http.chat(id, "society/ada"));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Answer get(Http http, String path) {
    try {
      return http.get(path);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
