package dev.playloop.chaos;

import dev.playloop.worlds.chain.devnet.DevnetProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/// [ChainCrashContract] on a real node.
@Tag("slow")
final class DevnetChainCrashTest extends ChainCrashContract {
  @Override
  Path devnet() throws InterruptedException {
    return DevnetProgram.found();
  }
}
