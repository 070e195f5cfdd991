package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.http.Secret;
import dev.playloop.ingest.webhook.WebhookSettings;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.approval.ApprovalInbox.Ask;
import dev.playloop.schemas.approval.Question;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.settings.InvalidSettingException;
import dev.playloop.settings.Settings;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import dev.playloop.testkit.TestInfra;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import tools.jackson.databind.JsonNode;

/// What a receiver is told of what waits for people, whatever becomes of it or of us.
@NeedsInfra
class ApprovalsWebhookTest {
  private static final String SECRET = "0123456789abcdef";
  private static final AgentId BO = new AgentId("society/bo");

  private HookReceiver receiver;
  private Kafka own;

  @BeforeEach
  void start(TestInfra infra, TestInfo test) throws Exception {
    own =
        Kafka.at(
            infra.bootstrapServers(), "hook-" + test.getDisplayName().replaceAll("\\W", "") + ".");
    PeopleCase.kafka = own;
    receiver = new HookReceiver();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private TriggerIngest ingest() throws InterruptedException {
    IngestSettings settings =
        GatewayCase.PATIENT.withWebhook(
            new WebhookSettings(receiver.address(), new Secret(SECRET)));
    TriggerIngest ingest = IngestRole.of(settings, List.of()).start(RoleContext.of(own.settings()));
    assertThat(ingest.awaitReady(Duration.ofMinutes(2))).isTrue();
    return ingest;
  }

  private static Question of(int round) {
    return PeopleCase.question(round, "treasurer");
  }

  @Test
  void aQuestionAndItsEndAreToldSigned() throws Exception {
    try (TriggerIngest ingest = ingest()) {
      PeopleCase.ask(PeopleCase.ADA, of(0), 1);
      receiver.awaitIds(of(0).approval() + ".asked." + of(0).expiresAt().toEpochMilli());
      PeopleCase.inbox(PeopleCase.ADA, null);
      receiver.awaitIds(
          of(0).approval() + ".asked." + of(0).expiresAt().toEpochMilli(),
          of(0).approval() + ".ended");
      assertThat(ingest.isAlive()).isTrue();
    }

    for (HookReceiver.Got got : receiver.got()) {
      assertThat(got.contentType()).isEqualTo("application/cloudevents+json");
      assertThat(got.signature())
          .isEqualTo("sha256=" + HookReceiver.hmac(SECRET, got.timestamp() + "." + got.body()));
      assertThat(Instant.ofEpochSecond(Long.parseLong(got.timestamp())))
          .isBetween(Instant.now().minusSeconds(120), Instant.now().plusSeconds(1));
      assertThat(got.body()).doesNotContain(SECRET).doesNotContain("token");
    }
    JsonNode asked = Json.tree(receiver.got().getFirst().body());
    assertThat(asked.path("specversion").asString()).isEqualTo("1.0");
    assertThat(asked.path("type").asString()).isEqualTo("playloop.approval.asked");
    assertThat(asked.path("subject").asString()).isEqualTo("society/ada");
    assertThat(asked.at("/data/url").asString()).isEqualTo("/v1/approvals/" + of(0).approval());
    Ask ask = Json.LOG.treeToValue(asked.at("/data/ask"), Ask.class);
    assertThat(ask.question()).isEqualTo(of(0));
    assertThat(ask.args()).isEqualTo(PeopleCase.ARGS);
    JsonNode ended = Json.tree(receiver.got().getLast().body());
    assertThat(ended.path("type").asString()).isEqualTo("playloop.approval.ended");
    assertThat(ended.at("/data/approval").asString()).isEqualTo(of(0).approval());
  }

  @Test
  void aQuestionThatGoesOnToOthersIsToldAgain() throws Exception {
    Question late = of(0).withExpiresAt(of(0).expiresAt().plusSeconds(60));
    try (TriggerIngest _ = ingest()) {
      PeopleCase.ask(PeopleCase.ADA, of(0), 1);
      PeopleCase.ask(PeopleCase.ADA, of(0), 2);
      PeopleCase.ask(PeopleCase.ADA, late, 3);
      PeopleCase.ask(PeopleCase.ADA, of(1), 4);

      receiver.awaitIds(
          of(0).approval() + ".asked." + of(0).expiresAt().toEpochMilli(),
          of(0).approval() + ".asked." + late.expiresAt().toEpochMilli(),
          of(0).approval() + ".ended",
          of(1).approval() + ".asked." + of(1).expiresAt().toEpochMilli());
    }
  }

  /// Nothing else waits for it: the gateway is ready, and takes events.
  @Test
  void aReceiverThatIsAwayIsToldWhenItIsBack() throws Exception {
    own.apply(PeopleCase.ADA.value());
    receiver.answer(503);
    try (TriggerIngest ingest = ingest();
        Http http = new Http(ingest.httpAddress())) {
      PeopleCase.ask(PeopleCase.ADA, of(0), 1);
      PeopleCase.ask(BO, of(1), 1);
      Await.until("it was tried twice", () -> receiver.tried() >= 2);
      assertThat(http.get("/readyz").status()).isEqualTo(200);
      assertThat(http.post(Http.STRUCTURED, Http.chat("m", PeopleCase.ADA.value())).status())
          .isEqualTo(202);
      assertThat(receiver.got()).isEmpty();

      receiver.answer(200);

      Await.until("both are told", () -> receiver.ids().size() == 2);
      assertThat(receiver.ids())
          .containsExactlyInAnyOrder(
              of(0).approval() + ".asked." + of(0).expiresAt().toEpochMilli(),
              of(1).approval() + ".asked." + of(1).expiresAt().toEpochMilli());
    }
  }

  @Test
  void aRestartTellsWhatWasNotConfirmedAndNoMore() throws Exception {
    try (TriggerIngest _ = ingest()) {
      PeopleCase.ask(PeopleCase.ADA, of(0), 1);
      receiver.awaitIds(of(0).approval() + ".asked." + of(0).expiresAt().toEpochMilli());
      Await.until("the cursor is written", () -> !own.read(own.topics().sourceCursors()).isEmpty());
      receiver.answer(500);
      PeopleCase.ask(BO, of(1), 1);
      Await.until("it was tried", () -> receiver.tried() >= 2);
    }
    receiver.answer(204);
    PeopleCase.inbox(PeopleCase.ADA, null);

    try (TriggerIngest _ = ingest()) {
      Await.until("both are told", () -> receiver.ids().size() >= 3);
    }

    assertThat(receiver.ids())
        .startsWith(of(0).approval() + ".asked." + of(0).expiresAt().toEpochMilli())
        .containsExactlyInAnyOrder(
            of(0).approval() + ".asked." + of(0).expiresAt().toEpochMilli(),
            of(0).approval() + ".ended",
            of(1).approval() + ".asked." + of(1).expiresAt().toEpochMilli());
  }

  /// Whoever answers elsewhere would get to see what a person is asked.
  @Test
  void noRedirectIsFollowedAndARefusalHoldsUpNobody() throws Exception {
    receiver.answer(307);
    try (TriggerIngest _ = ingest()) {
      PeopleCase.ask(PeopleCase.ADA, of(0), 1);
      Await.until("it was tried twice", () -> receiver.tried() >= 2);
      assertThat(receiver.elsewhere()).isZero();

      receiver.answer(422);
      Await.until("it is left out", () -> receiver.refused() == 1);
      receiver.answer(200);
      PeopleCase.ask(BO, of(1), 1);

      receiver.awaitIds(of(1).approval() + ".asked." + of(1).expiresAt().toEpochMilli());
    }
  }

  @Test
  void addressAndSecretGoTogether() {
    for (Map<String, String> half :
        List.of(
            Map.of("PLAYLOOP_APPROVALS_WEBHOOK", "http://127.0.0.1:1/"),
            Map.of("PLAYLOOP_APPROVALS_WEBHOOK_SECRET", SECRET),
            Map.of(
                "PLAYLOOP_APPROVALS_WEBHOOK",
                "ftp://x/",
                "PLAYLOOP_APPROVALS_WEBHOOK_SECRET",
                SECRET),
            Map.of(
                "PLAYLOOP_APPROVALS_WEBHOOK",
                "http://127.0.0.1:1/",
                "PLAYLOOP_APPROVALS_WEBHOOK_SECRET",
                "short"))) {
      Settings settings = Settings.read(IngestSettings.keys(), half, null);
      assertThatThrownBy(() -> IngestSettings.from(settings))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("PLAYLOOP_APPROVALS_WEBHOOK")
          .hasMessageNotContaining("short");
    }
  }
}
