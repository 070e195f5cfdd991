package dev.playloop.worlds.emerald;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.event.ActionResult;
import dev.playloop.schemas.event.ActionResult.Status;
import dev.playloop.schemas.event.Part;
import dev.playloop.worlds.emerald.EmeraldActions.Options;
import dev.playloop.worlds.emerald.model.EmeraldTool;
import dev.playloop.worlds.emulator.TestEmulator;
import dev.playloop.worlds.emulator.TestRom.Area;
import dev.playloop.worlds.emulator.TestRom.Facing;
import dev.playloop.worlds.emulator.TestRom.Tile;
import dev.playloop.worlds.model.TestExecutor;
import dev.playloop.worlds.model.WorldUnavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Pictures under their hash, at key moments and when asked for.
class ScreenshotsTest extends Scenarios<TestRig> {
  @TempDir private static Path folder;

  @Override
  protected TestRig open() {
    return new TestRig(TestEmulator.start());
  }

  @Override
  protected Options options() {
    return super.options()
        .screenshots(new FolderScreenshots(folder, URI.create("https://pictures.example/a")), true);
  }

  @Test
  void pictureIsKeptUnderItsHashAndShown() throws Exception {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    ActionResult result = perform("look", "{\"screenshot\":true}");
    assertThat(result.output()).isNotNull();
    String hash = result.output().at("/screenshot/sha256").asString();

    assertThat(result.shown()).hasSize(1).first().isInstanceOf(Part.Image.class);
    assertThat(result.output().at("/screenshot/url").asString())
        .isEqualTo("https://pictures.example/a/" + hash + ".png");
    byte[] bytes = Files.readAllBytes(folder.resolve(hash + ".png"));
    assertThat(Sha256.hex(bytes)).isEqualTo(hash);
    assertThat(bytes).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void noPictureIsTakenUnlessAskedFor() {
    ActionResult result = perform("look", "{}");

    assertThat(result.output()).isNotNull();
    assertThat(result.output().has("screenshot")).isFalse();
    assertThat(result.shown()).isNull();
  }

  @Test
  void mapChangeAndBattleAreKeyMoments() {
    stand(new Tile(Area.TOWN, 14, 1), Facing.NORTH);
    JsonNode change = navigate(14, 0, 14, -1);
    assertThat(change.path("moment").asString()).as("%s", change).isEqualTo("map_change");
    assertThat(change.at("/screenshot/sha256").asString()).hasSize(64);

    stand(new Tile(Area.TOWN, 21, 15), Facing.EAST);
    rom.encounters(dev.playloop.worlds.emulator.TestRom.Rule.ALWAYS);
    done();
    JsonNode battle = navigate(22, 15);
    assertThat(battle.path("moment").asString()).as("%s", battle).isEqualTo("battle_begins");
  }

  @Test
  void whatWasDoneStaysDoneWhereTheEmulatorGoesAwayRightAfterIt() throws Exception {
    stand(new Tile(Area.TOWN, 14, 1), Facing.NORTH);
    Screenshots away =
        mgba -> {
          throw new WorldUnavailable("gone", new IOException("gone"));
        };
    try (TestExecutor<EmeraldTool> playing =
        executing(rig.address(), options().screenshots(away, true))) {
      ActionResult result = playing.perform(call("navigate", path(14, 0, 14, -1)));

      assertThat(result.status()).as("%s", result).isEqualTo(Status.DONE);
    }
  }

  @Test
  void ordinaryStepIsNone() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);

    assertThat(navigate(6, 10).has("moment")).isFalse();
  }

  @Test
  void folderThatCanNotBeReadIsSaid() {
    try {
      Path file = Files.createFile(folder.resolve("no-folder"));
      Screenshots.Shot shot =
          new FolderScreenshots(file.resolve("below"), null)
              .take(new dev.playloop.worlds.emerald.mgba.Mgba(rig.address(), LIMITS));

      assertThat(shot).isInstanceOf(Screenshots.Shot.Missing.class);
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void emulatorThatWritesElsewhereIsSaid() {
    stand(new Tile(Area.TOWN, 5, 10), Facing.SOUTH);
    rig.emulator.faults().empty("/core/screenshot", 1);
    rig.emulator.faults().timeoutBeforeRunning("/core/screenshot", 1);
    JsonNode told = done("look", "{\"screenshot\":true}");

    assertThat(told.has("screenshot")).isFalse();
    assertThat(told.path("screenshot_missing").asString()).isNotBlank();
  }
}
