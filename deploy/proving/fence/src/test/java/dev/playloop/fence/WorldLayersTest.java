package dev.playloop.fence;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaModifier;
import dev.playloop.launcher.InstalledWorlds;
import dev.playloop.launcher.example.Example;
import dev.playloop.worlds.model.game.GameModule;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What worlds know, and who knows them.
class WorldLayersTest extends Layers {
  /// What worlds are built of: they know no world.
  private static final String[] WORLD_PARTS = {
    "dev.playloop.worlds.postgres..",
    "dev.playloop.worlds.chain..",
    "dev.playloop.worlds.declared.."
  };

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
    for (String world : InstalledWorlds.names()) {
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

  /// No tool, view or rule of a world that is data is Java: only its game is started by it.
  @Test
  void othersSeeOneClassOfAWorldThatIsData() {
    assertThat(InstalledWorlds.games()).isNotEmpty();
    for (GameModule game : InstalledWorlds.games()) {
      assertThat(
              classes.stream()
                  .filter(each ->
                      each.getPackageName().startsWith("dev.playloop.worlds." + game.world()))
                  .filter(each -> each.isTopLevelClass() && !each.isInterface())
                  .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC)))
          .hasSize(1);
    }
  }

  @Test
  void everyWorldModuleIsInstalledAndHasAnExample() {
    assertThat(InstalledWorlds.examples()).containsExactlyInAnyOrderElementsOf(WORLD_NAMES);
    assertThat(WORLD_NAMES)
        .allSatisfy(world -> assertThat(Example.load(world).agents()).isNotEmpty());
  }
}
