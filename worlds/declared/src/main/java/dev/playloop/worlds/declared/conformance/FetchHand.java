package dev.playloop.worlds.declared.conformance;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.declared.pull.PulledWorlds;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the kit gives a game to fetch: the two tools of its test mode. Each action is a new one.
/// Used by one thread.
final class FetchHand implements AutoCloseable {
  static final String ADD = "playloop_probe_add";
  static final String READ = "playloop_probe_read";

  private final FetchDoor door;
  private final String world;
  private final InstantSource clock;
  private final Pace pace;
  private final String run;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private int actions;
  private int counters;

  /// How long things are waited for.
  ///
  /// @param coming until the game fetches for the first time
  /// @param answer until it has answered what it fetched
  /// @param moment until what it does behind an answer is done
  record Pace(Duration coming, Duration answer, Duration moment) {}

  FetchHand(FetchDoor door, DeclaredWorld world, InstantSource clock, Pace pace) {
    this.door = door;
    this.world = world.name();
    this.clock = clock;
    this.pace = pace;
    this.run = Long.toString(clock.millis(), Character.MAX_RADIX);
  }

  /// A counter that nobody has used; it stands at 0.
  String counter() {
    counters++;
    return run + "-" + counters;
  }

  Call<SchemaTool> add(String counter, int n) {
    return call(ADD, Json.NODES.objectNode().put("counter", counter).put("n", n), Effect.WRITE);
  }

  /// Valid for as long as an answer is waited for.
  Call<SchemaTool> call(String tool, ObjectNode args, Effect effect) {
    return call(tool, args, effect, pace.answer());
  }

  private Call<SchemaTool> call(String tool, ObjectNode args, Effect effect, Duration valid) {
    actions++;
    AgentId agent = AgentId.of(world, "kit");
    ActionId id = ActionId.parse(agent + ":" + run + "#1." + actions).orElseThrow();
    door.issue(id);
    Action action =
        Action.of(id, agent, "kit", tool, args)
            .effect(effect)
            .notAfter(clock.instant().plus(valid));
    return new Call<>(action, effect, new SchemaTool(tool, args), null);
  }

  /// Hands it out, and waits for the game's word.
  ActionResult perform(Call<SchemaTool> call) throws InterruptedException {
    return given(performing(call, new CountDownLatch(1)));
  }

  /// Hands it out; `handed` is counted down right before.
  Future<ActionResult> performing(Call<SchemaTool> call, CountDownLatch handed)
      throws InterruptedException {
    WorldActions<SchemaTool> executor = door.actions();
    Prepared prepared = Prepared.of(executor.prepare(call));
    return threads.submit(() ->
        call.effect() == Effect.READ
            ? executor.look(call)
            : executor.perform(call, prepared, handed::countDown));
  }

  static ActionResult given(Future<ActionResult> result) throws InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// Another executor has the game's place.
  void succeed() {
    FetchDoor.end(door.succeed());
  }

  /// The executor goes when the game gets this, and before it can tell what came of it.
  void lose(Call<SchemaTool> call) throws InterruptedException {
    CountDownLatch handed = new CountDownLatch(1);
    Future<ActionResult> result = performing(call, handed);
    if (!handed.await(pace.answer().toMillis(), TimeUnit.MILLISECONDS)) {
      throw CannotTell.byGame("did not fetch an action within " + pace.answer());
    }
    PulledWorlds executor = door.succeed();
    Thread.sleep(pace.moment());
    FetchDoor.end(executor);
    result.cancel(true);
  }

  /// Asks what became of it.
  Reconciled ask(Call<SchemaTool> call) throws InterruptedException {
    try {
      WorldActions<SchemaTool> executor = door.actions();
      return executor.reconcile(call, Prepared.of(executor.prepare(call)));
    } catch (WorldUnavailable e) {
      throw CannotTell.byGame("was asked what became of an action, and did not answer");
    }
  }

  /// Whether the game comes.
  boolean isThere() throws InterruptedException {
    ObjectNode args = Json.NODES.objectNode().put("counter", run);
    Future<ActionResult> looking =
        performing(call(READ, args, Effect.READ, pace.coming()), new CountDownLatch(1));
    while (!looking.isDone()) {
      if (door.stray() != null) {
        looking.cancel(true);
        return true;
      }
      Thread.sleep(pace.moment());
    }
    return given(looking).status() != Status.FAILED;
  }

  /// Raises a counter by an action that must be done.
  long done(Call<SchemaTool> call) throws InterruptedException {
    return total(call, perform(call));
  }

  /// Where a counter stands, when a moment has passed.
  long total(String counter) throws InterruptedException {
    Thread.sleep(pace.moment());
    ObjectNode args = Json.NODES.objectNode().put("counter", counter);
    Call<SchemaTool> read = call(READ, args, Effect.READ);
    return total(read, perform(read));
  }

  /// The total that an answer tells.
  static long total(Call<SchemaTool> call, ActionResult result) {
    JsonNode output = result.output();
    JsonNode total = output == null ? null : output.path("total");
    if (result.status() != Status.DONE || total == null || !total.isIntegralNumber()) {
      throw CannotTell.byGame(
          "did not answer %s with done and a total: %s"
              .formatted(call.action().tool(), told(result)));
    }
    return total.longValue();
  }

  /// In a few words.
  static String told(ActionResult result) {
    return result.error() == null
        ? result.status().toString()
        : result.status() + ", " + result.error().message();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
