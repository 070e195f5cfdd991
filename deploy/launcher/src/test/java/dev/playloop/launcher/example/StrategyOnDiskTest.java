package dev.playloop.launcher.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.UserProblem;
import dev.playloop.schemas.event.AgentConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A strategy that lies beside `agents.yaml`, on a disk and in the program's own archive.
class StrategyOnDiskTest {
  @TempDir private Path root;
  private Path folder;

  @BeforeEach
  void write() throws IOException {
    folder = Files.createDirectory(root.resolve("example"));
    Files.writeString(
        folder.resolve("agents.yaml"),
        """
        - agent: society/ada
          actor: ada
          instructions: {identity: Ada., strategyFile: soul.md}
        """);
    Files.writeString(folder.resolve("triggers.jsonl"), "");
  }

  @Test
  void itIsReadFromItsFolderWhereverTheProgramRuns() throws IOException {
    Files.writeString(folder.resolve("soul.md"), "Wait.");

    assertThat(ExampleFiles.agents(folder.resolve("agents.yaml"), InstalledWorlds.worlds()))
        .extracting(AgentConfig::instructions)
        .containsExactly(new AgentConfig.Instructions("Ada.", "Wait.", List.of()));
    assertThat(Example.load(folder.toString()).agents().getFirst().instructions().strategy())
        .isEqualTo("Wait.");
  }

  @Test
  void aLinkOutOfTheFolderLeadsNowhere() throws IOException {
    Files.writeString(root.resolve("secret.md"), "the secret");
    Files.createSymbolicLink(folder.resolve("soul.md"), root.resolve("secret.md"));
    isNone();
    Files.delete(folder.resolve("soul.md"));
    Files.writeString(folder.resolve("own.md"), "Own.");
    Files.createSymbolicLink(folder.resolve("soul.md"), folder.resolve("own.md"));
    List<AgentConfig> agents =
        ExampleFiles.agents(folder.resolve("agents.yaml"), InstalledWorlds.worlds());
    assertThat(agents.getFirst().instructions().strategy()).isEqualTo("Own.");
  }

  @Test
  void whatIsNoFileIsNone() throws IOException {
    isNone();
    Files.createDirectory(folder.resolve("soul.md"));
    isNone();
  }

  private void isNone() {
    assertThatThrownBy(
            () -> ExampleFiles.agents(folder.resolve("agents.yaml"), InstalledWorlds.worlds()))
        .isInstanceOf(UserProblem.class)
        .hasMessageContaining("soul.md', which is none of its files")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> Example.load(folder.toString())).isInstanceOf(UserProblem.class);
  }

  @Test
  void aBuiltInExampleHasItsOwn() {
    assertThat(Example.load("eternum").agents())
        .allSatisfy(agent -> assertThat(agent.instructions().strategy()).contains("# How to play"));
  }
}
