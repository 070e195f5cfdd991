package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.ActionError;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.AgentId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.emerald.EmeraldActions.Options;
import dev.playloop.worlds.emerald.mgba.Mgba.Limits;
import dev.playloop.worlds.emerald.model.EmeraldTool;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.emulator.TestRom;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldActions.Lease;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// What all scenarios share: one game for the class, whose state is saved before each test and
/// restored after it, an agent who plays, and the game's own counters to prove what was pressed.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Scenarios<R extends Rig> {
  static final AgentId PLAYER = AgentId.of("emerald", "red");

  static final Limits LIMITS = new Limits(Duration.ofSeconds(60), Duration.ofSeconds(60));

  protected R rig;

  protected TestRom rom;

  protected TestExecutor<EmeraldTool> actions;

  private int count;

  protected abstract R open();

  @BeforeAll
  final void boot() {
    rig = open();
    rom = rig.rom();
  }

  @AfterAll
  final void end() {
    rig.close();
  }

  @BeforeEach
  final void save() {
    rig.save();
    actions = newActions();
    rom.encounters(Rule.NEVER);
    rig.frames(2);
  }

  @AfterEach
  final void restore() {
    actions.close();
    rig.restore();
  }

  private TestExecutor<EmeraldTool> newActions() {
    return executing(rig.address(), options());
  }

  protected static TestExecutor<EmeraldTool> executing(URI emulator, Options options) {
    return new TestExecutor<>(
        new EmeraldWorld(), new EmeraldActions(Map.of(PLAYER.name(), emulator), options));
  }

  /// As after a restart of the executor: nothing is remembered but what the ledger holds.
  protected void restarted() {
    actions.close();
    actions = newActions();
  }

  protected Options options() {
    return Options.standard().limits(LIMITS).patience(Duration.ofMillis(300));
  }

  /// The player stands there, and nothing is under way.
  protected void stand(Tile tile, Facing facing) {
    rom.teleport(tile, facing);
    rig.frames(4);
    assertThat(rom.pending()).isFalse();
  }

  /// Lets the mailbox do what it was told.
  protected void done() {
    for (int i = 0; i < 60 && rom.pending(); i++) {
      rig.frames(2);
    }
    assertThat(rom.pending()).as("the mailbox").isFalse();
  }

  protected Action action(String id, String tool, String args) {
    return Action.of(
            new ActionId(PLAYER + ":" + id + "#1.1"), PLAYER, PLAYER.name(), tool, Json.tree(args))
        .lane(new Lane(PLAYER.value()))
        .effect(Effect.WRITE)
        .notAfter(Instant.parse("2030-01-01T00:00:00Z"));
  }

  protected Action call(String tool, String args) {
    return action("t" + ++count, tool, args);
  }

  protected ActionResult perform(String tool, String args) {
    return perform(call(tool, args), () -> {});
  }

  protected ActionResult perform(Action action, Lease lease) {
    return actions.perform(action, lease);
  }

  /// A lease that takes a while of a fast game to confirm, unless that was just done.
  protected Lease slowLease() {
    long[] confirmed = {Long.MIN_VALUE / 2};
    return () -> {
      if (rom.frames() - confirmed[0] > 12) {
        rig.frames(14);
        confirmed[0] = rom.frames();
      }
    };
  }

  /// Performs what must succeed, and gives its output.
  protected JsonNode done(String tool, String args) {
    return done(call(tool, args), () -> {});
  }

  protected JsonNode done(Action action, Lease lease) {
    ActionResult result = perform(action, lease);
    assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    return Objects.requireNonNull(result.output());
  }

  /// Performs what must be refused or fail, with no key pressed and nothing moved, and gives the
  /// error.
  protected ActionError refused(String tool, String args) {
    int presses = rom.presses();
    long steps = rom.steps();
    ActionResult result = perform(tool, args);
    assertThat(result.status()).as("%s", result).isIn(Status.REFUSED, Status.FAILED);
    rig.frames(30); // a press that is on its way shows by then
    assertThat(rom.presses()).as("presses").isEqualTo(presses);
    assertThat(rom.steps()).as("steps").isEqualTo(steps);
    return error(result);
  }

  protected static ActionError error(ActionResult result) {
    return Objects.requireNonNull(result.error(), () -> "no error: " + result);
  }

  protected JsonNode navigate(Object... tiles) {
    return done("navigate", path(tiles));
  }

  /// `{path: [{x, y} …]}` of x and y in turn.
  protected static String path(Object... numbers) {
    StringBuilder path = new StringBuilder("{\"path\":[");
    for (int i = 0; i < numbers.length; i += 2) {
      path.append(i == 0 ? "" : ",")
          .append("{\"x\":%s,\"y\":%s}".formatted(numbers[i], numbers[i + 1]));
    }
    return path.append("]}").toString();
  }

  protected static void assertAt(JsonNode output, String map, int x, int y) {
    assertThat(output.path("map").asString("")).as("%s", output).isEqualTo(map);
    assertThat(output.path("x").asInt(-99)).as("%s", output).isEqualTo(x);
    assertThat(output.path("y").asInt(-99)).as("%s", output).isEqualTo(y);
  }

  protected static Tile town(int x, int y) {
    return new Tile(Area.TOWN, x, y);
  }

  /// Stands in the town, with the emulator held.
  protected final void ready() {
    stand(town(5, 10), Facing.SOUTH);
    done("press_buttons", "{\"buttons\":[\"L\"]}");
  }

  protected static void assertUnknown(ActionResult result, String code) {
    assertThat(result.status()).as("%s", result).isEqualTo(Status.UNKNOWN);
    assertThat(error(result).code()).isEqualTo(code);
  }
}
