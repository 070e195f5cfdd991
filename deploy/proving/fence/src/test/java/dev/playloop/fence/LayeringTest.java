package dev.playloop.fence;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.example.Example;
import dev.playloop.schemas.event.SourceState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Who may know whom. Each rule is one sentence of the README's "how the modules lie".
class LayeringTest {
  private static final String[] WORKERS = {
    "dev.playloop.ingest..",
    "dev.playloop.projector..",
    "dev.playloop.reasoner..",
    "dev.playloop.executor.."
  };

  private static final List<String> WORLD_NAMES = Tree.worlds();
  private static final String[] WORLDS =
      WORLD_NAMES.stream()
          .map(world -> "dev.playloop.worlds." + world + "..")
          .toArray(String[]::new);

  /// What worlds are built of: they know no world.
  private static final String[] WORLD_PARTS = {"dev.playloop.worlds.postgres.."};

  private static final String LAUNCHER = "dev.playloop.launcher..";

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.playloop");
  }

  @Test
  void everyModuleIsLookedAt() {
    for (String name :
        new String[] {
          "schemas",
          "http",
          "kit",
          "worlds.model",
          "worlds.sandbox",
          "worlds.postgres",
          "worlds.emulator",
          "settings",
          "ingest",
          "loop",
          "journal",
          "audit",
          "operator",
          "projector",
          "reasoner",
          "executor",
          "broker",
          "testkit",
          "fixtures",
          "chaos",
          "benchmarks",
          "proving",
          "fixtures",
          "chaos",
          "benchmarks",
          "proving",
          "launcher"
        }) {
      assertThat(
              classes.stream().anyMatch(c -> c.getPackageName().startsWith("dev.playloop." + name)))
          .as("classes of %s", name)
          .isTrue();
    }
    assertThat(WORLD_NAMES).isNotEmpty();
    for (String world : WORLD_NAMES) {
      assertThat(
              classes.stream()
                  .anyMatch(
                      c -> c.getPackageName().equals("dev.playloop.worlds." + world + ".model")))
          .as("the model of %s", world)
          .isTrue();
    }
  }

  @Test
  void schemasKnowNothingButData() {
    noClasses()
        .that()
        .resideInAPackage("dev.playloop.schemas..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.playloop.kit..",
            "dev.playloop.worlds..",
            "org.apache.kafka.clients..",
            "org.apache.kafka.streams..",
            "java.net.http..",
            "java.sql..")
        .check(classes);
    noneKnows("dev.playloop.schemas..", WORKERS).check(classes);
  }

  @Test
  void theKitKnowsNoEventTypeAndNoWorld() {
    // How far a source was read is the kit's own bookkeeping, and no event.
    noClasses()
        .that()
        .resideInAPackage("dev.playloop.kit..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.playloop.schemas.event..").and(not(type(SourceState.class))))
        .check(classes);
    noneKnows("dev.playloop.kit..", "dev.playloop.worlds..").check(classes);
    noneKnows("dev.playloop.kit..", WORKERS).check(classes);
  }

  /// Journals are read, verified and folded again where there is no Kafka: offline, and by whoever
  /// replays recorded runs with another model.
  @Test
  void foldPromptAndJournalAreCallableWithoutKafka() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.playloop.loop..", "dev.playloop.journal..", "dev.playloop.audit")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka..", "dev.playloop.kit..", "dev.playloop.projector.shell..")
        .check(classes);
  }

  @Test
  void noWorkerKnowsAnother() {
    for (String worker : WORKERS) {
      String[] others = Stream.of(WORKERS).filter(w -> !w.equals(worker)).toArray(String[]::new);
      noneKnows(worker, others).check(classes);
    }
  }

  @Test
  void workersKnowWorldsByTheirModelOnly() {
    for (String worker : WORKERS) {
      noneKnows(worker, WORLDS).check(classes);
      noneKnows(worker, WORLD_PARTS).check(classes);
      noneKnows(worker, "dev.playloop.broker..", LAUNCHER).check(classes);
    }
  }

  @Test
  void projectorAndReasonerSeeOnlyThePureHalfOfAWorld() {
    noneKnowsTheActingHalf("dev.playloop.projector..");
    noneKnowsTheActingHalf("dev.playloop.reasoner..");
  }

  private static void noneKnowsTheActingHalf(String who) {
    noClasses()
        .that()
        .resideInAPackage(who)
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "dev\\.playloop\\.worlds\\.model\\."
                + "(World(Actions|Source|Unavailable|Module|Binding|Sql)|OpenWorld|Opening)(\\$.*)?")
        .check(classes);
  }

  @Test
  void thePortsOfWorldsArePure() {
    isPure("dev.playloop.worlds.model..");
    noneKnows("dev.playloop.worlds.model..", WORLDS).check(classes);
  }

  /// The loop and the reasoner run it, each in threads of their own, and replay it.
  @Test
  void theModelOfAWorldIsPure() {
    for (String world : WORLD_NAMES) {
      String model = "dev.playloop.worlds." + world + ".model..";
      isPure(model);
      noClasses()
          .that()
          .resideInAPackage(model)
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.playloop..")
                  .and(
                      not(
                          resideInAnyPackage(
                              model, "dev.playloop.worlds.model..", "dev.playloop.schemas.."))))
          .check(classes);
      noneKnowsTheActingHalf(model);
    }
  }

  private static void isPure(String model) {
    noneKnows(
            model,
            "dev.playloop.kit..",
            "dev.playloop.http..",
            "org.apache.kafka..",
            "org.jdbi..",
            "java.io..",
            "java.sql..",
            "javax.sql..",
            "java.net..",
            "java.util.concurrent..")
        .check(classes);
    noClasses()
        .that()
        .resideInAPackage(model)
        .should()
        .dependOnClassesThat(
            resideInAPackage("java.nio.file..").and(not(type(java.nio.file.Path.class))))
        .check(classes);
    noneKnows(model, WORKERS).check(classes);
    noneKnows(model, WORLD_PARTS).check(classes);
  }

  @Test
  void noWorldKnowsAnotherNorAWorker() {
    for (String world : WORLDS) {
      String[] others = Stream.of(WORLDS).filter(w -> !w.equals(world)).toArray(String[]::new);
      noneKnows(world, others).check(classes);
    }
    for (String world : WORLDS) {
      noneKnows(world, "dev.playloop.kit..", LAUNCHER).check(classes);
      noneKnows(world, WORKERS).check(classes);
    }
    for (String part : WORLD_PARTS) {
      noneKnows(part, "dev.playloop.kit..", LAUNCHER).check(classes);
      noneKnows(part, WORKERS).check(classes);
      noneKnows(part, WORLDS).check(classes);
    }
  }

  /// It runs whatever a world gives it, and a world does whatever its code asks for.
  @Test
  void theSandboxKnowsNoWorld() {
    noClasses()
        .that()
        .resideInAPackage("dev.playloop.worlds.sandbox..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.playloop..")
                .and(not(resideInAPackage("dev.playloop.worlds.sandbox.."))))
        .check(classes);
    noneKnows(
            "dev.playloop.worlds.sandbox..", "org.apache.kafka..", "java.sql..", "java.net.http..")
        .check(classes);
  }

  /// It is a console beside the workers: they reach it over HTTP only, as they would a real mGBA.
  @Test
  void theHttpEdgeKnowsNobody() {
    noClasses()
        .that()
        .resideInAPackage("dev.playloop.http..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.playloop..").and(not(resideInAPackage("dev.playloop.http.."))))
        .check(classes);
    noneKnows("dev.playloop.http..", "org.apache.kafka..", "java.sql..").check(classes);
  }

  /// Who listens by another way has none of its limits. The chaos suite's checker and the
  /// benchmarks' counterparts stand for servers that are not ours.
  @Test
  void whoListensForHttpDoesSoThroughTheEdge() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.playloop.http..",
            "dev.playloop.chaos..",
            "dev.playloop.benchmarks..",
            "dev.playloop.proving..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.sun.net.httpserver..", "org.eclipse.jetty..")
        .check(classes);
  }

  @Test
  void theEmulatorKnowsNobodyAndIsKnownToWhoStartsItOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.playloop.worlds.emulator..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.playloop..")
                .and(not(resideInAPackage("dev.playloop.worlds.emulator..")))
                .and(not(resideInAPackage("dev.playloop.http.."))))
        .check(classes);
    for (String world : WORLD_NAMES) {
      noClasses()
          .that()
          .resideInAPackage("dev.playloop.worlds." + world + "..")
          .and()
          .resideOutsideOfPackage("dev.playloop.worlds." + world + ".server..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.playloop.worlds.emulator..")
          .check(classes);
    }
    noneKnows(LAUNCHER, "dev.playloop.worlds.emulator..").check(classes);
    for (String worker : WORKERS) {
      noneKnows(worker, "dev.playloop.worlds.emulator..").check(classes);
    }
  }

  @Test
  void theLoopIsPureLogic() {
    noneKnows(
            "dev.playloop.loop..",
            "org.apache.kafka..",
            "dev.playloop.kit..",
            "dev.playloop.projector.shell..",
            "java.util.concurrent..",
            "java.io..",
            "java.nio.file..")
        .check(classes);
  }

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
            "dev.playloop.proving..",
            "dev.playloop.chaos..",
            "dev.playloop.benchmarks..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.playloop.operator..")
        .check(classes);
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

  @Test
  void noPackagesFormARing() {
    slices().matching("dev.playloop.(*)..").should().beFreeOfCycles().check(classes);
  }

  /// A topic's name stands in `schemas` only; a prefix that another place spells would be wrong as
  /// soon as someone changes the setting.
  @Test
  void topicsAreNamedInOnePlace() throws IOException {
    Pattern topic =
        Pattern.compile(
            "\"playloop\\.(agents|triggers|controls|world-events|views|turns|decisions|actions|results"
                + "|ledger|journal|checkpoints|subject-keys|sources|source-cursors|dead-letters)");
    List<String> found = new ArrayList<>();
    Path root = Tree.root();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(LayeringTest::isMainSource).toList()) {
        boolean named = topic.matcher(Files.readString(file)).find();
        if (named && !root.relativize(file).startsWith("schemas")) {
          found.add(root.relativize(file).toString());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void everyWorldModuleIsInstalledAndHasAnExample() {
    assertThat(InstalledWorlds.names()).containsExactlyInAnyOrderElementsOf(WORLD_NAMES);
    assertThat(WORLD_NAMES)
        .allSatisfy(world -> assertThat(Example.load(world).agents()).isNotEmpty());
  }

  private static boolean isMainSource(Path file) {
    return file.toString().endsWith(".java")
        && file.toString().contains("src/main/java")
        && !file.toString().contains("/target/");
  }

  private static ArchRule noneKnows(String who, String... whom) {
    return noClasses()
        .that()
        .resideInAPackage(who)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(whom);
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
