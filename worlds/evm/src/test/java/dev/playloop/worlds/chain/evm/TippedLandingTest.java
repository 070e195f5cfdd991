package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.lane.ChainPlace;
import dev.playloop.worlds.chain.lane.LandingContract;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// [LandingContract] on anvil, with transactions of EIP-1559.
@Tag("slow")
final class TippedLandingTest extends LandingContract {
  @Override
  protected ChainPlace open(boolean onDemand, @Nullable Path folder) throws InterruptedException {
    return new AnvilPlace(AnvilProgram.found(), onDemand, EvmStyle.TIPPED);
  }
}
