package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.CannotListen;
import dev.playloop.http.HttpEdge;
import dev.playloop.kit.KafkaSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.approval.ApprovalInboxBuilder;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.topic.Topics;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where a gateway listens, for whom, and when it refuses to start.
@NeedsInfra
class GatewayStartTest extends GatewayCase {
  /// More than is read while the sources are given out.
  private static final int WAITING = 60_000;

  @Test
  void withATokenOnlyItsBearerIsHeard() throws Exception {
    try (TriggerIngest guarded =
            IngestRole.of(PATIENT.withToken("s3cret"), List.of())
                .start(RoleContext.of(kafka.settings()));
        Http client = new Http(guarded.httpAddress())) {
      guarded.awaitReady(Duration.ofMinutes(2));
      String event = Http.chat("guarded", ADA);

      assertThat(client.post(Http.STRUCTURED, event).status()).isEqualTo(401);
      for (String wrong :
          List.of("Bearer wrong", "Bearer s3cre", "Bearer s3crets", "s3cret", "Bearer ")) {
        assertThat(client.post(Http.STRUCTURED, event, "Authorization", wrong).status())
            .as(wrong)
            .isEqualTo(401);
      }
      assertThat(stored(TriggerId.ofCloudEvent("/game", "guarded"))).isEmpty();
      assertThat(client.post(Http.STRUCTURED, event, "Authorization", "Bearer s3cret").status())
          .isEqualTo(202);
      assertThat(client.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void beyondLoopbackItRefusesToListenWithoutAToken() {
    for (String host : List.of("0.0.0.0", "::", "192.0.2.1")) {
      IngestSettings local = IngestSettings.local();
      IngestSettings open = local.withEdge(local.edge().withHost(host));

      assertThatThrownBy(
              () -> IngestRole.of(open, List.of()).start(RoleContext.of(kafka.settings())))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining(host)
          .hasMessageContaining("PLAYLOOP_HTTP_TOKEN");
      assertThatThrownBy(() ->
              IngestRole.of(open.withToken("s3cret"), List.of())
                  .start(RoleContext.of(kafka.settings())))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("PLAYLOOP_HTTP_TLS_CERTIFICATE")
          .hasMessageContaining("PLAYLOOP_HTTP_PLAIN");
    }
  }

  @Test
  void aPortThatIsTakenIsToldAndNothingIsLeftOpen() {
    IngestSettings same = IngestSettings.local().withPort(ingest.httpAddress().getPort());

    assertThatThrownBy(() -> IngestRole.of(same, List.of()).start(RoleContext.of(kafka.settings())))
        .isInstanceOf(CannotListen.class)
        .hasMessageContaining("the HTTP gateway can't listen")
        .hasMessageContaining("port " + ingest.httpAddress().getPort());
  }

  /// Such as a gateway that was closed before it was started: the cause is told, not that a thread
  /// was never begun.
  @Test
  void aStartThatFailsTellsItsCause() {
    IngestSettings local = IngestSettings.local();
    IngestSettings open = local.withEdge(local.edge().withHost("0.0.0.0"));
    HttpEdge edge = HttpEdge.bind(open.edge());

    assertThatThrownBy(
            () -> IngestRole.of(open, List.of()).on(edge).start(RoleContext.of(kafka.settings())))
        .isInstanceOf(IllegalStateException.class)
        .isNotInstanceOf(IllegalThreadStateException.class)
        .hasMessageContaining("beyond loopback");
  }

  @Test
  void anotherNumberOfPartitionsIsRefusedWithBothNumbers() throws Exception {
    KafkaSettings eight =
        new KafkaSettings(kafka.settings().client(), new Topics(kafka.topics().prefix(), 8), null);
    try (TriggerIngest wrong =
            IngestRole.of(IngestSettings.local(), List.of()).start(RoleContext.of(eight));
        Http client = new Http(wrong.httpAddress())) {
      Await.until("it says so", () -> detail(client).contains("has 4 partitions, not 8"));

      assertThat(client.post(Http.STRUCTURED, Http.chat("e", ADA)).status()).isEqualTo(503);
      assertThat(wrong.awaitReady(Duration.ofMillis(1))).isFalse();
    }
  }

  /// Whoever waited for it is not told then that something is not read yet.
  @Test
  void itIsReadyOnceAllThatWaitsIsRead(TestInfra infra) throws Exception {
    Kafka full = Kafka.on(infra);
    byte[] inbox =
        Json.bytes(
            ApprovalInboxBuilder.builder().v(1).agent(new AgentId(ADA)).at(Instant.EPOCH).build());
    full.fill(full.topics().approvals().name(), "society/a", inbox, WAITING);
    full.apply(ADA);
    try (TriggerIngest late =
        IngestRole.of(IngestSettings.local(), List.of()).start(RoleContext.of(full.settings()))) {
      assertThat(late.awaitReady(Duration.ofMinutes(2))).isTrue();

      assertThat(late.problem()).isNull();
    }
  }

  private static String detail(Http client) {
    try {
      return client.get("/readyz").body().path("detail").asString("");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void settingsNeverPrintTheToken() {
    assertThat(PATIENT.withToken("s3cret").toString()).doesNotContain("s3cret");
  }
}
