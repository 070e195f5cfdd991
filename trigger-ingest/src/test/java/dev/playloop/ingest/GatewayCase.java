package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.cloudevent.GameEvents;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// One gateway for the tests of a class, on a broker of theirs.
abstract class GatewayCase {
  static final String ADA = "society/ada";

  /// A machine that stands still is no broker that is away.
  static final IngestSettings PATIENT =
      IngestSettingsBuilder.builder(IngestSettings.local())
          .ackTimeout(Duration.ofSeconds(60))
          .build();

  static Kafka kafka;
  static TriggerIngest ingest;
  static Http http;

  @BeforeAll
  static void start(TestInfra infra) throws Exception {
    kafka = Kafka.on(infra);
    kafka.apply(ADA);
    ingest = IngestRole.of(PATIENT, List.of()).start(RoleContext.of(kafka.settings()));
    assertThat(ingest.awaitReady(Duration.ofMinutes(2))).isTrue();
    http = new Http(ingest.httpAddress());
  }

  @AfterAll
  static void stop() {
    http.close();
    ingest.close();
  }

  static String worldEvent(String world, String change) {
    return Http.event(
        "we-1",
        GameEvents.WORLD_EVENT,
        """
        {"world":"%s","scene":"plaza","version":1,
         "change":{"type":"%s","entity":"bob","kind":"user","state":{"energy":3}}}\
        """
            .formatted(world, change));
  }

  static String batchOf(int events) {
    return Http.batch(IntStream.range(0, events).mapToObj(i -> Http.chat("b-" + i, ADA)).toList());
  }

  static List<Trigger> stored(String id) {
    return kafka.read(kafka.topics().triggers()).stream()
        .filter(trigger -> id.equals(trigger.id()))
        .toList();
  }
}
