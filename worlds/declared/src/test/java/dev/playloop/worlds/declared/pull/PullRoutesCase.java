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
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.pull.PulledWorlds.Home;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldActions.Lease;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/// A pulled world behind an edge, and a game that asks there.
abstract class PullRoutesCase {
  static final Home HOME = new Home("declared", 2);

  final PulledWorlds worlds =
      new PulledWorlds(
          () ->
              List.of(
                  catalogue("tally", "pull: true"),
                  catalogue("posted", "url: 'http://localhost:1'")),
          _ -> HOME,
          InstantSource.system());
  final WorldActions<SchemaTool> actions = worlds.actions("tally");
  final HttpClient client = HttpClient.newHttpClient();
  final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  final AtomicInteger confirmed = new AtomicInteger();
  HttpEdge edge = open();

  record Known(String name) implements Caller {}

  enum Everybody implements Callers, PullRoutes.Guard, RouteScope {
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

  HttpEdge open() {
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

  Future<ActionResult> performing(int n) {
    return performing(n, confirmed::incrementAndGet);
  }

  Future<ActionResult> performing(int n, Lease lease) {
    Order order = PullCase.write(n, Instant.now().plusSeconds(60));
    return threads.submit(() ->
        actions.perform(
            PullCase.call(order), Prepared.of(actions.prepare(PullCase.call(order))), lease));
  }

  JsonNode fetched(String query) throws Exception {
    HttpResponse<String> reply = get("tally", query);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return Json.tree(reply.body());
  }

  HttpResponse<String> get(String world, String query) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(at(world + "/actions?" + query)).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> answered(long epoch, String body) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(at("tally/results?puller=a&epoch=" + epoch))
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  URI at(String path) {
    return edge.address().resolve("/v1/worlds/" + path);
  }

  static String answer(int n, String status) {
    return "{\"action\":\"" + PullCase.id(n) + "\",\"status\":" + status + "}";
  }

  static Catalogue catalogue(String world, String actions) {
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
