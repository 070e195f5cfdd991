package dev.playloop.benchmarks.world;

import dev.playloop.schemas.id.AgentId;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A crowd in one scene that is told of over HTTP as a game tells of it: in batches, and a tick's
/// triggers behind its moves. Used by one thread.
final class MovingCrowd implements AutoCloseable {
  private static final long SEED = 20_261_126;
  private static final int FIELD = 200;
  private static final int BATCH = 100;

  private final HttpClient http = HttpClient.newHttpClient();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final UpProcess up;
  private final int agents;
  private final int entities;
  private final List<String> batch = new ArrayList<>();
  private long version = System.currentTimeMillis();
  private int asked;

  /// The first `agents` of the entities are agents' actors.
  MovingCrowd(UpProcess up, int agents, int entities) {
    this.up = up;
    this.agents = agents;
    this.entities = entities;
  }

  /// A trigger that was sent with a tick.
  ///
  /// @param version of the newest move of that tick
  /// @param x where its agent stands since
  record Asked(AgentId agent, String trigger, long version, int x) {}

  /// How many of them move in a tick: a tenth.
  int movers() {
    return entities / 10;
  }

  /// Everybody is somewhere.
  void settle() throws IOException, InterruptedException {
    for (int i = 0; i < entities; i++) {
      tell(
          change(
              "{\"type\":\"put\",\"entity\":\"e%d\",\"kind\":\"walker\",\"state\":{}}"
                  .formatted(i)));
      tell(moved(i, random.nextInt(FIELD)));
    }
    flush();
  }

  /// A tenth of the crowd moves, and so do these many agents, each to where nobody has been, and
  /// are triggered.
  List<Asked> tick(int triggers) throws IOException, InterruptedException {
    for (int i = 0; i < movers(); i++) {
      tell(moved(entities - 1 - i, random.nextInt(FIELD)));
    }
    int first = asked;
    for (int i = 0; i < triggers; i++) {
      int number = asked++;
      tell(moved(number % agents, FIELD + number));
    }
    List<Asked> all = new ArrayList<>();
    for (int number = first; number < asked; number++) {
      Asked one =
          new Asked(
              AgentId.of(UpProcess.WORLD, "a" + number % agents),
              "t-" + number,
              version,
              FIELD + number);
      all.add(one);
      tell(
          """
          {"specversion":"1.0","id":"%s","source":"/bench","type":"chat.message",
           "data":{"agent":"%s","text":"%s","worldVersion":%d}}
          """
              .formatted(one.trigger(), one.agent(), one.trigger(), version));
    }
    flush();
    return all;
  }

  private String moved(int who, int x) {
    return change(
        "{\"type\":\"moved\",\"entity\":\"e%d\",\"x\":%d,\"y\":%d}"
            .formatted(who, x, random.nextInt(FIELD)));
  }

  private String change(String change) {
    version++;
    return """
    {"specversion":"1.0","id":"w-%d","source":"/bench","type":"dev.playloop.world-event",
     "data":{"world":"%s","scene":"field","version":%d,"change":%s}}
    """
        .formatted(version, UpProcess.WORLD, version, change);
  }

  private void tell(String event) throws IOException, InterruptedException {
    batch.add(event);
    if (batch.size() == BATCH) {
      flush();
    }
  }

  private void flush() throws IOException, InterruptedException {
    if (batch.isEmpty()) {
      return;
    }
    int status =
        http.send(
                up.request("/v1/events")
                    .header("content-type", "application/cloudevents-batch+json")
                    .POST(BodyPublishers.ofString("[" + String.join(",", batch) + "]"))
                    .build(),
                BodyHandlers.discarding())
            .statusCode();
    if (status != 202) {
      throw new IllegalStateException("the gateway answered " + status);
    }
    batch.clear();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
