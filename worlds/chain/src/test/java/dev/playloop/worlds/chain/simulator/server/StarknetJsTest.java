package dev.playloop.worlds.chain.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.NpmFolder;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.simulator.chain.TestChain;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Clients of others work on the simulator as they are: starknet.js.
@Tag("slow")
final class StarknetJsTest {
  @Test
  void anAccountOfStarknetJsExecutesAndWaits() throws IOException, InterruptedException {
    TestChain test = TestChain.start();
    JsonNode told;
    try (SimulatorServer server = SimulatorServer.start(test.chain(), 0)) {
      Felt key = Objects.requireNonNull(test.chain().accounts().getFirst().privateKey());
      told =
          Json.tree(
              NpmFolder.run(
                  "account.mjs",
                  server.address().toString(),
                  test.account(0).hex(),
                  key.hex(),
                  test.vault().hex()));
    }
    assertThat(told.path("kept").asString()).isEqualTo("0x2b");
    assertThat(told.path("reverted").asBoolean()).isTrue();
    assertThat(told.path("reason").asString()).contains("'no more'");
    assertThat(told.path("estimate").asString()).isEqualTo("refused");
    assertThat(told.path("nonce").asString()).isEqualTo("0x3");
    assertThat(told.path("simulated").asInt()).isEqualTo(1);
    assertThat(told.path("events").asInt()).isEqualTo(3);
  }
}
