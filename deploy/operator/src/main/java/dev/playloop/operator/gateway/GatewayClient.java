package dev.playloop.operator.gateway;

import dev.playloop.audit.Controls;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.approval.AnswerKind;
import dev.playloop.schemas.event.Author;
import dev.playloop.schemas.event.Control;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Says controls to a gateway, which knows by the token who speaks, signs, and says when: neither
/// is sent. One request at a time for each call, over HTTP/1.1; answers of more than 64 KiB are
/// none. Safe for all threads.
public final class GatewayClient implements Controls, AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final long MAX_BODY = 64 * 1024L;
  private static final int MAX_DETAIL = 1_000;

  /// Replaced by what the gateway knows.
  private static final Author UNSAID = Author.of("-");

  private final GatewayAddress address;
  private final HttpClient http;

  private GatewayClient(GatewayAddress address, HttpClient http) {
    this.address = address;
    this.http = http;
  }

  /// Opens no connection yet.
  public static GatewayClient of(GatewayAddress address) {
    return new GatewayClient(
        address,
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build());
  }

  public GatewayAddress address() {
    return address;
  }

  public GatewayAnswer pause(AgentId agent) throws InterruptedException {
    return control(new Control.Pause(agent, UNSAID, Instant.EPOCH));
  }

  public GatewayAnswer resume(AgentId agent) throws InterruptedException {
    return control(new Control.Resume(agent, UNSAID, Instant.EPOCH));
  }

  public GatewayAnswer cancel(AgentId agent, RunId run) throws InterruptedException {
    return control(new Control.CancelRun(agent, run, UNSAID, Instant.EPOCH));
  }

  /// Says that control; who says it and when is not sent.
  public GatewayAnswer control(Control control) throws InterruptedException {
    ObjectNode said = (ObjectNode) Json.tree(Json.text(control));
    said.remove(List.of("author", "at"));
    return post("/v1/controls", said);
  }

  /// Answers the question of that id.
  ///
  /// @param argsHash the arguments that the person saw
  public GatewayAnswer answer(String approval, AnswerKind kind, String argsHash, Words words)
      throws InterruptedException {
    ObjectNode said = Json.NODES.objectNode();
    said.put("answer", kind.name().toLowerCase(Locale.ROOT)).put("argsHash", argsHash);
    if (words.args() != null) {
      said.set("args", words.args());
    }
    if (words.reason() != null) {
      said.put("reason", words.reason());
    }
    return post("/v1/approvals/" + approval, said);
  }

  /// What a person adds to an answer.
  ///
  /// @param args what an edit puts in the arguments' place; null with every other answer
  public record Words(@Nullable JsonNode args, @Nullable String reason) {}

  /// Throws [NotTaken] with the first that the gateway does not take; those before are on the log.
  @Override
  public void send(List<? extends Control> controls) throws InterruptedException {
    for (Control control : controls) {
      GatewayAnswer answer = control(control);
      if (!(answer instanceof GatewayAnswer.Accepted)) {
        throw new NotTaken(answer);
      }
    }
  }

  private GatewayAnswer post(String path, ObjectNode body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.at(path))
            .timeout(ANSWER)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
    if (address.token() != null) {
      request.header("Authorization", "Bearer " + address.token());
    }
    try {
      return read(
          http.send(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BODY)));
    } catch (IOException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new GatewayAnswer.Unreachable(address.toString(), cut(why));
    }
  }

  private static GatewayAnswer read(HttpResponse<byte[]> response) {
    JsonNode body = tree(response.body());
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      JsonNode id = body.get("id");
      return new GatewayAnswer.Accepted(id == null ? null : cut(id.asString("")));
    }
    Function<String, GatewayAnswer> as =
        switch (status) {
          case 401 -> GatewayAnswer.NoLogin::new;
          case 403 -> GatewayAnswer.Forbidden::new;
          case 404 -> GatewayAnswer.Unknown::new;
          case 409 -> GatewayAnswer.Conflict::new;
          case 408, 429, 500, 502, 503, 504 -> GatewayAnswer.Busy::new;
          default -> GatewayAnswer.Invalid::new;
        };
    return as.apply(detail(status, body));
  }

  /// The problem's own words, with each field that is wrong.
  private static String detail(int status, JsonNode problem) {
    StringBuilder text = new StringBuilder(problem.path("detail").asString(""));
    if (text.isEmpty()) {
      text.append("HTTP status ").append(status);
    }
    for (JsonNode error : problem.path("errors").values()) {
      text.append("; ")
          .append(error.path("field").asString(""))
          .append(": expected ")
          .append(error.path("expected").asString(""))
          .append(", got ")
          .append(error.path("got").asString(""));
    }
    return cut(text.toString());
  }

  /// An empty object where it is no JSON: a proxy's page, say.
  private static JsonNode tree(byte[] body) {
    try {
      return Json.tree(new String(body, StandardCharsets.UTF_8));
    } catch (InvalidValueException e) {
      return Json.NODES.objectNode();
    }
  }

  private static String cut(String text) {
    return text.length() <= MAX_DETAIL ? text : text.substring(0, MAX_DETAIL) + "…";
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
