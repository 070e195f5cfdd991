package dev.playloop.worlds.emerald.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.EntityPut;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.emulator.GamePlaces;
import dev.playloop.worlds.emulator.TestRom;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The watcher on the test game, behind the real API: what it tells, once and in order, over
/// restarts, resets and outages.
class EmeraldWatcherTest extends Watched {
  private static JsonNode state(List<WorldEvent> events) {
    return events.stream()
        .filter(event -> event.change() instanceof EntityPut)
        .map(event -> ((EntityPut) event.change()).state())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no state in " + kinds(events)));
  }

  // ---- tests

  @Test
  void firstLookTellsTheStateOnce() {
    List<WorldEvent> first = poll();
    assertThat(kinds(first)).containsExactly("state");
    assertThat(first.getFirst().scene()).isEqualTo(new SceneId("emerald:may"));
    assertThat(first.getFirst().at()).isEqualTo(NOW);
    assertThat(state(first).path("map").asString("")).isEqualTo("1.0");
    assertThat(state(first).path("x").asInt(-1)).isEqualTo(2);
    String before = cursor;
    emulator.frames(200);
    assertThat(poll()).isEmpty();
    assertThat(cursor).isEqualTo(before);
  }

  @Test
  void perspectiveSeesWhatTheWatcherTold() {
    WorldEvent put = poll().getFirst();
    Scene scene = Scene.empty(new SceneId("emerald:may")).with(put);
    assertThat(new EmeraldWorld().perspective().see(scene, PLAYER).summary())
        .startsWith("You stand on map 1.0 at (2, 4), facing south");
  }

  @Test
  void looksNoMoreOftenThanItsRhythm() throws InterruptedException {
    poll();
    long frame = emulator.frame();
    press(Key.LEFT);
    assertThat(watcher.poll(cursor, MAX).isEmpty()).isTrue();
    assertThat(emulator.frame()).as("no request was made").isEqualTo(frame + 2 * TAP);
    assertThat(kinds(poll())).containsExactly("state");
  }

  @Test
  void versionGrowsWithEachStepAndOverAReset() {
    byte[] early = emulator.save();
    List<Long> versions = new ArrayList<>();
    versions.add(poll().getFirst().version());
    for (int i = 0; i < 3; i++) {
      press(i % 2 == 0 ? Key.UP : Key.DOWN);
      emulator.frames(40);
      versions.add(poll().getFirst().version());
    }
    emulator.restore(early);
    versions.add(poll().getFirst().version());
    assertThat(versions).isSorted().doesNotHaveDuplicates();
    assertThat(versions.getLast() >> 32)
        .as("epoch")
        .isEqualTo(versions.getFirst() / (1L << 32) + 1);
  }

  @Test
  void warpTellsTheMapAndWhereItWasLeft() {
    to(GamePlaces.ROOM_MAT, Facing.SOUTH);
    poll();
    press(Key.DOWN);
    JsonNode entered = data(until(Happenings.MAP_ENTERED), Happenings.MAP_ENTERED);
    assertThat(entered.path("map").asString("")).isEqualTo("0.0");
    assertThat(entered.path("from").asString("")).isEqualTo("1.0");
    assertThat(entered.path("x").asInt(-1)).isEqualTo(GamePlaces.HOUSE_FRONT.x());
    assertThat(kinds(all)).containsOnlyOnce(Happenings.MAP_ENTERED);
  }

  @Test
  void dialogueIsToldWithItsTextAndThatItWaits() {
    to(new Tile(TestRom.Area.TOWN, 9, 5), Facing.EAST);
    poll();
    press(Key.A);
    emulator.frames(20);
    List<WorldEvent> told = poll();
    assertThat(kinds(told))
        .containsExactly("state", Happenings.DIALOGUE_SHOWN, Happenings.MENU_WAITING);
    assertThat(data(told, Happenings.DIALOGUE_SHOWN).path("text").asString(""))
        .startsWith("Welcome to LOOPTON!");
    assertThat(data(told, Happenings.MENU_WAITING).path("menu").asString("")).isEqualTo("text");
    emulator.frames(40);
    assertThat(kinds(poll())).doesNotContain(Happenings.DIALOGUE_SHOWN);
  }

