package dev.playloop.worlds.declared.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.schemas.config.InvalidFileException;
import dev.playloop.schemas.json.Json;
import dev.playloop.schemas.world.WorldDeclaration;
import dev.playloop.testkit.MangledFile;
import org.junit.jupiter.api.Test;

/// Whatever stands in a `world.yaml`: it is a world, or refused with file, line and field.
class HostileWorldFileTest {
  private static final int FILES = 10_000;
  private static final int LONGEST = 20_000;

  @Test
  void whateverItHoldsItIsAWorldOrRefusedByName() {
    long begun = Long.getLong("world.seed", 16_000);
    int refused = 0;
    for (long seed = begun; seed < begun + FILES; seed++) {
      try {
        WorldDeclaration read =
            ConfigFile.of("world.yaml", MangledFile.of(DeclaredWorldTest.TAVERN, seed))
                .as(WorldDeclaration.class, DeclaredWorld::misfits);
        assertThat(DeclaredWorld.of(read).tools().specs()).as("seed %d", seed).isNotEmpty();
        assertThat(Json.read(Json.bytes(read), WorldDeclaration.class))
            .as("seed %d", seed)
            .isEqualTo(read);
      } catch (InvalidFileException e) {
        refused++;
        assertThat(e.problems()).as("seed %d", seed).isNotEmpty();
        assertThat(e.getMessage())
            .as("seed %d", seed)
            .contains("world.yaml:")
            .doesNotContain("\u001b", "\0")
            .hasSizeLessThan(LONGEST);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("-Dworld.seed=" + seed, e);
      }
    }
    assertThat(refused).isGreaterThan(FILES / 2);
  }
}
