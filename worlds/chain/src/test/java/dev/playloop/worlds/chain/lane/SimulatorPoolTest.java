package dev.playloop.worlds.chain.lane;

import dev.playloop.schemas.json.Json;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// [PoolContract] on the simulated chain; no devnet plays it.
@Tag("slow")
final class SimulatorPoolTest extends PoolContract {
  @Override
  protected ChainPlace open(boolean onDemand, @Nullable Path folder) throws InterruptedException {
    return new SimulatorLandingTest().open(onDemand, folder);
  }

  @Override
  protected void hold(ChainPlace at, boolean on) throws InterruptedException {
    ((StarknetPlace) at).ask("playloop_hold", Json.NODES.objectNode().put("on", on));
  }

  @Override
  protected void evict(ChainPlace at, String hash) throws InterruptedException {
    ((StarknetPlace) at)
        .ask("playloop_evict", Json.NODES.objectNode().put("transaction_hash", hash));
  }

  @Override
  protected void starve(ChainPlace at) throws InterruptedException {
    at.raisePrices();
  }
}
