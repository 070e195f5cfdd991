package dev.playloop.worlds.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.playloop.schemas.InvalidValueException;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.evm.ContractAbi.Encoding;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ContractAbiTest {
  private static final ContractAbi LEDGER = ContractAbi.read(LedgerFiles.abi());

  private static List<Felt> words(String text) {
    return text.isEmpty() ? List.of() : Arrays.stream(text.split(" ")).map(Felt::hex).toList();
  }

  @Test
  void aCallIsItsSelectorAndItsWords() {
    assertThat(LEDGER.encode("deposit", words("0x10")))
        .isEqualTo(new Encoding.Encoded("0xb6b55f25" + "0".repeat(62) + "10"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing | 0x1                                          | the contract has no entrypoint nothing
          give    | 0x1                                          | give has 2 arguments, not 1
          give    | 0x1 0x1 0x1                                  | give has 2 arguments, not 3
          build   | 0x100                                        | argument 1 of build is no uint8: 0x100
          give    | 0x10000000000000000000000000000000000000000 0x1 | argument 1 of give is no address: 0x10000000000000000000000000000000000000000
          """)
  void whatCanNotBeCalledIsToldAndNotCutToSize(String entrypoint, String words, String why) {
    assertThat(LEDGER.encode(entrypoint, words(words))).isEqualTo(new Encoding.Refused(why));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[{\"type\":\"function\",\"name\":\"a b\",\"inputs\":[]}]",
        "[{\"type\":\"function\",\"name\":\"a\"}]"
      })
  void whatIsNoAbiIsRefused(String json) {
    assertThatThrownBy(() -> ContractAbi.read(Json.tree(json)))
        .isInstanceOf(InvalidValueException.class);
  }

  @Test
  void overloadedAndUnknownTypesCanNotBeCalled() {
    ContractAbi abi =
        ContractAbi.read(
            Json.tree(
                """
                [{"type":"function","name":"a","inputs":[{"type":"uint8"}]},
                 {"type":"function","name":"a","inputs":[{"type":"uint16"}]},
                 {"type":"function","name":"b","inputs":[{"type":"string"}]},
                 {"type":"function","name":"c","inputs":[{"type":"uint7"}]},
                 {"type":"function","name":"d","inputs":[{"type":"bool"}]}]
                """));

    assertThat(abi.encode("a", words("0x1"))).isInstanceOf(Encoding.Refused.class);
    assertThat(abi.encode("b", words("0x1"))).isInstanceOf(Encoding.Refused.class);
    assertThat(abi.encode("c", words("0x1"))).isInstanceOf(Encoding.Refused.class);
    assertThat(abi.encode("d", words("0x1"))).isInstanceOf(Encoding.Encoded.class);
    assertThat(abi.encode("d", words("0x2"))).isInstanceOf(Encoding.Refused.class);
  }

  @Test
  void aTransactionIsOneCallOfAContractThatIsKnown() {
    EvmContracts contracts = new EvmContracts(Map.of(Felt.of(7), LEDGER));
    ContractCall call = new ContractCall(Felt.of(7), "deposit", words("0x1"));

    assertThat(contracts.load(List.of(call)))
        .isInstanceOf(EvmContracts.Cargo.Loaded.class)
        .extracting("to")
        .isEqualTo("0x" + "0".repeat(39) + "7");
    assertThat(contracts.load(List.of(call, call))).isInstanceOf(EvmContracts.Cargo.Refused.class);
    assertThat(contracts.load(List.of())).isInstanceOf(EvmContracts.Cargo.Refused.class);
    assertThat(contracts.load(List.of(new ContractCall(Felt.of(8), "deposit", words("0x1")))))
        .isInstanceOf(EvmContracts.Cargo.Refused.class);
  }
}
