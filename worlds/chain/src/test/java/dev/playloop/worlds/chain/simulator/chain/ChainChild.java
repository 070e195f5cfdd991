package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.testkit.TurnedClock;
import java.nio.file.Path;

/// A process of its own that writes to a chain's folder until it is killed, and prints the hash of
/// each transaction once it has landed.
public final class ChainChild {
  private ChainChild() {}

  public static void main(String[] args) {
    TurnedClock clock = TurnedClock.at(TestChain.START);
    ChainSettings settings = TestChain.settings(clock).with().folder(Path.of(args[0])).build();
    try (TestChain test = TestChain.start(settings, clock)) {
      for (long value = 1; ; value++) {
        System.out.println(test.send(0, test.put(1, value)).hex());
      }
    }
  }
}
