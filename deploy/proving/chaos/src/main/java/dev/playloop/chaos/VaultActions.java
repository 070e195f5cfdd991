package dev.playloop.chaos;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Acts in the vault over HTTP. Thread-safe.
final class VaultActions implements WorldActions {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final URI checker;

  VaultActions(URI checker) {
    this.checker = checker;
  }

  @Override
  public Safety safety() {
    return Safety.LEDGER;
  }

  @Override
  public ActionResult perform(Action action) throws InterruptedException {
    try {
      HttpResponse<String> answer =
          client.send(
              request(action).POST(HttpRequest.BodyPublishers.noBody()).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? done(action)
          : failed(action, Status.UNKNOWN, "the vault answered " + answer.statusCode());
    } catch (ConnectException e) {
      throw new WorldUnavailable("the vault is not there", e);
    } catch (IOException e) {
      return failed(action, Status.UNKNOWN, "no answer from the vault");
    }
  }

  @Override
  public ActionResult reconcile(Action action, @Nullable JsonNode preState)
      throws InterruptedException {
    try {
      HttpResponse<String> answer =
          client.send(request(action).GET().build(), HttpResponse.BodyHandlers.ofString());
      return answer.body().equals("0")
          ? failed(action, Status.FAILED, "it was not deposited")
          : done(action);
    } catch (IOException e) {
      throw new WorldUnavailable("the vault can't be asked", e);
    }
  }

  @Override
  public ActionResult simulate(Action action) {
    return done(action);
  }

  private HttpRequest.Builder request(Action action) {
    String id = URLEncoder.encode(action.action().value(), StandardCharsets.UTF_8);
    return HttpRequest.newBuilder(
            checker.resolve(
                "/vault?action=" + id + "&notAfter=" + action.notAfter().toEpochMilli()))
        .timeout(TIMEOUT);
  }

  private static ActionResult done(Action action) {
    return ActionResult.done(
        action.action(), action.agent(), Json.NODES.objectNode().put("deposited", true), null);
  }

  private static ActionResult failed(Action action, Status status, String message) {
    return ActionResult.failed(
        action.action(),
        action.agent(),
        status,
        new ActionError(status == Status.FAILED ? "not_done" : "unknown", message, null, false));
  }

  @Override
  public void close() {
    client.close();
  }
}
