package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.id.Lane;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.tool.Effect;
import dev.playloop.worlds.emerald.EmeraldActions.Options;
import dev.playloop.worlds.emerald.model.EmeraldTool;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.emulator.Ride;
import dev.playloop.worlds.emulator.TestEmulator;
import dev.playloop.worlds.emulator.TestRom;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldContract;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Emerald keeps what every world owes. What is counted are presses, in the game.
class EmeraldContractTest extends WorldContract {
  private TestRig rig;
  private TestExecutor<EmeraldTool> actions;

  @BeforeEach
  void open() {
    rig = new TestRig(TestEmulator.start());
    rig.rom().teleport(new Tile(Area.ROUTE, 3, 2), Facing.EAST);
    rig.frames(4);
    rig.save();
    actions =
        new TestExecutor<>(
            new EmeraldWorld(),
            new EmeraldActions(Map.of("red", rig.address()), Options.standard()));
  }

  @AfterEach
  void close() {
    actions.close();
    rig.restore();
    rig.close();
  }

  private static Action action(String run, String tool, String args) {
    return Action.of(
            new ActionId(Scenarios.PLAYER + ":" + run + "#1.1"),
            Scenarios.PLAYER,
            "red",
            tool,
            Json.tree(args))
        .lane(new Lane(Scenarios.PLAYER.value()))
        .effect(Effect.WRITE)
        .notAfter(Instant.parse("2030-01-01T00:00:00Z"));
  }

  @Override
  protected TestExecutor<?> actions() {
    return actions;
  }

  @Override
  protected Action write(String run) {
    return action(run, "navigate", "{\"path\":[{\"x\":4,\"y\":2},{\"x\":5,\"y\":2}]}");
  }

  @Override
  protected Action refusedWrite(String run) {
    return action(run, "hold_buttons", "{\"button\":\"L\",\"duration\":100}");
  }

  @Override
  protected void allowWhatWasRefused() {
    rig.rom().ride(Ride.MACH_BIKE);
    rig.frames(6);
    assertThat(rig.rom().pending()).isFalse();
  }

  @Override
  protected List<BadCall> badCalls() {
    return List.of(
        new BadCall(action("bad-1", "navigate", "{\"path\":[]}"), "path"),
        new BadCall(action("bad-2", "navigate", "{\"path\":[{\"x\":4}]}"), "path[0].y"),
        new BadCall(action("bad-3", "press_buttons", "{\"buttons\":[\"Turbo\"]}"), "buttons[0]"),
        new BadCall(action("bad-4", "select_move", "{\"slot\":5}"), "slot"),
        new BadCall(action("bad-5", "stun_npc", "{\"id\":\"1\"}"), "id"));
  }

  @Override
  protected long effects() {
    return rig.rom().presses(Key.RIGHT);
  }

  /// All that a key changes; time goes on by itself.
  @Override
  protected Object state() {
    TestRom rom = rig.rom();
    return List.of(rom.presses(), rom.steps(), rom.battles(), rom.warps(), rig.emulator.keys());
  }
}
