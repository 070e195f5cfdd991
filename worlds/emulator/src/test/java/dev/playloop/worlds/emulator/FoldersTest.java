package dev.playloop.worlds.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.worlds.emulator.machine.Roms;
import dev.playloop.worlds.emulator.thumb.ThumbMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that clients name lie below their folder.
class FoldersTest {
  @TempDir private Path temp = Path.of("");
  private Path root = Path.of("");
  private Path victim = Path.of("");

  @BeforeEach
  void folders() throws IOException {
    root = Files.createDirectories(temp.resolve("screens"));
    victim = Files.writeString(temp.resolve("victim.txt"), "dear");
    Files.createDirectories(temp.resolve("screens-too"));
    Files.createSymbolicLink(root.resolve("link"), victim);
    Files.createSymbolicLink(root.resolve("out"), temp);
    Files.createDirectories(root.resolve("sub"));
  }

  @Test
  void whatIsBelowIsTaken() {
    Folders folders = Folders.of(List.of(root));

    assertThat(folders.file("a.png")).isEqualTo(root.resolve("a.png"));
    assertThat(folders.file(root.resolve("sub/b.ss").toString()))
        .isEqualTo(root.resolve("sub/b.ss"));
  }

  @Test
  void whatIsNotIsRefused() {
    Folders folders = Folders.of(List.of(root));
    for (String path :
        List.of(
            victim.toString(),
            "../victim.txt",
            "sub/../../victim.txt",
            root + "/../victim.txt",
            temp + "/screens-too/a.png",
            "link",
            "out/victim.txt",
            "out/new.txt",
            "out/none/new.txt",
            "sub",
            "/dev/null",
            "/",
            "",
            "a\0b")) {
      assertThatThrownBy(() -> folders.file(path)).as(path).isInstanceOf(ScriptError.class);
    }
  }

  @Test
  void withoutFoldersNoFileCanBeNamed() {
    assertThatThrownBy(() -> Folders.none().file("a.png"))
        .isInstanceOf(ScriptError.class)
        .hasMessageContaining("--files");
  }

  @Test
  void theApiWritesNowhereElseAndSaysSo() throws IOException {
    try (Emulator emulator =
            Emulator.start(
                new ThumbMachine(Roms.bundled()), new Pace.Step(), Folders.of(List.of(root)));
        RestFront front = RestFront.start(0, new Api(emulator));
        Client client = new Client(front.address())) {
      for (String command : List.of("savestatefile", "loadstatefile", "screenshot")) {
        for (Path path : List.of(victim, root.resolve("link"), root.resolve("out/victim.txt"))) {
          Client.Got got = client.post("/core/" + command + "?path=" + path);
          assertThat(got.status()).as("%s %s", command, path).isEqualTo(400);
          assertThat(got.text()).contains("--files");
        }
      }
      assertThat(victim).hasContent("dear");

      assertThat(client.post("/core/savestatefile?path=here.ss").text()).isEqualTo("true");
      assertThat(root.resolve("here.ss")).isNotEmptyFile();
    }
  }

  /// The script's own protocol too.
  @Test
  void theScriptWritesNowhereElse() throws Exception {
    try (Emulator emulator =
        Emulator.start(
            new ThumbMachine(Roms.bundled()), new Pace.Step(), Folders.of(List.of(root)))) {
      assertThat(emulator.send(Message.parse("core.saveStateFile," + victim + ",31")))
          .isEqualTo(Script.ERROR);
      assertThat(emulator.send(Message.parse("core.screenshot," + root.resolve("link"))))
          .isEqualTo(Script.ERROR);
      assertThat(victim).hasContent("dear");
    }
  }
}
