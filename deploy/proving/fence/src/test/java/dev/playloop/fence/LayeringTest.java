package dev.playloop.fence;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.schemas.event.SourceState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Who may know whom. `docs/tour.md` says what lies where.
class LayeringTest extends Layers {
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
          "worlds.chain",
          "worlds.declared",
          "settings",
          "ingest",
          "loop",
          "journal",
          "audit",
          "operator",
          "console",
          "rehearsal",
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
    for (String world : InstalledWorlds.names()) {
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

  /// A draft changes under whoever holds it, so it stays with the fold that works on it.
  @Test
  void draftsStayInTheLoop() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.playloop.loop..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.playloop.loop.state").and(simpleNameEndingWith("Draft")))
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
  void noWorkerKnowsTheRehearsalModelAndItKnowsNone() {
    for (String worker : WORKERS) {
      noneKnows(worker, "dev.playloop.rehearsal..").check(classes);
      noneKnows("dev.playloop.rehearsal..", worker).check(classes);
    }
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
            "\"playloop\\.(agents|triggers|controls|world-events|views|view-needs|turns|decisions|actions|results"
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

  private static boolean isMainSource(Path file) {
    return file.toString().endsWith(".java")
        && file.toString().contains("src/main/java")
        && !file.toString().contains("/target/");
  }
}
