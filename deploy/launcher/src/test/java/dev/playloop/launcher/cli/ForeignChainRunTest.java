package dev.playloop.launcher.cli;

import static dev.playloop.launcher.cli.Said.playloop;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.EmbeddedOnly;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// An example, or a system, on somebody else's chain: exit code 2 with that chain's id, and nothing
/// is sent there.
@EmbeddedOnly("a system with servers of its own begins to start")
final class ForeignChainRunTest extends CommandCase {
  private static final String SEPOLIA = "0x534e5f5345504f4c4941";
  private static final String MAINNET = "0x534e5f4d41494e";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer node;

  @BeforeEach
  void start() throws IOException {
    node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    node.createContext("/", this::answer);
    node.start();
    String contracts =
        Stream.of(
                "world resource_systems troop_management_systems troop_movement_systems"
                    + " troop_battle_systems troop_raid_systems trade_systems production_systems"
                    + " swap_systems liquidity_systems guild_systems structure_systems"
                    + " hyperstructure_systems vrf_provider")
            .flatMap(names -> Stream.of(names.split(" ")))
            .map(name -> "  %s: {address: '0x1', classHash: '0xc1a55'}\n".formatted(name))
            .collect(Collectors.joining());
    write(
        "eternum.yaml",
        "chainId: '%s'\ngenesis: '0x5f'\ncontracts:\n%sgameId: 1\nplayers: ['0x64b']\n"
            .formatted(SEPOLIA, contracts));
    write("only-node.properties", settings(false));
    write("profile.properties", settings(true));
  }

  @AfterEach
  void stop() {
    node.stop(0);
  }

  private String settings(boolean profile) {
    String rpc =
        "playloop.eternum.rpc=http://127.0.0.1:%d/%nplayloop.http.port=0%n"
            .formatted(node.getAddress().getPort());
    return profile
        ? rpc
            + "playloop.eternum.torii=http://127.0.0.1:9/%nplayloop.eternum.profile=%s%n"
                .formatted(folder.resolve("eternum.yaml"))
        : rpc;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode question =
          Json.tree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      String method = question.path("method").asString();
      asked.add(method);
      String told =
          switch (method) {
            case "starknet_chainId" -> "\"result\":\"" + SEPOLIA + "\"";
            case "starknet_getClassHashAt" -> "\"result\":\"0xc1a55\"";
            case "starknet_getBlockWithTxHashes" ->
                "\"result\":{\"block_number\":0,\"block_hash\":\"0x5f\",\"parent_hash\":\"0x0\",\"timestamp\":1,"
                    + "\"transactions\":[]}";
            default -> "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}";
          };
      byte[] answer =
          "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}"
              .formatted(question.path("id"), told)
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "run, only-node.properties, no development node",
    "run, profile.properties, an example is played only on a chain for development",
    "up, only-node.properties, no development node",
  })
  void nothingIsPlayedOnAForeignChain(String command, String config, String told) {
    Said said = playloop(command, "eternum", "--config", folder.resolve(config).toString());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("chain " + SEPOLIA, told);
    assertThat(asked).isNotEmpty().noneMatch(method -> method.startsWith("starknet_add"));
  }

  @Test
  void anotherChainThanTheProfilesIsRefusedByEachRole() throws IOException {
    String profile = Files.readString(folder.resolve("eternum.yaml"));
    write("eternum.yaml", profile.replace(SEPOLIA, "0x1234"));

    Said up =
        playloop("up", "eternum", "--config", folder.resolve("profile.properties").toString());

    assertThat(up.code()).isEqualTo(2);
    assertThat(up.err()).contains("chainId: expected 0x1234, got " + SEPOLIA, "Nothing was signed");
    write("eternum.yaml", profile.replace(SEPOLIA, MAINNET));
    Said mainnet =
        playloop("run", "eternum", "--config", folder.resolve("profile.properties").toString());
    assertThat(mainnet.code()).isEqualTo(2);
    assertThat(mainnet.err()).contains("allowMainnet: expected true");
    assertThat(asked).noneMatch(method -> method.startsWith("starknet_add"));
  }
}
