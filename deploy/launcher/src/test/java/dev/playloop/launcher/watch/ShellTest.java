package dev.playloop.launcher.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellTest {
  @ParameterizedTest
  @ValueSource(strings = {"tavern", "/var/a-b_c/game.log", "society/dov"})
  void whatIsPlainStaysSo(String word) {
    assertThat(Shell.quoted(word)).isEqualTo(word);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a folder",
        "it's",
        "$(id)",
        "a;b",
        "#1",
        "`id`",
        "\\",
        "\"",
        "",
        "a\nb",
        "*",
        "~"
      })
  void aShellGivesBackWhatIsNot(String word) throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", "printf %s " + Shell.quoted(word)).start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(word);
    assertThat(shell.waitFor()).isZero();
  }
}
