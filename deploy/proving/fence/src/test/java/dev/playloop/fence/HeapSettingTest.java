package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the script makes of `PLAYLOOP_HEAP`, before there is any Java to ask.
class HeapSettingTest {
  private static final Pattern FUNCTION =
      Pattern.compile("^choose_heap\\(\\) \\{\\n.*?^\\}\\n", Pattern.MULTILINE | Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"128m", "768m", "4096m", "1g", "24g"})
  void takesAHeap(String heap) throws Exception {
    assertThat(chosen(heap)).isEqualTo(heap + "\n-Xmx" + heap + "\n");
  }

  /// Of a container it is told in parts: whoever sizes that says it once.
  @ParameterizedTest
  @ValueSource(strings = {"10%", "70%", "99%"})
  void takesAPartOfWhatThereIs(String heap) throws Exception {
    assertThat(chosen(heap))
        .isEqualTo(
            heap
                + "\n-XX:MaxRAMPercentage="
                + heap.replace("%", "")
                + " -XX:+ExitOnOutOfMemoryError\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5%",
        "100%",
        "7.5%",
        "%",
        "127m",
        "64m",
        "0g",
        "m",
        "12",
        "12k",
        "1 m",
        "1g -version",
        "$HOME",
        "99999999g"
      })
  void refusesWhatIsNone(String heap) throws Exception {
    assertThat(chosen(heap)).contains("PLAYLOOP_HEAP must be a heap", "'" + heap + "'", "exit 2");
  }

  @ParameterizedTest
  @ValueSource(strings = "")
  void hasADefault(String none) throws Exception {
    assertThat(chosen(none)).isEqualTo("768m\n-Xmx768m\n");
  }

  /// The heap that the script's own function chooses, or its refusal and exit code.
  private static String chosen(String heap) throws IOException, InterruptedException {
    Matcher function =
        FUNCTION.matcher(Files.readString(Tree.root().resolve("deploy/package/bin/start.sh")));
    assertThat(function.find()).isTrue();
    ProcessBuilder shell =
        new ProcessBuilder(
            "sh",
            "-c",
            "say() { echo \"$@\"; }; trap 'code=$?; [ $code = 0 ] || echo exit $code' EXIT\n"
                + function.group()
                + "choose_heap; echo \"$heap\"; echo \"$memory\"");
    shell.environment().put("PLAYLOOP_HEAP", heap);
    Process process = shell.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }
}
