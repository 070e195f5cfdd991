package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Await;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One stream of what Ada said and did, as a game reads it.
final class StreamReader implements AutoCloseable {
  static final String PATH = "/v1/worlds/society/agents/ada/events";

  private final HttpClient client = HttpClient.newHttpClient();
  private final BufferedReader lines;

  /// One event: its id, and its name with what it says.
  record Told(String id, String event, String data) {}

  /// Fails where it is answered anything but a stream.
  StreamReader(URI gateway, String token, @Nullable String last) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(gateway.resolve(PATH)).header("authorization", "Bearer " + token);
    if (last != null) {
      request.header("last-event-id", last);
    }
    HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
    this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    assertThat(response.statusCode()).isEqualTo(200);
  }

  /// The same, as soon as there is place for it: history takes one of few, which the reader before
  /// may not have left yet.
  static StreamReader open(URI gateway, String token, @Nullable String last) {
    AtomicReference<@Nullable StreamReader> opened = new AtomicReference<>();
    Await.until(
        "the stream can be read",
        () -> {
          try {
            opened.set(new StreamReader(gateway, token, last));
            return true;
          } catch (AssertionError e) {
            return false;
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    return Objects.requireNonNull(opened.get());
  }

  /// The next so many, heartbeats aside.
  List<Told> next(int count) throws Exception {
    List<Told> told = new ArrayList<>();
    String id = "";
    String event = "";
    while (told.size() < count) {
      String line = lines.readLine();
      assertThat(line).as("the stream goes on").isNotNull();
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("event: ")) {
        event = line.substring(7);
      } else if (line.startsWith("data: ")) {
        told.add(new Told(id, event, line.substring(6)));
      }
    }
    return told;
  }

  /// All up to the one that says this, and that one.
  List<Told> upTo(String text) throws Exception {
    List<Told> all = new ArrayList<>(next(1));
    while (!all.getLast().data().contains(text)) {
      all.addAll(next(1));
    }
    return all;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
