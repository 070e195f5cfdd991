package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `./playloop test` says of tests that were not run, in both shapes that Surefire writes.
class NotRunTest {
  private static final Pattern FUNCTIONS =
      Pattern.compile(
          "^(?:reports|not_run)\\(\\) \\{\\n.*?^\\}\\n", Pattern.MULTILINE | Pattern.DOTALL);

  @TempDir private Path folder;

  @Test
  void eachIsNamedWithItsReason() throws Exception {
    Path begun = Files.writeString(folder.resolve("begun"), "");
    Files.setLastModifiedTime(begun, FileTime.from(Instant.EPOCH));
    Path reports = Files.createDirectories(folder.resolve("a/target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-a.xml"),
        """
        <testcase name="one" classname="a.OneTest" time="0">
          <skipped message="@Disabled" type="x"/>
        <testcase name="two" classname="a.TwoTest" time="0">
          <skipped message="Assumption failed: NOT RUN: there is no mcs" type="x"/>
        <testcase name="three" classname="a.TwoTest" time="0">
          <skipped type="x"><![CDATA[x: Assumption failed: NOT RUN: there is no mcs
        	at x
        <testcase name="four" classname="a.FourTest" time="0">
          <skipped type="x"/>
        """);

    assertThat(said(begun))
        .isEqualTo(
            """
            NOT RUN: a.FourTest: no reason given
            NOT RUN: a.OneTest: @Disabled
            NOT RUN: a.TwoTest: there is no mcs (2 tests)
            """);
  }

  private String said(Path begun) throws Exception {
    StringBuilder script = new StringBuilder("home='" + folder + "'\n");
    Matcher function = FUNCTIONS.matcher(Files.readString(Tree.root().resolve("playloop")));
    while (function.find()) {
      script.append(function.group());
    }
    script.append("not_run '" + begun + "'\n");
    Process process =
        new ProcessBuilder("sh", "-c", script.toString()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }
}
