package dev.playloop.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `./playloop test` says of tests that were not run, that failed, and that failed and then
/// passed, in the shapes that Surefire writes.
class NotRunTest {
  private static final Pattern FUNCTIONS =
      Pattern.compile(
          "^(?:reports|totals|outcomes|failures|not_run)\\(\\) \\{\\n.*?^\\}\\n",
          Pattern.MULTILINE | Pattern.DOTALL);

  @TempDir private Path folder;
  private Path begun;
  private Path reports;

  @BeforeEach
  void begin() throws Exception {
    begun = Files.writeString(folder.resolve("begun"), "");
    Files.setLastModifiedTime(begun, FileTime.from(Instant.EPOCH));
    reports = Files.createDirectories(folder.resolve("a/target/surefire-reports"));
  }

  @Test
  void eachIsNamedWithItsReason() throws Exception {
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
        ]]></skipped>
        <testcase name="four" classname="a.FourTest" time="0">
          <skipped type="x"/>
        """);

    assertThat(said("not_run"))
        .isEqualTo(
            """
            NOT RUN: a.FourTest: no reason given
            NOT RUN: a.OneTest: @Disabled
            NOT RUN: a.TwoTest: there is no mcs (2 tests)
            """);
    assertThat(said("totals")).isEqualTo("0 0 4\n");
  }

  /// The sums of a report leave out what was tried again.
  @Test
  void whatPassesAtItsSecondTryIsTold() throws Exception {
    Files.writeString(
        reports.resolve("TEST-a.xml"),
        """
        <testsuite name="a.OneTest" time="0.1" tests="1" errors="0" skipped="0" failures="0">
          <testcase name="bad" classname="a.OneTest" time="0">
            <failure message="&#10;expected: 7&#10; but was: 0" type="x"><![CDATA[x:
          <failure message="no element">
          <testcase name="none" classname="a.OneTest" time="0">
        ]]></failure>
            <rerunFailure message="&#10;expected: 7&#10; but was: 1" type="x">
          </testcase>
          <testcase name="slow" classname="a.OneTest" time="0">
            <flakyError message="after 5 s" type="x">
            </flakyError>
            <flakyFailure message="after 6 s" type="x">
          </testcase>
          <testcase name="good" classname="a.OneTest" time="0"/>
        </testsuite>\
        """);

    assertThat(said("totals")).isEqualTo("2 1 0\n");
    assertThat(said("failures"))
        .contains("FAILED: a.OneTest.bad:  expected: 7 but was: 0\n")
        .contains("FLAKY (it failed, and passed when tried again): a.OneTest.slow: after 5 s\n")
        .doesNotContain("good");
  }

  @ParameterizedTest
  @CsvSource({"0, 5 0 0", "3, 5 0 0", "4, 1 4 0"})
  void aFewMayPassAtTheirSecondTry(int flaky, String totals) throws Exception {
    StringBuilder cases = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      cases.append("  <testcase name=\"n\" classname=\"a.OneTest\" time=\"0\">\n");
      cases.append(i < flaky ? "    <flakyFailure message=\"late\" type=\"x\">\n" : "");
      cases.append("  </testcase>\n");
    }
    Files.writeString(reports.resolve("TEST-a.xml"), cases);

    assertThat(said("totals")).isEqualTo(totals + "\n");
  }

  private String said(String function) throws Exception {
    StringBuilder script = new StringBuilder("home='" + folder + "'\n");
    Matcher text = FUNCTIONS.matcher(Files.readString(Tree.root().resolve("playloop")));
    while (text.find()) {
      script.append(text.group());
    }
    script.append(function + " '" + begun + "'\n");
    Process process =
        new ProcessBuilder("sh", "-c", script.toString()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }
}
