package dev.playloop.worlds.eternum.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.devnet.DevnetOptions;
import dev.playloop.worlds.chain.devnet.DevnetProgram;
import dev.playloop.worlds.chain.devnet.TestDevnet;
import dev.playloop.worlds.chain.node.BlockHeader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The time of a chain that is started again is the time that was.
@Tag("slow")
final class TimelyNodeTest {
  private static final Instant START = Instant.parse("2031-01-01T00:00:00Z");

  @TempDir private Path folder;
  private Instant now = START;

  @Test
  void whatRunsAgainFromTheDumpRunsInItsOwnTime() throws Exception {
    DevnetOptions options =
        DevnetOptions.of(DevnetProgram.found()).withDump(folder.resolve("chain.dump"));
    List<BlockHeader> before;
    try (TestDevnet devnet = TestDevnet.start(options)) {
      TimelyNode node = new TimelyNode(devnet.node(), devnet.control(), () -> now);
      for (int i = 0; i < 4; i++) {
        now = now.plusSeconds(1_000);
        node.invoke(devnet.signed(0, List.of(TestDevnet.transfer(Felt.of(77), 1))));
        assertThat(devnet.node().latest().at()).isEqualTo(now);
      }
      now = now.minusSeconds(5_000); // a clock that goes back
      node.invoke(devnet.signed(0, List.of(TestDevnet.transfer(Felt.of(77), 1))));
      before = blocks(devnet);
    }
    assertThat(before.getLast().at()).isEqualTo(before.get(before.size() - 2).at());
    try (TestDevnet devnet = TestDevnet.start(options)) {
      assertThat(blocks(devnet)).extracting(BlockHeader::at).isEqualTo(times(before));
      assertThat(devnet.node().latest().number()).isEqualTo(before.getLast().number());
    }
  }

  private static List<Instant> times(List<BlockHeader> blocks) {
    return blocks.stream().map(BlockHeader::at).toList();
  }

  /// Those behind the first one.
  private static List<BlockHeader> blocks(TestDevnet devnet) throws InterruptedException {
    List<BlockHeader> blocks = new ArrayList<>();
    for (long i = 1; i <= devnet.node().latest().number(); i++) {
      blocks.add(Objects.requireNonNull(devnet.node().block(i)));
    }
    return blocks;
  }
}
