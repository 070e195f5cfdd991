package dev.playloop.launcher.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.launcher.AllSettings;
import dev.playloop.launcher.GameKeys;
import dev.playloop.launcher.LocalOptions;
import dev.playloop.launcher.LocalSystem;
import dev.playloop.launcher.OwnFiles;
import dev.playloop.launcher.example.Example;
import dev.playloop.launcher.example.ExampleRun;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.EmbeddedOnly;
import dev.playloop.testkit.Programs;
import dev.playloop.worlds.model.CannotOpenWorld;
import dev.playloop.worlds.model.Opening.Purpose;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What `worlds init` writes is played as it stands there.
@EmbeddedOnly("it starts servers of its own")
class NewWorldFolderTest {
  @TempDir Path folder;

  /// A game that is started, and one that is compiled first; `FirstGameTest` plays all of them.
  @ParameterizedTest
  @EnumSource(names = {"PYTHON", "CSHARP"})
  void aNewWorldIsPlayed(NewWorld.Language language) throws Exception {
    for (Map.Entry<String, String> file : NewWorld.files("tavern", language).entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    Map.Entry<String, String> key = NewWorld.key("tavern");
    OwnFiles.write(folder.resolve(key.getKey()), key.getValue());
    Process game = started(language, key.getValue());
    try (BufferedReader said =
        new BufferedReader(
            new java.io.InputStreamReader(game.getInputStream(), StandardCharsets.UTF_8))) {
      String url = Objects.requireNonNull(said.readLine(), "the game says where it is");
      Path world = folder.resolve("world.yaml");
      Files.writeString(world, Files.readString(world).replace("http://127.0.0.1:7777", url));
      Example example = Example.load(folder.toString());
      LocalOptions options =
          LocalOptions.of(AllSettings.read(example.settings(Map.of()), null))
              .withRehearsal(example.rehearsal())
              .withWorlds(example.worlds())
              .withPurpose(Purpose.EXAMPLE);
      assertThat(example.worlds()).containsExactly(WorldDeclaration.SHARED);
      try (LocalSystem system = LocalSystem.start(options)) {
        ExampleRun.prepare(example, system);
        ExampleRun.Outcome outcome = ExampleRun.play(example, system, step -> {});
        assertThat(outcome.differences()).isEmpty();
        assertThat(outcome.report().runOf("first")).isPresent();
      }
      assertThat(Files.readString(folder.resolve("game.log"))).containsOnlyOnce("\"rung\":");
    } finally {
      game.destroyForcibly().waitFor();
    }
  }

  /// It fetches its actions, and has a group of its own.
  @ParameterizedTest
  @EnumSource(names = {"PYTHON", "JAVASCRIPT"})
  void aNewWorldWhoseGameFetchesIsPlayed(NewWorld.Language language) throws Exception {
    for (Map.Entry<String, String> file : NewWorld.pulling("tavern", language).entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(folder.resolve("world.yaml"), "group: heavy\n", StandardOpenOption.APPEND);
    Example example = Example.load(folder.toString());
    assertThat(example.worlds()).containsExactly(WorldDeclaration.SHARED);
    LocalOptions options =
        LocalOptions.of(AllSettings.read(example.settings(Map.of()), null))
            .withRehearsal(example.rehearsal())
            .withWorlds(example.worlds())
            .withPurpose(Purpose.EXAMPLE);
    try (LocalSystem system = LocalSystem.start(options)) {
      ExampleRun.prepare(example, system);
      List<String> command = language.commands(folder.toString()).getLast();
      Programs.require(command.getFirst());
      ProcessBuilder program = new ProcessBuilder(command);
      program.environment().put("GAME_TOKEN", system.userToken());
      program.environment().put("GAME_URL", system.http().toString());
      program.environment().put("GAME_STORE", folder.resolve("game.log").toString());
      Process game =
          program
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(folder.resolve("game.err").toFile())
              .start();
      try {
        ExampleRun.Outcome outcome = ExampleRun.play(example, system, step -> {});
        assertThat(outcome.differences()).isEmpty();
      } finally {
        game.destroyForcibly().waitFor();
      }
    }
    assertThat(Files.readString(folder.resolve("game.log"))).containsOnlyOnce("\"rung\":");
  }

  /// As `worlds init` says to.
  private Process started(NewWorld.Language language, String secret) throws Exception {
    List<List<String>> commands = language.commands(folder.toString());
    for (List<String> command : commands) {
      Programs.require(command.getFirst());
    }
    Process started = null;
    for (List<String> command : commands) {
      assertThat(started == null || started.waitFor() == 0).isTrue();
      ProcessBuilder program = new ProcessBuilder(command);
      program.environment().put("GAME_SECRET", secret);
      program.environment().put("GAME_PORT", "0");
      program.environment().put("GAME_STORE", folder.resolve("game.log").toString());
      started = program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
    return Objects.requireNonNull(started);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Tavern", "../tavern", "a/b", "declared", "-x", "a b"})
  void whatNoWorldMayBeNamedIsRefused(String name) {
    assertThatThrownBy(() -> NewWorld.name(name)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void aKeyIsMadeOnceAndWhatOthersCanReadIsNone() throws IOException {
    GameKeys own = new GameKeys(folder, true);
    assertThat(own.of("tavern")).hasSize(64).isEqualTo(own.of("tavern"));
    assertThat(new GameKeys(folder, false).of("tavern")).isEqualTo(own.of("tavern"));
    assertThatThrownBy(() -> new GameKeys(folder, false).of("cellar"))
        .isInstanceOf(CannotOpenWorld.class);

    Files.setPosixFilePermissions(
        folder.resolve("tavern.key"), PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> own.of("tavern"))
        .isInstanceOf(CannotOpenWorld.class)
        .hasMessageContaining("others than its owner");
  }
}
