package dev.playloop.worlds.eternum.rules;

import dev.playloop.worlds.eternum.rows.GameChain;
import dev.playloop.worlds.eternum.rows.RowSuite;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/// The rows beside the Cairo contracts on the simulated chain: the same rows as on a devnet,
/// through signatures, nonces and blocks.
@Tag("slow")
final class SimulatedRowsTest extends RowSuite {
  private static @Nullable SimulatedGameChain chain;

  @BeforeAll
  static void start() {
    chain = new SimulatedGameChain();
  }

  @AfterAll
  static void stop() {
    if (chain != null) {
      chain.close();
    }
  }

  @Override
  protected GameChain chain() {
    return Objects.requireNonNull(chain);
  }
}
