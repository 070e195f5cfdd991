package dev.playloop.monitoring;

import dev.playloop.testkit.Await;
import dev.playloop.testkit.Programs;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A real Prometheus with our rules and alerts, which scrapes one process every five seconds, for
/// that is how long a busy one may take to answer.
final class Prometheus implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final String address;
  private final HttpClient client = HttpClient.newHttpClient();

  private Prometheus(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  static boolean isThere() throws InterruptedException {
    return Programs.isThere("prometheus");
  }

  static Prometheus start(Path folder, int scraped, int port) throws IOException {
    Path config = folder.resolve("prometheus.yaml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 1s}
        rule_files: ['%s', '%s']
        scrape_configs:
          - job_name: playloop
            static_configs: [{targets: ['127.0.0.1:%d']}]
        """
            .formatted(Folder.of("rules.yaml"), Folder.of("alerts.yaml"), scraped));
    Process process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=warn")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    return new Prometheus(process, "http://127.0.0.1:" + port);
  }

  /// Waits until each rule was evaluated, and at one look no alert is pending or firing, as where
  /// nobody has been slow for a moment; returns them all.
  List<JsonNode> rules() {
    return Await.until(
        this::all,
        rules ->
            !rules.isEmpty()
                && rules.stream()
                    .allMatch(rule ->
                        !rule.path("health").asString().equals("unknown")
                            && rule.path("alerts").isEmpty()));
  }

  /// What a query comes to, as text, once it is this.
  String awaitValue(String query, String value) {
    return Await.until(() -> value(query), value::equals);
  }

  /// What became of a query.
  ///
  /// @param error what Prometheus has against it; empty where it takes it
  /// @param series how many it comes to
  record Answer(String error, int series) {}

  Answer answer(String query) {
    JsonNode whole = whole(query(query));
    String error =
        whole.path("status").asString("none").equals("success")
            ? ""
            : whole.path("error").asString("no answer");
    return new Answer(error, whole.path("data").path("result").size());
  }

  private static String query(String query) {
    return "query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
  }

  /// Empty where there is no answer, or more than one.
  private String value(String query) {
    JsonNode result = asked(query(query)).path("result");
    return result.size() == 1 ? result.path(0).path("value").path(1).asString() : "";
  }

  private List<JsonNode> all() {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode group : asked("rules").path("groups")) {
      group.path("rules").forEach(rules::add);
    }
    return rules;
  }

  /// What lies under `data`; nothing while it does not answer.
  private JsonNode asked(String path) {
    return whole(path).path("data");
  }

  private JsonNode whole(String path) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/api/v1/" + path)).build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 503 // it is still starting, and says so in plain text
          ? JSON.missingNode()
          : JSON.readTree(answer.body());
    } catch (IOException e) {
      return JSON.missingNode(); // not even its port is open
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    client.close();
  }
}
