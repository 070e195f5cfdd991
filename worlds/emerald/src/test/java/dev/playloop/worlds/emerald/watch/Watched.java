package dev.playloop.worlds.emerald.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.event.WorldEvent;
import dev.playloop.schemas.event.WorldEvent.Happening;
import dev.playloop.worlds.emerald.mgba.Mgba;
import dev.playloop.worlds.emulator.TestEmulator;
import dev.playloop.worlds.emulator.TestRom;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.emulator.machine.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;

/// A watcher of the test game, whose looks and presses are made by hand.
abstract class Watched {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final String PLAYER = "may";
  static final Duration EVERY = Duration.ofMillis(250);
  static final int MAX = 500;
  static final int TAP = 4;
  static final int MANY = 400;

  final AtomicLong nanos = new AtomicLong();
  final List<WorldEvent> all = new ArrayList<>();
  TestEmulator emulator;
  TestRom rom;
  EmeraldWatcher watcher;
  @Nullable String cursor;

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

  EmeraldWatcher watcher() {
    return new EmeraldWatcher(
        PLAYER,
        emulator.address(),
        Mgba.Limits.standard(),
        new EmeraldWatcher.Rhythm(EVERY, nanos::get, InstantSource.fixed(NOW)));
  }

  // ---- what is done and seen

  /// Looks again, keeps the cursor, and returns what was told.
  List<WorldEvent> poll() {
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

  static List<String> kinds(List<WorldEvent> events) {
    return events.stream()
        .map(event -> event.change() instanceof Happening happening ? happening.kind() : "state")
        .toList();
  }

  static JsonNode data(List<WorldEvent> events, String kind) {
    return events.stream()
        .filter(event -> event.change() instanceof Happening h && h.kind().equals(kind))
        .map(event -> Objects.requireNonNull(((Happening) event.change()).data()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " in " + kinds(events)));
  }

  void press(Key key) {
    emulator.keys(key.mask());
    emulator.frames(TAP);
    emulator.keys(0);
    emulator.frames(TAP);
  }

  void mailed() {
    for (int i = 0; i < MANY && rom.pending(); i++) {
      emulator.frames(1);
    }
    assertThat(rom.pending()).isFalse();
    emulator.frames(2);
  }

  void to(Tile tile, Facing facing) {
    rom.teleport(tile, facing);
    mailed();
  }

  /// Looks until something of `kind` is told, pressing B to turn texts on.
  List<WorldEvent> until(String kind) {
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

  void wildBattle() {
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

  boolean waits(String menu) {
    return all.stream()
        .anyMatch(event ->
            event.change() instanceof Happening h
                && h.kind().equals(Happenings.MENU_WAITING)
                && Objects.requireNonNull(h.data()).path("menu").asString("").equals(menu));
  }
}
