package dev.playloop.worlds.eternum.torii;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.Printable;
import dev.playloop.schemas.json.CheckedJson;
import dev.playloop.schemas.json.Edge;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A Torii behind HTTP. Rows are an answer, none of them too; whatever else comes back, or nothing,
/// is [WorldUnavailable]: nobody takes an outage for an empty world. Replies are bounded by
/// [#MAX_BODY_BYTES]. Safe for all threads.
public final class ToriiClient implements AutoCloseable {
  static final int MAX_BODY_BYTES = 8 << 20;

  private static final int OK = 200;
  private static final int SHOWN = 200;
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private final URI base;
  private final Felt world;
  private final Duration answer;
  private final HttpClient client;

  /// `base` is the address without `/sql`, `world` the contract that is indexed, `answer` how long
  /// an answer may take.
  public ToriiClient(URI base, Felt world, Duration answer) {
    this.base = base;
    this.world = world;
    this.answer = answer;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /// How far the world's contract is indexed; null where nothing of it is. Throws
  /// [WorldUnavailable].
  public @Nullable ToriiHead head() throws InterruptedException {
    List<ToriiRow> rows = ask(ToriiSelect.head(world));
    if (rows.isEmpty() || rows.getFirst().isNull("head")) {
      return null;
    }
    ToriiRow row = rows.getFirst();
    return new ToriiHead(
        row.count("head"), row.word("head_hash"), row.count("last_block_timestamp"));
  }

  /// The hash of an indexed block; null where it is not indexed, or not known any more. Throws
  /// [WorldUnavailable].
  public @Nullable Felt block(long number) throws InterruptedException {
    List<ToriiRow> rows = ask(ToriiSelect.block(number));
    return rows.isEmpty() ? null : rows.getFirst().word("hash");
  }

  /// Throws [WorldUnavailable].
  public List<ToriiRow> ask(ToriiSelect select) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    base + "/sql?query=" + URLEncoder.encode(select.sql(), StandardCharsets.UTF_8)))
            .timeout(answer)
            .GET()
            .build();
    try {
      HttpResponse<byte[]> response =
          client.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BODY_BYTES));
      if (response.statusCode() != OK) {
        throw away(
            "it answers %d to a question about %s: %s"
                .formatted(response.statusCode(), select.about(), line(response.body())),
            null);
      }
      return rows(select, response.body());
    } catch (IOException e) {
      throw away("no answer about " + select.about() + ": " + e.getMessage(), e);
    }
  }

  private static List<ToriiRow> rows(ToriiSelect select, byte[] body) {
    JsonNode tree;
    try {
      tree = CheckedJson.of(body, Edge.REQUEST).tree();
    } catch (InvalidValueException e) {
      throw away("what it answers about " + select.about() + " is no JSON: " + e.getMessage(), e);
    }
    if (!tree.isArray()) {
      throw away("what it answers about " + select.about() + " are no rows", null);
    }
    List<ToriiRow> rows = new ArrayList<>(tree.size());
    for (JsonNode row : tree) {
      if (!(row instanceof ObjectNode object)) {
        throw away("a row of " + select.about() + " is no object", null);
      }
      rows.add(new ToriiRow(select.about(), object));
    }
    return rows;
  }

  private static String line(byte[] body) {
    String text = new String(body, 0, Math.min(body.length, SHOWN), StandardCharsets.UTF_8);
    return Printable.brief(text, SHOWN);
  }

  static WorldUnavailable away(String message, @Nullable Throwable cause) {
    return new WorldUnavailable(
        "Torii: " + message, cause == null ? new IOException(message) : cause);
  }

  /// Ends questions that are under way.
  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
