package dev.playloop.worlds.emerald.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.EntityPut;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.schemas.id.SceneId;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emerald.model.EmeraldWorld;
import dev.playloop.worlds.emulator.Key;
import dev.playloop.worlds.emulator.TestEmulator;
import dev.playloop.worlds.emulator.TestRom;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Places;
import dev.playloop.worlds.emulator.TestRom.Rule;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.model.Scene;
import dev.playloop.worlds.model.WorldSource;
import dev.playloop.worlds.model.WorldUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The watcher on the test game, behind the real API: what it tells, once and in order, over
/// restarts, resets and outages.
class EmeraldWatcherTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String PLAYER = "may";
  private static final Duration EVERY = Duration.ofMillis(250);
  private static final int MAX = 500;
  private static final int TAP = 4;
  private static final long OWN_HP = 0x0202_4084L + 0x28;
  private static final int MANY = 400;

  private final AtomicLong nanos = new AtomicLong();
  private final List<WorldEvent> all = new ArrayList<>();
  private TestEmulator emulator;
  private TestRom rom;
  private EmeraldWatcher watcher;
  private @Nullable String cursor;

  @BeforeEach
  void start() {
    emulator = TestEmulator.start();
    rom = TestRom.in(emulator);
    emulator.frames(TestRom.BOOT_FRAMES);
    watcher = watcher();
  }

  @AfterEach
  void stop() {
    watcher.close();
    emulator.close();
  }

  private EmeraldWatcher watcher() {
    return new EmeraldWatcher(
        PLAYER,
        emulator.address(),
        Mgba.Limits.standard(),
        new EmeraldWatcher.Rhythm(EVERY, nanos::get, InstantSource.fixed(NOW)));
  }

  // ---- what is done and seen

  /// Looks again, keeps the cursor, and returns what was told.
  private List<WorldEvent> poll() {
    nanos.addAndGet(EVERY.toNanos());
    try {
      var batch = watcher.poll(cursor, MAX);
      assertThat(batch.triggers()).isEmpty();
      cursor = batch.cursor();
      all.addAll(batch.events());
      return batch.events();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static List<String> kinds(List<WorldEvent> events) {
    return events.stream()
        .map(event -> event.change() instanceof Happening happening ? happening.kind() : "state")
        .toList();
  }

  private static JsonNode data(List<WorldEvent> events, String kind) {
    return events.stream()
        .filter(event -> event.change() instanceof Happening h && h.kind().equals(kind))
        .map(event -> Objects.requireNonNull(((Happening) event.change()).data()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " in " + kinds(events)));
  }

  private static JsonNode state(List<WorldEvent> events) {
    return events.stream()
        .filter(event -> event.change() instanceof EntityPut)
        .map(event -> ((EntityPut) event.change()).state())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no state in " + kinds(events)));
  }

  private void press(Key key) {
    emulator.keys(key.mask());
    emulator.frames(TAP);
    emulator.keys(0);
    emulator.frames(TAP);
  }

  private void mailed() {
    for (int i = 0; i < MANY && rom.pending(); i++) {
      emulator.frames(1);
    }
    assertThat(rom.pending()).isFalse();
    emulator.frames(2);
  }

  private void to(Tile tile, Facing facing) {
    rom.teleport(tile, facing);
    mailed();
  }

  /// Looks until something of `kind` is told, pressing B to turn texts on.
  private List<WorldEvent> until(String kind) {
    List<WorldEvent> told = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      List<WorldEvent> now = poll();
      told.addAll(now);
      if (kinds(now).contains(kind)) {
        return told;
      }
      press(Key.B);
    }
    throw new AssertionError("no " + kind + " but " + kinds(told));
  }

  private void wildBattle() {
    rom.wildBattle();
    mailed();
    for (int i = 0; i < MANY && !kinds(poll()).contains(Happenings.BATTLE_STARTED); i++) {
      emulator.frames(4);
    }
    for (int i = 0; i < MANY && !waits("battle_action"); i++) {
      press(Key.B);
      poll();
    }
    assertThat(waits("battle_action")).isTrue();
  }

  private boolean waits(String menu) {
    return all.stream()
        .anyMatch(event ->
            event.change() instanceof Happening h
                && h.kind().equals(Happenings.MENU_WAITING)
                && Objects.requireNonNull(h.data()).path("menu").asString("").equals(menu));
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
    Scene scene = new Scene(new SceneId("emerald:may"), 0, Map.of(), List.of()).with(put);
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
    to(Places.ROOM_MAT, Facing.SOUTH);
    poll();
    press(Key.DOWN);
    JsonNode entered = data(until(Happenings.MAP_ENTERED), Happenings.MAP_ENTERED);
    assertThat(entered.path("map").asString("")).isEqualTo("0.0");
    assertThat(entered.path("from").asString("")).isEqualTo("1.0");
    assertThat(entered.path("x").asInt(-1)).isEqualTo(Places.HOUSE_FRONT.x());
    assertThat(kinds(all)).containsOnlyOnce(Happenings.MAP_ENTERED);
  }

  @Test
  void battleIsToldFromItsStartToItsOutcome() {
    poll();
    wildBattle();
    JsonNode started = data(all, Happenings.BATTLE_STARTED);
    assertThat(started.path("trainer").asBoolean(true)).isFalse();
    assertThat(started.path("foe").path("name").asString("")).isEqualTo("MOTH");
    rom.running(Rule.ALWAYS);
    mailed();
    press(Key.RIGHT);
    press(Key.DOWN);
    press(Key.A);
    List<WorldEvent> end = until(Happenings.BATTLE_ENDED);
    assertThat(data(end, Happenings.BATTLE_ENDED).path("outcome").asString("")).isEqualTo("ran");
    assertThat(kinds(all)).containsOnlyOnce(Happenings.BATTLE_STARTED, Happenings.BATTLE_ENDED);
    assertThat(kinds(all)).doesNotContain(Happenings.BLACKED_OUT);
  }

  @Test
  void eachTurnOfABattleWaitsAnewEvenWhenNobodyLookedInBetween() {
    poll();
    wildBattle();
    int before = waitings();
    press(Key.A);
    press(Key.A);
    for (int i = 0; i < 200; i++) {
      press(Key.B);
    }
    poll();
    assertThat(waitings()).isEqualTo(before + 1);
    poll();
    assertThat(waitings()).isEqualTo(before + 1);
  }

  private int waitings() {
    return (int) kinds(all).stream().filter(Happenings.MENU_WAITING::equals).count();
  }

  @Test
  void lostBattleBlacksOut() {
    rom.monster(1, 0, 0);
    mailed();
    to(Places.HOUSE_FRONT, Facing.SOUTH);
    poll();
    wildBattle();
    rom.running(Rule.NEVER);
    mailed();
    emulator.write16(OWN_HP, 1);
    press(Key.RIGHT);
    press(Key.DOWN);
    for (int i = 0; i < MANY && !kinds(all).contains(Happenings.BLACKED_OUT); i++) {
      press(Key.A);
      poll();
    }
    assertThat(data(all, Happenings.BATTLE_ENDED).path("outcome").asString("")).isEqualTo("lost");
    assertThat(kinds(all)).containsOnlyOnce(Happenings.BLACKED_OUT, Happenings.MAP_ENTERED);
  }

  @Test
  void caughtMonsterChangesTheParty() {
    poll();
    wildBattle();
    rom.catching(Rule.ALWAYS);
    mailed();
    press(Key.RIGHT);
    press(Key.A);
    emulator.frames(20);
    press(Key.RIGHT);
    press(Key.A);
    press(Key.A);
    List<WorldEvent> told = until(Happenings.BATTLE_ENDED);
    assertThat(data(told, Happenings.BATTLE_ENDED).path("outcome").asString(""))
        .isEqualTo("caught");
    assertThat(kinds(all)).containsOnlyOnce(Happenings.PARTY_CHANGED);
    assertThat(data(all, Happenings.PARTY_CHANGED).path("party").size()).isEqualTo(4);
  }

  @Test
  void badgeIsToldWhenItIsWonAndNotWhenItIsLostByAReset() {
    byte[] without = emulator.save();
    poll();
    rom.flag(0x867, true);
    mailed();
    List<WorldEvent> told = poll();
    assertThat(data(told, Happenings.BADGE_WON).path("badge").asInt(0)).isEqualTo(1);
    emulator.restore(without);
    assertThat(kinds(poll())).containsExactly("state");
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
        new Seen(Seen.EPOCH_MAX, Seen.FRAME_MAX, "", "", 0, "", Seen.Fight.none, "", "", "", 0);

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
