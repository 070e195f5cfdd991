package dev.playloop.worlds.chain.declare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.swmansion.starknet.crypto.HashMethod;
import com.swmansion.starknet.data.ContractAddressCalculator;
import com.swmansion.starknet.data.types.Cairo1ContractDefinition;
import com.swmansion.starknet.data.types.CasmContractDefinition;
import dev.playloop.schemas.InvalidValueException;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.crypto.OtherLibrary;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Held against starknet-jvm.
final class ClassHashTest {
  private static final String SIERRA = new String(ProbeFiles.sierra(), StandardCharsets.UTF_8);
  private static final String CASM = new String(ProbeFiles.casm(), StandardCharsets.UTF_8);

  @Test
  void classHashIsThatOfAnotherLibrary() {
    assertThat(SierraClass.read(ProbeFiles.sierra()).classHash().value())
        .isEqualTo(OtherLibrary.classHash(new Cairo1ContractDefinition(SIERRA)));
  }

  @Test
  void compiledClassHashIsThatOfAnotherLibrary() {
    assertThat(CompiledClassHash.of(ProbeFiles.casm()).value())
        .isEqualTo(
            OtherLibrary.compiledClassHash(new CasmContractDefinition(CASM), HashMethod.BLAKE2S));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"contract_class_version\": \"0.1.0\"|\"contract_class_version\": \"0.9\"|contract_class_version",
        "\"EXTERNAL\"|\"external\"|EXTERNAL",
        "\"function_idx\": 0|\"function_idx\": -1|function_idx",
        "\"selector\": \"0x|\"selector\": \"x|selector",
        "\"abi\"|\"ABI\"|abi",
        "\"sierra_program\"|\"program\"|sierra_program",
      })
  void aBrokenSierraFileIsRefusedByField(String was, String is, String field) {
    assertThat(SIERRA).contains(was);
    byte[] broken = bytes(SIERRA.replace(was, is));
    assertThatThrownBy(() -> SierraClass.read(broken))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"bytecode\"|\"code\"|bytecode",
        "\"offset\"|\"offsets\"|offset",
        "\"bytecode_segment_lengths\": [|\"bytecode_segment_lengths\": [7, |bytecode_segment_lengths",
        "\"bytecode_segment_lengths\": [|\"bytecode_segment_lengths\": [\"x\", |bytecode_segment_lengths",
        "\"range_check\"|\"a_builtin_with_a_name_of_too_many_characters\"|builtins",
      })
  void aBrokenCompiledFileIsRefusedByField(String was, String is, String field) {
    String compact = CASM.replaceAll("\\[\\s+", "[");
    assertThat(compact).contains(was);
    byte[] broken = bytes(compact.replace(was, is));
    assertThatThrownBy(() -> CompiledClassHash.of(broken))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(field);
  }

  @Test
  void anythingElseChangedChangesTheHash() {
    byte[] changed = bytes(SIERRA.replaceFirst("\"name\": \"count\"", "\"name\": \"counts\""));
    assertThat(SierraClass.read(changed).classHash())
        .isNotEqualTo(SierraClass.read(ProbeFiles.sierra()).classHash());
  }

  @Test
  void theDeployersAddressIsThatOfAnotherLibrary() {
    UniversalDeployer deployer =
        new UniversalDeployer(Felt.of(77), Felt.of(5), List.of(Felt.of(1), Felt.of(2)));
    assertThat(deployer.address().value())
        .isEqualTo(
            ContractAddressCalculator.calculateAddressFromHash(
                    OtherLibrary.felt(Felt.of(77)),
                    List.of(OtherLibrary.felt(Felt.of(1)), OtherLibrary.felt(Felt.of(2))),
                    OtherLibrary.felt(Felt.of(5)))
                .getValue());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
