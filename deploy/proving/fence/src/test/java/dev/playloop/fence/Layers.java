package dev.playloop.fence;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/// The classes of the whole house, and what each layer is called.
abstract class Layers {
  static final String[] WORKERS = {
    "dev.playloop.ingest..",
    "dev.playloop.projector..",
    "dev.playloop.reasoner..",
    "dev.playloop.executor.."
  };

  static final List<String> WORLD_NAMES = Tree.worlds();
  static final String[] WORLDS =
      WORLD_NAMES.stream()
          .map(world -> "dev.playloop.worlds." + world + "..")
          .toArray(String[]::new);

  static final String LAUNCHER = "dev.playloop.launcher..";
  static final String CONSOLE = "dev.playloop.console..";

  static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.playloop");
  }

  static ArchRule noneKnows(String who, String... whom) {
    return noClasses()
        .that()
        .resideInAPackage(who)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(whom);
  }
}
