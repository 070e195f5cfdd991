package dev.playloop.benchmarks;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/// Effects in this process, without latency: counted, not kept. Thread-safe.
class BenchActions implements WorldActions<BenchWorld.BenchTool> {
  private final LongAdder effects = new LongAdder();

  /// How many effects there were.
  final long effects() {
    return effects.sum();
  }

  @Override
  public final Safety safety() {
    return Safety.TRANSACTIONAL;
  }

  @Override
  public final Class<BenchWorld.BenchTool> type() {
    return BenchWorld.BenchTool.class;
  }

  @Override
  public final ActionResult look(Call<BenchWorld.BenchTool> call) {
    return call.done(BenchWorld.OUTPUT, null);
  }

  @Override
  public final ActionResult perform(Call<BenchWorld.BenchTool> call, Prepared prepared, Lease lease)
      throws InterruptedException {
    act(call.action());
    effects.increment();
    return call.done(BenchWorld.OUTPUT, null);
  }

  /// Makes the effect; nothing to do in memory.
  void act(Action action) throws InterruptedException {}

  @Override
  public final Reconciled reconcile(Call<BenchWorld.BenchTool> call, Prepared prepared) {
    return new Reconciled.Unknown("not_kept", "the bench world keeps nothing", null);
  }

  @Override
  public final ActionResult simulate(Call<BenchWorld.BenchTool> call) {
    return call.done(BenchWorld.OUTPUT, null);
  }

  @Override
  public void close() {}

  /// Effects on the effect server, one HTTP call each. Thread-safe.
  static final class OverHttp extends BenchActions {
    private final HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI effect;

    OverHttp(URI server) {
      this.effect = server.resolve("/effect");
    }

    @Override
    void act(Action action) throws InterruptedException {
      HttpRequest request =
          HttpRequest.newBuilder(effect)
              .timeout(Duration.ofSeconds(30))
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", action.action().value())
              .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(action.args())))
              .build();
      try {
        HttpResponse<byte[]> response =
            client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
          throw new IllegalStateException("the effect server answered " + response.statusCode());
        }
      } catch (IOException e) {
        throw new WorldUnavailable("the effect server can't be reached: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
