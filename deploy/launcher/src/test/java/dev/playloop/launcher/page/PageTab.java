package dev.playloop.launcher.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;

/// Somebody at the page, who has come in: by which header, and what it says.
public record PageTab(HttpClient http, String at, String header, String who, String csrf) {
  /// By the address that a start printed.
  static PageTab at(String door) throws Exception {
    return in(
        door.substring(0, door.indexOf("/#")),
        "{\"token\":\"" + door.substring(door.indexOf('=') + 1) + "\"}");
  }

  /// By the token of a principal, such as on a cluster.
  public static PageTab of(String at, String token) throws Exception {
    return in(at, "{\"bearer\":\"" + token + "\"}");
  }

  private static PageTab in(String at, String login) throws Exception {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    String set =
        http.send(
                HttpRequest.newBuilder(URI.create(at + "/api/login"))
                    .header("Origin", at)
                    .POST(HttpRequest.BodyPublishers.ofString(login))
                    .build(),
                BodyHandlers.discarding())
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow();
    String cookie = set.substring(0, set.indexOf(';'));
    PageTab tab = new PageTab(http, at, "Cookie", cookie, "");
    String csrf = tab.get("/api/session").path("csrf").stringValue();
    return new PageTab(http, at, "Cookie", cookie, csrf);
  }

  /// A program beside it that has a principal's token, and no cookie.
  PageTab asProgram(String token) {
    return new PageTab(http, at, "Authorization", "Bearer " + token, csrf);
  }

  HttpRequest.Builder asking(String path) {
    return HttpRequest.newBuilder(URI.create(at + path)).header(header, who);
  }

  public int status(String path) throws Exception {
    return http.send(asking(path).build(), BodyHandlers.discarding()).statusCode();
  }

  String text(String path) {
    try {
      HttpResponse<String> answer = http.send(asking(path).build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
      return answer.body();
    } catch (Exception e) {
      throw new AssertionError(path, e);
    }
  }

  public JsonNode get(String path) {
    return Json.tree(text(path));
  }

  public HttpResponse<String> post(String path, String body) throws Exception {
    return http.send(
        asking(path)
            .header("Origin", at)
            .header("Content-Type", "application/json")
            .header("X-Playloop-Csrf", csrf)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
