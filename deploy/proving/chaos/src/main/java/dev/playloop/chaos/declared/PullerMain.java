package dev.playloop.chaos.declared;

import dev.playloop.chaos.process.Lifeline;
import dev.playloop.chaos.world.Tally;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.declared.game.GameContract;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A game in a process of its own that fetches its actions and keeps docs/game-contract.md, in
/// whatever [Mood] it is; others of its name may do so beside it, on the same store. Arguments: its
/// folder, which is called like its world, the port where it fetches, and `forgets` where its
/// memory begins now. One thread.
final class PullerMain {
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final Duration REQUEST = Duration.ofSeconds(3);
  private static final int PAUSE_MILLIS = 50;
  private static final int DIED = 1;

  private final Path folder;
  private final GameStore store;
  private final URI base;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  /// Of the connection; 0 where it is to connect anew.
  private long epoch;

  private PullerMain(Path folder, GameStore store, URI base) {
    this.folder = folder;
    this.store = store;
    this.base = base;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Lifeline.hold();
    Path folder = Path.of(args[0]);
    String world = folder.getFileName().toString();
    PullerMain game =
        new PullerMain(
            folder,
            GameStore.open(folder, args[2].equals(GameMain.FORGETS)),
            URI.create("http://127.0.0.1:" + args[1] + "/v1/worlds/" + world + "/"));
    while (true) {
      game.fetch();
    }
  }

  /// Whatever is not answered may be lost, so the next request connects anew.
  private void fetch() throws InterruptedException {
    long since = store.size();
    String query = "actions?puller=game&wait=" + WAIT.toMillis() + "ms";
    JsonNode fetched = sent(epoch == 0 ? query : query + "&epoch=" + epoch, null);
    epoch = fetched == null ? 0 : fetched.path("epoch").longValue();
    if (fetched == null) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return;
    }
    for (JsonNode action : fetched.path("actions")) {
      ObjectNode answer =
          action.path("again").asBoolean(false) ? told(action) : acted(action, since);
      if (answer == null
          || Mood.of(folder) == Mood.MUTE
          || sent("results?puller=game&epoch=" + epoch, answer) == null) {
        epoch = 0;
        return;
      }
    }
  }

  /// Null where it must not act any more: it will be asked.
  private @Nullable ObjectNode acted(JsonNode action, long since) {
    if (Mood.of(folder) == Mood.DIES_BEFORE_IT_ACTS) {
      Runtime.getRuntime().halt(DIED);
    }
    boolean late = Instant.now().isAfter(Instant.parse(action.path("notAfter").stringValue()));
    ObjectNode done = late ? null : store.act(action.path("action").stringValue(), since);
    if (Mood.of(folder) == Mood.DIES_BEFORE_IT_ANSWERS) {
      Runtime.getRuntime().halt(DIED);
    }
    return done;
  }

  /// What became of it.
  private ObjectNode told(JsonNode action) {
    String id = action.path("action").stringValue();
    boolean vouches =
        action.has("issued")
            && store
                .born()
                .plus(GameContract.TOLERANCE)
                .isBefore(Instant.ofEpochSecond(action.path("issued").longValue()));
    ObjectNode known = vouches ? store.deny(id) : store.find(id);
    return known != null
        ? known
        : Json.NODES.objectNode().put("action", id).put("status", vouches ? "not_done" : "unknown");
  }

  /// Null where it was not answered, or not with 200.
  private @Nullable JsonNode sent(String path, @Nullable ObjectNode body)
      throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(REQUEST)
            .header("Authorization", "Bearer " + Tally.TOKEN);
    if (body != null) {
      request
          .header("Content-Type", "application/json")
          .POST(BodyPublishers.ofString(body.toString()));
    }
    try {
      HttpResponse<String> reply = client.send(request.build(), BodyHandlers.ofString());
      return reply.statusCode() == 200 ? Json.tree(reply.body()) : null;
    } catch (IOException e) {
      return null;
    }
  }
}
