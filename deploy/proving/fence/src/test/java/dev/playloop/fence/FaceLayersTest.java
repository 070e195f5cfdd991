package dev.playloop.fence;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What gives values and what prints them, and what tests stand on.
class FaceLayersTest extends Layers {
  /// What an audit finds are values: who tells them to a person has the words.
  @Test
  void theAuditPrintsNothingAndKnowsNoFace() {
    noneKnows("dev.playloop.audit..", "picocli..", LAUNCHER, "dev.playloop.operator..")
        .check(classes);
    noneKnows("dev.playloop.audit..", WORKERS).check(classes);
    noneKnows("dev.playloop.audit..", WORLDS).check(classes);
    printsNothing("dev.playloop.audit..").check(classes);
  }

  /// Command line, page and others show what it gives: it prints nothing, and nothing below it
  /// knows that it is there.
  @Test
  void theOperatorGivesValuesAndIsKnownToFacesOnly() {
    noneKnows("dev.playloop.operator..", "picocli..", LAUNCHER, "dev.playloop.broker..")
        .check(classes);
    noneKnows("dev.playloop.operator..", WORKERS).check(classes);
    noneKnows("dev.playloop.operator..", WORLDS).check(classes);
    printsNothing("dev.playloop.operator..").check(classes);
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.playloop.operator..",
            LAUNCHER,
            CONSOLE,
            "dev.playloop.proving..",
            "dev.playloop.chaos..",
            "dev.playloop.benchmarks..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.playloop.operator..")
        .check(classes);
  }

  /// The page shows values as the command line does: it knows no worker, no world, and not who
  /// starts it.
  @Test
  void theConsoleIsAFaceOfTheOperator() {
    noneKnows(CONSOLE, "picocli..", LAUNCHER, "dev.playloop.broker..").check(classes);
    noneKnows(CONSOLE, WORKERS).check(classes);
    noneKnows(CONSOLE, WORLDS).check(classes);
    printsNothing(CONSOLE).check(classes);
  }

  @Test
  void whatTestsRunOnIsForTestsOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.playloop.testkit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.playloop.testkit..")
        .check(classes);
    noClasses()
        .that()
        .resideInAPackage("dev.playloop.testkit..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.playloop..")
                .and(not(resideInAPackage("dev.playloop.testkit..")))
                .and(not(resideInAPackage("dev.playloop.broker.."))))
        .check(classes);
  }

  /// Else a test would run on embedded servers in every mode, and nobody would know.
  @Test
  void testsTakeTheirServersFromTheTestkit() throws IOException {
    Pattern server = Pattern.compile("(EmbeddedBroker|EmbeddedDatabase|LocalSystem)\\.start\\(");
    Pattern said = Pattern.compile("^@(NeedsInfra|EmbeddedOnly)\\b", Pattern.MULTILINE);
    List<String> found = new ArrayList<>();
    Path root = Tree.root();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          files.filter(f -> f.toString().matches(".*/src/test/.*Test\\.java")).toList()) {
        String text = Files.readString(file);
        if (server.matcher(text).find() && !said.matcher(text).find()) {
          found.add(root.relativize(file).toString());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static ArchRule printsNothing(String who) {
    return noClasses()
        .that()
        .resideInAPackage(who)
        .should()
        .dependOnClassesThat()
        .haveNameMatching("java\\.io\\.Print(Writer|Stream)");
  }
}
