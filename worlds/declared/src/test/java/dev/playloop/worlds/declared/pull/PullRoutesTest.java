package dev.playloop.worlds.declared.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.http.Caller;
import dev.playloop.http.Callers;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.http.RouteScope;
import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.Await;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.pull.PulledWorlds.Home;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class PullRoutesTest {
  private static final Home HOME = new Home("declared", 2);

  private final PulledWorlds worlds =
      new PulledWorlds(
          () ->
              List.of(
                  catalogue("tally", "pull: true"),
                  catalogue("posted", "url: 'http://localhost:1'")),
          _ -> HOME,
          InstantSource.system());
  private final WorldActions<SchemaTool> actions = worlds.actions("tally");
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger confirmed = new AtomicInteger();
  private HttpEdge edge = open();

  private record Known(String name) implements Caller {}

  private enum Everybody implements Callers, PullRoutes.Guard, RouteScope {
    GUARD;

    @Override
    public @Nullable Caller find(String sha256) {
      return null;
    }

    @Override
    public Caller anonymous() {
      return new Known("game");
    }

    @Override
    public RouteScope anywhere() {
      return this;
    }

    @Override
    public void require(Caller caller, String world) {
      if (world.equals("foreign")) {
        throw RouteScope.lacking(caller, "act:foreign").refused();
      }
    }

    @Override
    public boolean opensFor(Caller caller) {
      return true;
    }

    @Override
    public String text() {
      return "act:<world>";
    }
  }

  private HttpEdge open() {
    return HttpEdge.bind(EdgeOptions.loopback("the edge of the test", "-", 0))
        .serve(
            new PullRoutes(worlds, Everybody.GUARD, 8)
                .on(new EdgeRoutes())
                .knowing(Everybody.GUARD));
  }

  @BeforeEach
  void own() {
    worlds.partitions("declared").gained(2);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    client.close();
    edge.close();
  }

  @Test
  void anActionIsFetchedAsItWouldBePostedAndAnswered() throws Exception {
    Future<ActionResult> performing = performing(1);
    JsonNode fetched = fetched("puller=a&wait=10s");
    JsonNode action = fetched.path("actions").path(0);
    assertThat(action.path("action").asString()).isEqualTo("tally/ada:m1#1.1");
    assertThat(action.propertyNames())
        .containsExactly("action", "agent", "actor", "tool", "args", "effect", "notAfter", "until");
    assertThat(confirmed).hasValue(1);
    long epoch = fetched.path("epoch").longValue();
    assertThat(answered(epoch, answer(1, "\"done\",\"output\":{\"total\":7}")).body())
        .contains("\"taken\"");
    ActionResult result = performing.get();
    assertThat(result.status()).isEqualTo(Status.DONE);
    assertThat(Objects.requireNonNull(result.output()).path("total").intValue()).isEqualTo(7);
    assertThat(answered(epoch, answer(1, "\"done\"")).body()).contains("\"known\"");
  }

  @Test
  void aNewConnectionIsAskedAndMayActAfterNotDone() throws Exception {
    Future<ActionResult> performing = performing(1);
    fetched("puller=a");
    JsonNode asked = fetched("puller=a");
    assertThat(asked.path("actions").path(0).path("again").asBoolean(false)).isTrue();
    assertThat(asked.path("actions").path(0).path("issued").longValue()).isPositive();
    long epoch = asked.path("epoch").longValue();
    answered(epoch, answer(1, "\"not_done\""));
    JsonNode ordered = fetched("puller=a&epoch=" + epoch);
    assertThat(ordered.path("actions").path(0).has("again")).isFalse();
    assertThat(confirmed).hasValue(2);
    answered(epoch, answer(1, "\"refused\",\"error\":{\"code\":\"full\",\"message\":\"No.\"}"));
    assertThat(performing.get().status()).isEqualTo(Status.REFUSED);
  }

  @Test
  void whatAPredecessorHandedOutIsAsked() throws Exception {
    Order order = PullCase.write(1, Instant.now().plusSeconds(60));
    Future<Reconciled> asking =
        threads.submit(() -> actions.reconcile(PullCase.call(order), Prepared.NOTHING));
    JsonNode asked = fetched("puller=a");
    assertThat(asked.path("actions").path(0).path("again").asBoolean(false)).isTrue();
    answered(asked.path("epoch").longValue(), answer(1, "\"unknown\""));
    assertThat(asking.get()).isInstanceOf(Reconciled.Unknown.class);
  }

  @Test
  void anotherPullerIsToldWhoHasTheWorld() throws Exception {
    var _ = performing(1);
    fetched("puller=a");
    HttpResponse<String> held = get("tally", "puller=b&wait=0s");
    assertThat(held.statusCode()).isEqualTo(409);
    assertThat(held.body()).contains("\"holder\":\"a\"").contains("\"leftMs\":");
    assertThat(held.headers().firstValue("Retry-After")).isPresent();
  }

  @Test
  void whoDoesNotHaveTheActionsSaysSoAtOnceAlsoAmidAWait() throws Exception {
    Future<HttpResponse<String>> waiting = threads.submit(() -> get("tally", "puller=a&wait=30s"));
    Await.until("it waits", () -> Objects.requireNonNull(worlds.find("tally")).isPolled());
    worlds.partitions("declared").lost(2);
    assertThat(waiting.get().statusCode()).isEqualTo(421);
    assertThat(get("tally", "puller=a").body()).contains("another-executor");
    assertThat(answered(1, answer(1, "\"done\"")).statusCode()).isEqualTo(421);
  }

  @Test
  void noMoreWaitThanMay() throws Exception {
    HttpEdge full =
        HttpEdge.bind(EdgeOptions.loopback("the full edge", "-", 0))
            .serve(
                new PullRoutes(worlds, Everybody.GUARD, 1)
                    .on(new EdgeRoutes())
                    .knowing(Everybody.GUARD));
    try (full) {
      edge.close();
      edge = full;
      Future<HttpResponse<String>> waiting =
          threads.submit(() -> get("tally", "puller=a&wait=30s"));
      Await.until("it waits", () -> Objects.requireNonNull(worlds.find("tally")).isPolled());
      assertThat(get("tally", "puller=a&wait=0s").statusCode()).isEqualTo(429);
      assertThat(waiting.isDone()).isFalse();
    }
  }

  @Test
  void ofOneWorldTheLaterRequestEndsTheOneBefore() throws Exception {
    long epoch = fetched("puller=a&wait=0s").path("epoch").longValue();
    Future<HttpResponse<String>> first =
        threads.submit(() -> get("tally", "puller=a&wait=30s&epoch=" + epoch));
    Await.until("it waits", () -> Objects.requireNonNull(worlds.find("tally")).isPolled());
    assertThat(fetched("puller=a&wait=0s&epoch=" + epoch).path("actions")).isEmpty();
    assertThat(first.get().body()).contains("\"actions\":[]");
  }

  @ParameterizedTest
  @CsvSource({
    "tally,   puller=a&wait=31s,        400, wait",
    "tally,   puller=a&wait=-1s,        400, wait",
    "tally,   puller=a&wait=99999s,     400, wait",
    "tally,   wait=1s,                  400, puller",
    "tally,   puller=%2e%2e,            400, puller",
    "tally,   puller=a&puller=b,        400, puller",
    "tally,   puller=a&epoch=x,         400, epoch",
    "tally,   puller=a&epoch=1&name=b,  400, query",
    "tally,   puller=a&epoch=9999999999999999999, 400, epoch",
    "tally,   puller=a&epoch=5,         409, connect-anew",
    "posted,  puller=a,                 404, no-pulled-world",
    "nowhere, puller=a,                 404, no-pulled-world",
    "A_b,     puller=a,                 404, no-pulled-world",
    "foreign, puller=a,                 403, act:foreign",
  })
  void aWrongRequestIsToldWhatIsWrong(String world, String query, int status, String named)
      throws Exception {
    HttpResponse<String> refused = get(world, query);
    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(refused.body()).contains(named);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                             | 400 | body",
        "[]                                             | 400 | body",
        "{\"action\":7,\"status\":\"done\"}             | 400 | action",
        "{\"status\":\"done\"}                          | 400 | action",
        "{\"action\":\"tally/ada:m1#1.1\"}              | 400 | status",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":1} | 400 | status",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"busy\"} | 400 | status",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"done\",\"status\":\"failed\"} | 400 | body",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"done\",\"output\":\"\\u0000\"} | 400 | body",
        "{\"action\":\"tally/ada:m2#1.1\",\"status\":\"done\"} | 409 | not-taken",
        "{\"action\":\"other/bob:m1#1.1\",\"status\":\"done\"} | 409 | not-taken",
        "{\"action\":\"tally/ada:m1#1.1\",\"status\":\"not_done\"} | 409 | not-taken",
      })
  void aWrongAnswerIsRefusedAndChangesNothing(String body, int status, String named)
      throws Exception {
    Future<ActionResult> performing = performing(1);
    long epoch = fetched("puller=a").path("epoch").longValue();
    HttpResponse<String> refused = answered(epoch, body);
    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(refused.body()).contains(named);
    assertThat(performing.isDone()).isFalse();
    answered(epoch, answer(1, "\"done\""));
    assertThat(performing.get().status()).isEqualTo(Status.DONE);
  }

  @Test
  void anAnswerOfTenMegabytesIsRefused() throws Exception {
    Future<ActionResult> performing = performing(1);
    long epoch = fetched("puller=a").path("epoch").longValue();
    String output = ",\"output\":\"" + "x".repeat(10 << 20) + "\"";
    assertThat(answered(epoch, answer(1, "\"done\"" + output)).statusCode()).isEqualTo(413);
    assertThat(performing.isDone()).isFalse();
  }

  private Future<ActionResult> performing(int n) {
    Order order = PullCase.write(n, Instant.now().plusSeconds(60));
    return threads.submit(() ->
        actions.perform(
            PullCase.call(order),
            Prepared.of(actions.prepare(PullCase.call(order))),
            confirmed::incrementAndGet));
  }

  private JsonNode fetched(String query) throws Exception {
    HttpResponse<String> reply = get("tally", query);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return Json.tree(reply.body());
  }

  private HttpResponse<String> get(String world, String query)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(at(world + "/actions?" + query)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> answered(long epoch, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(at("tally/results?puller=a&epoch=" + epoch))
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private URI at(String path) {
    return edge.address().resolve("/v1/worlds/" + path);
  }

  private static String answer(int n, String status) {
    return "{\"action\":\"" + PullCase.id(n) + "\",\"status\":" + status + "}";
  }

  private static Catalogue catalogue(String world, String actions) {
    WorldDeclaration declaration =
        new ConfigFile(
                "world.yaml",
                """
                world: %s
                tools: [{name: add, description: Add., effect: write}]
                actions: {%s}
                """
                    .formatted(world, actions))
            .as(WorldDeclaration.class, DeclaredWorld::misfits);
    return Catalogue.of(DeclaredWorld.of(declaration));
  }
}
