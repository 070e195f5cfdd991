package dev.playloop.worlds.declared.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.RunId;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.schemas.tool.SchemaTool;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.Await;
import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.declared.model.DeclaredWorld;
import dev.playloop.worlds.model.Call;
import dev.playloop.worlds.model.Catalogue;
import dev.playloop.worlds.model.Prepared;
import dev.playloop.worlds.model.Reconciled;
import dev.playloop.worlds.model.WorldActions;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeclaredActionsTest {
  private static final int CROWD = 2_000;
  private static final Instant NOT_AFTER = Instant.parse("2026-11-20T12:00:00Z");

  private final TurnedClock clock = TurnedClock.at(NOT_AFTER);
  private final List<Catalogue> worlds = new ArrayList<>(List.of(catalogue("frozen", 1)));
  private final List<String> closed = new ArrayList<>();
  private final CountDownLatch thaw = new CountDownLatch(1);
  private final CountDownLatch inside = new CountDownLatch(DeclaredActions.AT_A_TIME);
  private final List<String> told = new ArrayList<>();
  private final DeclaredActions.Partitions listening =
      new DeclaredActions.Partitions() {
        @Override
        public void gained(int partition) {
          told.add("+" + partition);
        }

        @Override
        public void lost(int partition) {
          told.add("-" + partition);
        }
      };

  /// Returns once as many calls are inside the frozen game as it takes.
  private List<Future<ActionResult>> takingAllPlaces(
      DeclaredActions actions, ExecutorService threads) throws InterruptedException {
    List<Future<ActionResult>> held = new ArrayList<>();
    for (int i = 0; i < DeclaredActions.AT_A_TIME; i++) {
      held.add(threads.submit(() -> actions.look(call("frozen"))));
    }
    inside.await();
    return held;
  }

  @Test
  void whoAsksIsToldWhichPartitionsAreHere() {
    try (DeclaredActions actions = patient()) {
      actions.takenOver(3, List.of());
      actions.takenOver(1, List.of());
      actions.lost(3);
    }
    assertThat(told).containsExactly("+3", "+1", "-3");
  }

  @Test
  void aFrozenGameTakesNoMoreThanItsPlaces() throws Exception {
    worlds.add(catalogue("well", 2));
    try (DeclaredActions actions = new DeclaredActions(() -> worlds, Game::new, listening, clock);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ActionResult>> held = takingAllPlaces(actions, threads);

      Future<ActionResult> more = threads.submit(() -> actions.look(call("frozen")));
      try {
        assertThatThrownBy(() -> more.get(30, TimeUnit.SECONDS))
            .hasMessageContaining("frozen")
            .cause()
            .isInstanceOfSatisfying(
                WorldUnavailable.class, busy -> assertThat(busy.isBusy()).isTrue());
        assertThat(url(actions.look(call("well")))).endsWith(":2");
      } finally {
        thaw.countDown();
      }
      for (Future<ActionResult> each : held) {
        assertThat(url(each.get())).endsWith(":1");
      }
      assertThat(url(actions.look(call("frozen")))).endsWith(":1");
    }
  }

  /// Many agents act at once, and their game is as quick as it can be: none of them is told that it
  /// is away.
  @Test
  void whoFindsABusyGameWaitsForAPlace() throws Exception {
    try (DeclaredActions actions = patient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ActionResult>> all = takingAllPlaces(actions, threads);
      for (int i = 0; i < CROWD; i++) {
        all.add(threads.submit(() -> actions.look(call("frozen"))));
      }
      thaw.countDown();

      for (Future<ActionResult> each : all) {
        assertThat(url(each.get(120, TimeUnit.SECONDS))).endsWith(":1");
      }
    }
  }

  /// The executor looks at the time, and tells it.
  @Test
  void whoseTimeIsOverBeforeItHasAPlaceIsNotSent() throws Exception {
    try (DeclaredActions actions = patient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ActionResult>> held = takingAllPlaces(actions, threads);
      Future<ActionResult> more = threads.submit(() -> actions.look(call("frozen")));
      clock.turn(Duration.ofMillis(1));
      thaw.countDown();

      assertThatThrownBy(() -> more.get(30, TimeUnit.SECONDS))
          .cause()
          .isInstanceOfSatisfying(
              WorldUnavailable.class, busy -> assertThat(busy.isBusy()).isTrue());
      for (Future<ActionResult> each : held) {
        assertThat(url(each.get())).endsWith(":1");
      }
    }
  }

  /// Its game is closed by then.
  @Test
  void whoHasWaitedForAPlaceDoesNotActWhereActionsOnceWent() throws Exception {
    try (DeclaredActions actions = patient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ActionResult>> held = takingAllPlaces(actions, threads);
      Thread waits =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  told.add(url(actions.look(call("frozen"))));
                } catch (WorldUnavailable e) {
                  told.add(String.valueOf(e.getMessage()));
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      Await.until("it waits", () -> waits.getState() == Thread.State.TIMED_WAITING);
      worlds.set(0, catalogue("frozen", 9));
      assertThat(url(actions.look(call("frozen")))).endsWith(":9");
      thaw.countDown();
      waits.join();

      assertThat(told).containsExactly("world frozen was declared anew");
      for (Future<ActionResult> each : held) {
        assertThat(url(each.get())).endsWith(":1");
      }
    }
  }

  @Test
  void aWriteOfAnAgentThatWasHaltedWhileItWaitedIsNotBegun() {
    thaw.countDown();
    WorldActions.Lease halted =
        new WorldActions.Lease() {
          @Override
          public void confirm() {}

          @Override
          public void mayBegin() {
            throw new IllegalStateException("halted");
          }
        };
    try (DeclaredActions actions = patient()) {
      assertThatThrownBy(() -> actions.perform(call("frozen"), Prepared.NOTHING, halted))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("halted");
    }
  }

  @Test
  void actionsGoWhereTheDeclarationInForceSays() throws Exception {
    thaw.countDown();
    try (DeclaredActions actions = patient()) {
      assertThat(url(actions.look(call("frozen")))).endsWith(":1");
      worlds.set(0, catalogue("frozen", 9));
      assertThat(url(actions.look(call("frozen")))).endsWith(":9");
      assertThat(closed).singleElement().asString().endsWith(":1");
    }
    assertThat(closed).hasSize(2);
  }

  @Test
  void aWorldThatNobodyDeclaredIsAway() {
    try (DeclaredActions actions = patient()) {
      assertThatThrownBy(() -> actions.look(call("nowhere")))
          .isInstanceOf(WorldUnavailable.class)
          .hasMessageContaining("nowhere");
    }
  }

  /// Who waits for a place, waits however long the game takes.
  private DeclaredActions patient() {
    return new DeclaredActions(() -> worlds, Game::new, listening, clock, Duration.ofMinutes(10));
  }

  private static String url(ActionResult result) {
    return Objects.requireNonNull(result.output()).path("url").asString();
  }

  private static Catalogue catalogue(String world, int port) {
    WorldDeclaration declaration =
        new ConfigFile(
                "world.yaml",
                """
                world: %s
                tools: [{name: look, description: Look., effect: read}]
                actions: {url: 'http://127.0.0.1:%d'}
                """
                    .formatted(world, port))
            .as(WorldDeclaration.class, DeclaredWorld::misfits);
    return Catalogue.of(DeclaredWorld.of(declaration));
  }

  private static Call<SchemaTool> call(String world) {
    AgentId agent = AgentId.of(world, "ada");
    ActionId id = ActionId.of(RunId.of(agent, "t").turn(1), 1);
    Action action =
        Action.of(id, agent, "ada", "look", Json.NODES.objectNode())
            .effect(Effect.READ)
            .notAfter(NOT_AFTER);
    return new Call<>(action, Effect.READ, new SchemaTool("look", Json.NODES.objectNode()), null);
  }

  /// Answers with its address; the one at port 1 once it is thawed.
  private final class Game implements WorldActions<SchemaTool> {
    private final String url;

    Game(DeclaredWorld world) {
      this.url = Objects.requireNonNull(world.declaration().actions().url());
    }

    @Override
    public Class<SchemaTool> type() {
      return SchemaTool.class;
    }

    @Override
    public Safety safety() {
      return Safety.LEDGER;
    }

    @Override
    public ActionResult look(Call<SchemaTool> call) throws InterruptedException {
      if (url.endsWith(":1")) {
        inside.countDown();
        thaw.await();
      }
      return ActionResult.done(
          call.action().action(),
          call.action().agent(),
          Json.NODES.objectNode().put("url", url),
          null);
    }

    @Override
    public ActionResult perform(Call<SchemaTool> call, Prepared prepared, Lease lease) {
      throw new AssertionError("listening writes");
    }

    @Override
    public Reconciled reconcile(Call<SchemaTool> call, Prepared prepared) {
      throw new AssertionError("listening writes");
    }

    @Override
    public ActionResult simulate(Call<SchemaTool> call) {
      throw new AssertionError("listening simulates");
    }

    @Override
    public void close() {
      closed.add(url);
    }
  }
}
