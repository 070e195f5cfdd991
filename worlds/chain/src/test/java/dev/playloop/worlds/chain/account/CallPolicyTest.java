package dev.playloop.worlds.chain.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.playloop.schemas.config.ConfigFile;
import dev.playloop.worlds.chain.ContractCall;
import dev.playloop.worlds.chain.Felt;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The allow-list.
final class CallPolicyTest {
  private static final CallPolicy POLICY =
      CallPolicy.of(Map.of(Felt.of(5), Set.of("move", "create"), Felt.of(6), Set.of("send")));

  @ParameterizedTest
  @CsvSource({
    "0x5, move, true",
    "0x5, create, true",
    "0x6, send, true",
    "0x5, send, false",
    "0x6, move, false",
    "0x7, move, false",
    "0x5, Move, false",
    "0x5, '', false",
  })
  void allowsWhatIsListedAndNothingElse(String to, String entrypoint, boolean allowed) {
    ContractCall call = new ContractCall(Felt.hex(to), entrypoint, List.of());
    assertThat(POLICY.allows(call)).isEqualTo(allowed);
    assertThat(POLICY.refuses(List.of(call)) == null).isEqualTo(allowed);
  }

  @Test
  void oneCallThatIsNotAllowedRefusesAll() {
    ContractCall good = new ContractCall(Felt.of(5), "move", List.of());
    ContractCall bad = new ContractCall(Felt.of(9), "approve", List.of());
    ContractCall worse = new ContractCall(Felt.of(5), "drain", List.of());
    assertThat(POLICY.refuses(List.of(good, good))).isNull();
    assertThat(POLICY.refuses(List.of(good, bad)))
        .isEqualTo("contract 0x9 is none that this account may call");
    assertThat(POLICY.refuses(List.of(good, worse)))
        .isEqualTo("entrypoint drain of contract 0x5 is none that this account may call");
    assertThat(POLICY.refuses(List.of())).isNotNull();
  }

  @Test
  void readsTheShapeOfASession() {
    String file =
        """
        contracts:
          0x0005:
            description: Troops
            methods:
              - {name: Move, entrypoint: move, description: moves an explorer}
              - {entrypoint: create}
          0x6: {methods: [{name: Send, entrypoint: send}]}
        """;
    assertThat(new ConfigFile("policy.yaml", file).as(CallPolicy.class)).isEqualTo(POLICY);
  }
}
