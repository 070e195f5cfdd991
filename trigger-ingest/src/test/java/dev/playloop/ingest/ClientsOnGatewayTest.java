package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.ingest.clients.DriverProcess;
import dev.playloop.ingest.clients.Language;
import dev.playloop.ingest.clients.Lines;
import dev.playloop.kit.RoleContext;
import dev.playloop.schemas.event.Trigger;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.id.TriggerId;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.NeedsInfra;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the fixtures' stub takes, the real gateway takes: one script, for each client, with a
/// token, up to the records on their topics.
@NeedsInfra
class ClientsOnGatewayTest extends GatewayCase {
  private static final String TOKEN = "s3cret";

  private static TriggerIngest guarded;

  @BeforeAll
  static void guard() throws Exception {
    guarded =
        IngestRole.of(PATIENT.withToken(TOKEN), List.of()).start(RoleContext.of(kafka.settings()));
    assertThat(guarded.awaitReady(Duration.ofMinutes(2))).isTrue();
  }

  @AfterAll
  static void unguard() {
    guarded.close();
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void eachEventOfAClientIsOnItsTopic(Language language) throws Exception {
    try (DriverProcess driver = language.driver()) {
      open(driver, language, TOKEN);
      String scene = "society/plaza-" + language.name().toLowerCase(Locale.ROOT);

      call(
          driver,
          "trigger",
          """
          {"agent":"society/ada","kind":"chat.message","text":"Grüße \\ud83e\\udd8a\\ud83e",
           "subject":{"type":"user","id":"bob"},"data":{"channel":7},"replyTo":"m-1",
           "priority":90,"hops":1,"id":"first"}\
          """);
      call(driver, "trigger", "{\"agent\":\"society/adda\",\"kind\":\"chat.message\"}");
      String in = "{\"world\":\"society\",\"scene\":\"" + scene + "\",";
      call(driver, "put", in + "\"entity\":\"bob\",\"kind\":\"user\",\"state\":{\"energy\":3}}");
      call(driver, "moved", in + "\"entity\":\"bob\",\"x\":1,\"y\":2}");
      call(driver, "moved", in + "\"entity\":\"bob\",\"x\":3,\"y\":4}");
      call(driver, "happening", in + "\"kind\":\"boom\",\"text\":\"Boom.\",\"data\":{\"n\":1}}");
      call(driver, "actorMoved", in + "\"actor\":\"bob\",\"to\":\"society/cellar\"}");
      call(driver, "removed", in + "\"entity\":\"bob\"}");
      JsonNode flushed = driver.tell(Lines.order("flush-now").put("ms", 20_000));

      assertThat(flushed.path("returned").asBoolean()).isTrue();
      JsonNode counted = driver.tell(Lines.order("stats"));
      JsonNode stats = counted.path("returned");
      assertThat(stats.path("accepted").asInt()).isEqualTo(6);
      assertThat(stats.path("refused").asInt()).isEqualTo(1);
      assertThat(stats.path("coalesced").asInt()).isEqualTo(1);
      JsonNode problem = told(driver, flushed, counted);
      assertThat(problem.path("field").asString()).isEqualTo("data.agent");
      assertThat(problem.path("got").asString()).contains("did you mean 'society/ada'?");
      Trigger stored = stored(TriggerId.ofCloudEvent(source(language), "first")).getFirst();
      assertThat(stored.text()).isEqualTo("Grüße \ud83e\udd8a\ufffd");
      assertThat(stored.subject()).isEqualTo(new Trigger.Subject("user", "bob"));
      assertThat(stored.priority()).isEqualTo(90);
      List<WorldEvent> told =
          kafka.read(kafka.topics().worldEvents()).stream()
              .filter(event -> event.scene().value().equals(scene))
              .toList();
      assertThat(told)
          .extracting(event -> event.change().getClass().getSimpleName())
          .containsExactly("EntityPut", "EntityMoved", "Happening", "ActorMoved", "EntityRemoved");
      assertThat(told.get(1).change()).isEqualTo(WorldEvent.EntityMoved.to("bob", 3, 4));
      assertThat(told).extracting(WorldEvent::version).isSorted().doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void aWrongTokenIsToldOnce(Language language) throws Exception {
    try (DriverProcess driver = language.driver()) {
      open(driver, language, "wrong-token");

      call(driver, "trigger", "{\"agent\":\"society/ada\",\"kind\":\"chat.message\"}");
      JsonNode flushed = driver.tell(Lines.order("flush-now").put("ms", 20_000));

      assertThat(flushed.path("returned").asBoolean()).isFalse();
      JsonNode stopped = told(driver, flushed);
      assertThat(stopped.path("kind").asString()).isEqualTo("stopped");
      assertThat(stopped.path("status").asInt()).isEqualTo(401);
    }
  }

  /// The one problem that the callback heard, which may come after the answer.
  private static JsonNode told(DriverProcess driver, JsonNode... answers) {
    List<JsonNode> told = new ArrayList<>();
    for (JsonNode answer : answers) {
      answer.path("problems").forEach(told::add);
    }
    Await.until(
        "the problem is told",
        () -> {
          driver.tell(Lines.order("rest")).path("problems").forEach(told::add);
          return !told.isEmpty();
        });
    assertThat(told).hasSize(1);
    return told.getFirst();
  }

  private static String source(Language language) {
    return "/game-" + language;
  }

  private static void open(DriverProcess driver, Language language, String token) {
    ObjectNode open = Lines.order("open").put("url", guarded.httpAddress().toString());
    open.put("source", source(language)).put("token", token).put("real", true);
    // what comes together stays together until it is flushed
    open.putObject("options").put("lingerMs", 20_000);
    assertThat(driver.tell(open).path("returned").asBoolean()).isTrue();
  }

  private static void call(DriverProcess driver, String method, String args) {
    ObjectNode order = Lines.order("call").put("method", method);
    order.set("args", Lines.read(args));
    assertThat(driver.tell(order).path("returned").asBoolean()).as(method).isTrue();
  }
}
