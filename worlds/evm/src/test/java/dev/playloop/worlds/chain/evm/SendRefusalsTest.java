package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.worlds.chain.backend.SendAnswer;
import dev.playloop.worlds.chain.node.NodeRefusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SendRefusalsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -32000 | already known                                          | Taken
          -32003 | transaction already imported                           | Taken
          -32010 | AlreadyKnown                                           | Taken
          -32000 | nonce too low: next nonce 5, tx nonce 4                | WrongNonce
          -32003 | nonce too low                                          | WrongNonce
          -32000 | nonce too high: address 0xf39f, tx: 9 state: 5         | WrongNonce
          -32000 | replacement transaction underpriced                    | TooCheap
          -32000 | transaction underpriced: gas tip cap 0, minimum 1      | TooCheap
          -32003 | max fee per gas less than block base fee               | TooCheap
          -32000 | insufficient funds for gas * price + value: have 1     | Refused
          -32003 | Insufficient funds for gas * price + value             | Refused
          -32000 | intrinsic gas too low: gas 20, minimum needed 21000    | Refused
          -32000 | invalid chain id for signer: have 1 want 5             | Refused
          """)
  void eachNodesWordsMeanOneThing(int code, String message, String answer) {
    SendAnswer found = SendRefusals.answer(new NodeRefusal(code, message, ""));

    assertThat(found).isNotNull();
    assertThat(found.getClass().getSimpleName()).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"internal error", "request timed out", "limit exceeded", "header not found", ""})
  void whatDoesNotSayThatNothingWasTakenInLeavesItInDoubt(String message) {
    assertThat(SendRefusals.answer(new NodeRefusal(-32_000, message, ""))).isNull();
  }
}
