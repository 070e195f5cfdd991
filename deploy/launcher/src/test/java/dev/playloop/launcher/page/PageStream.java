package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Reads the page's stream, and keeps where it is.
final class PageStream implements AutoCloseable {
  private final BufferedReader lines;
  private String position;

  PageStream(PageTab tab, String from) throws Exception {
    this.position = from;
    HttpRequest.Builder asked = tab.asking("/api/live");
    if (!from.isEmpty()) {
      asked.header("Last-Event-ID", from);
    }
    lines =
        new BufferedReader(
            new InputStreamReader(
                tab.http().send(asked.build(), BodyHandlers.ofInputStream()).body(),
                StandardCharsets.UTF_8));
  }

  /// Numbers of entries, and `RUN <trigger>` where one is closed, until that comes.
  void upTo(String end, List<String> told) throws Exception {
    String name = "";
    String id = "";
    boolean over = false;
    int silent = 0;
    while (true) {
      String line = lines.readLine();
      assertThat(line).as("the stream goes on behind " + told).isNotNull();
      silent += line.startsWith(":") ? 1 : 0;
      assertThat(silent).as("heartbeats behind " + told).isLessThan(6);
      if (line.startsWith("event: ")) {
        name = line.substring(7);
      } else if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        JsonNode data = Json.tree(line.substring(6));
        assertThat(name).isNotEqualTo("gone");
        switch (name) {
          case "entry" -> told.add(String.valueOf(data.path("seq").asLong()));
          case "entries" -> data.forEach(one -> told.add(String.valueOf(one.path("seq").asLong())));
          case "run" -> {
            if (data.has("closed")) {
              String closed = "RUN " + data.path("trigger").stringValue();
              told.add(closed);
              over |= closed.equals(end);
            }
          }
          default -> {
            // of no interest here
          }
        }
      } else if (line.isEmpty()) {
        if (!id.isEmpty()) {
          position = id;
          id = "";
          if (over) {
            return;
          }
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /// Behind the last that has an id.
  String position() {
    return position;
  }
}
