package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.node.NodeRefusal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.web3j.abi.FunctionEncoder;
import org.web3j.abi.datatypes.Function;
import org.web3j.abi.datatypes.Utf8String;

final class EvmRevertTest {
  private static String error(String text) {
    return FunctionEncoder.encode(
        new Function("Error", java.util.List.of(new Utf8String(text)), java.util.List.of()));
  }

  private static String reason(String data) {
    return String.valueOf(EvmRevert.reason(new NodeRefusal(3, "execution reverted", data)));
  }

  @Test
  void theContractsTextIsTold() {
    assertThat(reason(error("too many walls"))).isEqualTo("too many walls");
    assertThat(reason('"' + error("too many walls") + '"')).isEqualTo("too many walls");
  }

  @Test
  void whatAContractSaysIsOneShortPrintableLine() {
    assertThat(reason(error("a\nb\u001b[31m" + "x".repeat(1_000))))
        .hasSizeLessThan(350)
        .doesNotContain("\n", "\u001b");
    assertThat(reason(error(""))).isEqualTo("reverted without a reason");
  }

  @ParameterizedTest
  @CsvSource({
    "0x4e487b710000000000000000000000000000000000000000000000000000000000000011, panic 0x11",
    "0xcf479181, the contract's error 0xcf479181",
    "0x08c379a0, the contract's error 0x08c379a0",
    "0x, execution reverted: 0x",
    "'', execution reverted",
  })
  void whatIsNoTextIsNamed(String data, String told) {
    assertThat(reason(data)).isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource({
    "-32000, execution reverted, true",
    "-32000, gas required exceeds allowance (30000000), true",
    "-32003, EVM error OutOfGas, true",
    "-32000, header not found, false",
    "-32005, limit exceeded, false",
    "-32603, internal error, false"
  })
  void onlyWhatTheCallItselfComesToIsARevert(int code, String message, boolean revert) {
    assertThat(EvmRevert.reason(new NodeRefusal(code, message, "")) != null).isEqualTo(revert);
  }

  @Test
  void whateverANodeSaysIsRead() {
    Random random = new Random(15);
    String good = error("too many walls");
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(good);
      for (int j = random.nextInt(4); j >= 0; j--) {
        text.setCharAt(
            random.nextInt(text.length()), "0123456789abcdefxZ".charAt(random.nextInt(18)));
      }
      text.setLength(random.nextInt(text.length() + 1));
      assertThat(reason(text.toString())).as("seed 15, round %d: %s", i, text).isNotBlank();
    }
  }
}
