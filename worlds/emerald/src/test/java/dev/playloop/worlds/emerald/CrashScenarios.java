package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.Action;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.LedgerEntry;
import dev.playloop.schemas.id.ActionId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emulator.GamePeople;
import dev.playloop.worlds.emulator.GamePlaces;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// An executor dies at each point of intent, act and outcome, and its successor finds the action
/// again. The presses that the game has counted are those of one act, or of none; never of two.
/// What the successor finds is compared with what the game was before the act.
abstract class CrashScenarios extends Scenarios<TestRig> {
  /// Where the process dies.
  enum CrashPoint {
    AFTER_INTENT,
    AT_SECOND_PRESS,
    AFTER_ACT,
    NEVER
  }

  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Map<ActionId, LedgerEntry> ledger = new HashMap<>();

  @ParameterizedTest
  @CsvSource({
    "AFTER_INTENT,    FAILED,  0",
    "AT_SECOND_PRESS, UNKNOWN, 1",
    "AFTER_ACT,       DONE,    2",
    "NEVER,           DONE,    2"
  })
  void walkIsWalkedOnceOrNotAtAll(CrashPoint point, Status expected, int presses) throws Exception {
    assertThatOnlyTheFirstDeliveryPresses(
        point, "navigate", path(6, 10, 7, 10, 7, 11), expected, presses);
  }

  @ParameterizedTest
  @CsvSource({
    "AFTER_INTENT,    UNKNOWN, 0",
    "AT_SECOND_PRESS, UNKNOWN, 1",
    "AFTER_ACT,       UNKNOWN, 3",
    "NEVER,           DONE,    3"
  })
  void buttonsArePressedOnceOrNotAtAll(CrashPoint point, Status expected, int presses)
      throws Exception {
    assertThatOnlyTheFirstDeliveryPresses(
        point, "press_buttons", "{\"buttons\":[\"L\",\"L\",\"R\"]}", expected, presses);
  }

  private void assertThatOnlyTheFirstDeliveryPresses(
      CrashPoint point, String tool, String args, Status expected, int presses) throws Exception {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    int before = rom.presses();
    Action action = action("crash-" + tool + point, tool, args);
    try {
      deliver(action, point);
    } catch (Crash e) {
      restarted();
    }
    rig.frames(90);
    assertThat(rom.presses() - before).isEqualTo(presses);

    for (int redelivery = 0; redelivery < 3; redelivery++) {
      ActionResult result = deliver(action, CrashPoint.NEVER);
      assertThat(result.status()).as("%s", result).isEqualTo(expected);
      restarted();
    }

    rig.frames(90);
    assertThat(rom.presses() - before).isEqualTo(presses);
  }

  /// What the executor does with an action, as far as a ledger goes.
  private ActionResult deliver(Action action, CrashPoint dies) throws InterruptedException {
    ActionResult result =
        switch (ledger.get(action.action())) {
          case LedgerEntry.Outcome outcome -> outcome.result();
          case LedgerEntry.Intent intent -> actions.reconcile(action, written(intent));
          case null -> begun(action, dies);
        };
    if (result.status() != Status.UNKNOWN) {
      ledger.put(action.action(), new LedgerEntry.Outcome(action.action(), Instant.EPOCH, result));
    }
    return result;
  }

  private ActionResult begun(Action action, CrashPoint dies) throws InterruptedException {
    LedgerEntry.Intent intent =
        new LedgerEntry.Intent(action.action(), Instant.EPOCH, List.of())
            .with(
                new LedgerEntry.Attempt(
                    Instant.EPOCH, Objects.requireNonNull(actions.prepare(action))));
    ledger.put(action.action(), intent);
    if (dies == CrashPoint.AFTER_INTENT) {
      throw new Crash();
    }
    int[] asked = {0};
    ActionResult result =
        actions.perform(
            action,
            () -> {
              // the first time is for letting go of all keys
              if (++asked[0] == 3 && dies == CrashPoint.AT_SECOND_PRESS) {
                throw new Crash();
              }
            });
    if (dies == CrashPoint.AFTER_ACT) {
      throw new Crash();
    }
    return result;
  }

  /// As it comes back from the log.
  private static JsonNode written(LedgerEntry.Intent intent) {
    return Json.tree(Json.text(intent.attempts().getLast().prepared()));
  }

  @Test
  void crashAfterTheIntentIsReconciledAsNotDoneAndNothingIsPressed() throws Exception {
    ready();
    Action action = call("navigate", path(6, 10, 7, 10));
    JsonNode before = actions.prepare(action);
    restarted();
    int presses = rom.presses();
    ActionResult found = actions.reconcile(action, before);

    assertThat(found.status()).as("%s", found).isEqualTo(Status.FAILED);
    assertThat(error(found).code()).isEqualTo("not_done");
    assertThat(rom.presses()).isEqualTo(presses);
  }

  @Test
  void crashAfterTheActIsReconciledAsDone() throws Exception {
    ready();
    Action action = call("navigate", path(6, 10, 7, 10));
    JsonNode before = actions.prepare(action);
    perform(action, () -> {});
    int presses = rom.presses();
    restarted();
    ActionResult found = actions.reconcile(action, before);

    assertThat(found.status()).as("%s", found).isEqualTo(Status.DONE);
    assertThat(rom.presses()).isEqualTo(presses);
  }

  @Test
  void crashHalfWayIsUnknownWithWhatIsSeen() throws Exception {
    ready();
    Action action = call("navigate", path(6, 10, 7, 10));
    JsonNode before = actions.prepare(action);
    perform("navigate", path(6, 10));
    restarted();
    ActionResult found = actions.reconcile(action, before);

    assertUnknown(found, "cannot_tell");
    assertThat(found.output()).isNotNull();
    assertAt(found.output(), "0.0", 6, 10);
  }

  @Test
  void roundTripLeavesNoTraceAndStaysUnknown() throws Exception {
    ready();
    Action action = call("navigate", path(5, 11, 5, 10));
    JsonNode before = actions.prepare(action);
    restarted();

    assertUnknown(actions.reconcile(action, before), "cannot_tell");
  }

  @Test
  void loadedStateMakesEverythingUnknown() throws Exception {
    ready();
    rig.save();
    rig.frames(200);
    Action action = call("navigate", path(6, 10));
    JsonNode before = actions.prepare(action);
    rig.restore();
    restarted();

    assertUnknown(actions.reconcile(action, before), "cannot_tell");
  }

  @Test
  void stunsAndWarpsAreReconciledByWhatTheyLeave() throws Exception {
    ready();
    Action stun = call("stun_npc", "{\"id\":" + GamePeople.WANDERER + "}");
    JsonNode before = actions.prepare(stun);
    assertThat(error(actions.reconcile(stun, before)).code()).isEqualTo("not_done");
    perform(stun, () -> {});
    restarted();
    assertThat(actions.reconcile(stun, before).status()).isEqualTo(Status.DONE);

    stand(new Tile(Area.TOWN, 27, 9), Facing.NORTH);
    Action warp = call("navigate", path(27, 8));
    before = actions.prepare(warp);
    perform(warp, () -> {});
    restarted();
    assertThat(actions.reconcile(warp, before).status()).isEqualTo(Status.DONE);
  }

  @Test
  void preStateIsSmall() throws Exception {
    stand(GamePlaces.HOUSE_FRONT, Facing.SOUTH);
    for (String call : List.of(path(4, 6), path(4, 4))) {
      JsonNode before = actions.prepare(call("navigate", call));
      assertThat(before).isNotNull();
      assertThat(before.toString().length()).isLessThan(8 * 1024);
    }
  }
}
