package dev.playloop.worlds.chain.simulator.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.testkit.Guarantee;
import dev.playloop.testkit.TurnedClock;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.node.Finality;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever was answered before a kill -9 is on the chain afterwards.
@Guarantee
@Tag("slow")
final class ChainKilledTest {
  private static final int LANDED = 25;

  @TempDir private Path folder;

  @Test
  void whatLandedBeforeAKillIsThereAfterwards() throws IOException, InterruptedException {
    List<Felt> landed = killed();
    ChainSettings settings =
        TestChain.settings(TurnedClock.at(TestChain.START)).with().folder(folder).build();
    try (SimulatedChain chain = SimulatedChain.start(settings)) {
      for (Felt hash : landed) {
        ChainQueries.Known known = Objects.requireNonNull(chain.queries().transaction(hash));
        assertThat(known.finality()).isEqualTo(Finality.ACCEPTED_ON_L2);
      }
      Felt account = chain.accounts().getFirst().address();
      assertThat(chain.queries().nonce(BlockRef.LATEST, account).toLong())
          .isGreaterThanOrEqualTo(landed.size());
      chain.controls().createBlock();
    }
  }

  private List<Felt> killed() throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ChainChild.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<Felt> landed = new ArrayList<>();
    try (BufferedReader said = child.inputReader(StandardCharsets.UTF_8)) {
      String line = said.readLine();
      while (line != null && landed.size() < LANDED) {
        if (line.startsWith("0x")) {
          landed.add(Felt.hex(line));
        }
        line = said.readLine();
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(landed).hasSize(LANDED);
    return landed;
  }
}
