package dev.playloop.worlds.eternum.rows;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/// The Cairo contracts on a devnet, which is started and deployed to once.
@Tag("slow")
final class DevnetRowsTest extends RowSuite {
  private static @Nullable DevnetGameChain chain;

  @BeforeAll
  static void start() throws InterruptedException {
    chain = DevnetGameChain.start();
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
