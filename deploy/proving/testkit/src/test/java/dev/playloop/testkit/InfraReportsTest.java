package dev.playloop.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports about [TestInfraTest], written by hand beside its compiled class.
class InfraReportsTest {
  private static final String TYPE = TestInfraTest.class.getName();
  private static final String[] METHODS = {
    "theBrokerOfAClassIsEmptyAndStaysTheSame",
    "everyDatabaseIsEmptyAndItsOwn",
    "aCopyHoldsWhatItsKindWasFilledWithAndNoMore",
    "whatIsGivenIsOfTheModeThatWasAskedFor"
  };

  @TempDir private Path root;

  @BeforeEach
  void copyTheClass() throws Exception {
    Path file = Path.of("dev/playloop/testkit/TestInfraTest.class");
    Path to = root.resolve("m/target/test-classes").resolve(file);
    Files.createDirectories(to.getParent());
    Files.copy(
        Path.of(TestInfraTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve(file),
        to);
  }

  @Test
  void everyCompiledTestInBothModesIsFine() throws IOException {
    report("", cases(METHODS));
    report("-containers", cases(METHODS));

    assertThat(compare()).isEmpty();
  }

  @Test
  void aClassThatDidNotRunIsNamed() throws IOException {
    report("", cases(METHODS));

    assertThat(compare()).anyMatch(p -> p.equals(TYPE + " has no report in -containers"));
  }

  @Test
  void aTestThatDidNotRunIsNamed() throws IOException {
    report("", cases(METHODS));
    report("-containers", cases(METHODS[0], METHODS[1], METHODS[3]));

    assertThat(compare()).anyMatch(p -> p.contains(METHODS[2] + " did not run"));
  }

  @Test
  void aSkippedTestIsNamed() throws IOException {
    String skipped =
        "<testcase name=\"%s\" classname=\"%s\" time=\"0\">%n<skipped/></testcase>"
            .formatted(METHODS[2], TYPE);
    report("", cases(METHODS));
    report("-containers", cases(METHODS[0], METHODS[1], METHODS[3]) + skipped);

    assertThat(compare()).anyMatch(p -> p.contains(METHODS[2] + " was skipped"));
  }

  @Test
  void aParameterThatRanInOneModeOnlyIsNamed() throws IOException {
    report("", cases(METHODS) + cases(METHODS[0] + "(int)[2]"));
    report("-containers", cases(METHODS));

    assertThat(compare()).singleElement().asString().contains(METHODS[0] + " ran 2 times");
  }

  private static String cases(String... methods) {
    StringBuilder all = new StringBuilder();
    for (String method : methods) {
      all.append("<testcase name=\"%s\" classname=\"%s\" time=\"0.1\"/>%n".formatted(method, TYPE));
    }
    return all.toString();
  }

  private void report(String suffix, String cases) throws IOException {
    Path folder = Files.createDirectories(root.resolve("m/target/surefire-reports"));
    Files.writeString(
        folder.resolve("TEST-" + TYPE + suffix + ".xml"), "<testsuite>" + cases + "</testsuite>");
  }

  private List<String> compare() throws IOException {
    return new InfraReports(root)
        .compare(List.of("-", "containers"), new PrintStream(OutputStream.nullOutputStream()));
  }
}