  @Test
  void restartTellsNothingTwiceAndWhatHappenedMeanwhile() {
    poll();
    wildBattle();
    watcher.close();
    watcher = watcher();
    List<WorldEvent> after = poll();
    assertThat(after).as("nothing changed while it was away").isEmpty();
    watcher.close();
    rom.running(Rule.ALWAYS);
    mailed();
    press(Key.RIGHT);
    press(Key.DOWN);
    press(Key.A);
    for (int i = 0; i < 40; i++) {
      press(Key.B);
    }
    watcher = watcher();
    assertThat(kinds(poll())).contains("state", Happenings.BATTLE_ENDED);
    Set<String> ids = new HashSet<>();
    assertThat(all).allMatch(event -> ids.add(event.id()), "an id of its own");
  }

  @Test
  void batchThatWasNotKeptComesAgain() {
    poll();
    rom.flag(0x867, true);
    mailed();
    String kept = cursor;
    List<WorldEvent> lost = poll();
    cursor = kept;
    watcher.close();
    watcher = watcher();
    assertThat(kinds(poll())).isEqualTo(kinds(lost));
  }

  @Test
  void othersWhoWalkAboutAreToldOnceASecond() {
    to(new Tile(TestRom.Area.TOWN, 14, 11), Facing.EAST);
    poll();
    int told = 0;
    long from = emulator.frame();
    for (int i = 0; i < 100; i++) {
      emulator.frames(4);
      told += poll().size();
    }
    long seconds = (emulator.frame() - from) / 60;
    assertThat((long) told).isBetween(seconds / 3, seconds + 1);
  }

  @Test
  void emulatorThatIsAwayIsUnavailableAndComesBack() {
    poll();
    emulator.refuseConnections();
    assertThatThrownBy(this::poll).isInstanceOf(WorldUnavailable.class);
    emulator.listen();
    press(Key.UP);
    emulator.frames(30);
    assertThat(kinds(poll())).containsExactly("state");
  }

  @Test
  void gameThatIsNotKnownIsUnavailableWithItsReason() {
    emulator.faults().junk("/core/getgamecode", 1, "AGB-XLTE");
    assertThatThrownBy(this::poll)
        .isInstanceOf(WorldUnavailable.class)
        .hasMessageContaining("AGB-XLTE");
    assertThat(kinds(poll())).containsExactly("state");
  }

  @Test
  void cursorOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> watcher.poll("0:0", MAX)).isInstanceOf(InvalidValueException.class);
    poll();
    String other = Objects.requireNonNull(cursor).replaceFirst("\"frame\":[0-9]+", "\"frame\":-1");
    assertThatThrownBy(() -> watcher.poll(other, MAX)).isInstanceOf(InvalidValueException.class);
    assertThat(Json.tree(Objects.requireNonNull(cursor)).size()).isEqualTo(11);
  }

  /// A cursor at the end of its range: the look after it makes the next one impossible.
  @Test
  void aLookOfWhichNoEventCanBeMadeIsADeadLetterOnceAndLooksGoOn() throws Exception {
    Seen last =
        SeenBuilder.builder()
            .epoch(Seen.EPOCH_MAX)
            .frame(Seen.FRAME_MAX)
            .state("")
            .others("")
            .put(0)
            .map("")
            .battle(Seen.Fight.none)
            .waits("")
            .text("")
            .party("")
            .badges(0)
            .build();

    WorldSource.Batch first = watcher.poll(last.cursor(), MAX);
    nanos.addAndGet(EVERY.toNanos());
    WorldSource.Batch second = watcher.poll(last.cursor(), MAX);
    nanos.addAndGet(EVERY.toNanos());
    WorldSource.Batch other = watcher.poll(null, MAX);
    nanos.addAndGet(EVERY.toNanos());
    WorldSource.Batch again = watcher.poll(last.cursor(), MAX);

    assertThat(first.unreadable())
        .singleElement()
        .satisfies(look -> assertThat(look.reason()).contains("epoch"));
    assertThat(first.cursor()).isEqualTo(last.cursor());
    assertThat(second.isEmpty()).isTrue();
    assertThat(other.events()).isNotEmpty();
    assertThat(again.unreadable()).hasSize(1);
  }
}
