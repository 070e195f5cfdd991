package dev.playloop.chaos;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// [ChainCrashContract] on the simulated chain.
@Tag("slow")
final class SimulatorChainCrashTest extends ChainCrashContract {
  @Override
  @Nullable Path devnet() {
    return null;
  }
}
