package dev.playloop.worlds.emerald.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.emerald.game.Routine;
import dev.playloop.worlds.emerald.memory.KnownGames.UnknownGame;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Which cartridges are played, and that the addresses are those of the reference.
class KnownGamesTest {
  private static final Path REFERENCE = Path.of("../../../shared/reference/emerald-memory.json");

  @Test
  void theCartridgeIsKnownByCodeAndSize() {
    GameProfile profile = KnownGames.standard().of("AGB-BPEE", 16_777_216);

    assertThat(profile.at(Symbol.OBJECT_EVENTS)).isEqualTo(0x02037350L);
    assertThat(profile.of(Routine.CHOOSE_ACTION)).isEqualTo(0x08057589L);
  }

  @Test
  void anotherGameIsRefusedAndTheKnownOnesAreNamed() {
    assertThatThrownBy(() -> KnownGames.standard().of("AGB-AXVE", 16_777_216))
        .isInstanceOf(UnknownGame.class)
        .hasMessageContaining("AGB-AXVE")
        .hasMessageContaining("AGB-BPEE");
  }

  @Test
  void anotherSizeIsAHackAndRefused() {
    assertThatThrownBy(() -> KnownGames.standard().of("AGB-BPEE", 33_554_432))
        .isInstanceOf(UnknownGame.class)
        .hasMessageContaining("33554432")
        .hasMessageContaining("16777216");
  }

  /// The reference lies beside the project, not in it: where it is away there is nothing to
  /// compare.
  @Test
  void addressesAreThoseOfTheReference() throws Exception {
    if (!Files.exists(REFERENCE)) {
      return;
    }
    JsonNode reference = Json.tree(Files.readString(REFERENCE));
    GameProfile profile =
        KnownGames.standard()
            .of(
                reference.path("rom").path("gameCode").asString(),
                reference.path("rom").path("romSize").asLong());
    for (Symbol symbol : Symbol.values()) {
      assertThat(profile.at(symbol))
          .as(symbol.key())
          .isEqualTo(
              Long.decode(reference.path("symbols").path(symbol.key()).path("address").asString()));
    }
    for (Routine routine : Routine.values()) {
      assertThat(profile.of(routine))
          .as(routine.key())
          .isEqualTo(Long.decode(reference.path(routine.group()).path(routine.key()).asString()));
    }
  }
}
