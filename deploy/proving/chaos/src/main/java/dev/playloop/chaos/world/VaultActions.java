package dev.playloop.chaos.world;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
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

/// Acts in the vault over HTTP. Thread-safe.
public final class VaultActions implements WorldActions<VaultWorld.VaultTool> {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final URI checker;

  public VaultActions(URI checker) {
    this.checker = checker;
  }

  @Override
  public Safety safety() {
    return Safety.LEDGER;
  }

  @Override
  public Class<VaultWorld.VaultTool> type() {
    return VaultWorld.VaultTool.class;
  }

  @Override
  public ActionResult look(Call<VaultWorld.VaultTool> call) {
    throw new IllegalArgumentException("the vault has no reads: " + call.tool());
  }

  @Override
  public ActionResult perform(Call<VaultWorld.VaultTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    Action action = call.action();
    lease.confirm();
    try {
      HttpResponse<String> answer =
          client.send(
              request(action).POST(HttpRequest.BodyPublishers.noBody()).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? done(action)
          : unknown(action, "the vault answered " + answer.statusCode());
    } catch (ConnectException e) {
      throw new WorldUnavailable("the vault is not there", e);
    } catch (IOException e) {
      return unknown(action, "no answer from the vault");
    }
  }

  @Override
  public Reconciled reconcile(Call<VaultWorld.VaultTool> call, Prepared prepared)
      throws InterruptedException {
    Action action = call.action();
    try {
      HttpResponse<String> answer =
          client.send(request(action).GET().build(), HttpResponse.BodyHandlers.ofString());
      return answer.body().equals("0")
          ? new Reconciled.NotDone("it was not deposited", null)
          : new Reconciled.Done(done(action));
    } catch (IOException e) {
      throw new WorldUnavailable("the vault can't be asked", e);
    }
  }

  @Override
  public ActionResult simulate(Call<VaultWorld.VaultTool> call) {
    return done(call.action());
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

  private static ActionResult unknown(Action action, String message) {
    return ActionResult.failed(
        action.action(),
        action.agent(),
        Status.UNKNOWN,
        new ActionError("unknown", message, null, false));
  }

  @Override
  public void close() {
    client.close();
  }
}
