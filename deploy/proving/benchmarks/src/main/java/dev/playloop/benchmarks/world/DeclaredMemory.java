package dev.playloop.benchmarks.world;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.operator.Operator;
import dev.playloop.schemas.event.AgentConfig;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.world.WorldRecord;
import dev.playloop.worlds.declared.model.DeclaredWorlds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// What an `./playloop up` with so many declared worlds has in memory, as the system counts it
/// (resident set), it and all processes that it started. A hundred agents share the worlds evenly
/// and each acts once, however many worlds there are: what differs is their number.
///
/// `DeclaredMemory [worlds=100]`, in a checkout on Linux.
final class DeclaredMemory {
  private static final int AGENTS = 100;
  private static final long SETTLE_SECONDS = 20;
  private static final long PATIENCE_SECONDS = 300;

  private final CountDownLatch acted = new CountDownLatch(AGENTS);

  public static void main(String[] args) throws Exception {
    new DeclaredMemory().measure(args.length > 0 ? Integer.parseInt(args[0]) : AGENTS);
  }

  private void measure(int worlds) throws Exception {
    HttpServer game =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    game.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    game.createContext("/actions", this::act);
    game.start();
    try (UpProcess up = UpProcess.start("http://127.0.0.1:" + game.getAddress().getPort())) {
      talk(up, populated(up, worlds));
      if (!acted.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(acted.getCount() + " have not acted");
      }
      Thread.sleep(TimeUnit.SECONDS.toMillis(SETTLE_SECONDS));
      long before = up.residentKib();
      up.collect();
      System.out.printf(
          Locale.ROOT,
          "%d declared worlds, %d agents that have acted: %.0f MB resident, %.0f after a"
              + " collection; of it %.0f in the JVM%n",
          worlds,
          AGENTS,
          before / 1_024.0,
          up.residentKib() / 1_024.0,
          up.ownKib() / 1_024.0);
    } finally {
      game.stop(0);
    }
  }

  /// Declares the worlds, the first of which is there, and applies an agent of each after the
  /// other.
  private static List<AgentId> populated(UpProcess up, int worlds) throws InterruptedException {
    Operator operator = new Operator(up.kafka(), "bench", Clock.systemUTC());
    AgentConfig first = Objects.requireNonNull(operator.agents().get(new AgentId(UpProcess.AGENT)));
    WorldRecord declared =
        operator.worlds().values().stream()
            .filter(record -> record.declaration() != null)
            .findFirst()
            .orElseThrow();
    for (int i = 1; i < worlds; i++) {
      operator.declare(
          DeclaredWorlds.records(
              Objects.requireNonNull(declared.declaration()).withWorld(UpProcess.WORLD + i),
              Instant.now(),
              "bench"));
    }
    List<AgentConfig> agents = new ArrayList<>();
    for (int i = 0; i < AGENTS; i++) {
      int world = i % worlds;
      String name = world == 0 ? UpProcess.WORLD : UpProcess.WORLD + world;
      agents.add(first.withAgent(AgentId.of(name, "guest" + i)));
    }
    return operator.apply(agents);
  }

  private static void talk(UpProcess up, List<AgentId> agents) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (AgentId agent : agents) {
        String event =
            """
            {"specversion":"1.0","id":"%s","source":"/bench","type":"chat.message",
             "data":{"agent":"%s","subject":{"type":"user","id":"mia"},"text":"Hello?"}}
            """
                .formatted(agent.name(), agent);
        int status = 0;
        for (int i = 0; i < PATIENCE_SECONDS && status != 202; i++) { // agents are known soon
          status =
              http.send(
                      up.request("/v1/events")
                          .header("content-type", "application/cloudevents+json")
                          .POST(BodyPublishers.ofString(event))
                          .build(),
                      BodyHandlers.discarding())
                  .statusCode();
          if (status != 202) {
            Thread.sleep(1_000);
          }
        }
      }
    }
  }

  private void act(HttpExchange exchange) throws IOException {
    try (exchange) {
      UpProcess.done(exchange);
    }
    acted.countDown();
  }
}
