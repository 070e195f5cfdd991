package dev.playloop.worlds.chain.evm;

import dev.playloop.worlds.chain.lane.ChainPlace;
import dev.playloop.worlds.chain.lane.PoolContract;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// [PoolContract] on anvil.
@Tag("slow")
final class AnvilPoolTest extends PoolContract {
  @Override
  protected ChainPlace open(boolean onDemand, @Nullable Path folder) throws InterruptedException {
    return new AnvilPlace(AnvilProgram.found(), onDemand, EvmStyle.TIPPED);
  }

  /// What waits is executed by blocks only.
  @Override
  protected void hold(ChainPlace at, boolean on) {}

  @Override
  protected void evict(ChainPlace at, String hash) throws InterruptedException {
    ((AnvilPlace) at).anvil().ask("anvil_dropTransaction", hash);
  }

  @Override
  protected void starve(ChainPlace at) throws InterruptedException {
    at.raisePrices();
  }
}
