package dev.playloop.ingest;

import dev.playloop.schemas.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Requests to a gateway, and their answers as JSON.
final class Http implements AutoCloseable {
  static final String STRUCTURED = "application/cloudevents+json";
  static final String BATCH = "application/cloudevents-batch+json";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI address;

  Http(URI address) {
    this.address = address;
  }

  record Answer(int status, String contentType, String retryAfter, JsonNode body) {
    String error(String name) {
      return body.path("errors").path(0).path(name).asString("");
    }
  }

  Answer post(String contentType, String body, String... headers)
      throws IOException, InterruptedException {
    return postTo("/v1/events", contentType, body, headers);
  }

  Answer postTo(String path, String contentType, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(path)).POST(BodyPublishers.ofString(body));
    if (!contentType.isEmpty()) {
      request.header("content-type", contentType);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return send(request.build());
  }

  /// Without a content length.
  Answer postChunked(String contentType, String body) throws IOException, InterruptedException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return send(
        HttpRequest.newBuilder(address.resolve("/v1/events"))
            .header("content-type", contentType)
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
            .build());
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(address.resolve(path)).build());
  }

  /// Any request, with this token; null: without.
  Answer ask(@Nullable String token, String method, String path, @Nullable String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (path.startsWith("/v1/events")) {
      request.header("content-type", STRUCTURED);
    }
    if (token != null) {
      request.header("authorization", "Bearer " + token);
    }
    return send(request.build());
  }

  private Answer send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    String type = response.headers().firstValue("content-type").orElse("");
    return new Answer(
        response.statusCode(),
        type,
        response.headers().firstValue("retry-after").orElse(""),
        type.contains("json") ? Json.tree(response.body()) : Json.NODES.nullNode());
  }

  static String event(String id, String type, String data) {
    return "{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"/game\",\"type\":\"%s\",\"data\":%s}"
        .formatted(id, type, data);
  }

  static String chat(String id, String agent) {
    return event(id, "chat.message", "{\"agent\":\"%s\",\"text\":\"Hi\"}".formatted(agent));
  }

  static String batch(List<String> events) {
    return "[" + String.join(",", events) + "]";
  }

  @Override
  public void close() {
    client.close();
  }
}
