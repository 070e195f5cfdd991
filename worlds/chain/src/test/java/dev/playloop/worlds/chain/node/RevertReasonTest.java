package dev.playloop.worlds.chain.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The files under `reverts` are what starknet-devnet 0.10.1 said.
final class RevertReasonTest {
  private static final String FRAMES =
      """
      Transaction execution has failed:
      0: Error in the called contract (contract address: 0x064b, class hash: 0x05b4, selector: 0x15):
      Execution failed. Failure reason:
      Error in contract (contract address: 0x064b, class hash: 0x05b4, selector: 0x15):
      """;

  @ParameterizedTest
  @CsvSource({
    "refuse_in_short.txt, no stamina left",
    "pass_on.txt, 'structure 12 wants 9 wood for \"Keep\" and has 0'",
    "deploy_contract.txt, 'Deployment failed: contract already deployed at address"
        + " 0x065caac9cdba0ea3000f3f7826d16bef99210cba88ed16d3ee61216cfb4f209a'",
    "no_contract.txt, 'Requested contract address"
        + " 0x0000000000000000000000000000000000000000000000000000000000001267 is not deployed.'",
    "validate.txt, Account: invalid signature",
    "estimate.json, ERC20: insufficient balance",
    "call.json, Failed to deserialize param #2",
    "call_text.json, structure 12 wants 9 wood for \"Keep\" and has 0",
  })
  void theInnermostReasonOfWhatANodeSaid(String file, String reason) throws IOException {
    assertThat(RevertReason.of(read(file)).text()).isEqualTo(reason);
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        Arguments.of("several words", FRAMES + "(0x61 ('a'), 0x0 (''), 0x62 ('b')).", "a, b"),
        Arguments.of(
            "what callers add",
            FRAMES + "(0x6e6f ('no gold'), 0x454e ('ENTRYPOINT_FAILED'))",
            "no gold"),
        Arguments.of(
            "only what callers add", FRAMES + "0x454e ('ENTRYPOINT_FAILED').", "ENTRYPOINT_FAILED"),
        Arguments.of(
            "a text and a word", FRAMES + "(\"too far, by 2\", 0x62 ('b')).", "too far, by 2, b"),
        Arguments.of("a text of two lines", FRAMES + "\"one\ntwo\".", "one two"),
        Arguments.of("an apostrophe", FRAMES + "0x69 ('it's not yours').", "it's not yours"),
        Arguments.of("words of no form", FRAMES + "out of gas", "out of gas"),
        Arguments.of("a plain text", "Not Owner", "Not Owner"),
        Arguments.of("felts", "[\"0x4e6f74204f776e6572\"]", "Not Owner"),
        Arguments.of("felts that spell nothing", "[\"0x1f\", \"0x7\"]", "0x1f, 0x7"),
        Arguments.of("no felts", "[\"x\"]", "[\"x\"]"),
        Arguments.of("an empty list", "[]", "[]"),
        Arguments.of(
            "felts of a long text",
            "[\"0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3\", \"0x1\","
                + " \"0x546865204f72646572206f6620746865204772656174204879706572737472\","
                + " \"0x756374757265\", \"0x6\"]",
            "The Order of the Great Hyperstructure"),
        Arguments.of(
            "a long text that is cut",
            "[\"0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3\", \"0x9\","
                + " \"0x6162\", \"0x0\", \"0x0\"]",
            "0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3, 0x9, ab"),
        Arguments.of("nothing", "", "the node gives no reason"),
        Arguments.of("frames only", FRAMES, "the node gives no reason"),
        Arguments.of("half a tree", "{\"error\":{\"err", "{\"error\":{\"err"),
        Arguments.of("a tree without a text", "{\"error\":{\"a\":1}}", "{\"a\":1}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forms")
  void readsEveryForm(String name, String said, String reason) {
    assertThat(RevertReason.of(said).text()).as(name).isEqualTo(reason);
  }

  @Test
  void aContractsWordsDriveNoTerminalAndFillNoLog() {
    String reason = RevertReason.of(FRAMES + "\"\u001b[2J" + "x".repeat(10_000) + "\".").text();
    assertThat(reason).hasSize(500).startsWith("\\u001b[2J").endsWith("…");
  }

  @Test
  void whateverANodeSaysThereIsAReason() throws IOException {
    long seed = 15;
    Random random = new Random(seed);
    String[] files = {"pass_on.txt", "estimate.json", "call.json", "deploy_contract.txt"};
    for (int i = 0; i < 5_000; i++) {
      StringBuilder said = new StringBuilder(read(files[i % files.length]));
      for (int change = random.nextInt(1, 8); change > 0; change--) {
        int at = random.nextInt(said.length());
        switch (random.nextInt(3)) {
          case 0 -> said.setCharAt(at, (char) random.nextInt(0x10000));
          case 1 -> said.delete(at, Math.min(said.length(), at + random.nextInt(100)));
          default -> said.insert(at, "[{\"'():0x".charAt(random.nextInt(9)));
        }
        if (said.isEmpty()) {
          said.append('{');
        }
      }
      assertThat(RevertReason.of(said.toString()).text())
          .as("seed %d, text %d", seed, i)
          .isNotBlank()
          .hasSizeLessThanOrEqualTo(500);
    }
  }

  private static String read(String file) throws IOException {
    try (InputStream in = RevertReasonTest.class.getResourceAsStream("/reverts/" + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
